"""`watergate db`: care for the database of a server. The work is in `database_work.py`."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from .common import FAILED, needs, out, say, words
from .program import App
from .server import Config, Database, settings_of

app = App()


@app.command("upgrade")
def upgrade_command(database: Database = None, config: Config = None) -> None:
    """Upgrade the database to this version of the program; create it if there is none."""
    with needs("server"):
        from .database_work import upgrade_database

    asyncio.run(upgrade_database(settings_of(config, None, database=database)))


@app.command("backup")
def backup_command(
    file: Annotated[Path, typer.Argument(help="help.backup_file")],
    overwrite: Annotated[bool, typer.Option("--overwrite", help="help.overwrite")] = False,
    database: Database = None,
    config: Config = None,
) -> None:
    """Back up the database to one file."""
    with needs("server"):
        from .database_work import back_up

    asyncio.run(back_up(settings_of(config, None, database=database), file, overwrite))
    say(words("cli.db_backed_up", file=str(file)))


@app.command("restore")
def restore_command(
    file: Annotated[Path, typer.Argument(help="help.restore_file")],
    database: Database = None,
    config: Config = None,
) -> None:
    """Restore a backup into an empty database."""
    with needs("server"):
        from .database_work import restore

    asyncio.run(restore(settings_of(config, None, database=database), file))
    say(words("cli.db_restored", file=str(file)))


@app.command("check")
def check_command(database: Database = None, config: Config = None) -> None:
    """Replay every game in the database and list what is wrong."""
    with needs("server"):
        from .database_work import check

    games, found = asyncio.run(check(settings_of(config, None, database=database)))
    for fault in found:
        out().print(f"{fault.game}: {fault.what}", soft_wrap=True)
    say(words("cli.db_checked", games=games, faults=len(found)))
    if found:
        raise typer.Exit(FAILED)


@app.command("export")
def export_command(
    folder: Annotated[Path, typer.Argument(help="help.export_folder")],
    unfinished: Annotated[bool, typer.Option("--unfinished", help="help.unfinished")] = False,
    database: Database = None,
    config: Config = None,
) -> None:
    """Write the records of all finished games to a folder."""
    with needs("server"):
        from .database_work import export

    count = asyncio.run(export(settings_of(config, None, database=database), folder, unfinished))
    say(words("cli.db_exported", games=count, folder=str(folder)))
