"""`watergate terminal`: who plays, by options; and the names of players in help and completion."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from typer.testing import Result

from watergate import Game, load, save
from watergate.cli import watch
from watergate.cli.player_names import complete_player, complete_seat
from watergate.players import OTHER_PLAYERS, PLAYERS
from watergate.terminal import session as sessions
from watergate.terminal.session import save_path

from .helpers import run


@pytest.fixture(autouse=True)
def own_saves(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sessions, "saves_folder", lambda: tmp_path)


def play(*options: str) -> Result:
    """A game in lines that is left at once: nothing can be read."""
    return run("terminal", "--plain", *options)


def seats_of(name: str) -> list[str]:
    text = save_path(name).read_text(encoding="utf-8")
    tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.MULTILINE))
    return [tags["Editor"], tags["Nixon"]]


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        (["--level", "1"], ["person", "level:1"]),
        (["--side", "editor"], ["person", "level:2"]),
        (["--side", "nixon", "--level", "1"], ["level:1", "person"]),
        (["--opponent", "priorities"], ["person", "priorities"]),
        (["--opponent", "search:8"], ["person", "search:8"]),
        (["--editor", "person", "--nixon", "random"], ["person", "random"]),
        (["--side", "both"], ["person", "person"]),
    ],
    ids=" ".join,
)
def test_who_plays(options: list[str], seats: list[str]) -> None:
    result = play("--save", "one", "--seed", "1", *options)
    assert result.exit_code == 0, result.stderr
    assert seats_of("one") == seats


def test_a_game_goes_on_from_a_record_or_a_position(tmp_path: Path) -> None:
    whole = Game.start(seed=5)
    someone = random.Random(5)
    while whole.decider is not None:
        whole.play(someone.choice(whole.moves))
    record, position, middle = tmp_path / "game.wg", tmp_path / "position.txt", whole.at(60)
    save(whole, record)
    position.write_text(middle.position, encoding="utf-8")
    begin = ["--side", "both", "--from"]
    assert play(*begin, str(record), "--ply", "60", "--save", "one").exit_code == 0
    assert load(save_path("one")).history_ids[:60] == middle.history_ids
    assert play(*begin, str(position), "--save", "two").exit_code == 0
    assert load(save_path("two")).at(0).position == middle.position
    for options, why in (
        ([*begin, str(record)], "this game is over"),
        (["--ply", "3"], "say with --from"),
        (["--resume", "one", "--from", str(record)], "leave this out with --resume"),
    ):
        refused = play(*options)
        assert (refused.exit_code, why in refused.stderr) == (2, True)


def test_a_level_is_kept_by_a_saved_game_and_the_next_one() -> None:
    assert play("--save", "one", "--level", "1").exit_code == 0
    again = play("--resume", "one")
    assert "Intern, level 1 of 6" in again.stdout
    assert "Intern, level 1 of 6" in play("--side", "editor").stdout


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--level", "2", "--opponent", "random"], "--opponent: say who your opponent is only"),
        (["--side", "both", "--level", "2"], "--level: two people play"),
        (["--side", "both", "--opponent", "random"], "--opponent: two people play"),
        (["--editor", "random", "--nixon", "person", "--level", "2"], "--level: say who"),
        (["--opponent", "agnew"], "allowed: person, level:1"),
        (["--opponent", "cmd:true"], "allowed: person, level:1"),
        (["--opponent", "search:soon"], "no budget"),
        (["--level", "7"], "6"),
        (["--resume", "--level", "2"], "--level: a saved game keeps its players"),
        (["--resume", "--side", "nixon"], "--side: a saved game keeps its players"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_contradictions_are_refused(options: list[str], why: str) -> None:
    result = play(*options)
    assert result.exit_code == 2
    assert why in " ".join(result.stderr.replace("│", " ").split())
    assert not list(save_path("x").parent.glob("*.wg"))


def test_without_options_a_game_is_asked_for() -> None:
    result = play()
    assert result.exit_code == 0
    assert "A new game. Which one?" in result.stdout
    assert not list(save_path("x").parent.glob("*.wg"))


# Names


@pytest.mark.parametrize("command", ["watch", "simulate", "terminal"])
def test_help_lists_the_players(command: str) -> None:
    result = run(command, "--help")
    shown = " ".join(result.stdout.replace("│", " ").split())
    for name in ("level:1 … level:6", "priorities", "random", "search:BUDGET", "tree:BUDGET"):
        assert name in shown
    assert ("cmd:COMMAND" in shown) == (command != "terminal")


@pytest.mark.parametrize("command", ["watch", "simulate"])
@pytest.mark.parametrize("name", ["agnew", "level:0", "search:", "random:1"])
def test_a_wrong_player_is_refused(command: str, name: str) -> None:
    result = run(command, "--editor", name)
    assert result.exit_code == 2
    assert "allowed" in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


def test_completion_offers_names_with_what_they_are_called() -> None:
    assert ("level:6", "Deep Throat") in list(complete_player("lev"))
    assert [name for name, _ in complete_player("")] == [
        *PLAYERS, *(f"{name.split(':')[0]}:" for name in OTHER_PLAYERS)
    ]  # fmt: skip
    assert ("person", "a person") in list(complete_seat("p"))
    assert not any(name.startswith("cmd:") for name, _ in complete_seat(""))


@pytest.mark.parametrize(("name", "is_needed"), [("level:6", True), ("random", False)])
def test_who_looks_ahead_is_watched_with_the_compiled_engine(
    name: str, is_needed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared: list[bool] = []
    monkeypatch.setattr(watch, "prepare_engine", lambda: prepared.append(True))
    monkeypatch.setattr(watch, "is_going_on", lambda game: False)
    assert run("watch", "--editor", "random", "--nixon", name).exit_code == 0
    assert bool(prepared) == is_needed
