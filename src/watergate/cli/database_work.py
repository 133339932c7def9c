"""What `watergate db` does: the part of it that needs the server's packages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy.engine import URL

from watergate.server import maintenance
from watergate.server.live.restoring import editions
from watergate.server.maintenance import Fault
from watergate.server.settings import Settings
from watergate.server.storage import Store
from watergate.server.storage.database import BadDatabase, database_url, schema_versions, upgrade

from .common import progress_bar, say, words


async def upgrade_database(settings: Settings) -> None:
    url = database_url(settings.database)
    before, needed = await schema_versions(url)
    await upgrade(url)
    key = "cli.db_current" if before == needed else "cli.db_upgraded"
    say(words(key, version=needed or "?"))


async def back_up(settings: Settings, file: Path, overwrite: bool) -> None:
    url = database_url(settings.database)
    if file.exists() and not overwrite:
        raise BadDatabase(words("cli.db_exists", file=str(file)))
    await _must_be_current(url)
    total = await maintenance.count_rows(url)
    with progress_bar(words("cli.db_copying"), total) as (bar, task):
        await maintenance.backup(url, file, lambda n: bar.advance(task, n))


async def restore(settings: Settings, file: Path) -> None:
    url = database_url(settings.database)
    with progress_bar(words("cli.db_copying"), 0) as (bar, task):
        await maintenance.restore(file, url, lambda n: bar.advance(task, n))


async def check(settings: Settings) -> tuple[int, list[Fault]]:
    """The number of games, and what does not fit in them."""
    async with _games(settings) as (store, progress):
        count = await store.count_games()
        return count, await maintenance.check(store, editions(settings), progress)


async def export(settings: Settings, folder: Path, unfinished: bool) -> int:
    """The number of records written."""
    async with _games(settings) as (store, progress):
        known = editions(settings)
        return await maintenance.export(store, known, folder, progress, unfinished=unfinished)


async def _must_be_current(url: URL) -> None:
    has, needed = await schema_versions(url)
    if has != needed:
        raise BadDatabase(words("cli.db_other_version", has=has or "-", needed=needed or "?"))


@asynccontextmanager
async def _games(settings: Settings) -> AsyncIterator[tuple[Store, maintenance.Progress]]:
    """All games of the database, and a bar that counts those that are done."""
    url = database_url(settings.database)
    await _must_be_current(url)
    store = Store(url)
    try:
        total = await store.count_games()
        with progress_bar(words("cli.db_games"), total) as (bar, task):
            yield store, lambda n: bar.advance(task, n)
    finally:
        await store.close()
