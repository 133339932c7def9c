"""A crowd that plays at a server: pairs of people, each with a connection, who move at random.

Everyone knows only what the server has said. What it acknowledged is noted, so that it can be
looked for afterwards in the server's database.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from watergate.server.websocket_client import WebSocketClient

from .wire import ask

SUBPROTOCOL = "watergate.v1"
AT_ONCE = 16
"""Pairs that sit down at the same time."""
WAIT_SECONDS = 60.0

HAPPENED, MOVES, OTHERS = b'"type":"happened"}', b'"moves":[', b'"key":null'
"""By these one sees at a glance that an act asks for nothing."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A move that the server says is stored."""

    game: str
    number: int
    key: str


@dataclass
class Tally:
    """What the crowd has seen of the server."""

    moved: list[Moved] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    """Seconds from a move to its acknowledgement."""
    returns: list[float] = field(default_factory=list)
    """Seconds from opening a connection again to knowing how the game stands."""
    refused: Counter[str] = field(default_factory=Counter)
    sent: int = 0
    acts_told: int = 0
    bytes_told: int = 0
    """Of the acts that were told to followers."""

    def told(self, data: bytes) -> None:
        self.acts_told += 1
        self.bytes_told += len(data)


class Crowd:
    """All pairs at one server. `move_at_once` lets them play as fast as they are answered."""

    def __init__(self, url: str, seed: int = 1972) -> None:
        self.host, _, port = url.removeprefix("http://").rpartition(":")
        self.port = int(port)
        self.random = random.Random(seed)
        self.tally = Tally()
        self.pairs: list[Pair] = []
        self.ready: list[Player] = []
        """Those who are to move; whoever went away in between is passed over."""
        self.move_at_once = False
        self._keys = itertools.count(1)
        self._tasks: set[asyncio.Task[None]] = set()
        self._failed: BaseException | None = None

    async def sit_down(self, pairs: int) -> None:
        """Have so many more pairs begin a game."""
        free = asyncio.Semaphore(AT_ONCE)

        async def begin() -> None:
            async with free:
                pair = Pair(self)
                await pair.begin()
                self.pairs.append(pair)

        await asyncio.gather(*(begin() for _ in range(pairs)))

    def leave(self) -> None:
        for pair in self.pairs:
            for player in pair.players:
                player.leave()

    async def play(self, seconds: float) -> tuple[int, float]:
        """Everyone moves as soon as they can; how many moves were acknowledged, in what time."""
        before, start = len(self.tally.moved), perf_counter()
        self.move_at_once = True
        waiting, self.ready = self.ready, []
        for player in waiting:
            player.move()
        await self._pause(seconds)
        done, elapsed = len(self.tally.moved) - before, perf_counter() - start
        self.move_at_once = False
        await self.settle()
        return done, elapsed

    async def play_at_pace(self, seconds: float, moves: float, returns: float) -> float:
        """Make so many moves a second, whoever's; so many a second go away and come back.

        Returns how long it took until all were answered.
        """
        start = perf_counter()
        moved = returned = 0
        while (elapsed := perf_counter() - start) < seconds:
            while moved < elapsed * moves and self._one_moves():
                moved += 1
            while returned < elapsed * returns:
                returned += 1
                self._one_returns(with_number=bool(returned % 2))
            await self._pause(0.001)
        await self.settle()
        return perf_counter() - start

    def _one_moves(self) -> bool:
        while self.ready:
            which = self.random.randrange(len(self.ready))
            self.ready[which], self.ready[-1] = self.ready[-1], self.ready[which]
            if self.ready.pop().move():
                return True
        return False

    def _one_returns(self, *, with_number: bool) -> None:
        player = self.random.choice(self.random.choice(self.pairs).players)
        if player.is_idle:
            self.spawn(player.come_back(with_number=with_number))

    async def settle(self) -> None:
        """Wait until nothing is under way any more."""
        end = perf_counter() + WAIT_SECONDS
        while self._tasks or any(p.asked_at for pair in self.pairs for p in pair.players):
            if perf_counter() > end:
                raise TimeoutError("the server leaves people waiting")
            await self._pause(0.005)

    async def _pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        if self._failed is not None:
            raise self._failed

    def new_key(self) -> str:
        return f"bench-{next(self._keys)}"

    def fail(self, error: BaseException) -> None:
        """Have whoever waits for the crowd hear of it."""
        self._failed = self._failed or error

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.fail(error)


