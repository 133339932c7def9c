"""`House`: the container (composition root) of one server process; everything is wired here."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass, field
from typing import Any

from watergate.rules import WatergateError

from .home_network import Network
from .limits import Places, Rate
from .live import LiveGames
from .live.leases import Elsewhere, Leases, SharedLeases
from .live.live_games import database_trouble
from .live.poller import Poller
from .live.restoring import editions
from .live.tasks import Clock, now_ms
from .live.timers import Schedule, by_the_loop
from .messages import Goodbye
from .notifications import Notification, Notifier, PostgresNotifier
from .peers import Peers
from .problems import Problem
from .security import Doors, Keys
from .services import (
    Access,
    ChatService,
    EditionService,
    GameService,
    JobService,
    PeopleService,
    PlayService,
    SeasonService,
)
from .settings import Settings
from .storage import Store
from .storage.database import database_url, is_away, is_sqlite, opening, schema_versions, upgrade
from .tables import Draw
from .work.workforce import Workforce

log = logging.getLogger(__name__)

AWAY_SECONDS = 2
"""After so long somebody may ask again who met a database that is away."""
BURST = 3.0
"""How many seconds' worth somebody may ask for at once."""


@dataclass(slots=True)
class House:
    settings: Settings
    store: Store
    keys: Keys
    doors: Doors
    network: Network
    peers: Peers
    live_games: LiveGames
    access: Access
    people: PeopleService
    games: GameService
    play: PlayService
    chat: ChatService
    jobs: JobService
    seasons: SeasonService
    editions: EditionService
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
        await self.live_games.leases.open()
        self.live_games.notifier.overhear(self._heard)
        await self.live_games.notifier.open()
        self._watching = asyncio.create_task(
            Poller(self.live_games, self.settings, [self._look_at_tokens]).watch(),
            name="poller",
        )
        await self.workforce.start()
        self.is_open = True

    def say_goodbye(self) -> None:
        """Tell everyone who listens that the server stops."""
        if self.is_open:
            self.is_open = False
            for socket in list(self.open_sockets):
                socket.tell(Goodbye())

    def failed(self, error: Exception, what: str, **extra: str) -> Problem:
        """What is said of something that went wrong: a mistake of ours is logged each time."""
        if isinstance(error, Elsewhere):  # and cannot be reached there
            return Problem("database_away", retry_after=AWAY_SECONDS)
        if is_away(error):
            self.live_games.trouble.met(error)
            return Problem("database_away", retry_after=AWAY_SECONDS)
        log.error(what, extra=extra, exc_info=error)
        return Problem("internal")

    def _heard(self, notification: Notification) -> None:
        if notification.what == "token":
            self._cut_off({notification.id})

    def _cut_off(self, tokens: set[str]) -> None:
        for socket in list(self.open_sockets):
            if socket.who.token in tokens:
                socket.cut_off()

    async def _look_at_tokens(self) -> None:
        """End what was opened with a token that is gone, if no notification has told."""
        used = {socket.who.token for socket in self.open_sockets} - {""}
        if used:
            self._cut_off(used - await self.store.tokens_left(used))

    async def give_way(self) -> None:
        """Say goodbye, and let other processes have the games."""
        self.say_goodbye()
        await self.live_games.leases.close()

    async def close(self) -> None:
        """Finish what was begun, then let everything go."""
        await self.give_way()
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
    address: str | None = None,
) -> House:
    """Put a server together; `open` it to let it work. Time and luck may be somebody else's.

    `address`: where other processes reach this one, if there may be any.
    """
    url = database_url(settings.database)
    await prepare_database(settings, migrate=migrate)
    with opening(url):
        store = Store(url)
        keys = Keys(settings.secret or await store.secret("signing"))
    notifier = Notifier() if is_sqlite(url) else PostgresNotifier(url)
    trouble = database_trouble()
    leases = Leases() if address is None else SharedLeases(store, address, trouble)
    live_games = LiveGames(
        store, editions(settings), notifier, draw=draw, clock=clock, schedule=schedule,
        most_tables=settings.tables_in_memory, leases=leases, trouble=trouble,
    )  # fmt: skip
    access, people = Access(keys), PeopleService(live_games, keys)
    games = GameService(live_games, people, access, keys, settings)
    jobs = JobService(settings, live_games, access)
    return House(
        settings=settings,
        store=store,
        keys=keys,
        doors=Doors(settings.url, settings.origins),
        network=Network(settings),
        peers=Peers(leases, keys),
        live_games=live_games,
        access=access,
        people=people,
        games=games,
        play=PlayService(live_games.pipeline, access, games),
        chat=ChatService(live_games, access),
        jobs=jobs,
        seasons=SeasonService(live_games, jobs),
        editions=EditionService(settings, live_games, people),
        workforce=Workforce(settings, notifier, store.free_jobs),
        requests=_rate(settings.requests_per_second),
        address_requests=_rate(settings.address_requests_per_second),
        sockets=Places(settings.sockets_per_person, "too_many_sockets"),
        address_sockets=Places(settings.sockets_per_address, "too_many_sockets"),
    )


def _rate(per_second: float) -> Rate:
    return Rate(per_second, max(10.0, per_second * BURST))


async def prepare_database(settings: Settings, *, migrate: bool = True) -> None:
    """A new database is made; an old one is brought up to date where that is wanted."""
    url = database_url(settings.database)
    with opening(url):
        has, needs = await schema_versions(url)
        if has == needs:
            return
        if has is not None and not migrate:
            raise WatergateError("the database is of another version; run: watergate db upgrade")
        await upgrade(url)
