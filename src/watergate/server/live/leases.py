"""Leases: a game is in the memory of one server process at a time.

A process has a game as long as it says often enough that it is alive; the database keeps the time.
Acts are safe without that, by their numbers: a lease sees to it that nothing is loaded twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Collection

from ..storage import Store
from ..storage.database import is_away
from ..trouble import Trouble

log = logging.getLogger(__name__)

LEASE_SECONDS = 1.5
"""A process that has been silent for so long counts as dead; where nobody listens any more, nobody
waits."""
BEAT_SECONDS = 0.5
FORGET_SECONDS = 3600.0
"""After so long nothing is left of a dead process."""

Lost = Callable[[Collection[str]], None]
"""Hears which games another process has taken."""


class Elsewhere(Exception):
    """A game is with another process."""


class Leases:
    """Where no other process serves the same games: all are ours."""

    is_shared = False
    address = ""
    """Where other processes reach this one, if there may be any."""

    def on_lost(self, lost: Lost) -> None:
        """Say what is done about games that another process has taken."""

    def holds(self, game: str) -> bool:
        """Whether a game is ours for sure."""
        return True

    async def others(self) -> set[str]:
        """The addresses of the other processes that are alive."""
        return set()

    async def take(self, game: str) -> str | None:
        """Have a game for this process; the address of the one that has it, if another does."""
        return None

    async def bury(self, address: str) -> None:
        """There is no process at an address any more: its games can be taken at once."""

    def gone(self, address: str) -> asyncio.Future[None]:
        """Done as soon as the process at an address counts as dead."""
        return asyncio.get_running_loop().create_future()

    async def release(self, is_needed: Callable[[str], bool]) -> None:
        """Let others have the games that are not needed here any more."""

    async def open(self) -> None:
        """Begin to be alive."""

    async def close(self) -> None:
        """Let others have everything."""


class SharedLeases(Leases):
    is_shared = True

    def __init__(self, store: Store, address: str, trouble: Trouble) -> None:
        self._store, self.address, self._trouble = store, address, trouble
        self._id = secrets.token_hex(6)
        self._held: set[str] = set()
        self._line = asyncio.Lock()
        self._renewed_at = self._back_at = 0.0
        self._lost: Lost | None = None
        self._gone: dict[str, asyncio.Future[None]] = {}
        self._beating: asyncio.Task[None] | None = None
        self._is_closed = self._was_buried = False

    def on_lost(self, lost: Lost) -> None:
        self._lost = lost

    def holds(self, game: str) -> bool:
        return game in self._held and time.monotonic() < self._renewed_at + LEASE_SECONDS

    async def others(self) -> set[str]:
        return await self._store.processes_alive() - {self.address}

    async def take(self, game: str) -> str | None:
        if self.holds(game):
            return None
        async with self._line:
            if self._is_closed:
                raise Elsewhere
            if not time.monotonic() < self._renewed_at + LEASE_SECONDS:
                await self._renew()
            found = await self._store.take_lease(game, self._id)
            if found is None:  # there is no such game
                return None
            process, address = found
            if process != self._id:
                return address
            self._held.add(game)
            return None

    async def bury(self, address: str) -> None:
        await self._store.forget_process_at(address)

    def gone(self, address: str) -> asyncio.Future[None]:
        return self._gone.setdefault(address, super().gone(address))

    async def release(self, is_needed: Callable[[str], bool]) -> None:
        async with self._line:
            games = {game for game in self._held if not is_needed(game)}
            if games:
                self._held -= games
                await self._store.release(self._id, games)

    async def open(self) -> None:
        await self._store.forget_dead_processes(FORGET_SECONDS)
        await self._renew()
        self._beating = asyncio.create_task(self._beat(), name="leases")

    async def close(self) -> None:
        if self._beating is None:
            return
        self._beating.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._beating
        self._beating = None
        async with self._line:
            self._is_closed = True
            self._held.clear()
            with contextlib.suppress(Exception):  # else they end by themselves
                await self._store.forget_process(self._id)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                async with self._line:
                    await self._renew()
            except Exception as error:
                if is_away(error):
                    self._trouble.met(error)
                else:
                    log.exception("leases could not be renewed")

    async def _renew(self) -> None:
        """Say that this process is alive, and look which others are; after a silence, also what
        they have taken."""
        began = time.monotonic()
        is_known, alive = await self._store.renew_process(self._id, self.address, LEASE_SECONDS)
        was_silent = began > self._renewed_at + LEASE_SECONDS
        if was_silent:
            self._back_at = began
        elif not is_known and not self._was_buried:  # and it was not the first time either
            self._was_buried = True
            log.error(
                "another process did not reach this one and took it for dead: see `peer_host`",
                extra={"address": self.address},
            )
        if began > self._back_at + LEASE_SECONDS:  # else others may be coming back just now, too
            for address in self._gone.keys() - alive:
                self._gone.pop(address).set_result(None)
        if self._held and (was_silent or not is_known):
            lost = self._held - await self._store.leases_of(self._id)
            self._held -= lost
            if lost and self._lost is not None:
                log.warning("games were taken by another process", extra={"games": len(lost)})
                self._lost(lost)
        self._renewed_at = began
