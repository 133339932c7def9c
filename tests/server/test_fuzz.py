"""Whatever is sent: no 5xx, no traceback, answers in the form promised, no change by nonsense.

`WATERGATE_FUZZ` is how many tries there are in all, half over HTTP (Schemathesis, from the OpenAPI
document) and half over the WebSocket; `make fuzz` takes 10,000.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import logging
import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.specs.openapi.checks import response_schema_conformance
from websockets.exceptions import ConnectionClosed

from tests.server.clients import WAIT, Person, friends, play_on
from tests.server.running import RunningServer, running
from watergate.server.problems import STATUS

log = logging.getLogger(__name__)

TRIES = int(os.environ.get("WATERGATE_FUZZ", "1500"))
STREAMS = ("/api/events", "/api/games/{game}/stream")
"""They never end; `test_network_bot.py` is about them."""
TOGETHER = 20
"""After so many messages it is looked whether anything has changed."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server of its own, that nobody else's log gets into."""
    with running(
        tmp_path_factory.mktemp("fuzzed"), queue=1_000_000, jobs_per_person=1_000_000,
        hints_per_hour=1_000_000, curves_per_hour=1_000_000,
    ) as server:  # fmt: skip
        yield server


def looks_well(server: RunningServer) -> None:
    said = server.said()
    assert "Traceback" not in said, said[-3_000:]
    assert httpx.get(f"{server.url}/readyz").status_code == 200


def check_problem(status: int, body: Any) -> None:
    """A refusal is of the form promised, with a code that is known."""
    assert body.keys() == {"problem"}
    problem = body["problem"]
    assert problem.keys() == {"code", "message", "params", "retry_after"}
    assert STATUS[problem["code"]] == status
    assert status < 500, problem


# Over HTTP


class Asking:
    """Somebody with games in all states, who asks for anything the document knows of."""

    def __init__(self, server: RunningServer) -> None:
        self._server = server
        self.person, _, game = friends(server.url, hints=True)
        self.bystander, _, self.foreign = friends(server.url)
        ann, bob, over = friends(server.url)
        play_on([ann, bob], random.Random(5), most=3)
        ann.post(f"/games/{over}/resign", {"key": "resign-1"})
        practice = self.person.new_game(nixon="random")["id"]
        waiting = self.person.new_game()["id"]
        self._games = [game, practice, waiting, over, self.foreign]
        self.statuses: Counter[int] = Counter()
        self.longest = 0.0, ""
        """How many seconds a request took at most, and which."""

    def ask(self, case: Case[Any], which: int) -> None:
        if which < len(self._games) and "game" in case.path_parameters:
            case.path_parameters["game"] = self._games[which]
        headers = {"Cookie": self.person.cookie, "X-CSRF-Token": self.person.me["csrf"]}
        answer = case.call(base_url=self._server.url, timeout=WAIT, headers=headers)
        self.statuses[answer.status_code] += 1
        self.longest = max(self.longest, (answer.elapsed, f"{case.method} {case.path}"))
        if answer.status_code >= 400:
            check_problem(answer.status_code, answer.json())
        else:
            case.validate_response(answer, checks=[response_schema_conformance])

    def ask_for(self, operation: Any, mode: GenerationMode, tries: int, number: int) -> None:
        """Ask for one thing in many ways; where nothing about it can be wrong, in none."""

        @seed(number)
        @settings(max_examples=tries, deadline=None, database=None,
                  suppress_health_check=list(HealthCheck))  # fmt: skip
        @given(case=operation.as_strategy(generation_mode=mode), which=st.integers(0, 9))
        def ask(case: Case[Any], which: int) -> None:
            self.ask(case, which)

        with contextlib.suppress(Unsatisfiable):
            ask()


@pytest.mark.filterwarnings("ignore:Do not use the `random` module")  # inside Schemathesis
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_no_request_breaks_the_server(fuzzed: RunningServer, mode: GenerationMode) -> None:
    asking = Asking(fuzzed)
    before = state_of(asking.bystander, asking.foreign)
    document = httpx.get(f"{fuzzed.url}/api/openapi.json").json()
    schema = schemathesis.openapi.from_dict(document)
    found: list[Any] = [result.ok() for result in schema.get_all_operations()]  # type: ignore[union-attr]
    operations = [operation for operation in found if operation.path not in STREAMS]
    tries = 1 + TRIES // 4 // len(operations)
    for number in itertools.count():
        for operation in operations:
            asking.ask_for(operation, mode, tries, number)
        if asking.statuses.total() >= TRIES // 4:
            break
    log.warning("%d requests, the longest: %.2f s, %s", asking.statuses.total(), *asking.longest)
    looks_well(fuzzed)
    assert state_of(asking.bystander, asking.foreign) == before, "somebody else's game"
    assert asking.statuses[400] > 0
    if mode is GenerationMode.POSITIVE:
        assert asking.statuses[200] + asking.statuses[201] > len(operations)


# Over the WebSocket


def state_of(person: Person, game: str) -> Any:
    """All there is to know of a game, but who is looking at it, and clocks."""
    table = person.get(f"/games/{game}")
    for seat in table["status"]["seats"]:
        del seat["present"]
    return table


