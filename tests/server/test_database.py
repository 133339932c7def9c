"""Connections and the schema, on real SQLite and real PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import subprocess
import sys
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from tests.server.postgres import Postgres
from tests.server.stores import one_game, opened, with_store
from watergate.server.storage import Store
from watergate.server.storage.database import (
    BadDatabase,
    Sqlite,
    connect_postgres,
    database_url,
    open_sqlite,
    schema_versions,
    upgrade,
)
from watergate.server.storage.schema import metadata

PATIENCE = 60.0


def test_migrations_lead_to_the_schema(database: str) -> None:
    async def work(store: Store) -> None:
        def compare(sync: Any) -> list[Any]:
            options = {"compare_type": True, "compare_server_default": True}
            context = MigrationContext.configure(sync, opts=options)
            return list(compare_metadata(context, metadata))

        assert await store.database.read(compare) == []
        await store.database.write(lambda connection: connection.execute(text("DROP TABLE chat")))
        assert await store.database.read(compare) != []

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


def test_a_machine_that_is_gone_in_a_transaction_keeps_nobody_out(
    postgres_server: Postgres,
) -> None:
    """It has written a row and says nothing any more: PostgreSQL ends that."""
    database = postgres_server.new_database()
    query = "INSERT INTO processes VALUES ('one', '127.0.0.1:1', 0)"

    async def run() -> None:
        async with opened(database) as store:
            gone = await connect_postgres(store.url)
            try:
                await gone.execute("BEGIN")
                await gone.execute(query)
                async with asyncio.timeout(PATIENCE):
                    await store.database.write(lambda there: there.exec_driver_sql(query))
            finally:
                gone.terminate()

    asyncio.run(run())


def test_sqlite_keeps_what_it_promises(tmp_path: Any) -> None:
    async def work(store: Store) -> None:
        def promises(connection: Connection) -> list[Any]:
            return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name, _ in PROMISES]

        expected = [value for _, value in PROMISES]
        assert await store.database.read(promises) == expected
        assert await store.database.write(promises) == expected
        other = Store(store.url)

        def look_on(_: Connection) -> None:  # a transaction that has written nothing yet
            assert isinstance(other.database, Sqlite)
            with other.database.reading.connect() as reads:  # which is not kept waiting
                assert reads.execute(text("SELECT 1")).scalar_one() == 1

        await store.database.write(look_on)

        def knock(_: Connection) -> None:
            with contextlib.closing(open_sqlite(store.url)) as outside:
                outside.execute("PRAGMA busy_timeout = 0")
                with pytest.raises(sqlite3.OperationalError, match="locked"):
                    outside.execute("BEGIN IMMEDIATE")

        await store.database.write(knock)
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
        ("games.sqlite3", "sqlite:///games.sqlite3"),
        ("sqlite:////srv/games.sqlite3", "sqlite:////srv/games.sqlite3"),
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
