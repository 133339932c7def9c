"""Several machines behind a proxy: here servers with addresses of their own, one PostgreSQL, and a
proxy that sends every connection to the next of them that takes it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from websockets.asyncio.client import ClientConnection

from tests.server.clients import until
from tests.server.crash_players import Harness, Player
from tests.server.postgres import Postgres
from tests.server.running import RunningServer, running
from watergate.server.storage.database import database_url, upgrade

MACHINES = ("127.0.0.2", "127.0.0.3")
PAIRS = 3
SOME = 10
"""Acknowledgements after which games count as going on."""
PATIENCE = 180.0

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="elsewhere loopback has one address unless told otherwise"
)


class Proxy:
    """Passes bytes on, as a proxy does that asks each machine in turn."""

    def __init__(self, machines: list[RunningServer]) -> None:
        self._turns = itertools.cycle(machines)
        self._count = len(machines)

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[str]:
        """Its address."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        async with server:
            yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for machine in itertools.islice(self._turns, self._count):
            host, _, port = machine.url.removeprefix("http://").partition(":")
            with contextlib.suppress(ConnectionRefusedError):
                there = await asyncio.open_connection(host, int(port))
                await asyncio.gather(_pass(reader, there[1]), _pass(there[0], writer))
                return
        writer.close()


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        with contextlib.suppress(OSError):
            while part := await reader.read(65_536):
                writer.write(part)
                await writer.drain()
    finally:
        writer.close()


class Friend(Player):
    """Never takes back, so that nobody decides too late."""

    async def _decide(self, socket: ClientConnection) -> None:
        self._status = {**self._status, "can_take_back": False}
        await super()._decide(socket)


async def keep_playing(harness: Harness) -> None:
    """Two friends play one game after the other."""
    ann, bob = Friend(harness), Friend(harness)
    try:
        await ann.arrive()
        await bob.arrive()
        while True:
            made = await ann.new_game("me", "friend")
            await bob.accept(made, "nixon")
            await asyncio.gather(ann.play(made["id"]), bob.play(made["id"]))
    finally:
        await ann.close()
        await bob.close()


async def go_on(harness: Harness, playing: list[asyncio.Task[None]]) -> None:
    """Wait until in as many games as are played at once more has been acknowledged."""
    known = len(harness.ledger.acknowledged)
    async with asyncio.timeout(PATIENCE):
        while True:
            for task in playing:
                if task.done():
                    task.result()
            news = [game for game, _ in list(harness.ledger.acknowledged)[known:]]
            if sum(news.count(game) >= SOME for game in set(news)) >= PAIRS:
                return
            await asyncio.sleep(0.05)


async def ask(database: str, query: str) -> list[Any]:
    connection = await asyncpg.connect(database)
    try:
        return list(await connection.fetch(query))
    finally:
        await connection.close()


async def holders(database: str) -> set[str]:
    """The machines that have games."""
    query = "SELECT DISTINCT address FROM leases JOIN processes ON processes.id = leases.process"
    return {row["address"].partition(":")[0] for row in await ask(database, query)}


async def stop(machine: RunningServer) -> None:
    assert await asyncio.to_thread(machine.stop) == 0


def test_games_go_on_while_machines_come_and_go(tmp_path: Path, postgres_server: Postgres) -> None:
    database = postgres_server.new_database()
    machines = []
    for host in MACHINES:
        (tmp_path / host).mkdir()
        machines.append(RunningServer(tmp_path / host, database, host=host, peer_host=host))
    one, two = machines

    async def run() -> Harness:
        harness = Harness(1974)
        async with Proxy(machines).open() as harness.url:
            playing = [asyncio.create_task(keep_playing(harness)) for _ in range(PAIRS)]
            try:
                steps: list[Callable[[], Awaitable[None]]] = [
                    lambda: asyncio.to_thread(two.start),
                    lambda: asyncio.to_thread(one.kill),
                    lambda: asyncio.to_thread(one.start),
                    lambda: stop(two),
                ]
                for step in steps:
                    await go_on(harness, playing)
                    await step()
                await go_on(harness, playing)
                assert await holders(database) == {MACHINES[0]}
            finally:
                for task in playing:
                    task.cancel()
                await asyncio.gather(*playing, return_exceptions=True)
        return harness

    try:
        one.start()
        two.url = f"http://{MACHINES[1]}:{one.url.rpartition(':')[2]}"  # nobody is there yet
        harness = asyncio.run(run())
    finally:
        one.kill()
        if two.process is not None:
            two.kill()
    ledger = harness.ledger
    rows = asyncio.run(ask(database, "SELECT game, key, number FROM acts WHERE key IS NOT NULL"))
    stored = {(row["game"], row["key"]): row["number"] for row in rows}
    assert {known: stored.get(known) for known in ledger.acknowledged} == ledger.acknowledged
    assert ledger.faults == []
    assert ledger.refused == {}, "nobody meets `stale`"


@pytest.mark.parametrize("stranger", ["127.0.0.1:1", "192.0.2.7:1974"])
def test_machines_that_cannot_reach_each_other_do_not_begin(
    tmp_path: Path, postgres_server: Postgres, stranger: str
) -> None:
    """Without `peer_host` there and here, or here: each would take the other for dead."""
    database = postgres_server.new_database()
    asyncio.run(upgrade(database_url(database)))
    asyncio.run(ask(database, f"INSERT INTO processes VALUES ('other', '{stranger}', 1e15)"))
    said = serve_in_vain(tmp_path, database)
    assert f"the server process at {stranger} and this one, at 127.0.0.1:" in said
    assert "`peer_host`" in said


@pytest.mark.parametrize(
    ("host", "reason"), [("0.0.0.0", "is every address"), ("192.0.2.7", "cannot listen on")]
)
def test_a_machine_has_one_address_for_others(
    tmp_path: Path, postgres_server: Postgres, host: str, reason: str
) -> None:
    said = serve_in_vain(tmp_path, postgres_server.new_database(), peer_host=host)
    assert "setting peer_host: " in said
    assert reason in said


def serve_in_vain(folder: Path, database: str, **settings: Any) -> str:
    """Start a server that ends at once; what it says."""
    command = [sys.executable, "-m", "watergate", "serve", "--database", database, "--workers", "0"]
    for name, value in {"port": 0, **settings}.items():
        command += ["--set", f"{name}={value}"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=folder, timeout=PATIENCE
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    return " ".join(done.stderr.split())


def test_a_process_that_has_just_died_keeps_nobody_from_beginning(
    tmp_path: Path, postgres_server: Postgres
) -> None:
    database = postgres_server.new_database()
    asyncio.run(upgrade(database_url(database)))
    asyncio.run(ask(database, "INSERT INTO processes SELECT 'other', '127.0.0.1:1', "
                              "extract(epoch from clock_timestamp()) * 1000 + 1500"))  # fmt: skip
    with running(tmp_path, database) as server:
        assert server.serving


def test_who_is_taken_for_dead_says_why(tmp_path: Path, postgres_server: Postgres) -> None:
    with running(tmp_path, postgres_server.new_database()) as server:
        asyncio.run(ask(server.database, "DELETE FROM processes"))
        until(lambda: "took it for dead: see `peer_host`" in server.said())
