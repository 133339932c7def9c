"""`watergate serve --processes N`: one port, one database, each game in one process at a time."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import random
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection

from tests.server.clients import Person, friends, hear_all, play_on
from tests.server.postgres import Postgres
from tests.server.running import RunningServer, running
from watergate.server.api.tunnels import COME_BACK

PROCESSES = 2


@pytest.fixture(scope="module")
def several(
    tmp_path_factory: pytest.TempPathFactory, postgres_server: Postgres
) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("several")
    database = postgres_server.new_database()
    with running(folder, database, processes=PROCESSES, workers=1) as server:
        yield server


def ask(server: RunningServer, query: str) -> list[Any]:
    async def fetch() -> list[Any]:
        connection = await asyncpg.connect(server.database)
        try:
            return list(await connection.fetch(query))
        finally:
            await connection.close()

    return asyncio.run(fetch())


def holders(server: RunningServer) -> dict[str, str]:
    """Which process has which game, by the address of the process."""
    query = "SELECT game, address FROM leases JOIN processes ON processes.id = leases.process"
    return {row["game"]: row["address"] for row in ask(server, query)}


def in_memory(address: str) -> int:
    """How many games a process has in memory."""
    with urllib.request.urlopen(f"http://{address}/metrics") as answer:
        for line in answer.read().decode().splitlines():
            if line.startswith("watergate_tables "):
                return int(float(line.split()[1]))
    raise AssertionError("it does not say")


def come_back(person: Person, game: str) -> None:
    """As a page does: open another connection, and go on from what is known."""
    person.leave()
    while True:
        try:
            if person.follow(game)["type"] == "table":
                return
        except (OSError, WebSocketException):
            person.leave()
        time.sleep(0.05)


def test_sqlite_is_served_by_one_process(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "watergate", "serve", "--processes", "2", "--database",
         str(tmp_path / "games.sqlite3")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "2 processes need PostgreSQL" in done.stderr
    assert "allowed with SQLite: 1" in done.stderr
    assert "Traceback" not in done.stderr


def test_each_game_is_in_one_process_and_nobody_meets_another_state(
    several: RunningServer,
) -> None:
    """Connections fall where the system puts them; whoever is elsewhere is carried there."""
    people = [friends(several.url) for _ in range(6)]
    for n, (ann, bob, _) in enumerate(people):
        play_on([ann, bob], random.Random(n), most=12)  # every move is acknowledged
        hear_all([ann, bob])
    for ann, bob, game in people:
        seen = bob.get(f"/games/{game}")  # over HTTP, at whichever process
        assert seen["number"] == bob.table["number"] == ann.get(f"/games/{game}")["number"]
        assert all(seat["present"] for seat in seen["status"]["seats"])
        with bob.http.stream("GET", f"/api/games/{game}/stream") as stream:
            assert next(stream.iter_lines()).endswith('"type":"table"}')
    told = {move["key"] for ann, bob, _ in people for p in (ann, bob) for move in p.heard
            if move["type"] == "refused"}  # fmt: skip
    assert not told
    where = holders(several)
    games = {game for _, _, game in people}
    assert games <= where.keys()
    assert len(several.serving) == PROCESSES
    assert sum(in_memory(address) for address in set(where.values())) == len(where)


def test_computers_play_where_a_person_is(several: RunningServer) -> None:
    ann = Person(several.url)
    ann.follow(ann.new_game("me", "random")["id"])
    number = ann.table["number"]
    while ann.table["number"] < number + 3:
        if ann.moves:
            assert ann.move(ann.moves[0])["type"] == "done"
        else:
            ann.hear_of("update", "status")


def test_a_dead_process_is_replaced_and_its_games_go_on(several: RunningServer) -> None:
    people = [friends(several.url) for _ in range(4)]
    for n, (ann, bob, _) in enumerate(people):
        play_on([ann, bob], random.Random(n), most=5)
    victim = several.serving[0]
    os.kill(victim, signal.SIGKILL)
    for n, (ann, bob, game) in enumerate(people):
        number = ann.table["number"]
        come_back(ann, game)
        come_back(bob, game)
        assert ann.table["number"] == bob.table["number"] >= number
        play_on([ann, bob], random.Random(n), most=5)
    while victim in several.serving or len(several.serving) < PROCESSES:
        time.sleep(0.05)
    assert "a server process ended" in several.said()


def test_a_process_that_was_held_up_gives_its_games_away(several: RunningServer) -> None:
    """While it sleeps another takes its games, and those who spoke with it through that one are
    told; when it wakes up it sends everyone there."""
    addresses = alive(several)
    games = {address: friends(f"http://{address}") for address in addresses}
    for address in addresses:
        (other,) = addresses - {address}
        _, bob, game = games[address]
        move_to(other, bob, game)
    sleeper = several.serving[0]
    os.kill(sleeper, signal.SIGSTOP)
    try:
        awake = next(address for address in itertools.cycle(addresses) if answers(address))
        (asleep,) = addresses - {awake}
        ann, bob, game = games[asleep]
        check_sent_away(bob.socket)
        left = ann.socket  # it stays open, but nobody answers there
        for person in (ann, bob):
            person._socket = None
            move_to(awake, person, game)
        play_on([ann, bob], random.Random(1), most=5)
        assert holders(several)[game] == awake
    finally:
        os.kill(sleeper, signal.SIGCONT)
    check_sent_away(left)
    play_on([ann, bob], random.Random(2), most=5)


def move_to(address: str, person: Person, game: str) -> None:
    """Have somebody speak with another process."""
    person.url, person.http.base_url = f"http://{address}", f"http://{address}"
    come_back(person, game)


def check_sent_away(socket: ClientConnection) -> None:
    with contextlib.suppress(ConnectionClosed):
        while True:
            socket.recv(60)
    assert socket.close_code == COME_BACK


def alive(server: RunningServer) -> set[str]:
    """The addresses at which the processes reach each other, when all are there.

    One that has just died is said to be alive for a while.
    """
    while True:
        rows = ask(server, "SELECT address FROM processes WHERE alive_until > "
                           "extract(epoch from clock_timestamp()) * 1000")  # fmt: skip
        addresses = {row["address"] for row in rows}
        if len(addresses) == PROCESSES and all(map(answers, addresses)):
            return addresses
        time.sleep(0.1)


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"http://{address}/healthz", timeout=0.5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def test_all_stop_together(tmp_path: Path, postgres_server: Postgres) -> None:
    with running(tmp_path, postgres_server.new_database(), processes=PROCESSES) as server:
        ann, _, _ = friends(server.url)
        pids = server.serving
        assert len(pids) == PROCESSES
        assert server.stop() == 0
        assert ann.hear_of("goodbye")
        for pid in pids:
            with pytest.raises(ProcessLookupError):
                os.kill(pid, 0)
        assert ask(server, "SELECT 1 FROM leases UNION ALL SELECT 1 FROM processes") == []
