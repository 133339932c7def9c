"""`House`: the container (composition root) of one server process; everything is wired here."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import Any

from watergate.rules import WatergateError

from .limits import Places, Rate
from .live import LiveGames
from .live.poller import Poller
from .live.restoring import editions
from .live.tasks import Clock, now_ms
from .live.timers import Schedule, by_the_loop
from .messages import Goodbye
from .notifications import Notification, Notifier, PostgresNotifier
from .security import Doors, Keys
from .services import Access, ChatService, GameService, JobService, PeopleService, PlayService
from .settings import Settings
from .storage import Store
from .storage.database import database_url, is_sqlite, schema_versions, upgrade
from .tables import Draw
from .work.workforce import Workforce

BURST = 3.0
"""How many seconds' worth somebody may ask for at once."""


@dataclass(slots=True)
class House:
    settings: Settings
    store: Store
    keys: Keys
    doors: Doors
    live_games: LiveGames
    access: Access
    people: PeopleService
    games: GameService
    play: PlayService
    chat: ChatService
    jobs: JobService
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
        self.live_games.notifier.overhear(self._heard)
        await self.live_games.notifier.open()
        self._watching = asyncio.create_task(Poller(self.live_games).watch(), name="poller")
        await self.workforce.start()
        self.is_open = True

    def say_goodbye(self) -> None:
        """Tell everyone who listens that the server stops."""
        if self.is_open:
            self.is_open = False
            for socket in list(self.open_sockets):
                socket.tell(Goodbye())

    def _heard(self, notification: Notification) -> None:
        if notification.what == "token":
            for socket in list(self.open_sockets):
                if socket.who.token == notification.id:
                    socket.cut_off()

    async def close(self) -> None:
        """Finish what was begun, then let everything go."""
        self.say_goodbye()
        await self.workforce.stop()
        if self._watching is not None:
            self._watching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._watching
        await self.live_games.close()
        await self.live_games.notifier.close()
        await self.store.close()


async def build_house(
    settings: Settings,
    *,
    migrate: bool = True,
    clock: Clock = now_ms,
    schedule: Schedule = by_the_loop,
    draw: Draw | None = None,
) -> House:
    """Put a server together; `open` it to let it work. Time and luck may be somebody else's."""
    url = database_url(settings.database)
    await _check_schema(settings.database, migrate)
    store = Store(url)
    keys = Keys(settings.secret or await store.secret("signing"))
    notifier = Notifier() if is_sqlite(url) else PostgresNotifier(url)
    live_games = LiveGames(
        store, editions(settings), notifier, draw=draw, clock=clock, schedule=schedule,
        most_tables=settings.tables_in_memory,
    )  # fmt: skip
    access, people = Access(keys), PeopleService(live_games, keys)
    return House(
        settings=settings,
        store=store,
        keys=keys,
        doors=Doors(settings.url, settings.origins),
        live_games=live_games,
        access=access,
        people=people,
        games=GameService(live_games, people, access, keys, settings.games_per_person),
        play=PlayService(live_games.pipeline, access),
        chat=ChatService(live_games, access),
        jobs=JobService(settings, live_games, access),
        workforce=Workforce(settings, notifier, store.free_jobs),
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
