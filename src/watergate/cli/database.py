"""`watergate db`: care for the database of a server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy.engine import URL

from watergate.server.bells import Bell
from watergate.server.hall import Hall
from watergate.server.house import editions
from watergate.server.settings import Settings
from watergate.server.storage import Store, maintenance
from watergate.server.storage.database import BadDatabase, database_url, schema_versions, upgrade

from .common import FAILED, out, progress_bar, say, words
from .server import Config, Database, settings_of

app = typer.Typer(
    no_args_is_help=True, help="Care for the database: upgrade, backup, restore, check, export."
)


@app.command("upgrade")
def upgrade_command(database: Database = None, config: Config = None) -> None:
    """Bring the database to this program's version; a new one is made."""
    url = _url(database, config)

    async def run() -> None:
        before, needed = await schema_versions(url)
        await upgrade(url)
        key = "cli.db_current" if before == needed else "cli.db_upgraded"
        say(words(key, version=needed or "?"))

    asyncio.run(run())


@app.command("backup")
def backup_command(
    file: Annotated[Path, typer.Argument(help="Where to write it: a SQLite file.")],
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Even if there is such a file already.")
    ] = False,
    database: Database = None,
    config: Config = None,
) -> None:
    """Write everything to one file, while the server goes on."""
    url = _url(database, config)
    if file.exists() and not overwrite:
        raise BadDatabase(words("cli.db_exists", file=str(file)))

    async def run() -> None:
        await _must_be_current(url)
        total = await maintenance.count_rows(url)
        with progress_bar(words("cli.db_copying"), total) as (bar, task):
            await maintenance.backup(url, file, lambda n: bar.advance(task, n))

    asyncio.run(run())
    say(words("cli.db_backed_up", file=str(file)))


@app.command("restore")
def restore_command(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    database: Database = None,
    config: Config = None,
) -> None:
    """Fill an empty database with a backup."""
    url = _url(database, config)

    async def run() -> None:
        with progress_bar(words("cli.db_copying"), 0) as (bar, task):
            await maintenance.restore(file, url, lambda n: bar.advance(task, n))

    asyncio.run(run())
    say(words("cli.db_restored", file=str(file)))


@app.command("check")
def check_command(database: Database = None, config: Config = None) -> None:
    """Replay every game, and tell what does not fit."""
    found: list[maintenance.Fault] = []
    games = 0

    async def work(hall: Hall, progress: maintenance.Progress) -> None:
        nonlocal games
        games = await hall.store.count_games()
        found.extend(await maintenance.check(hall, progress))

    asyncio.run(_with_games(settings_of(config, None, database=database), work))
    for fault in found:
        out().print(f"{fault.game}: {fault.what}", soft_wrap=True)
    say(words("cli.db_checked", games=games, faults=len(found)))
    if found:
        raise typer.Exit(FAILED)


@app.command("export")
def export_command(
    folder: Annotated[Path, typer.Argument(help="Where the records go.")],
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help="Games that go on too, with all their secrets.")
    ] = False,
    database: Database = None,
    config: Config = None,
) -> None:
    """Write the records of all finished games to a folder."""
    count = 0

    async def work(hall: Hall, progress: maintenance.Progress) -> None:
        nonlocal count
        count = await maintenance.export(hall, folder, progress, unfinished=unfinished)

    asyncio.run(_with_games(settings_of(config, None, database=database), work))
    say(words("cli.db_exported", games=count, folder=str(folder)))


def _url(database: str | None, config: Path | None) -> URL:
    return database_url(settings_of(config, None, database=database).database)


async def _must_be_current(url: URL) -> None:
    has, needed = await schema_versions(url)
    if has != needed:
        raise BadDatabase(words("cli.db_other_version", has=has or "-", needed=needed or "?"))


async def _with_games(
    settings: Settings, work: Callable[[Hall, maintenance.Progress], Awaitable[None]]
) -> None:
    url = database_url(settings.database)
    await _must_be_current(url)
    async with _opened(url) as store:
        hall = Hall(store, editions(settings), Bell())
        total = await store.count_games()
        with progress_bar(words("cli.db_games"), total) as (bar, task):
            await work(hall, lambda n: bar.advance(task, n))


@asynccontextmanager
async def _opened(url: URL) -> AsyncIterator[Store]:
    store = Store(url)
    try:
        yield store
    finally:
        await store.close()