class Pair:
    """Two people and the game between them; after it, the next one."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd = crowd
        self.game = ""
        self.players = (Player(self), Player(self))
        self._is_going_on = False

    async def begin(self) -> None:
        first, second = self.players
        for player in self.players:
            await player.introduce()
        made = await first.ask("POST", "/games", {"editor": "me", "nixon": "friend"})
        self.game = made["id"]
        code = made["links"]["invite"]["nixon"].partition("#")[2]
        await second.ask("POST", f"/games/{self.game}/join", {"side": "nixon", "code": code})
        for player in self.players:
            await player.come_in()

    def is_over(self) -> None:
        """Both hear it; one is enough to play again."""
        if not self._is_going_on:
            self._is_going_on = True
            self.crowd.spawn(self._go_on())

    async def _go_on(self) -> None:
        old = self.game
        for player in self.players:  # one asks, the other agrees
            made = await player.ask("POST", f"/games/{old}/rematch")
        self.game = made["id"]
        self._is_going_on = False
        for player in self.players:
            player.say(type="unfollow", game=old)
            player.follow()


class Player:
    """Somebody with a connection, who sits in the game of a pair."""

    def __init__(self, pair: Pair) -> None:
        self._pair, self._crowd = pair, pair.crowd
        self._headers: dict[str, str] = {}
        self._csrf = ""
        self._connection: WebSocketClient | None = None
        self._knows = asyncio.Event()
        self._number = 0
        self._last = b""
        """An act that has not been read, newer than `_number`."""
        self._moves: list[Any] = []
        self._key = ""
        self.asked_at = 0.0
        """When the move was sent that is not answered yet."""

    @property
    def is_idle(self) -> bool:
        """Whether nothing is expected of the server."""
        return not self.asked_at and self._knows.is_set()

    # HTTP

    async def introduce(self) -> None:
        me, headers = await ask(self._crowd.host, self._crowd.port, "GET", "/api/me", {})
        self._csrf = me["csrf"]
        cookie = headers["set-cookie"].partition(";")[0]
        self._headers = {"Cookie": cookie, "X-CSRF-Token": self._csrf}

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        crowd = self._crowd
        answer, _ = await ask(crowd.host, crowd.port, method, f"/api{path}", self._headers, body)
        return answer

    # The connection

    async def come_in(self, *, since: int | None = None) -> None:
        """Open a connection, follow the game and wait until its state is known."""
        connection = WebSocketClient(self._hear, lambda _: self._lost(connection))
        protocols = f"{SUBPROTOCOL}, csrf.{self._csrf}"
        headers = {"Cookie": self._headers["Cookie"], "Sec-WebSocket-Protocol": protocols}
        await connection.open(self._crowd.host, self._crowd.port, headers)
        self._connection = connection
        self.follow(since=since)
        async with asyncio.timeout(WAIT_SECONDS):
            await self._knows.wait()

    async def come_back(self, *, with_number: bool) -> None:
        """Lose the connection and open another; with the number only what was missed is told."""
        self.leave()
        if self._last:
            self._number, self._last = json.loads(self._last)["number"], b""
        start = perf_counter()
        await self.come_in(since=self._number if with_number else None)
        self._crowd.tally.returns.append(perf_counter() - start)

    def leave(self) -> None:
        connection, self._connection = self._connection, None
        self._knows.clear()
        if connection is not None:
            connection.close()

    def _lost(self, connection: WebSocketClient) -> None:
        if connection is self._connection:
            self._crowd.fail(ConnectionError("the server closed a connection"))

    def say(self, **message: Any) -> None:
        if self._connection is not None:
            self._connection.send(json.dumps(message).encode())

    def follow(self, *, since: int | None = None) -> None:
        self._knows.clear()
        if since is None:
            self._moves = []
        self.say(type="follow", game=self._pair.game, since=since, updates="events")

    # Playing

    def _hear(self, data: bytes) -> None:
        if data.endswith(HAPPENED):
            self._crowd.tally.told(data)
            if MOVES not in data and OTHERS in data:
                self._moves, self._last = [], data  # the other decides: no need to read it
                return
        message = json.loads(data)
        kind = message["type"]
        if kind == "happened":
            self._happened(message)
        elif kind == "done":
            self._done(message)
        elif kind == "refused":
            self._crowd.tally.refused[message["problem"]["code"]] += 1
            self.asked_at = 0.0
        elif kind in ("table", "update", "status") and message["game"] == self._pair.game:
            if kind == "update":
                self._crowd.tally.told(data)
            self._look(message, is_all=kind != "update")

    def _done(self, message: Any) -> None:
        if message["key"] == self._key and self.asked_at:
            tally = self._crowd.tally
            tally.waits.append(perf_counter() - self.asked_at)
            tally.moved.append(Moved(message["game"], message["number"], self._key))
            self.asked_at = 0.0
            self._go()

    def _happened(self, message: Any) -> None:
        if message["game"] != self._pair.game:
            return
        self._number, self._last = message["number"], b""
        decision = message["decision"]
        self._moves = (decision and decision["moves"]) or []
        if message["key"] is not None:
            self._done(message)
        else:
            self._go()

    def _look(self, message: Any, *, is_all: bool) -> None:
        """Take in how the game stands; whoever comes back knows it all after a status."""
        if "view" in message:
            self._number, self._last = message["number"], b""
            decision = message["view"]["decision"]
            self._moves = [move["text"] for move in (decision and decision["moves"]) or []]
        if is_all and self._connection is not None:
            self._knows.set()
        if message["status"]["state"] == "over":
            self._moves = []
            self._pair.is_over()
        else:
            self._go()

    def _go(self) -> None:
        """Move, or get in line: as soon as there is something to decide, and nothing under way."""
        if not self._moves or not self.is_idle:
            return
        if self._crowd.move_at_once:
            self.move()
        else:
            self._crowd.ready.append(self)

    def move(self) -> bool:
        """Make a move; False if there is none to make by now."""
        if not self._moves or not self.is_idle:
            return False
        move = self._crowd.random.choice(self._moves)
        self._moves = []
        self._key = self._crowd.new_key()
        self.asked_at = perf_counter()
        self._crowd.tally.sent += 1
        self.say(type="move", game=self._pair.game, number=self._number, move=move, key=self._key)
        return True
