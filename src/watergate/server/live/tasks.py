"""Background tasks of a process; the server waits for them when it stops."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

from ..storage.database import is_away
from ..trouble import Trouble

log = logging.getLogger(__name__)

CLOSE_SECONDS = 5

Clock = Callable[[], int]
"""Milliseconds since 1970."""


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Tasks:
    def __init__(self, trouble: Trouble) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._trouble = trouble

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done beside all else; `close` waits for it."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is None:
            return
        if is_away(error):
            self._trouble.met(error)
        else:
            log.error("a task failed", exc_info=error)

    async def close(self) -> None:
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=CLOSE_SECONDS)
