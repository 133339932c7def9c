"""Metrics for Prometheus: totals over all games, never anything about one.

No label tells what was decided or by whom, so no figure speaks of a hand (RULES 9).
"""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

REQUESTS = Counter("watergate_http_requests", "HTTP requests answered", ["route", "status"])
SOCKETS = Gauge("watergate_sockets", "Open WebSocket connections")
STREAMS = Gauge("watergate_streams", "Open streams of bots")
TABLES = Gauge("watergate_tables", "Games held in memory")
ACTS = Counter("watergate_acts", "Acts appended to games", ["kind"])
COMMIT = Histogram("watergate_commit_seconds", "From a request to its commit", buckets=_FAST)
REFUSED = Counter("watergate_refused", "Requests refused", ["code"])
JOBS = Counter("watergate_jobs", "Hints, curves and reviews ended", ["kind", "state"])
QUEUE = Gauge("watergate_queue", "Jobs waiting or being done")
WORKERS = Gauge("watergate_workers", "Worker processes alive")
GAMES = Counter("watergate_games", "Games made")
