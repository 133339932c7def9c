"""`LiveGames`: everything about live tables of one process, wired together."""

from __future__ import annotations

from ..notifications import Notifier
from ..storage import Store
from ..tables import Draw
from ..trouble import Trouble
from .live_table import LiveTable
from .pipeline import Pipeline
from .publisher import Publisher
from .registry import MOST_TABLES, Registry
from .restoring import Editions
from .synchronizer import Synchronizer
from .tasks import Clock, Tasks, now_ms
from .timers import Schedule, Timers, by_the_loop


class LiveGames:
    def __init__(
        self,
        store: Store,
        editions: Editions,
        notifier: Notifier,
        *,
        draw: Draw | None = None,
        clock: Clock = now_ms,
        schedule: Schedule = by_the_loop,
        most_tables: int = MOST_TABLES,
    ) -> None:
        self.store, self.notifier, self.clock = store, notifier, clock
        self.trouble = Trouble("the database is away", "the database is back")
        self.tasks = Tasks(self.trouble)
        self.timers = Timers(clock, self.tasks, schedule)
        self.publisher = Publisher(clock)
        self.registry = Registry(
            store, editions, notifier, self.timers, clock, draw=draw, most_tables=most_tables
        )
        self.synchronizer = Synchronizer(
            store, self.registry, self.publisher, self.timers, notifier, self.tasks, clock
        )
        self.pipeline = Pipeline(
            store, self.synchronizer, self.publisher, self.timers, notifier, clock
        )

    async def table(self, game: str) -> LiveTable:
        """The live table of a game; loaded if need be."""
        return await self.synchronizer.table(game)

    async def close(self) -> None:
        """Finish what has begun; nothing that was acknowledged is lost."""
        for live in self.registry:
            self.timers.disarm(live)
        await self.tasks.close()
