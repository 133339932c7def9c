"""The house: everything one server process is made of, put together once."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from watergate.edition import Edition, load_edition, standard_edition
from watergate.rules import WatergateError

from .bells import Bell, PostgresBell, Ring
from .desk import Desk
from .hall import Hall
from .limits import Places, Rate
from .lookout import Lookout
from .messages import Goodbye
from .security import Doors, Keys
from .settings import Settings
from .storage import Store
from .storage.database import database_url, is_sqlite, schema_versions, upgrade
from .work.workforce import Workforce

BURST = 3.0
"""How many seconds' worth somebody may ask for at once."""


@dataclass(slots=True)
class House:
    settings: Settings
    store: Store
    keys: Keys
    doors: Doors
    hall: Hall
    desk: Desk
    workforce: Workforce
    requests: Rate
    address_requests: Rate
    sockets: Places
    address_sockets: Places
    is_open: bool = False
    open_sockets: set[Any] = field(default_factory=set)
    """And streams: whoever is told when the server stops."""
    _watching: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to listen to other processes, and start the workers."""
        if is_sqlite(self.store.url):  # nobody else has workers, and ours have not begun
            await self.store.free_jobs()
        self.hall.bell.overhear(self._heard)
        await self.hall.bell.open()
        self._watching = asyncio.create_task(Lookout(self.hall).watch(), name="watch")
        await self.workforce.start()
        self.is_open = True

    def say_goodbye(self) -> None:
        """Tell everyone who listens that the server stops."""
        if self.is_open:
            self.is_open = False
            for socket in list(self.open_sockets):
                socket.tell(Goodbye())

    def _heard(self, ring: Ring) -> None:
        if ring.what == "token":
            for socket in list(self.open_sockets):
                if socket.who.token == ring.id:
                    socket.cut_off()

    async def close(self) -> None:
        """Finish what was begun, then let everything go."""
        self.say_goodbye()
        await self.workforce.stop()
        if self._watching is not None:
            self._watching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._watching
        await self.hall.close()
        await self.hall.bell.close()
        await self.store.close()


async def build_house(settings: Settings, *, migrate: bool = True) -> House:
    """Put a server together; `open` it to let it work."""
    url = database_url(settings.database)
    await _check_schema(settings.database, migrate)
    store = Store(url)
    keys = Keys(settings.secret or await store.secret("signing"))
    bell = Bell() if is_sqlite(url) else PostgresBell(url)
    hall = Hall(store, editions(settings), bell, most_tables=settings.tables_in_memory)
    workforce = Workforce(settings, bell, store.free_jobs)
    desk = Desk(settings, hall, keys)
    return House(
        settings=settings,
        store=store,
        keys=keys,
        doors=Doors(settings.url, settings.origins),
        hall=hall,
        desk=desk,
        workforce=workforce,
        requests=_rate(settings.requests_per_second),
        address_requests=_rate(settings.address_requests_per_second),
        sockets=Places(settings.sockets_per_person, "too_many_sockets"),
        address_sockets=Places(settings.sockets_per_address, "too_many_sockets"),
    )


def _rate(per_second: float) -> Rate:
    return Rate(per_second, max(10.0, per_second * BURST))


async def _check_schema(database: str, migrate: bool) -> None:
    """A new database is made; an old one is brought up to date where that is wanted."""
    url = database_url(database)
    has, needs = await schema_versions(url)
    if has == needs:
        return
    if has is not None and not migrate:
        raise WatergateError("the database is of another version; run: watergate db upgrade")
    await upgrade(url)


def editions(settings: Settings) -> Mapping[str, Edition]:
    """The editions that are played here, by digest."""
    found = [standard_edition(), *(load_edition(Path(path)) for path in settings.editions)]
    return {edition.digest: edition for edition in found}
