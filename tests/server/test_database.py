"""Connections and the schema, on real SQLite and real PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from tests.server.stores import one_game, opened, with_store
from watergate.server.storage import Store
from watergate.server.storage.database import (
    BadDatabase,
    database_url,
    open_sqlite,
    schema_versions,
    upgrade,
)
from watergate.server.storage.schema import metadata


def test_migrations_lead_to_the_schema(database: str) -> None:
    async def work(store: Store) -> None:
        def compare(sync: Any) -> list[Any]:
            options = {"compare_type": True, "compare_server_default": True}
            context = MigrationContext.configure(sync, opts=options)
            return list(compare_metadata(context, metadata))

        async with store.reading.connect() as connection:
            assert await connection.run_sync(compare) == []
            await connection.rollback()
        async with store.writing.begin() as connection:
            await connection.execute(text("DROP TABLE chat"))
        async with store.reading.connect() as connection:
            assert await connection.run_sync(compare) != []

    with_store(database, work)


def test_an_empty_database_is_upgraded_and_a_current_one_left_alone(database: str) -> None:
    async def run() -> None:
        url = database_url(database)
        has, needs = await schema_versions(url)
        assert has is None
        assert needs is not None
        await upgrade(url)
        assert await schema_versions(url) == (needs, needs)
        async with opened(database) as store:  # upgrades again
            await one_game(store)
        async with opened(database) as store:
            assert await store.game("game01") is not None
        assert await schema_versions(url) == (needs, needs)

    asyncio.run(run())


def test_several_processes_may_upgrade_at_once(database: str) -> None:
    program = (
        "import asyncio, sys; from watergate.server.storage.database import database_url, upgrade; "
        "asyncio.run(upgrade(database_url(sys.argv[1])))"
    )
    command = [sys.executable, "-c", program, database]
    processes = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for _ in range(2)
    ]
    said = [process.communicate(timeout=300)[0].decode() for process in processes]
    assert [process.returncode for process in processes] == [0, 0], said
    has, needs = asyncio.run(schema_versions(database_url(database)))
    assert has == needs


PROMISES = (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1))


def test_sqlite_keeps_what_it_promises(tmp_path: Any) -> None:
    async def work(store: Store) -> None:
        for engine in (store.writing, store.reading):
            async with engine.connect() as connection:
                for pragma, value in PROMISES:
                    found = await connection.exec_driver_sql(f"PRAGMA {pragma}")
                    assert found.scalar_one() == value, pragma
        async with store.writing.connect() as holds:
            await holds.execute(text("SELECT 1"))  # a transaction that has written nothing yet
            other = Store(database_url(f"{store.url.database}"))
            try:
                await other.ping()  # readers are not kept waiting
                async with other.writing.connect() as waits:
                    raw = await waits.get_raw_connection()
                    assert raw.driver_connection is not None
                    await raw.driver_connection.execute("PRAGMA busy_timeout = 0")
                    with pytest.raises(DBAPIError, match="locked"):
                        await waits.execute(text("SELECT 1"))
            finally:
                await other.close()

    with_store(str(tmp_path / "games.sqlite3"), work)


def test_the_thread_that_writes_to_sqlite_promises_the_same(tmp_path: Any) -> None:
    url = database_url(str(tmp_path / "games.sqlite3"))
    with contextlib.closing(open_sqlite(url)) as connection:
        for pragma, value in PROMISES:
            assert connection.execute(f"PRAGMA {pragma}").fetchone() == (value,), pragma
        connection.execute("SELECT 1")
        assert not connection.in_transaction  # it begins and ends them itself


@pytest.mark.parametrize(
    ("text_", "expected"),
    [
        ("games.sqlite3", "sqlite+aiosqlite:///games.sqlite3"),
        ("sqlite:////srv/games.sqlite3", "sqlite+aiosqlite:////srv/games.sqlite3"),
        ("postgresql://u:p@h/n", "postgresql+asyncpg://u:p@h/n"),
        ("postgresql+psycopg2://u:p@h/n", "postgresql+asyncpg://u:p@h/n"),
    ],
)
def test_names_of_databases(text_: str, expected: str) -> None:
    assert database_url(text_).render_as_string(hide_password=False) == expected


@pytest.mark.parametrize("text_", ["mysql://me:secret@host/games", "://me:secret@host"])
def test_what_is_no_database_is_refused_without_its_password(text_: str) -> None:
    with pytest.raises(BadDatabase, match="allowed: a file") as refused:
        database_url(text_)
    assert "secret" not in str(refused.value)
