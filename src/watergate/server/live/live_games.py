"""`LiveGames`: everything about live tables of one process, wired together."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..model import Act
from ..notifications import Notifier
from ..storage import GameRow, Store
from ..tables import Draw, Table
from ..trouble import Trouble
from .leases import Elsewhere, Leases
from .live_table import LiveTable
from .pipeline import Pipeline
from .publisher import Publisher
from .registry import MOST_TABLES, Registry
from .restoring import Editions
from .synchronizer import Synchronizer
from .tasks import Clock, Tasks, now_ms
from .timers import Schedule, Timers, by_the_loop


def database_trouble() -> Trouble:
    return Trouble("the database is away", "the database is back")


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
        leases: Leases | None = None,
        trouble: Trouble | None = None,
    ) -> None:
        self.store, self.notifier, self.clock = store, notifier, clock
        self.trouble = trouble or database_trouble()
        self.leases = leases or Leases()
        self.leases.on_lost(self._lost)
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
        """The live table of a game; loaded if need be. `Elsewhere` where another process has it."""
        if not self.leases.holds(game) and await self.leases.take(game) is not None:
            raise Elsewhere
        return await self.synchronizer.table(game)

    async def begin(self, table: Table, row: GameRow, acts: Sequence[Act]) -> LiveTable:
        """The live table of a game that has just been stored, from what was stored."""
        if await self.leases.take(table.id) is not None:
            raise Elsewhere
        return self.registry.begin(table, row, acts)

    async def glance(self, game: str) -> LiveTable:
        """How a game stands, whichever process has it: only to look at."""
        return self.registry.get(game) or await self.registry.read(game)

    async def forget_idle(self) -> None:
        """Let other processes have the games that nobody needs here."""
        if self.leases.is_shared:
            self.registry.forget_idle()
            await self.leases.release(self.registry.is_needed)

    def _lost(self, games: Collection[str]) -> None:
        """Other processes have taken games: whoever follows them here is sent there."""
        for live in self.registry.forget(games):
            for follower in list(live.followers):
                follower.lose()

    async def close(self) -> None:
        """Finish what has begun; nothing that was acknowledged is lost."""
        for live in self.registry:
            self.timers.disarm(live)
        await self.tasks.close()