class Messages:
    """Messages that are right, and what can be made of them."""

    def __init__(self, rng: random.Random, games: list[str]) -> None:
        self._rng, self._games = rng, games
        self._keys = (f"fuzz-{number:06}" for number in itertools.count())

    def right(self, person: Person) -> dict[str, Any]:
        """Something that may be said, to a game that may or may not be this person's."""
        rng = self._rng
        game = rng.choice([*self._games, "abcdef0123456789"])
        number = rng.choice([person.table.get("number", 1), 0, 1, 1_000_000])
        key = next(self._keys)
        return rng.choice([
            {"type": "ping"},
            {"type": "follow", "game": game, "as": rng.choice(["editor", "spectator", None]),
             "since": rng.choice([None, 0, number]), "code": rng.choice([None, "x" * 27])},
            {"type": "unfollow", "game": rng.choice(["abcdef", game])},
            {"type": "watched", "game": game, "number": number, "wants_next": True},
            {"type": "move", "game": game, "number": number, "key": key,
             "move": rng.choice(["pass", "play 13 action", "choose M", "draw 7", "react 35"])},
            {"type": "take_back", "game": game, "number": number, "key": key},
            {"type": "answer", "game": game, "offer": "take_back", "accept": True, "key": key},
            {"type": "resume", "game": game, "key": key},
            {"type": "chat", "game": game, "text": "Hello", "key": key},
            {"type": "standing", "game": game, "standing": "ask", "key": key},
        ])  # fmt: skip

    def odd(self) -> Any:
        rng = self._rng
        return rng.choice([
            None, True, -1, 10**30, -(10**400), 1e308, 0.5, "", "x" * 600, "\x00", "\ud800",
            "\u202e", "../../etc", "' OR 1=1 --", [], {}, [[]], {"a": {"b": []}}, "editor",
            "everyone", 2**63,
        ])  # fmt: skip

    def wrong(self, person: Person) -> str | bytes:
        """What no client of ours would send."""
        rng = self._rng
        message = self.right(person)
        kind = rng.randrange(9)
        if kind == 0:
            message[rng.choice(list(message))] = self.odd()
        elif kind == 1:
            del message[rng.choice(list(message))]
        elif kind == 2:
            message[rng.choice(["", "extra", "__class__", "as_", "number", "key"])] = self.odd()
        elif kind == 3:
            return json.dumps(self.odd())
        elif kind == 4:
            depth = rng.choice([10, 400, 1_900])
            return rng.choice(["[", '{"type":', "[{"])[0] * depth
        elif kind == 5:
            data = bytearray(json.dumps(message).encode())
            for _ in range(rng.randrange(1, 4)):
                data[rng.randrange(len(data))] = rng.randrange(256)
            return bytes(data)
        elif kind == 6:
            return json.dumps(message)[: rng.randrange(200)]
        elif kind == 7:
            return rng.randbytes(rng.randrange(1, 300))
        return json.dumps(message)


def exchange(person: Person, data: str | bytes, rng: random.Random) -> list[dict[str, Any]]:
    """Send something, and hear all that comes of it; the socket goes on."""
    is_text = isinstance(data, bytes) and rng.random() < 0.1 and not is_utf8(data)
    pongs = 1 + is_ping(data)
    if is_text:
        person.socket.send(data, text=True)
        with pytest.raises(ConnectionClosed) as caught:
            person.hear_of("never")
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code == 1007  # as the protocol has it
        person.leave()
        return []
    person.socket.send(data)
    person.say(type="ping")
    heard = []
    while pongs:
        heard.append(person.hear())
        pongs -= heard[-1]["type"] == "pong"
    return heard


def is_utf8(data: str | bytes) -> bool:
    try:
        return isinstance(data, str) or bool(data.decode())
    except UnicodeDecodeError:
        return False


def is_ping(data: str | bytes) -> bool:
    try:
        return bool(json.loads(data) == {"type": "ping"})
    except (ValueError, RecursionError):
        return False


def test_no_message_breaks_the_server(fuzzed: RunningServer) -> None:
    rng = random.Random(1974)
    ann, bob, game = friends(fuzzed.url)
    carl, _dora, foreign = friends(fuzzed.url)
    eve = Person(fuzzed.url, "Eve")
    own = eve.new_game(nixon="random")["id"]
    messages = Messages(rng, [game, foreign, own])
    codes: Counter[str] = Counter()
    before = state_of(bob, game), state_of(carl, foreign)
    for _ in range(TRIES // 2 // TOGETHER):
        has_done = False
        for _ in range(TOGETHER):
            person = rng.choice([ann, eve])
            heard = exchange(person, messages.wrong(person), rng)
            has_done |= any(message["type"] == "done" for message in heard)
            for message in heard:
                if message["type"] == "refused":
                    codes[message["problem"]["code"]] += 1
        after = state_of(bob, game), state_of(carl, foreign)
        assert after[1] == before[1], "somebody else's game"
        if not has_done:
            assert after[0] == before[0]
        before = after
    assert "internal" not in codes
    assert codes.keys() <= STATUS.keys()
    assert codes["bad_request"] > TRIES // 10
    assert {"not_allowed", "not_found", "stale", "bad_link"} <= codes.keys()
    looks_well(fuzzed)


def test_what_was_fuzzed_can_still_be_played_on(fuzzed: RunningServer) -> None:
    ann, bob, _ = friends(fuzzed.url)
    play_on([ann, bob], random.Random(6))
    assert ann.is_over
    looks_well(fuzzed)
