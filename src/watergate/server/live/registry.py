"""Registry: the live tables of this process. Loads a table that is asked for, forgets idle ones."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Iterator, Sequence

from ..model import Act, Options, Refused
from ..notifications import Notifier
from ..storage import GameRow, Store
from ..storage.rows import offer_of
from ..tables import Draw, Table
from .live_table import LiveTable
from .mending import mend
from .restoring import Editions, draw_for, restored
from .shelf import Shelf
from .tasks import Clock
from .timers import Timers

MOST_TABLES = 2_000
IDLE_SECONDS = 10.0
"""After so long without being needed, a table may go to another process."""


class Registry:
    def __init__(
        self,
        store: Store,
        editions: Editions,
        notifier: Notifier,
        timers: Timers,
        clock: Clock,
        *,
        draw: Draw | None = None,
        most_tables: int = MOST_TABLES,
    ) -> None:
        self.shelf = Shelf(editions, store)
        self._store, self._notifier, self._timers, self._clock = store, notifier, timers, clock
        self._draw, self._most_tables = draw, most_tables
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._started_at = clock()

    def get(self, game: str) -> LiveTable | None:
        """The table of a game, if it is in memory."""
        return self._live.get(game)

    def __iter__(self) -> Iterator[LiveTable]:
        return iter(list(self._live.values()))

    def __len__(self) -> int:
        return len(self._live)

    @property
    def followed(self) -> dict[str, LiveTable]:
        """The tables that somebody follows here."""
        return {id_: live for id_, live in self._live.items() if live.followers}

    def draw_for(self, options: Options) -> Draw:
        """Where the luck of a game comes from."""
        return self._draw or draw_for(options)

    async def load(self, game: str) -> LiveTable:
        """The table of a game, from memory or the database."""
        live = self._live.get(game)
        if live is not None:
            live.used_at = time.monotonic()
            return live
        loading = self._loading.get(game)
        if loading is None:
            loading = asyncio.ensure_future(self._load(game))
            self._loading[game] = loading
            loading.add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(loading)

    async def _load(self, game: str) -> LiveTable:
        live = await self.read(game)
        table = live.table
        if table.remaining:  # nobody's clock runs while the server is down
            table.decision_since = max(table.decision_since, self._started_at)
        await mend(live, self._store, self._notifier, self._clock())
        return self._keep(live)

    def begin(self, table: Table, row: GameRow, acts: Sequence[Act]) -> LiveTable:
        """Keep the table of a game that has just been stored with these acts."""
        table.draw = self.draw_for(table.options)
        live, now = LiveTable(table, row), self._clock()
        for act in acts:
            live.take_in(act, now)
        return self._keep(live)

    def _keep(self, live: LiveTable) -> LiveTable:
        if (known := self._live.get(live.table.id)) is not None:
            return known  # somebody was quicker
        self._make_room()
        self._live[live.table.id] = live
        self._timers.arm(live)
        return live

    async def read(self, game: str) -> LiveTable:
        """The table of a game from the database, which is not kept here."""
        found = await self._store.game(game)
        if found is None:
            raise Refused("not_found", what="game")
        row, seats = found
        table = restored(row, seats, await self.shelf.find(row.edition))
        table.draw = self.draw_for(table.options)
        live = LiveTable(table, row)
        now = self._clock()
        for act in await self._store.acts(game):
            live.take_in(act, now)
        table.offer = offer_of(row.offer, table.number)
        live.said = await self._store.last_said(game)
        return live

    def forget(self, games: Collection[str]) -> list[LiveTable]:
        """Forget tables; those that there were."""
        found = [self._live.pop(game) for game in games if game in self._live]
        for live in found:
            self._timers.disarm(live)
        return found

    def forget_idle(self) -> None:
        """Forget the tables that nobody has needed for a while, and nothing is due at."""
        before = time.monotonic() - IDLE_SECONDS
        self.forget([id_ for id_ in self._idle() if self._live[id_].timer is None
                     and self._live[id_].used_at < before])  # fmt: skip

    def is_needed(self, game: str) -> bool:
        """Whether a table is in memory, or on its way there."""
        return game in self._live or game in self._loading

    def _idle(self) -> list[str]:
        return [id_ for id_, live in self._live.items() if not live.followers and not live.held
                and not live.lock.locked()]  # fmt: skip

    def _make_room(self) -> None:
        """Forget the tables nobody follows, the longest unused first."""
        if len(self._live) < self._most_tables:
            return
        self.forget(self._idle()[: max(1, self._most_tables // 10)])
