"""`watergate simulate`."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from watergate import load

from .helpers import run, run_program


def test_the_summary_tells_winners_ways_and_rounds() -> None:
    result = run("simulate", "-n", "3", "--seed", "5")
    assert result.exit_code == 0
    for words in ("the Editor wins", "Nixon wins", "stopped after 100 rounds", "rounds a game"):
        assert words in result.stdout
    assert "seed 5" in result.stdout
    assert "--seed 5" in result.stderr


def test_json_csv_and_records_tell_the_same_games(tmp_path: Path) -> None:
    sheet, folder = tmp_path / "games.csv", tmp_path / "deep" / "games"
    result = run(
        "simulate", "-n", "2", "--seed", "7", "--json", "--csv", str(sheet), "--record", str(folder)
    )
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert (found["games"], found["seed"]) == (2, 7)
    assert sum(share["games"] for share in found["ways"].values()) == 2
    with sheet.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["seed"] for row in rows] == ["7", "8"]
    for row in rows:
        game = load(folder / f"random-random-{row['seed']}.wg")
        assert game.result is not None
        assert (game.result.winner, game.result.way) == (row["winner"], row["way"])
        assert str(game.round) == row["rounds"]
        assert str(game.ply) == row["moves"]
        assert {"Editor", "Nixon", "Seed", "Date"} <= set(game.tags)


def test_a_seed_repeats_the_games() -> None:
    results = [run("simulate", "-n", "2", "--seed", "3", "--json").stdout for _ in range(2)]
    assert results[0] == results[1]


def test_without_a_seed_one_is_named() -> None:
    result = run("simulate", "-n", "1", "--json")
    seed = json.loads(result.stdout)["seed"]
    assert f"--seed {seed}" in result.stderr


def test_a_wrong_player_is_refused() -> None:
    result = run("simulate", "-n", "1", "--nixon", "agnew")
    assert result.exit_code == 2
    assert "agnew" in result.stderr
    assert "priorities" in result.stderr


def test_a_file_in_the_way_of_the_records_is_told(tmp_path: Path) -> None:
    file = tmp_path / "games"
    file.touch()
    result = run("simulate", "-n", "1", "--record", str(file))
    assert result.exit_code == 2
    assert "no folder" in result.stderr


def test_a_csv_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    result = run("simulate", "-n", "1", "--csv", str(tmp_path / "nowhere" / "games.csv"))
    assert result.exit_code == 2
    assert "games.csv" in result.stderr


def test_as_a_program_uncompiled() -> None:
    result = run_program("simulate", "-n", "2", "--seed", "5", "--json")
    assert result.returncode == 0
    assert json.loads(result.stdout)["games"] == 2
    assert "\x1b" not in result.stdout + result.stderr
