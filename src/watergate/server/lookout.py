"""The lookout: finds by looking what no bell has told, and shares who is present where."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Mapping

from watergate.edition import Side

from .bells import Ring
from .hall import Hall
from .live_tables import LiveTable
from .storage.database import is_sqlite

log = logging.getLogger(__name__)

LOOK_SECONDS = 2.0
"""How often the database is asked what the bell may have missed."""
LOOKS_AN_HOUR = 1800
KEEP_JOBS_MS = 7 * 86_400_000
"""So long the outcome of a hint or a curve is kept; it can be worked out again."""
PRESENT_MS = 10_000
"""Somebody seen so recently by another process is at the table."""


class Lookout:
    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    async def watch(self) -> None:
        """Look from time to time whether a ring got lost; run this while the server runs."""
        is_shared = not is_sqlite(self._hall.store.url)
        for look in itertools.count():
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self._look_around(is_shared)
                if look % LOOKS_AN_HOUR == 0:
                    await self._hall.store.forget_jobs(self._hall.clock() - KEEP_JOBS_MS)
            except Exception:
                log.exception("looking around failed")

    async def _look_around(self, is_shared: bool) -> None:
        # On SQLite only workers store acts beside this process: those of a computer.
        followed = {
            id_: live
            for id_, live in self._hall.followed.items()
            if is_shared or live.table.is_practice
        }
        if not followed:
            return
        for signs in await self._hall.store.signs(list(followed)):
            live = followed[signs.id]
            if not live.lock.locked() and live.is_behind(signs):
                await self._hall.look_at(signs.id, ())
            if signs.said > live.said:
                self._hall.bell.heard(Ring("chat", signs.id, number=signs.said))
        if is_shared:
            await self._share_presence(followed)

    async def _share_presence(self, followed: Mapping[str, LiveTable]) -> None:
        now = self._hall.clock()
        here = [
            (id_, side) for id_, live in followed.items() for side in Side if live.is_here(side)
        ]
        await self._hall.store.seen(here, now)
        for id_, side in here:
            followed[id_].noted[side] = now
        for (id_, side), at in (await self._hall.store.seen_at(list(followed))).items():
            live = followed[id_]
            was = live.present
            if now - at < PRESENT_MS and at != live.noted.get(side):
                live.elsewhere.add(side)
            else:
                live.elsewhere.discard(side)
            if was != live.present:
                self._hall.tell_status(live)
