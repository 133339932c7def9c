"""`Database`: SQLite or PostgreSQL, with its threads, transactions and migrations.

Work is a function of a connection, in one transaction. On SQLite it is done in threads, in one go:
one writes, others read. Through an asynchronous driver every statement would wait for the loop.
SQLite has a write-ahead log, every commit is synced to the disk, and whoever writes says so when
beginning, so that two processes never find out in the middle.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sqlite3
import sys
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    InterfaceError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import create_async_engine

from watergate.rules import WatergateError

BUSY_SECONDS = 30
CONNECT_SECONDS = 5
"""So long PostgreSQL is waited for before it counts as away, also in the middle of something; and
so long it waits for us in the middle of a transaction."""
ONE_AT_A_TIME = 1974_06
"""The lock whoever changes the schema holds: several processes may be started at once."""
MIGRATIONS = Path(__file__).with_name("migrations")
READERS = 4
"""Threads that read from SQLite."""

Result = TypeVar("Result")
Work = Callable[[Connection], Result]


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
        return URL.create("sqlite", database=str(Path(text).expanduser()))
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise BadDatabase(f"{_harmless(text)!r} is no database; {ALLOWED}") from None
    backend = url.get_backend_name()
    if backend in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+asyncpg")
    if backend == "sqlite":
        return url.set(drivername="sqlite")
    raise BadDatabase(f"{backend!r} is no database known here; {ALLOWED}")


ALLOWED = "allowed: a file, sqlite:///FILE, postgresql://USER:PASSWORD@HOST/NAME"


def _harmless(text: str) -> str:
    """A URL without what might be a password."""
    scheme, _, rest = text.partition("://")
    return f"{scheme}://...{rest.rpartition('@')[2]}" if "@" in rest else text


def is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


class Database(ABC):
    """Where work is done; `close` it in the end."""

    def __init__(self, url: URL) -> None:
        self.url = url

    @abstractmethod
    async def read(self, work: Work[Result]) -> Result:
        """Have something looked up."""

    @abstractmethod
    async def write(self, work: Work[Result]) -> Result:
        """Have something changed, all of it or nothing."""

    @abstractmethod
    async def close(self) -> None: ...


def open_database(url: URL) -> Database:
    return Sqlite(url) if is_sqlite(url) else Postgres(url)


@contextlib.asynccontextmanager
async def opened(url: URL) -> AsyncIterator[Database]:
    """A database for the length of a `with`."""
    database = open_database(url)
    try:
        yield database
    finally:
        await database.close()


class Sqlite(Database):
    """A file; nothing is opened before it is needed."""

    def __init__(self, url: URL) -> None:
        super().__init__(url)
        self.writing, self.reading = sqlite_engine(url, writes=True), sqlite_engine(url)
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._writer = ThreadPoolExecutor(1, "writer")

    async def read(self, work: Work[Result]) -> Result:
        return await self._in(self._readers, self._read, work)

    def _read(self, work: Work[Result]) -> Result:
        with self.reading.connect() as connection:
            return work(connection)

    async def write(self, work: Work[Result]) -> Result:
        return await self.in_writer(self._write, work)

    def _write(self, work: Work[Result]) -> Result:
        with self.writing.begin() as connection:
            return work(connection)

    async def in_writer(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Call a function in the thread that writes, where it keeps nobody out."""
        return await self._in(self._writer, function, *arguments)

    async def _in(
        self, threads: ThreadPoolExecutor, function: Callable[..., Result], *arguments: Any
    ) -> Result:
        return await asyncio.get_running_loop().run_in_executor(threads, function, *arguments)

    async def close(self) -> None:
        for threads, engine in ((self._readers, self.reading), (self._writer, self.writing)):
            threads.shutdown()
            engine.dispose()


class Postgres(Database):
    """A server, through a pool of connections."""

    def __init__(self, url: URL) -> None:
        super().__init__(url)
        self.engine = create_async_engine(
            url, pool_size=5, pool_pre_ping=True, pool_timeout=CONNECT_SECONDS,
            async_creator=lambda: connect_postgres(url),
        )  # fmt: skip

    async def read(self, work: Work[Result]) -> Result:
        async with self.engine.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Work[Result]) -> Result:
        async with self.engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        await self.engine.dispose()


def sqlite_engine(url: URL, *, writes: bool = False) -> Engine:
    """A pool of connections to SQLite; those that write take the lock when they begin."""
    if url.database and url.database != ":memory:":
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(
        url, pool_size=1 if writes else READERS, connect_args={"timeout": BUSY_SECONDS}
    )
    event.listen(engine, "connect", _set_up_sqlite)
    begin = "BEGIN IMMEDIATE" if writes else "BEGIN"
    event.listen(engine, "begin", lambda connection: _begin(connection, begin))
    return engine


async def connect_postgres(url: URL) -> asyncpg.Connection[asyncpg.Record]:
    """A connection to PostgreSQL; `DatabaseAway` where there is none to be had."""
    dsn = url.set(drivername="postgresql").render_as_string(hide_password=False)
    try:
        connection = await asyncpg.connect(dsn, timeout=CONNECT_SECONDS)
        try:
            await connection.execute(_SESSION, timeout=CONNECT_SECONDS)
        except BaseException:
            connection.terminate()
            raise
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise DatabaseAway(str(error) or type(error).__name__) from None
    _end_in_silence(connection)
    return connection


_SESSION = f"""
    SET idle_in_transaction_session_timeout = '{CONNECT_SECONDS}s';
    SET tcp_keepalives_idle = {CONNECT_SECONDS};
    SET tcp_keepalives_interval = {CONNECT_SECONDS};
    SET tcp_keepalives_count = 3;
"""
"""What PostgreSQL is told: to let go of what a machine held that is gone."""


def _end_in_silence(connection: Any) -> None:
    """Have a connection end when PostgreSQL's machine is gone, or the way there: neither says so.

    By itself the system would try for a quarter of an hour, and whoever asks would wait so long.
    """
    line = connection._transport.get_extra_info("socket")
    if line.family == getattr(socket, "AF_UNIX", None) or sys.platform != "linux":
        return
    line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in (
        (socket.TCP_KEEPIDLE, CONNECT_SECONDS), (socket.TCP_KEEPINTVL, 1),
        (socket.TCP_USER_TIMEOUT, CONNECT_SECONDS * 1000),
    ):  # fmt: skip
        line.setsockopt(socket.IPPROTO_TCP, option, value)


UNHURRIED = "SET LOCAL idle_in_transaction_session_timeout = 0"
"""For a transaction in which something else takes its time."""


def open_sqlite(url: URL) -> sqlite3.Connection:
    """A connection that writes to SQLite, for a thread that does nothing else."""
    connection = sqlite3.connect(url.database or ":memory:", timeout=BUSY_SECONDS)
    _set_up_sqlite(connection)
    return connection


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
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))

    def run(connection: Connection) -> None:
        if not is_sqlite(url):  # where `BEGIN IMMEDIATE` does it
            connection.exec_driver_sql(UNHURRIED)
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({ONE_AT_A_TIME})")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")

    async with opened(url) as database:
        await database.write(run)


async def schema_versions(url: URL) -> tuple[str | None, str | None]:
    """The version the database has, and the one this program needs."""
    async with opened(url) as database:
        has = await database.read(
            lambda connection: MigrationContext.configure(connection).get_current_revision()
        )
    return has, ScriptDirectory(str(MIGRATIONS)).get_current_head()
