"""Runs of a player against itself: kept, interrupted, gone on with."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from tests.lab.arena import stopping_after
from watergate import load, standard_edition
from watergate.lab.arena.workers import play_here
from watergate.lab.balance import BalanceError, BalanceSettings, Run, figures_as_text, tally_of
from watergate.rules import WatergateError

EDITION = standard_edition()
SETTINGS = BalanceSettings("random", 3, 40, EDITION.name, EDITION.digest)


def run_in(folder: Path, settings: BalanceSettings = SETTINGS) -> Run:
    return Run(folder, settings, EDITION)


def report(run: Run) -> str:
    return figures_as_text(tally_of(run.paths(), EDITION).figures())


def test_every_game_has_luck_of_its_own_and_is_played_once(tmp_path: Path) -> None:
    run = run_in(tmp_path)
    run.begin()
    told: list[int] = []
    run.play_on(play_here, told.append)
    assert told == [1, 2, 3]
    games = [load(path) for path in run.paths()]
    assert [game.tags["Seed"] for game in games] == ["40", "41", "42"]
    assert {(game.tags["Editor"], game.tags["Nixon"]) for game in games} == {("random", "random")}
    assert len({game.history_ids for game in games}) == 3
    tally = tally_of(run.paths(), EDITION)
    assert tally.games == 3
    assert not tally.left_out
    assert tally.figures().seeds == (40, 42)


def test_a_resumed_run_is_the_same_as_an_uninterrupted_one(tmp_path: Path) -> None:
    whole, broken = run_in(tmp_path / "whole"), run_in(tmp_path / "broken")
    whole.begin()
    whole.play_on(play_here)
    broken.begin()
    with pytest.raises(KeyboardInterrupt):
        broken.play_on(stopping_after(1, play_here))
    assert len(broken.missing()) == 2
    again = run_in(tmp_path / "broken")
    again.resume()
    told: list[int] = []
    assert again.play_on(play_here, told.append) == 2
    assert told == [2, 3]
    assert again.play_on(play_here) == 0
    assert report(again) == report(whole)
    for one, other in zip(again.paths(), whole.paths(), strict=True):
        assert one.name == other.name
        assert one.read_bytes() == other.read_bytes()


def test_a_run_goes_on_to_more_games_and_reports_on_fewer(tmp_path: Path) -> None:
    run = run_in(tmp_path, replace(SETTINGS, games=1))
    run.begin()
    run.play_on(play_here)
    longer = run_in(tmp_path, replace(SETTINGS, games=2))
    longer.resume()
    assert [game.game for game in longer.missing()] == [2]
    longer.play_on(play_here)
    assert len(longer.paths()) == 2
    assert len(run.paths()) == 1


def test_a_folder_with_games_is_not_begun_anew(tmp_path: Path) -> None:
    run = run_in(tmp_path)
    run.begin()
    run.begin()  # nothing is lost yet
    with pytest.raises(KeyboardInterrupt):
        run.play_on(stopping_after(1, play_here))
    with pytest.raises(BalanceError, match="--resume"):
        run.begin()


@pytest.mark.parametrize(("name", "value"), [("seed", 7), ("player", "priorities")])
def test_other_settings_are_refused(tmp_path: Path, name: str, value: object) -> None:
    run_in(tmp_path).begin()
    other = run_in(tmp_path, replace(SETTINGS, **{name: value}))  # type: ignore[arg-type]
    with pytest.raises(BalanceError, match=f"has {name} .* not {value!r}"):
        other.resume()


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BalanceError, match="no run to resume"):
        run_in(tmp_path).resume()
    with pytest.raises(WatergateError, match="no player 'agnew'"):
        run_in(tmp_path / "new", replace(SETTINGS, player="agnew")).begin()
    assert not (tmp_path / "new").exists()
    (tmp_path / "settings.json").write_text("[]")
    with pytest.raises(BalanceError, match="does not hold the settings"):
        run_in(tmp_path).resume()
    (tmp_path / "file").write_text("")
    with pytest.raises(BalanceError, match="no folder"):
        run_in(tmp_path / "file").begin()


def test_the_first_games_do_not_depend_on_how_many_follow(tmp_path: Path) -> None:
    few, many = run_in(tmp_path), run_in(tmp_path, replace(SETTINGS, games=1000))
    assert list(islice(many.fixtures(), 3)) == list(few.fixtures())
