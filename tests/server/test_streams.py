"""Streams of bots: what they take, and when they end."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.clients import WAIT, Person, open_socket
from tests.server.running import RunningServer, running
from watergate.rules import Viewer
from watergate.server.api.bots import MOST_WAITING, Stream
from watergate.server.services import Identity


def token_of(person: Person, *scopes: str) -> dict[str, str]:
    """The header of a token."""
    body = {"name": "bot", **({"scopes": list(scopes)} if scopes else {})}
    return {"Authorization": f"Bearer {person.post('/me/tokens', body)['token']}"}


def test_a_stream_takes_the_place_of_a_connection(tmp_path: Path) -> None:
    with running(tmp_path, sockets_per_person=1) as server:
        ann = Person(server.url)
        headers = token_of(ann)
        with httpx.stream(
            "GET", f"{server.url}/api/events", headers=headers, timeout=WAIT
        ) as first:
            assert first.status_code == 200
            ann.new_game()
            lines = first.iter_lines()  # to be kept: the stream is closed with it
            assert json.loads(next(lines))["type"] == "games"
            refused = httpx.get(f"{server.url}/api/events", headers=headers)
            assert refused.status_code == 429
            assert refused.json()["problem"]["code"] == "too_many_sockets"
            assert ann.http.get("/api/me", headers=headers).json()["id"] == ann.me["id"]


def test_a_stream_of_a_finished_game_ends_by_itself(server: RunningServer) -> None:
    ann = Person(server.url)
    game = ann.new_game(nixon="random")["id"]
    ann.post(f"/games/{game}/resign", {"key": "enough"})
    answer = httpx.get(f"{server.url}/api/games/{game}/stream", headers=token_of(ann, "read"))
    (line,) = answer.text.splitlines()
    assert json.loads(line)["status"]["ending"]["way"] == "resigned"


def test_a_stream_needs_its_scope_and_its_eyes(server: RunningServer) -> None:
    ann, bob = Person(server.url, "Ann"), Person(server.url, "Bob")
    game = ann.new_game()["id"]
    path = f"{server.url}/api/games/{game}/stream"
    assert httpx.get(path, headers=token_of(ann, "play")).status_code == 403
    assert httpx.get(path, headers=token_of(bob)).status_code == 403


def test_what_a_token_has_opened_ends_with_it(server: RunningServer) -> None:
    ann = Person(server.url)
    game = ann.new_game()["id"]
    tokens = [ann.post("/me/tokens", {"name": name}) for name in ("kept", "lost")]
    kept, lost = ({"Authorization": f"Bearer {token['token']}"} for token in tokens)
    sockets = [open_socket(server.url, "", [], **headers) for headers in (kept, lost)]
    path = f"{server.url}/api/games/{game}/stream"
    with httpx.stream("GET", path, headers=lost, timeout=WAIT) as stream:
        lines = stream.iter_lines()
        assert [json.loads(next(lines))["type"] for _ in range(2)] == ["table", "status"]
        assert ann.http.delete(f"/api/me/tokens/{tokens[1]['id']}").status_code == 204
        assert "".join(lines) == ""
    for socket in sockets:
        assert json.loads(socket.recv(WAIT))["type"] == "welcome"
    with pytest.raises(ConnectionClosed, match="1008"):
        sockets[1].recv(WAIT)
    sockets[0].send('{"type": "ping"}')
    assert json.loads(sockets[0].recv(WAIT))["type"] == "pong"
    sockets[0].close()


def test_a_token_that_was_deleted_unheard_is_found_by_looking(server: RunningServer) -> None:
    ann = Person(server.url)
    token = ann.post("/me/tokens", {"name": "lost"})
    socket = open_socket(server.url, "", [], Authorization=f"Bearer {token['token']}")
    assert json.loads(socket.recv(WAIT))["type"] == "welcome"
    with sqlite3.connect(server.database, timeout=WAIT) as database:
        database.execute("DELETE FROM tokens WHERE id = ?", [token["id"]])
    with pytest.raises(ConnectionClosed, match="1008"):
        socket.recv(WAIT)


def test_a_stream_that_nobody_reads_ends() -> None:
    house: Any = type("House", (), {"is_open": True})()

    async def read() -> int:
        stream = Stream(Identity("ann", "ann"), Viewer.SPECTATOR)
        for _ in range(MOST_WAITING + 10):
            stream.send(b"{}")
        return len([line async for line in stream.lines(house)])

    assert asyncio.run(read()) == 0
