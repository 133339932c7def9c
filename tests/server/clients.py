"""A person at a server, as a script: HTTP with a cookie, and a WebSocket."""

from __future__ import annotations

import json
import random
import secrets
import time
from collections.abc import Callable
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from watergate.rules.moves import Move, Part, Verb

SUBPROTOCOL = "watergate.v1"
WAIT = 60.0
"""Seconds; a busy machine takes its time."""


_everyone: list[Person] = []


def send_everyone_home() -> None:
    """Close what the people of a test have opened."""
    while _everyone:
        person = _everyone.pop()
        person.leave()
        person.http.close()


def until(is_so: Callable[[], Any], seconds: float = WAIT) -> Any:
    """Wait until something is so; what it is."""
    end = time.monotonic() + seconds
    while not (found := is_so()):
        assert time.monotonic() < end, "it never came to be so"
        time.sleep(0.005)
    return found


class Person:
    """Somebody with a name of their own. `table` is what they know of the game they follow."""

    def __init__(self, url: str, name: str = "Ann") -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=WAIT)
        self.me = self.http.get("/api/me").json()
        self.http.headers["X-CSRF-Token"] = self.me["csrf"]
        assert self.http.patch("/api/me", json={"name": name}).status_code == 200
        self.heard: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self._socket: ClientConnection | None = None
        self.table: dict[str, Any] = {}
        _everyone.append(self)

    # HTTP

    def post(self, path: str, body: Any = None, status: int | None = None) -> Any:
        """Ask for something to be done; the answer, after a look at its status."""
        return self._answer(self.http.post(f"/api{path}", json=body), status)

    def get(self, path: str, status: int | None = None, **query: Any) -> Any:
        """Ask for something; `as_` is sent as `as`."""
        query = {name.rstrip("_"): value for name, value in query.items()}
        return self._answer(self.http.get(f"/api{path}", params=query), status)

    @staticmethod
    def _answer(response: httpx.Response, status: int | None) -> Any:
        if status is None:
            assert response.is_success, response.text
        else:
            assert response.status_code == status, response.text
        return response.json()

    def new_game(self, editor: str = "me", nixon: str = "friend", **rest: Any) -> Any:
        return self.post("/games", {"editor": editor, "nixon": nixon, **rest})

    def accept(self, made: Any, side: str = "nixon") -> None:
        """Sit down by the invitation of somebody else's game."""
        code = made["links"]["invite"][side].partition("#")[2]
        self.post(f"/games/{made['id']}/join", {"side": side, "code": code})

    # The WebSocket

    @property
    def socket(self) -> ClientConnection:
        if self._socket is None:
            self._socket = open_socket(self.url, self.cookie, [f"csrf.{self.me['csrf']}"])
        return self._socket

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def leave(self) -> None:
        """Close the connection, as a laptop does."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, timeout: float = WAIT) -> dict[str, Any]:
        """The next message; a table or an update is remembered."""
        text = str(self.socket.recv(timeout))
        message: dict[str, Any] = json.loads(text)
        self.raw.append(text)
        self.heard.append(message)
        if message["type"] in ("table", "update", "status"):
            self.table.update(message)
        return message

    def hear_of(self, *types: str, timeout: float = WAIT) -> dict[str, Any]:
        """The next message of one of these types."""
        while (message := self.hear(timeout))["type"] not in types:
            pass
        return message

    def hear_status(self, is_wanted: Callable[[Any], bool]) -> Any:
        """Listen until the status of the game is as wanted."""
        while not is_wanted(self.table["status"]):
            self.hear_of("status", "update", "table")
        return self.table["status"]

    def follow(self, game: str, **rest: Any) -> dict[str, Any]:
        """Begin to follow a game; the first that is said of it."""
        self.say(type="follow", game=game, **rest)
        while True:
            heard = self.hear()
            if heard["type"] in ("table", "refused") or (rest.get("since") and "view" in heard):
                return heard

    def answer(self, **message: Any) -> dict[str, Any]:
        """Ask for something under a fresh key; what is answered under it."""
        key = message.setdefault("key", secrets.token_hex(8))
        self.say(**message)
        while True:
            heard = self.hear_of("done", "refused")
            if heard.get("key") == key:
                return heard

    def move(self, move: str, **rest: Any) -> dict[str, Any]:
        table = self.table
        return self.answer(
            **{
                "type": "move",
                "game": table["game"],
                "number": table["number"],
                "move": move,
                **rest,
            }
        )

    # The game they follow

    @property
    def moves(self) -> list[str]:
        """What they can decide now."""
        decision = self.table["view"]["decision"]
        if self.table["status"]["state"] != "running" or decision is None:
            return []
        return [text_of_move(move) for move in decision["moves"] or []]

    @property
    def is_over(self) -> bool:
        return bool(self.table["status"]["state"] == "over")


def open_socket(
    url: str, cookie: str = "", extra: list[str] | None = None, **headers: str
) -> ClientConnection:
    sent = {**({"Cookie": cookie} if cookie else {}), **headers}
    return connect(
        url.replace("http", "ws", 1) + "/api/live",
        subprotocols=[SUBPROTOCOL, *(extra or [])],  # type: ignore[list-item]
        additional_headers=sent,
        open_timeout=WAIT,
    ).__enter__()


def text_of_move(move: dict[str, Any]) -> str:
    """The notation of a move that came as JSON."""
    part = move["part"]
    return str(
        Move(
            Verb(move["verb"]), move["card"], None if part is None else Part(part), move["target"],
            move["token"], move["at"],
        )
    )  # fmt: skip


def friends(url: str, **options: Any) -> tuple[Person, Person, str]:
    """Two people who have just begun a game, and follow it."""
    ann, bob = Person(url, "Ann"), Person(url, "Bob")
    made = ann.new_game(options=options)
    bob.accept(made)
    for person in (ann, bob):
        person.follow(made["id"])
    return ann, bob, made["id"]


def hear_all(people: list[Person]) -> None:
    """Listen until all have heard what was made at once, and one of them decides."""
    while (
        not any(p.moves or p.is_over for p in people)
        or len({p.table["number"] for p in people}) > 1
    ):
        min(people, key=lambda person: int(person.table["number"])).hear_of("update", "status")


def play_on(people: list[Person], rng: random.Random, most: int = 10_000) -> int:
    """Have people decide at random until the game is over, or so often; how often they did.

    Two have then heard all, what was made at once after the last decision too.
    """
    count = 0
    while count < most and not people[0].is_over:
        count += 1
        decider = next((p for p in people if p.moves), None)
        if decider is None:
            hear_all(people)
            continue
        number = decider.table["number"]
        answer = decider.move(rng.choice(decider.moves))
        assert answer["type"] == "done", answer
        for person in people:
            while person.table["number"] <= number:
                person.hear_of("update", "table")
    if len(people) > 1:
        hear_all(people)
    return count


DECISIONS = 14
"""Of a short game: a little more than its first round."""


def short_game(
    person: Person, opponent: str = "random", side: str = "editor", seed: int = 3
) -> str:
    """A game that somebody begins at random, and gives up; its id."""
    other = "nixon" if side == "editor" else "editor"
    made = person.new_game(**{side: "me", other: opponent}, options={"seed": seed})
    game: str = made["id"]
    person.follow(game)
    play_on([person], random.Random(seed), most=DECISIONS)
    until(lambda: person.answer(type="resign", game=game)["type"] == "done")  # it may be moving
    return game
