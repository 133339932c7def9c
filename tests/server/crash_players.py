"""The players of the crash harness: they move fast, come back after every break, and keep a ledger.

A player who hears no answer says the same again, with the same key and number, as the documentation
of the API tells clients to. The ledger is what the server has promised.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.server.clients import SUBPROTOCOL, text_of_move

PAUSE = 0.05
"""Seconds before a player tries again."""
TROUBLE = ("database_away", "internal", "starting", "too_many", "queue_full")
"""Problems that pass: the same is said again. Any other is a promise that nothing was done."""
TAKES_BACK = 0.05


class Broken(Exception):
    """The server cannot answer now: come back."""


@dataclass
class Ledger:
    """What was asked, promised and refused, by game and key."""

    asked: set[tuple[str, str]] = field(default_factory=set)
    acknowledged: dict[tuple[str, str], int] = field(default_factory=dict)
    refused: dict[tuple[str, str], str] = field(default_factory=dict)
    repeated: int = 0
    """Acknowledged after having been sent more than once."""
    faults: list[str] = field(default_factory=list)


class Harness:
    """What players need to know of their surroundings."""

    def __init__(self, seed: int) -> None:
        self.url = ""
        self.rng = random.Random(seed)
        self.ledger = Ledger()
        self._ambush: asyncio.Future[tuple[Player, dict[str, Any]]] | None = None

    async def next_sent(self) -> tuple[Player, dict[str, Any]]:
        """Wait until somebody sends something new; who, and what."""
        self._ambush = asyncio.get_running_loop().create_future()
        return await self._ambush

    def on_sent(self, player: Player, message: dict[str, Any]) -> None:
        if self._ambush is not None and not self._ambush.done():
            self._ambush.set_result((player, message))


class Player:
    """Somebody with one socket, in one game at a time."""

    def __init__(self, harness: Harness) -> None:
        self._harness, self._ledger = harness, harness.ledger
        self._rng = random.Random(harness.rng.random())
        self._http = httpx.AsyncClient(timeout=30)
        self._me: dict[str, Any] = {}
        self._forget("")

    def _forget(self, game: str) -> None:
        self.game = game
        self.number: int | None = None
        self.pending: dict[str, Any] | None = None
        """What was asked and not answered yet."""
        self.times_sent = 0
        self._status: dict[str, Any] = {"state": "waiting"}
        self._decision: dict[str, Any] | None = None
        self._refused_at = -1
        self._is_fresh = False

    # HTTP

    async def arrive(self) -> None:
        """Get an identity."""
        self._me = await self._ask("GET", "/api/me")
        self._http.headers["X-CSRF-Token"] = self._me["csrf"]

    async def new_game(self, editor: str, nixon: str) -> Any:
        # Nobody watches the computers here: they play by themselves.
        asked = {"editor": editor, "nixon": nixon, "options": {"watched": False}}
        return await self._ask("POST", "/api/games", asked)

    async def accept(self, made: Any, side: str) -> None:
        code = made["links"]["invite"][side].partition("#")[2]
        body = {"side": side, "code": code}
        await self._ask("POST", f"/api/games/{made['id']}/join", body)

    async def close(self) -> None:
        await self._http.aclose()

    async def _ask(self, method: str, path: str, body: Any = None) -> Any:
        """Ask until there is an answer."""
        while True:
            try:
                url = self._harness.url + path
                answer = await self._http.request(method, url, json=body)
                if answer.status_code < 500:
                    assert answer.is_success, answer.text
                    return answer.json()
            except httpx.TransportError:
                pass
            await asyncio.sleep(PAUSE)

    # The socket

    async def play(self, game: str) -> None:
        """Play a game to its end, or watch it, over any number of connections."""
        self._forget(game)
        while not self.is_over:
            try:
                async with self._connect() as socket:
                    await self._speak(socket)
            except (OSError, WebSocketException, Broken):
                await asyncio.sleep(PAUSE)

    @property
    def is_over(self) -> bool:
        return bool(self._status["state"] == "over") and self.pending is None

    def _connect(self) -> connect:
        cookie = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        return connect(
            self._harness.url.replace("http", "ws", 1) + "/api/live",
            subprotocols=[SUBPROTOCOL, f"csrf.{self._me['csrf']}"],  # type: ignore[list-item]
            additional_headers={"Cookie": cookie},
            compression=None, max_size=None, open_timeout=30, ping_interval=None, close_timeout=1,
        )  # fmt: skip

    async def _speak(self, socket: ClientConnection) -> None:
        since = {} if self.number is None else {"since": self.number}
        await socket.send(json.dumps({"type": "follow", "game": self.game, **since}))
        self._is_fresh = False
        if self.pending is not None:
            await self._send(socket)
        while not self.is_over:
            message = json.loads(await socket.recv())
            await self._hear(message, socket)
            if self._is_fresh and self.pending is None:
                await self._decide(socket)

    async def _hear(self, message: dict[str, Any], socket: ClientConnection) -> None:
        hear: dict[str, Callable[[dict[str, Any], ClientConnection], Awaitable[None]]] = {
            "table": self._hear_table, "update": self._hear_table, "status": self._hear_status,
            "done": self._hear_done, "refused": self._hear_refused,
        }  # fmt: skip
        if message["type"] in hear and message.get("game") == self.game:
            await hear[message["type"]](message, socket)
        elif message["type"] == "refused":
            raise Broken

    async def _hear_table(self, message: dict[str, Any], _: ClientConnection) -> None:
        """A fresh table, or the next act: nothing in between may be missing."""
        if message["type"] == "update" and message["number"] != (self.number or 0) + 1:
            self._ledger.faults.append(
                f"{self.game}: after act {self.number} came {message['number']}"
            )
        self.number = message["number"]
        self._decision = message["view"]["decision"]
        self._status = message["status"]
        self._is_fresh = True

    async def _hear_status(self, message: dict[str, Any], _: ClientConnection) -> None:
        self._status = message["status"]
        self._is_fresh = self._is_fresh or message["number"] == self.number

    async def _hear_done(self, message: dict[str, Any], _: ClientConnection) -> None:
        if self.pending is None or message["key"] != self.pending["key"]:
            self._ledger.faults.append(f"{self.game}: nobody waited for {message['key']}")
            return
        self._ledger.acknowledged[self.game, message["key"]] = message["number"]
        self._ledger.repeated += self.times_sent > 1
        self.pending = None

    async def _hear_refused(self, message: dict[str, Any], socket: ClientConnection) -> None:
        code = message["problem"]["code"]
        if self.pending is None or message["key"] != self.pending["key"]:
            raise Broken  # it was the wish to follow
        if code in TROUBLE:
            await asyncio.sleep(PAUSE)
            await self._send(socket)
            return
        self._ledger.refused[self.game, message["key"]] = code
        self._refused_at = self.pending["number"]
        self.pending = None

    async def _decide(self, socket: ClientConnection) -> None:
        if self._status["state"] != "running" or self.number == self._refused_at:
            return
        moves = (self._decision or {}).get("moves") or []
        if self._status["can_take_back"] and self._rng.random() < TAKES_BACK:
            wish = {"type": "take_back"}
        elif moves:
            wish = {"type": "move", "move": text_of_move(self._rng.choice(moves))}
        else:
            return
        key = secrets.token_hex(8)
        self.pending = {**wish, "game": self.game, "number": self.number, "key": key}
        self.times_sent = 0
        self._ledger.asked.add((self.game, key))
        await self._send(socket)
        self._harness.on_sent(self, self.pending)

    async def _send(self, socket: ClientConnection) -> None:
        self.times_sent += 1
        await socket.send(json.dumps(self.pending))
