"""One real server and one real PostgreSQL for all tests of a worker that need no other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.clients import send_everyone_home
from tests.server.postgres import Postgres, postgres
from tests.server.running import RunningServer, running


@pytest.fixture(autouse=True)
def _nobody_stays() -> Iterator[None]:
    yield
    send_everyone_home()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with a worker, shared by tests that disturb nobody."""
    with running(tmp_path_factory.mktemp("server"), workers=1) as server:
        yield server


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "games.sqlite3")
    server: Postgres = request.getfixturevalue("postgres_server")
    return server.new_database()
