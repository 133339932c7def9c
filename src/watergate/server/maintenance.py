"""Maintenance of the database: backup and restore, checking and exporting every game.

A backup is a SQLite file with the same tables, whatever the database is: it can be served as it is,
or restored into any empty database.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, func, insert, select
from sqlalchemy.engine import URL

from watergate.edition import Side
from watergate.rules import WatergateError

from .live.restoring import Editions, restored
from .live.shelf import Shelf
from .model import State
from .records import record_of
from .storage import GameRow, Store, schema
from .storage.database import (
    UNHURRIED,
    database_url,
    is_sqlite,
    open_sqlite,
    opened,
    sqlite_engine,
    upgrade,
)
from .tables import Table

AT_ONCE = 1_000

Progress = Callable[[int], None]
"""Hears how many more have been done."""


@dataclass(frozen=True, slots=True)
class Fault:
    game: str
    what: str


async def backup(source: URL, file: Path, progress: Progress) -> None:
    """Write all that is stored to a file, whole or not at all; the server may go on meanwhile."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".backup-")
    os.close(handle)
    os.unlink(name)
    target = database_url(name)
    try:
        await upgrade(target)
        await _copy(source, target, progress)
        _fold_log_in(target)
        os.replace(name, file)
    finally:
        for left in (name, f"{name}-wal", f"{name}-shm"):
            Path(left).unlink(missing_ok=True)


async def restore(file: Path, target: URL, progress: Progress) -> None:
    """Fill an empty database with a backup."""
    if not file.is_file():
        raise WatergateError(f"{file}: there is no such file")
    await upgrade(target)
    store = Store(target)
    try:
        if await store.all_games(limit=1):
            raise WatergateError("the database has games already; a backup goes into an empty one")
    finally:
        await store.close()
    await _copy(database_url(str(file)), target, progress)


async def _copy(source: URL, target: URL, progress: Progress) -> None:
    """Copy all that lasts, from one moment and in one go. One of the two is a SQLite file, which
    is open meanwhile."""
    file, other = (target, source) if is_sqlite(target) else (source, target)
    engine = sqlite_engine(file, writes=file is target)

    def copy(there: Connection) -> None:
        with engine.begin() as here:
            old, new = (there, here) if file is target else (here, there)
            if not is_sqlite(other):
                there.exec_driver_sql(UNHURRIED)
            if not is_sqlite(source):
                old.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            for table in schema.LASTING:
                new.execute(table.delete())
                _copy_table(old, new, table.name, progress)

    try:
        async with opened(other) as database:
            await (database.read if file is target else database.write)(copy)
    finally:
        engine.dispose()


def _copy_table(old: Connection, new: Connection, name: str, progress: Progress) -> None:
    table = schema.metadata.tables[name]
    result = old.execution_options(yield_per=AT_ONCE).execute(select(table))
    for rows in result.partitions():
        new.execute(insert(table), [dict(row._mapping) for row in rows])
        progress(len(rows))


def _fold_log_in(url: URL) -> None:
    """Leave one file behind: a copy of it alone is complete."""
    with contextlib.closing(open_sqlite(url)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


async def count_rows(url: URL) -> int:
    """How much a backup has to copy."""

    def count(connection: Connection) -> int:
        return sum(
            connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in schema.LASTING
        )

    async with opened(url) as database:
        return await database.read(count)


async def check(store: Store, editions: Editions, progress: Progress) -> list[Fault]:
    """Replay every game; what is wrong with which."""
    faults = []
    async for row in _games(store):
        try:
            table = await replayed(store, editions, row)
            faults += [Fault(row.id, what) for what in _differences(row, table)]
        except Exception as error:  # whatever it is, the other games are looked at too
            faults.append(Fault(row.id, f"{type(error).__name__}: {error}"))
        progress(1)
    return faults


async def export(
    store: Store, editions: Editions, folder: Path, progress: Progress, *, unfinished: bool = False
) -> int:
    """Write a record of every finished game to a folder; how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    async for row in _games(store):
        if row.state is State.OVER or unfinished:
            text = record_of(await replayed(store, editions, row))
            (folder / f"{row.id}.wg").write_text(text, encoding="utf-8")
            count += 1
        progress(1)
    return count


async def replayed(store: Store, editions: Editions, row: GameRow) -> Table:
    """The table of a game, made of its acts alone."""
    found = await store.game(row.id)
    assert found is not None
    table = restored(*found, await Shelf(editions, store).find(row.edition))
    for act in await store.acts(row.id):
        if act.number != table.number + 1:
            raise WatergateError(f"act {table.number + 1} is missing")
        table.fold(act)
    return table


def _differences(row: GameRow, table: Table) -> list[str]:
    """Where the lists do not say what the acts lead to."""
    ending = table.ending
    derived = {
        "winner": None if ending is None else ending.winner,
        "way": None if ending is None else ending.way,
    }
    if table.number < 1:
        return ["it has no acts"]
    return [
        f"{name} is {_shown(getattr(row, name))}, but the acts lead to {_shown(value)}"
        for name, value in derived.items()
        if getattr(row, name) != value
    ]


def _shown(value: Side | str | None) -> str:
    return repr(None if value is None else str(value))


async def _games(store: Store) -> AsyncIterator[GameRow]:
    last = ""
    while rows := await store.all_games(after=last):
        for row in rows:
            yield row
        last = rows[-1].id
