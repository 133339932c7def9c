"""Timers: wake a table when something is to be shown or answered, or when time runs out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from ..model import SeatKind
from ..storage.database import is_away
from ..tables import Table
from .live_table import LiveTable
from .tasks import Clock, Tasks

RETRY_SECONDS = 2.0
"""Before what is due is tried again, while the database is away."""

Due = Callable[[LiveTable], Awaitable[None]]
"""Does what is due at a table."""
Schedule = Callable[[float, Callable[[], None]], asyncio.TimerHandle | None]
"""Has something called after so many seconds."""


def by_the_loop(seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
    return asyncio.get_running_loop().call_later(seconds, call)


class Timers:
    def __init__(self, clock: Clock, tasks: Tasks, schedule: Schedule = by_the_loop) -> None:
        self._clock, self._tasks, self._schedule = clock, tasks, schedule
        self._due: Due | None = None

    def on_due(self, due: Due) -> None:
        """Say what is done when the time has come."""
        self._due = due

    async def wake(self, live: LiveTable) -> None:
        """Do what is due, as if the timer had run out."""
        assert self._due is not None
        try:
            await self._due(live)
        except Exception as error:
            if is_away(error):  # it stays due
                self._wake_after(live, RETRY_SECONDS)
            raise

    def arm(self, live: LiveTable) -> None:
        """Wake up when something is next due at a table."""
        self.disarm(live)
        at = _next_at(live)
        if at is not None:
            self._wake_after(live, max(0, at - self._clock()) / 1000)

    def _wake_after(self, live: LiveTable, seconds: float) -> None:
        live.timer = self._schedule(seconds, lambda: self._tasks.spawn(self.wake(live)))

    def disarm(self, live: LiveTable) -> None:
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None


def _next_at(live: LiveTable) -> int | None:
    table = live.table
    if live.held:
        return live.held[0].shown_at
    if must_answer(table):
        assert table.hold is not None
        return table.decision_since + table.hold
    return table.deadline


def must_answer(table: Table) -> bool:
    """Whether the pending decision is answered for a person when its time is over."""
    decider = table.decider
    return (
        decider is not None
        and table.seats[decider].kind is SeatKind.PERSON
        and table.hold is not None
    )
