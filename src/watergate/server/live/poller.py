"""Poller: finds by looking what no notification has told, and shares who is present where."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence

from watergate.edition import Side

from ..model import Refused, State
from ..notifications import Notification
from ..settings import Settings
from ..storage.database import is_away, is_sqlite
from ..tables import Draft, Table
from .live_games import LiveGames
from .live_table import LiveTable
from .pipeline import Make

log = logging.getLogger(__name__)

LOOK_SECONDS = 2.0
"""How often the database is asked what may have been missed."""
LOOKS_AN_HOUR = 1800
DAY_MS = 86_400_000
KEEP_JOBS_MS = 7 * DAY_MS
"""So long the outcome of a hint or a curve is kept; it can be worked out again."""
PRESENT_MS = 10_000
"""Somebody seen so recently by another process is at the table."""


Look = Callable[[], Awaitable[None]]
"""Looks for something else that may have been missed."""


class Poller:
    def __init__(self, games: LiveGames, settings: Settings, others: Sequence[Look] = ()) -> None:
        self._games, self._others = games, others
        self._invitation_ms = settings.invitation_days * DAY_MS
        self._unfinished_ms = settings.unfinished_days * DAY_MS

    async def watch(self) -> None:
        """Look from time to time whether something got lost; run this while the server runs."""
        is_shared = not is_sqlite(self._games.store.url)
        for look in itertools.count():
            await asyncio.sleep(LOOK_SECONDS)
            try:
                if self._games.trouble.is_on:
                    await self._games.store.ping()
                    self._games.trouble.is_over()
                await self._look_around(is_shared)
                for other in self._others:
                    await other()
                if look % LOOKS_AN_HOUR == 0:
                    await self._games.store.forget_jobs(self._games.clock() - KEEP_JOBS_MS)
                    await self.withdraw_old_invitations()
                    before = self._games.clock() - self._unfinished_ms
                    await self._games.store.put_old_away(before)
            except Exception as error:
                if is_away(error):
                    self._games.trouble.met(error)
                else:
                    log.exception("looking around failed")

    async def withdraw_old_invitations(self) -> None:
        """Withdraw the invitations that nobody has taken for too long."""
        before = self._games.clock() - self._invitation_ms
        for id_ in await self._games.store.waiting_games(before):
            live = await self._games.table(id_)
            side = next((s for s, seat in live.table.seats.items() if seat.person), Side.EDITOR)
            with contextlib.suppress(Refused):  # somebody has just come, or withdrawn it
                await self._games.pipeline.act(live, _withdrawn_by(side))

    async def _look_around(self, is_shared: bool) -> None:
        # On SQLite only workers store acts beside this process: those of a computer.
        followed = {
            id_: live
            for id_, live in self._games.registry.followed.items()
            if is_shared or live.table.is_practice
        }
        if not followed:
            return
        for signs in await self._games.store.signs(list(followed)):
            live = followed[signs.id]
            if not live.lock.locked() and live.is_behind(signs):
                await self._games.synchronizer.look_at(signs.id)
            if signs.said > live.said:
                self._games.notifier.heard(Notification("chat", signs.id, number=signs.said))
        if is_shared:
            await self._share_presence(followed)

    async def _share_presence(self, followed: Mapping[str, LiveTable]) -> None:
        now = self._games.clock()
        here = [
            (id_, side) for id_, live in followed.items() for side in Side if live.is_here(side)
        ]
        await self._games.store.seen(here, now)
        for id_, side in here:
            followed[id_].noted[side] = now
        for (id_, side), at in (await self._games.store.seen_at(list(followed))).items():
            live = followed[id_]
            was = live.present
            if now - at < PRESENT_MS and at != live.noted.get(side):
                live.elsewhere.add(side)
            else:
                live.elsewhere.discard(side)
            if was != live.present:
                self._games.publisher.tell_status(live)


def _withdrawn_by(side: Side) -> Make:
    def make(table: Table, now: int) -> Draft:
        if table.state is not State.WAITING:
            raise Refused("stale", number=table.number)
        return table.resign(side, now=now)

    return make
