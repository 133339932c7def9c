"""`watergate arena`."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import watergate.players
from tests.processes import interrupt, start_program, wait_until
from watergate import load
from watergate.edition import Edition
from watergate.lab.arena import crew_of
from watergate.players import Player, PlayerFailed, RandomPlayer
from watergate.rules import Move, View
from watergate.texts import phrase

from .helpers import PLAIN, Hesitant, run, run_program
from .test_languages import assert_hungarian


class Quitter(RandomPlayer):
    def choose(self, view: View) -> Move:
        raise PlayerFailed("gives up")


@pytest.fixture
def quitter(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player that loses at once, so that games take no time."""

    def make(rest: str, seed: int | None, edition: Edition | None) -> Player:
        return Quitter(seed)

    monkeypatch.setitem(watergate.players._MAKERS, "quitter", make)


def test_a_match_between_real_players(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "arena"
    result = run(
        "arena", "priorities", "random", "-n", "1", "--seed", "5", "--out", str(folder),
        "--records", "--luck",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    for words in (
        "2 games among 2 players", "95 % interval", "without luck", "rounds a game",
        "The Editor's role",
    ):  # fmt: skip
        assert words in result.stdout
    assert "--seed 5" in result.stderr
    with (folder / "games.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["editor"], row["seed"]) for row in rows] == [("priorities", "5"), ("random", "5")]
    for row, path in zip(rows, sorted((folder / "records").iterdir()), strict=True):
        game = load(path)
        assert game.result is not None
        assert (game.result.winner, game.result.way) == (row["winner"], row["way"])
    assert (folder / "ratings.png").read_bytes().startswith(b"\x89PNG")
    assert (folder / "ratings.svg").read_text().startswith("<?xml")
    assert json.loads((folder / "results.json").read_text())["games"] == 2


@pytest.mark.usefixtures("quitter")
def test_a_round_robin_in_which_one_always_fails() -> None:
    result = run("arena", "quitter:1", "random", "quitter:2", "-n", "8", "--seed", "1")
    assert result.exit_code == 0, result.output
    for words in ("share against", "Game 1: quitter:1 failed: gives up", "by the other player's"):
        assert words in result.stdout
    assert "more failures" in result.stdout


@pytest.mark.usefixtures("quitter")
def test_json_is_what_the_folder_holds(tmp_path: Path) -> None:
    result = run(
        "arena", "random", "quitter", "-n", "4", "--seed", "1", "--json", "--out", str(tmp_path)
    )
    assert result.stdout == (tmp_path / "results.json").read_text()
    found = json.loads(result.stdout)
    assert found["players"][0]["player"] == "random"
    assert found["players"][0]["score"]["share"] == 1
    assert found["matches"][0]["pairs"] == [0, 0, 0, 0, 2]
    assert len(found["failures"]) == 4
    assert (tmp_path / "crosstable.csv").read_text() == (
        ",random,quitter\nrandom,,1.0000\nquitter,0.0000,\n"
    )


@pytest.mark.usefixtures("quitter")
@pytest.mark.parametrize(
    ("players", "decision", "said"),
    [
        (("random", "quitter"), "high", "rather 60.0%, the high one"),
        (("quitter", "random"), "low", "rather 50.0%, the low one"),
    ],
)
def test_a_test_stops_when_it_is_decided(
    players: tuple[str, ...], decision: str, said: str, tmp_path: Path
) -> None:
    options = ("--seed", "1", "--sprt", "0.5:0.6", "--alpha", "0.1", "--beta", "0.2")
    result = run("arena", *players, *options, "--out", str(tmp_path))
    assert said in result.stdout
    found = json.loads((tmp_path / "results.json").read_text())
    assert found["sprt"]["decision"] == decision
    assert 10 < found["games"] < 60
    again = run("arena", "--out", str(tmp_path), "--resume", "--json")
    assert json.loads(again.stdout) == found


@pytest.mark.usefixtures("quitter")
def test_an_undecided_test_says_so() -> None:
    result = run("arena", "random", "quitter", "-n", "2", "--sprt", "0.5:0.55")
    assert "not decided" in result.stdout


@pytest.mark.usefixtures("quitter")
def test_without_a_seed_one_is_named() -> None:
    result = run("arena", "random", "quitter", "-n", "2", "--json")
    assert f"--seed {json.loads(result.stdout)['settings']['seed']}" in result.stderr


@pytest.mark.usefixtures("quitter")
def test_in_hungarian() -> None:
    options = ("-n", "12", "--seed", "5", "--sprt", "0.5:0.6", "--lang", "hu")
    result = run("arena", "random", "quitter", *options)
    assert result.exit_code == 0
    for words in ("játékos", "Szerkesztő", "hibázott", "A próba nem dőlt el"):
        assert words in result.stdout
    own = result.stdout + result.stderr
    assert_hungarian(own.replace("random", "").replace("gives up", ""))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("random",), "allowed: 2 to 100"),
        (("random", "random"), "twice"),
        (("random", "agnew"), "priorities"),
        (("random", "priorities", "--records"), "--records needs a folder"),
        (("--resume",), "--resume needs a folder"),
        (("--resume", "--out", "nowhere"), "no arena to resume"),
        (("random", "priorities", "--sprt", "0.5"), "two shares like 0.5:0.55"),
        (("random", "priorities", "--sprt", "0.7:0.6"), "0 < low < high < 1"),
        (("random", "priorities", "--sprt", "0.5:0.6", "--alpha", "2"), "no error rate"),
        (("random", "priorities", "--beta", "0.1"), "--beta is about a test"),
    ],
)
def test_mistakes_are_told(
    arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("arena", *arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert "Traceback" not in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("quitter")
def test_a_folder_is_gone_on_with_or_left_alone(tmp_path: Path) -> None:
    first = run("arena", "random", "quitter", "-n", "4", "--seed", "1", "--out", str(tmp_path))
    assert first.exit_code == 0
    again = run("arena", "random", "quitter", "-n", "4", "--seed", "1", "--out", str(tmp_path))
    assert again.exit_code == 2
    assert "--resume" in again.stderr
    other = run("arena", "--out", str(tmp_path), "--resume", "--seed", "2")
    assert other.exit_code == 2
    assert "seed 1, not 2" in other.stderr


@pytest.mark.usefixtures("quitter")
def test_on_a_cluster_everything_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is handed to the cluster's crew; `make ray` tries a real one."""
    asked: list[tuple[str, int | None]] = []

    def crew_of_cluster(address: str, jobs: int | None) -> object:
        asked.append((address, jobs))
        return crew_of(1)

    monkeypatch.setattr("watergate.cli.arena.crew_of_cluster", crew_of_cluster)
    options = ("random", "quitter", "-n", "4", "--seed", "1", "--json")
    assert run("arena", *options, "--ray", "local").stdout == run("arena", *options).stdout
    assert asked == [("local", None)]


def test_as_a_program_interrupted_and_gone_on_with(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken folder"
    player = Hesitant(tmp_path, games=2)
    options = ("arena", player.name, "random", "-n", "4", "--seed", "8", "--records")

    def has_two_games_and_waits() -> bool:
        sheet = broken / "games.csv"
        return player.waits and sheet.exists() and sheet.read_bytes().count(b"\n") == 3

    with start_program(*options, "--jobs", "2", "--out", str(broken), **PLAIN) as program:
        wait_until(has_two_games_and_waits, program)
        said = interrupt(program)
    assert program.returncode == 130
    assert f"watergate arena --out '{broken}' --resume" in said
    assert "Traceback" not in said
    player.go_on()
    resumed = run_program("arena", "--out", str(broken), "--resume", "--jobs", "2")
    assert resumed.returncode == 0, resumed.stderr
    assert run_program(*options, "--out", str(whole)).returncode == 0
    for path in (path for path in whole.rglob("*") if path.is_file()):
        assert (broken / path.relative_to(whole)).read_bytes() == path.read_bytes(), path.name
    assert len(list(broken.rglob("*"))) == len(list(whole.rglob("*")))


def test_an_interrupt_says_how_to_keep_games_or_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("watergate.cli.arena.play_on", interrupt)
    result = run("arena", "random", "priorities")
    assert result.exit_code == 130
    assert "--out DIR" in result.stderr
    mine, folder = tmp_path / "mine.toml", tmp_path / "arena"
    mine.write_text('extends = "standard"\nname = "mine"\nmomentum_tokens = 7\n')
    options = ("--edition", str(mine), "--out", str(folder))
    result = run("arena", "random", "level:1", *options)
    assert result.exit_code == 130
    by_tree = phrase("cli.plays_by_tree", "en", names="level:1", edition="mine")
    assert by_tree in result.stderr
    assert f"watergate arena --out {folder} --resume --edition {mine}" in result.stderr
