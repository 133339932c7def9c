"""Poller: finds changes that no notification has told, and clears up."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from collections.abc import Awaitable, Callable, Sequence

from watergate.edition import Side

from ..model import Refused, State
from ..settings import Settings
from ..storage.database import is_away
from ..tables import Draft, Table
from .leases import Elsewhere
from .live_games import LiveGames
from .pipeline import Make

log = logging.getLogger(__name__)

LOOK_SECONDS = 2.0
"""How often the database is asked what may have been missed."""
LOOKS_AN_HOUR = 1800
DAY_MS = 86_400_000
KEEP_JOBS_MS = 7 * DAY_MS
"""So long the outcome of a hint or a curve is kept; it can be worked out again."""


Look = Callable[[], Awaitable[None]]
"""Looks for something else that may have been missed."""


class Poller:
    def __init__(self, games: LiveGames, settings: Settings, others: Sequence[Look] = ()) -> None:
        self._games, self._others = games, others
        self._invitation_ms = settings.invitation_days * DAY_MS
        self._unfinished_ms = settings.unfinished_days * DAY_MS

    async def watch(self) -> None:
        """Look from time to time whether something got lost; run this while the server runs."""
        for look in itertools.count():
            await asyncio.sleep(LOOK_SECONDS)
            try:
                if self._games.trouble.is_on:
                    await self._games.store.ping()
                    self._games.trouble.is_over()
                await self._look_around()
                await self._games.forget_idle()
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
            # Somebody has just come, or withdrawn it; or another process sees to it.
            with contextlib.suppress(Refused, Elsewhere):
                live = await self._games.table(id_)
                side = next((s for s, seat in live.table.seats.items() if seat.person), Side.EDITOR)
                await self._games.pipeline.act(live, _withdrawn_by(side))

    async def _look_around(self) -> None:
        """Only workers store acts beside the process that has a game: those of a computer."""
        followed = {
            id_: live
            for id_, live in self._games.registry.followed.items()
            if live.table.is_practice
        }
        if not followed:
            return
        for id_, number in (await self._games.store.last_numbers(list(followed))).items():
            live = followed[id_]
            if not live.lock.locked() and (live.is_doubtful or number > live.last_number):
                await self._games.synchronizer.look_at(id_)


def _withdrawn_by(side: Side) -> Make:
    def make(table: Table, now: int) -> Draft:
        if table.state is not State.WAITING:
            raise Refused("stale", number=table.number)
        return table.resign(side, now=now)

    return make
