"""Group commit: acts of several games that arrive together are stored in one transaction.

A request is done when the commit that holds it is. If one of a batch cannot be stored, each is
tried alone, so that nobody fails for another's sake.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Executable, bindparam, delete, insert, update
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import IntegrityError

from . import schema
from .database import Database, Sqlite, is_away, open_sqlite

MOST_AT_ONCE = 500


class Conflict(Exception):
    """Somebody else has stored an act with this number."""


@dataclass(slots=True)
class Request:
    """What one game wants stored, all or nothing."""

    acts: list[dict[str, Any]]
    game: dict[str, Any] | None
    """The new values of its row in `games`, for lists; under `_id` and `_number` which it is.

    What is said of a later act is never overwritten by what comes late from another process.
    """
    jobs: list[dict[str, Any]] = field(default_factory=list)
    jobs_done: list[dict[str, Any]] = field(default_factory=list)
    """Under `_id`: jobs that are done with this."""
    is_stored: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


_INSERT_ACTS = insert(schema.acts)
_INSERT_JOBS = insert(schema.jobs)
_DELETE_JOBS = delete(schema.jobs).where(schema.jobs.c.id == bindparam("_id"))
_UPDATE_GAMES = (
    update(schema.games)
    .where(schema.games.c.id == bindparam("_id"), schema.games.c.number <= bindparam("_number"))
    .values({name: bindparam(name) for name in (
        "changed_at", "state", "number", "decider", "winner", "way")})
)  # fmt: skip


_TEXTS: dict[Executable, str] = {
    statement: str(statement.compile(dialect=sqlite.dialect(paramstyle="named")))
    for statement in (_INSERT_ACTS, _INSERT_JOBS, _DELETE_JOBS, _UPDATE_GAMES)
}
"""As SQLite reads them."""
_Rows = Sequence[dict[str, Any]]
_Execute = Callable[[Executable, _Rows], object]


class Writer:
    """Stores requests in batches. On SQLite it has a connection of its own, with statements that
    stay prepared."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lane = _Lane(database) if isinstance(database, Sqlite) else None
        self._waiting: list[Request] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._is_closing = False
        self.commits = 0

    async def store(self, request: Request) -> None:
        """Returns when it is stored; raises `Conflict`, and whatever the database says."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="writer")
        self._waiting.append(request)
        self._wake.set()
        await request.is_stored

    async def close(self) -> None:
        """Store what is waiting, then stop."""
        self._is_closing = True
        self._wake.set()
        if self._task is not None:
            await self._task
        if self._lane is not None:
            await self._lane.close()

    async def _run(self) -> None:
        while not (self._is_closing and not self._waiting):
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                batch, self._waiting = (
                    self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:],
                )  # fmt: skip
                await self._store_batch(batch)

    async def _store_batch(self, batch: Sequence[Request]) -> None:
        try:
            await self._commit(batch)
        except Exception as error:
            if len(batch) > 1 and not is_away(error):
                for request in batch:
                    await self._store_batch([request])
                return
            is_conflict = isinstance(error, IntegrityError | sqlite3.IntegrityError)
            _settle(batch, Conflict() if is_conflict else error)
        else:
            self.commits += 1
            _settle(batch, None)

    async def _commit(self, batch: Sequence[Request]) -> None:
        if self._lane is not None:
            await self._lane.commit(batch)
        else:
            await self._database.write(lambda connection: _write(connection.execute, batch))


class _Lane:
    """A connection of the thread that writes to SQLite, which keeps the statements prepared."""

    def __init__(self, database: Sqlite) -> None:
        self._database = database
        self._connection: sqlite3.Connection | None = None

    async def commit(self, batch: Sequence[Request]) -> None:
        await self._database.in_writer(self._commit, batch)

    def _commit(self, batch: Sequence[Request]) -> None:
        if self._connection is None:
            self._connection = open_sqlite(self._database.url)
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            _write(self._execute, batch)
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")

    def _execute(self, statement: Executable, rows: _Rows) -> None:
        assert self._connection is not None
        self._connection.executemany(_TEXTS[statement], rows)

    async def close(self) -> None:
        await self._database.in_writer(self._hang_up)

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()


def _write(execute: _Execute, batch: Sequence[Request]) -> None:
    if acts := [act for request in batch for act in request.acts]:
        execute(_INSERT_ACTS, acts)
    if done := [job for request in batch for job in request.jobs_done]:
        execute(_DELETE_JOBS, done)
    if jobs := [job for request in batch for job in request.jobs]:
        execute(_INSERT_JOBS, jobs)
    if rows := [request.game for request in batch if request.game is not None]:
        execute(_UPDATE_GAMES, rows)


def _settle(batch: Sequence[Request], error: Exception | None) -> None:
    for request in batch:
        with contextlib.suppress(asyncio.InvalidStateError):  # nobody waits any more
            if error is None:
                request.is_stored.set_result(None)
            else:
                request.is_stored.set_exception(error)
