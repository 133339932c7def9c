"""docs/api.md is true: its conversation is had with a real server, its tables are of the code."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema_rs

from tests.server.clients import Person
from tests.server.dialogues import Dialogue, blocks
from tests.server.published import OPENAPI, SCHEMA, published
from tests.server.running import RunningServer
from watergate.server.api import bots, socket, tunnels
from watergate.server.house import BURST
from watergate.server.problems import STATUS
from watergate.server.services import editions, people
from watergate.server.settings import Settings
from watergate.texts import catalogue

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/api.md").read_text(encoding="utf-8")


def types_of(direction: str) -> set[str]:
    """The `type` of every message of a direction."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return set(schema["$defs"][direction]["discriminator"]["mapping"])


def test_the_conversation_of_the_page_is_had(server: RunningServer) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    validators = {
        name: jsonschema_rs.validator_for({**schema, "$ref": f"#/$defs/{name}"})
        for name in ("Incoming", "Outgoing")
    }
    bob = Person(server.url, "Bob")
    token = bob.post("/me/tokens", {"name": "bot"})["token"]
    dialogue = Dialogue(
        server.url, {"BOB": token}, lambda name, message: validators[name].validate(message)
    )
    try:
        for kind, lines in blocks(PAGE):
            dialogue.speak(kind, lines)
    finally:
        dialogue.close()
    assert dialogue.said == types_of("Incoming")
    assert dialogue.heard == types_of("Outgoing") - {"goodbye"}  # this server is not stopped


def test_a_server_that_stops_says_goodbye(tmp_path: Path) -> None:
    server = RunningServer(tmp_path)
    server.start()
    try:
        ann = Person(server.url)
        token = ann.post("/me/tokens", {"name": "bot"})["token"]
        headers = {"Authorization": f"Bearer {token}"}
        assert ann.hear()["type"] == "welcome"
        with ann.http.stream("GET", "/api/events", headers=headers) as stream:
            assert server.stop() == 0
            assert [json.loads(line) for line in stream.iter_lines()] == [{"type": "goodbye"}]
        assert ann.hear() == {"type": "goodbye"}
        assert "Traceback" not in server.said()
    finally:
        server.kill()


def test_the_published_files_are_those_of_the_code() -> None:
    for path, text in published().items():
        assert json.loads(path.read_text(encoding="utf-8")) == json.loads(text), path.name


def test_all_problems_are_on_the_page() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| ([^|]*) \| \S", PAGE, re.MULTILINE)
    told = {code: (int(status), set(re.findall(r"\w+", params))) for code, status, params in rows}
    texts = catalogue("en")
    assert told == {
        code: (status, set(re.findall(r"\{(\w+)[,}]", texts[f"problem.{code}"])))
        for code, status in STATUS.items()
    }


def test_all_requests_are_on_the_page() -> None:
    rows = re.findall(r"^\| `([A-Z]+) (/api\S*)` \| \S+ \| (.+) \|$", PAGE, re.MULTILINE)
    paths = json.loads(OPENAPI.read_text(encoding="utf-8"))["paths"]
    assert {(method, path): about for method, path, about in rows} == {
        (method.upper(), path): operation["description"]
        for path, operations in paths.items()
        for method, operation in operations.items()
        if path.startswith("/api")
    }


def test_the_limits_of_the_page_are_the_defaults() -> None:
    settings = Settings.model_construct()
    person, address = settings.requests_per_second, settings.address_requests_per_second
    for row in (
        f"one person | {person} a second on average, {person * BURST:.0f} at once",
        f"one address | {address} a second on average, {address * BURST:.0f} at once",
        f"streams of one person | {settings.sockets_per_person} |",
        f"streams from one address | {settings.sockets_per_address} |",
        f"unfinished games one person has made | {settings.games_per_person} |",
        f"games and records one person makes | {settings.games_per_hour} an hour",
        f"hints | {settings.hints_per_hour} an hour",
        f"curves | {settings.curves_per_hour} an hour",
        f"reviews | {settings.curves_per_hour} an hour",
        f"hints, curves and reviews at a time | {settings.jobs_per_person} |",
        f"tokens | {people.MOST_TOKENS} |",
        f"editions one person keeps | {settings.editions_per_person} |",
        f"stores or has weighed | {settings.editions_per_hour} an hour",
        f"file of an edition | {editions.MOST_TEXT} characters",
        f"body of a request | {settings.body_limit} bytes",
        f"WebSocket | {settings.message_limit} bytes",
        f"follow up to {socket.MOST_FOLLOWED} games",
        f"leaves {socket.MOST_WAITING} messages unread is closed with code {tunnels.TOO_SLOW}",
        f"leaves {bots.MOST_WAITING} lines unread",
        f"an empty line every {bots.ALIVE_SECONDS:.0f} seconds",
        f"may have up to {settings.message_limit} bytes",
    ):
        assert row in PAGE, row
