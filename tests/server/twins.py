"""Two houses in one process, behind which two histories of one game happen.

Everything that can differ for other reasons than the histories is the same in both: the time, the
ids, the key that signs. What one person receives from each is recorded to the byte.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
import json
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
from fastapi import FastAPI

from tests.server.running import GENEROUS
from watergate import Game
from watergate.server.app import make_app
from watergate.server.connection import EXTENSION, Owner
from watergate.server.house import build_house
from watergate.server.live import LiveTable
from watergate.server.live.jobs import wish
from watergate.server.messages import SUBPROTOCOL
from watergate.server.model import JobKind
from watergate.server.security import COOKIE, CSRF_HEADER
from watergate.server.settings import Settings
from watergate.server.storage import JobRow
from watergate.server.storage.database import database_url, upgrade

BEGIN = 1_700_000_000_000
GAME = "g00000000001"
PATIENCE = 60.0


@functools.cache
def _app(_: str) -> FastAPI:
    """An application that serves one house after the other: it takes long to make."""
    return make_app(Settings())


class Twin:
    """A house whose luck follows a history, and whose time is told."""

    def __init__(self, history: Game, name: str = "one") -> None:
        self.now = BEGIN
        self.history = history
        self.name = name

    async def build(self, database: Path) -> None:
        settings = Settings(
            database=str(database), workers=0, secret="the same in both houses",
            sockets_per_person=100, **GENEROUS,  # type: ignore[arg-type]
        )  # fmt: skip
        self.house = await build_house(
            settings, draw=self._draw, clock=lambda: self.now,
            schedule=lambda _, __: None,  # whoever tests says when time has passed
        )  # fmt: skip
        self.house.is_open = True
        self.app = _app(self.name)
        self.app.state.house = self.house

    def _draw(self, game: Game) -> int:
        """What the history says; after its end, the first that there is."""
        history = self.history.history_ids
        return history[game.ply] if game.ply < len(history) else game.legal_ids()[0]

    async def live(self) -> LiveTable:
        return await self.house.live_games.table(GAME)

    async def time_is_up(self, live: LiveTable) -> None:
        """Have done what is done by itself at this time."""
        await self.house.live_games.timers.wake(live)

    async def close(self) -> None:
        await self.house.live_games.close()
        await self.house.store.close()


class Client:
    """A person's browser: what it received is in `heard`, WebSocket and HTTP in their order."""

    def __init__(self, twin: Twin, person: str) -> None:
        self.twin, self.person = twin, person
        self.heard: list[bytes] = []
        keys = twin.house.keys
        cookie, csrf = keys.cookie(person), keys.csrf(person)
        self._http = httpx.AsyncClient(
            transport=httpx.ASGITransport(twin.app), base_url="http://localhost",
            headers={"Cookie": f"{COOKIE}={cookie}", CSRF_HEADER: csrf},
        )  # fmt: skip
        self._owner: Owner | None = None
        self._news = asyncio.Event()
        self._pongs = 0
        headers = {
            "host": "localhost", "cookie": f"{COOKIE}={cookie}",
            "sec-websocket-protocol": f"{SUBPROTOCOL}, csrf.{csrf}",
        }  # fmt: skip
        scope = {
            "type": "websocket", "path": "/api/live", "raw_path": b"/api/live", "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "subprotocols": [SUBPROTOCOL, f"csrf.{csrf}"], "client": ("127.0.0.1", 1),
            "server": ("localhost", 80), "scheme": "ws", "root_path": "",
            "extensions": {EXTENSION: self}, "asgi": {"version": "3.0"},
        }  # fmt: skip
        self._opening = asyncio.ensure_future(twin.app(scope, self._connect, self._answered))

    # The other end of the connection

    async def _connect(self) -> Any:
        return {"type": "websocket.connect"}

    async def _answered(self, message: Any) -> None:
        assert message["type"] == "websocket.accept"

    can_send = True

    def take_over(self, owner: Owner) -> None:
        self._owner = owner

    def send_text(self, data: bytes) -> None:
        if data == b'{"type":"pong"}':
            self._pongs += 1
        else:
            self.heard.append(data)
        self._news.set()

    def end(self, code: int) -> None:
        self.heard.append(str(code).encode())

    def go_on(self) -> None: ...

    # What a person does

    async def say(self, **message: Any) -> None:
        """Say something over the WebSocket, and hear whatever comes until it is dealt with."""
        await self.speak(json.dumps(message))
        await self.settle()

    async def speak(self, text: str) -> None:
        """Say something, and do not wait for what comes of it."""
        (await self.owner()).hear(text)

    async def owner(self) -> Owner:
        """Who hears what is said."""
        await self._opening
        assert self._owner is not None
        return self._owner

    async def settle(self) -> None:
        """Hear everything that has been said so far."""
        before = self._pongs
        await self.speak('{"type":"ping"}')
        async with asyncio.timeout(PATIENCE):
            while self._pongs == before:
                self._news.clear()
                await self._news.wait()

    async def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """Ask over HTTP; the answer is recorded with its status and headers."""
        answer = await self._http.request(
            method, f"/api{path}", content=None if body is None else json.dumps(body),
            headers={} if body is None else {"Content-Type": "application/json"},
        )  # fmt: skip
        told = [method, path, str(answer.status_code), *sorted(map(repr, answer.headers.raw))]
        self.heard.append("\n".join(told).encode() + b"\n" + answer.content)
        return answer

    @property
    def messages(self) -> Iterator[Any]:
        """What came over the WebSocket, read."""
        return (json.loads(data) for data in self.heard if data.startswith(b"{"))

    async def close(self) -> None:
        (await self.owner()).lost()
        await self._http.aclose()


def same_wish(kind: JobKind, game: str, number: int, side: str, person: str, at: int) -> JobRow:
    """A job whose id follows from what it is about."""
    name = hashlib.md5(repr((kind, game, number, side)).encode(), usedforsecurity=False).hexdigest()
    return replace(wish(kind, game, number, side, person, at), id=name[:16])


@contextmanager
def same_names() -> Iterator[None]:
    """Games and jobs are called the same in every house."""
    with (
        patch("watergate.server.services.games.new_game", lambda: GAME),
        patch("watergate.server.services.jobs.wish", same_wish),
    ):
        yield


class Folders:
    """Fresh databases, each a copy of one that was set up once."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._count = folder, 0
        self._empty = folder / "empty.sqlite3"
        asyncio.run(upgrade(database_url(str(self._empty))))

    @property
    def last(self) -> Path:
        """The database that was made last."""
        return self._folder / f"games{self._count}.sqlite3"

    def database(self) -> Path:
        self._count += 1
        shutil.copy(self._empty, self.last)
        return self.last

    @asynccontextmanager
    async def houses(self, *histories: Game) -> AsyncIterator[list[Twin]]:
        """A house for each history."""
        with same_names():
            twins = [Twin(history, str(number)) for number, history in enumerate(histories)]
            for twin in twins:
                await twin.build(self.database())
            try:
                yield twins
            finally:
                for twin in twins:
                    await twin.close()
