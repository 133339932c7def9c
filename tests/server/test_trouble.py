"""Trouble: a database that is away or cannot be opened, a server that is busy when it must stop."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from tests.server.clients import Person, friends
from tests.server.postgres import Postgres
from tests.server.running import running
from watergate.cli import app


def test_while_the_database_is_away_requests_are_told_when_to_come_back(
    tmp_path: Path, postgres_server: Postgres
) -> None:
    with running(tmp_path, postgres_server.new_database(), workers=1) as server:
        ann, bob, game = friends(server.url)
        move = ann.moves[0]
        postgres_server.kill()
        try:
            problem = wait_for_trouble(ann)
            assert (problem["code"], problem["retry_after"]) == ("database_away", 2)
            for _ in range(20):
                assert ann.http.get("/api/me/games").status_code == 503
                refused = ann.move(move, key="the-same-move")
                assert refused["problem"]["code"] == "database_away"
                assert bob.answer(type="chat", game=game, text="Hm?")["type"] == "refused"
        finally:
            postgres_server.start()
        while (answer := ann.move(move, key="the-same-move"))["type"] == "refused":
            assert answer["problem"]["code"] == "database_away"
            time.sleep(0.1)
        assert answer["number"] == 2
        while bob.table["number"] < 2:  # over the connection that was open all the time
            bob.hear()
        said = server.said()
        assert "Traceback" not in said
        assert said.count("the database is away") <= 2  # the server, and its worker
        assert said.count("notifications are silent") == 1


def wait_for_trouble(person: Person) -> dict[str, object]:
    """Ask until a request meets the trouble; the problem it is told."""
    while (response := person.http.get("/api/me/games")).status_code == 200:
        time.sleep(0.05)
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "2"
    problem: dict[str, object] = response.json()["problem"]
    return problem


def test_a_database_that_cannot_be_opened_is_named_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("no folder")
    no_database = tmp_path / "text"
    no_database.write_text("this is no database, but quite some text " * 30)
    for database, reason in (
        (str(tmp_path / "a file" / "games.sqlite3"), "games.sqlite3: "),
        (str(no_database), "text: file is not a database"),
        ("postgresql://ann:secret@127.0.0.1:1/games", "ann:***@127.0.0.1:1/games: "),
    ):
        result = CliRunner().invoke(
            app, ["--lang", "en", "serve", "--port", "0", "--workers", "0", "--database", database]
        )
        assert result.exit_code == 2
        said = " ".join(result.output.split())
        assert "the database cannot be opened: " in said
        assert reason in said
        assert said.endswith("the setting `database` names it")
        assert "secret" not in said
        assert "Traceback" not in said


def answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/healthz", timeout=1).is_success
    except httpx.TimeoutException:
        return False


BUSY = """
import asyncio, sys
from watergate.server import running
from watergate.server.settings import Settings

running.END_SECONDS = 1

def busy():
    while True:
        pass

def ready(url, _):
    print(url, flush=True)
    asyncio.get_running_loop().call_later(0.1, busy)

running.serve(Settings(database=sys.argv[1], port=0, workers=0), ready)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ there")
def test_a_server_ends_when_told_whatever_it_is_doing(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", BUSY, str(tmp_path / "games.sqlite3")], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, env={"XDG_DATA_HOME": str(tmp_path), "PATH": ""},
    )  # fmt: skip
    assert process.stdout is not None
    url = process.stdout.readline().strip()
    while answers(url):
        pass
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "busy" in said  # the log says where it hung
