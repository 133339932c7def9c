"""`watergate db`: the same on SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from sqlalchemy import text
from typer.testing import CliRunner, Result

from tests.server.clients import friends, play_on
from tests.server.running import running
from watergate.cli import app
from watergate.rules import load
from watergate.server.storage.database import database_url, opened


def db(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["--lang", "en", "db", *arguments])


def execute(database: str, statement: str) -> None:
    async def run() -> None:
        async with opened(database_url(database)) as there:
            await there.write(lambda connection: connection.execute(text(statement)))

    asyncio.run(run())


def play_two_games(folder: Path, database: str) -> str:
    """One to its end and one not; the id of the first."""
    with running(folder, database) as server:
        ann, bob, game = friends(server.url)
        play_on([ann, bob], random.Random(1))
        ann, bob, _ = friends(server.url)
        play_on([ann, bob], random.Random(2), most=12)
        ann.answer(type="take_back", game=ann.table["game"], number=ann.table["number"])
    return game


def test_what_is_stored_is_checked_backed_up_restored_and_exported(
    tmp_path: Path, database: str
) -> None:
    game = play_two_games(tmp_path, database)
    checked = db("check", "--database", database)
    assert checked.exit_code == 0, checked.output
    assert "2 games replayed, 0 faults." in checked.output
    backup, copy = tmp_path / "backup.sqlite3", tmp_path / "copy.sqlite3"
    assert db("backup", str(backup), "--database", database).exit_code == 0
    assert sorted(p.name for p in tmp_path.glob("*backup*")) == ["backup.sqlite3"]
    refused = db("backup", str(backup), "--database", database)
    assert refused.exit_code == 2
    assert "exists already" in refused.output
    assert db("backup", str(backup), "--overwrite", "--database", database).exit_code == 0
    assert "2 games replayed, 0 faults." in db("check", "--database", str(backup)).output
    assert db("restore", str(backup), "--database", str(copy)).exit_code == 0
    refused = db("restore", str(backup), "--database", str(copy))
    assert refused.exit_code == 2
    assert "has games already" in refused.output
    records = tmp_path / "records"
    exported = db("export", str(records), "--database", str(copy))
    assert "1 record in" in exported.output
    assert [path.stem for path in records.iterdir()] == [game]
    assert load(records / f"{game}.wg").tags["Nixon"] == "Bob"
    assert (
        "2 records in" in db("export", str(records), "--unfinished", "--database", database).output
    )


def test_check_finds_what_does_not_replay(tmp_path: Path, database: str) -> None:
    game = play_two_games(tmp_path, database)
    execute(database, f"UPDATE acts SET moves = 'pass' WHERE game = '{game}' AND number = 2")
    execute(database, f"DELETE FROM acts WHERE game <> '{game}' AND number = 5")
    found = db("check", "--database", database)
    assert found.exit_code == 1
    assert "2 games replayed, 2 faults." in found.output
    assert f"{game}: IllegalMove" in found.output
    assert "act 5 is missing" in found.output


def test_a_backup_can_be_served(tmp_path: Path) -> None:
    database = str(tmp_path / "games.sqlite3")
    with running(tmp_path, database) as server:
        ann, bob, game = friends(server.url)
        play_on([ann, bob], random.Random(5), most=10)
        view = ann.table["view"]
        assert db("backup", str(tmp_path / "b.sqlite3"), "--database", database).exit_code == 0
        play_on([ann, bob], random.Random(6), most=5)
        cookies, me = ann.http.cookies, ann.me
    with running(tmp_path, str(tmp_path / "b.sqlite3")) as server:
        ann, _, _ = friends(server.url)
        ann.http.cookies, ann.me = cookies, me
        assert ann.get(f"/games/{game}")["view"]["position"] == view["position"]


def test_a_database_of_another_version_is_refused_until_it_is_upgraded(database: str) -> None:
    refused = db("check", "--database", database)
    assert refused.exit_code == 2
    assert "watergate db upgrade" in refused.output
    assert "is now at version" in db("upgrade", "--database", database).output
    assert "already" in db("upgrade", "--database", database).output
    assert "0 games replayed" in db("check", "--database", database).output


def test_a_database_that_is_none_is_refused_without_its_password() -> None:
    refused = db("check", "--database", "oracle://scott:tiger@somewhere/x")
    assert refused.exit_code == 2
    assert "allowed: a file, sqlite:///FILE, postgresql://" in refused.output
    assert "tiger" not in refused.output
