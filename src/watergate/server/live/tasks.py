"""Background tasks: what is done beside all else, and waited for when the server stops."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

CLOSE_SECONDS = 5

Clock = Callable[[], int]
"""Milliseconds since 1970."""


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Tasks:
    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done beside all else; `close` waits for it."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=CLOSE_SECONDS)
