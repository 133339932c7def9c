"""Logs: one line an event, for people or for machines; no secrets, no hands, no names.

Paths are logged as their routes, without ids and codes. What a log line may carry beside its text
is given by `extra`, and only the fields in `FIELDS` are written.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

FIELDS = (
    "method", "route", "status", "ms", "error", "kind", "code", "address", "port", "database",
    "workers", "version",
)  # fmt: skip


class _Text(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        extra = " ".join(f"{name}={value}" for name, value in _extra(record).items())
        line = (
            f"{_time(record)} {record.levelname.lower():7} {record.getMessage()} {extra}".rstrip()
        )
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_extra(record),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _extra(record: logging.LogRecord) -> dict[str, object]:
    return {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}


def _without_clients_mistakes(record: logging.LogRecord) -> bool:
    """A client that sends no UTF-8 is cut off by uvicorn: nothing here needs to be traced."""
    if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
        record.exc_info = None
    return True


def set_up_logs(format_: str, level: str) -> None:
    """Log to stderr, everything in one format."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if format_ == "json" else _Text())
    own = getattr(logging, level.upper())
    logging.basicConfig(level=max(own, logging.WARNING), handlers=[handler], force=True)
    logging.getLogger("watergate").setLevel(own)  # others would tell what they store and send
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "alembic"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_without_clients_mistakes)
