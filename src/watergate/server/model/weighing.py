"""Weighing an edition: the counts of quick games that a simple player plays against itself."""

from __future__ import annotations

MOST_GAMES = 1000
MOST_ATTEMPTS = 3
"""After so many that killed or failed their workers, an edition is left alone."""
ROUNDS = "rounds"
STOPPED = "stopped"
"""Games that had no end, by the rounds that automatic play allows."""
