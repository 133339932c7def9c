"""Connections to SQLite or PostgreSQL, and how each must behave.

SQLite: write-ahead log, every commit synced to the disk, and whoever writes says so when beginning,
so that two processes never find out in the middle. Readers have connections of their own.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    InterfaceError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from watergate.rules import WatergateError

BUSY_SECONDS = 30
CONNECT_SECONDS = 5
"""So long PostgreSQL is waited for before it counts as away."""
ONE_AT_A_TIME = 1974_06
"""The lock whoever changes the schema holds: several processes may be started at once."""
MIGRATIONS = Path(__file__).with_name("migrations")


class BadDatabase(WatergateError):
    """A database that cannot be used, and why."""


class DatabaseAway(Exception):
    """PostgreSQL does not answer."""


def is_away(error: BaseException) -> bool:
    """Whether an error says that the database cannot be reached now, and nothing worse."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    return isinstance(
        error,
        DatabaseAway | OperationalError | sqlite3.OperationalError | InterfaceError | NoConnection,
    )


def reason_of(error: BaseException) -> str:
    """What a database says is wrong, on one line and without what was to be stored."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig
    said = str(error).strip().splitlines()
    return said[0] if said else type(error).__name__


@contextlib.contextmanager
def opening(url: URL) -> Iterator[None]:
    """Say in one sentence that a database cannot be opened, and which setting names it."""
    try:
        yield
    except (SQLAlchemyError, DatabaseAway, OSError) as error:
        shown = url.database if is_sqlite(url) else url.render_as_string()
        raise BadDatabase(
            f"the database cannot be opened: {shown}: {reason_of(error)}; "
            "the setting `database` names it"
        ) from None


def database_url(text: str) -> URL:
    """The URL of a database, with the driver that is used here; a path means SQLite."""
    if "://" not in text:
        return URL.create("sqlite+aiosqlite", database=str(Path(text).expanduser()))
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise BadDatabase(f"{_harmless(text)!r} is no database; {ALLOWED}") from None
    backend = url.get_backend_name()
    if backend in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+asyncpg")
    if backend == "sqlite":
        return url.set(drivername="sqlite+aiosqlite")
    raise BadDatabase(f"{backend!r} is no database known here; {ALLOWED}")


ALLOWED = "allowed: a file, sqlite:///FILE, postgresql://USER:PASSWORD@HOST/NAME"


def _harmless(text: str) -> str:
    """A URL without what might be a password."""
    scheme, _, rest = text.partition("://")
    return f"{scheme}://...{rest.rpartition('@')[2]}" if "@" in rest else text


def is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def make_engine(url: URL, *, writes: bool, pool_size: int = 5) -> AsyncEngine:
    """A pool of connections; on SQLite, those that write take the lock when they begin."""
    if not is_sqlite(url):
        return create_async_engine(
            url, pool_size=pool_size, pool_pre_ping=True, pool_timeout=CONNECT_SECONDS,
            async_creator=lambda: connect_postgres(url),
        )  # fmt: skip
    if url.database and url.database != ":memory:":
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_async_engine(
        url,
        pool_size=1 if writes else pool_size,
        max_overflow=0 if writes else 10,
        connect_args={"timeout": BUSY_SECONDS},
    )
    _tame_sqlite(engine.sync_engine, writes=writes)
    return engine


async def connect_postgres(url: URL) -> asyncpg.Connection[asyncpg.Record]:
    """A connection to PostgreSQL; `DatabaseAway` where there is none to be had."""
    dsn = url.set(drivername="postgresql").render_as_string(hide_password=False)
    try:
        return await asyncpg.connect(dsn, timeout=CONNECT_SECONDS)
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise DatabaseAway(str(error) or type(error).__name__) from None


def open_sqlite(url: URL) -> sqlite3.Connection:
    """A connection that writes to SQLite, for a thread that does nothing else."""
    connection = sqlite3.connect(url.database or ":memory:", timeout=BUSY_SECONDS)
    _set_up_sqlite(connection)
    return connection


def _tame_sqlite(engine: Engine, *, writes: bool) -> None:
    event.listen(engine, "connect", _set_up_sqlite)
    begin = "BEGIN IMMEDIATE" if writes else "BEGIN"
    event.listen(engine, "begin", lambda connection: _begin(connection, begin))


def _set_up_sqlite(connection: Any, _: Any = None) -> None:
    connection.isolation_level = None  # transactions are begun by `_begin` alone
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection, statement: str) -> None:
    connection.exec_driver_sql(statement)


# The schema's version


async def upgrade(url: URL) -> None:
    """Bring the schema to this program's version."""
    await _with_alembic(url, lambda config: command.upgrade(config, "head"))


async def schema_versions(url: URL) -> tuple[str | None, str | None]:
    """The version the database has, and the one this program needs."""
    engine = make_engine(url, writes=False)
    try:
        async with engine.connect() as connection:
            has = await connection.run_sync(
                lambda sync: MigrationContext.configure(sync).get_current_revision()
            )
    finally:
        await engine.dispose()
    return has, ScriptDirectory(str(MIGRATIONS)).get_current_head()


async def _with_alembic(url: URL, action: Any) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = make_engine(url, writes=True)
    try:
        async with engine.connect() as connection:

            def run(sync: Connection) -> None:
                if not is_sqlite(url):  # where `BEGIN IMMEDIATE` does it
                    sync.exec_driver_sql(f"SELECT pg_advisory_xact_lock({ONE_AT_A_TIME})")
                config.attributes["connection"] = sync
                action(config)

            await connection.run_sync(run)
            await connection.commit()
    finally:
        await engine.dispose()
        await asyncio.sleep(0)
