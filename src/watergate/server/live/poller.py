"""Poller: finds by looking what no notification has told, and shares who is present where."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Mapping

from watergate.edition import Side

from ..notifications import Notification
from ..storage.database import is_sqlite
from .live_games import LiveGames
from .live_table import LiveTable

log = logging.getLogger(__name__)

LOOK_SECONDS = 2.0
"""How often the database is asked what may have been missed."""
LOOKS_AN_HOUR = 1800
KEEP_JOBS_MS = 7 * 86_400_000
"""So long the outcome of a hint or a curve is kept; it can be worked out again."""
PRESENT_MS = 10_000
"""Somebody seen so recently by another process is at the table."""


class Poller:
    def __init__(self, games: LiveGames) -> None:
        self._games = games

    async def watch(self) -> None:
        """Look from time to time whether something got lost; run this while the server runs."""
        is_shared = not is_sqlite(self._games.store.url)
        for look in itertools.count():
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self._look_around(is_shared)
                if look % LOOKS_AN_HOUR == 0:
                    await self._games.store.forget_jobs(self._games.clock() - KEEP_JOBS_MS)
            except Exception:
                log.exception("looking around failed")

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
