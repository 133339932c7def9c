"""An arena's folder: any interruption can be gone on from, and leaves no trace in the results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.lab.arena import inventing, plan_of, played, stopping_after
from watergate.lab.arena import (
    ArenaError,
    Crew,
    Decision,
    Folder,
    Hypotheses,
    Plan,
    Played,
    Tournament,
    crew_of,
    play_on,
)
from watergate.lab.arena.folder import GAMES, SETTINGS, read_settings, settings_of
from watergate.lab.arena.workers import Games

ELOS = {"a": 60.0, "cmd:./b.py --x=1, \"y\"": -60.0}  # fmt: skip
TEST = Hypotheses(0.5, 0.6)


def begin(path: Path, plan: Plan, crew: Crew) -> Tournament:
    folder = Folder(path, plan)
    return _go_on(Tournament(plan, folder.begin()), crew, folder)


def resume(path: Path, plan: Plan, crew: Crew) -> Tournament:
    folder = Folder(path, plan)
    return _go_on(Tournament(plan, folder.resume()), crew, folder)


def _go_on(tournament: Tournament, crew: Crew, folder: Folder) -> Tournament:
    try:
        play_on(tournament, crew, folder)
    finally:
        folder.close()
    folder.complete(tournament.games, tournament.dropped)
    return tournament


def opened(path: Path, plan: Plan, resumed: bool = False) -> dict[int, Played]:
    """Open a folder and close it again; its games."""
    folder = Folder(path, plan)
    try:
        return folder.resume() if resumed else folder.begin()
    finally:
        folder.close()


def files(path: Path) -> dict[str, bytes]:
    return {str(f.relative_to(path)): f.read_bytes() for f in path.rglob("*") if f.is_file()}


@pytest.mark.parametrize("test", [None, TEST])
def test_going_on_gives_the_files_of_an_uninterrupted_run(
    test: Hypotheses | None, tmp_path: Path
) -> None:
    plan = plan_of(*ELOS, pairs=150, records=True, test=test)
    begin(tmp_path / "whole", plan, inventing(ELOS))
    broken = tmp_path / "broken"
    with pytest.raises(KeyboardInterrupt):
        begin(broken, plan, stopping_after(17, inventing(ELOS, shuffled=1)))
    for n in range(3):
        with (broken / GAMES).open("ab") as sheet:
            sheet.write((b"", b"400,0,1", b"400,0,1,51,a,\xc5")[n])  # the power fails in a line
        with pytest.raises(KeyboardInterrupt):
            resume(broken, plan, stopping_after(5, inventing(ELOS, shuffled=n)))
    assert len((broken / GAMES).read_bytes().splitlines()) == 1 + 17 + 15
    resume(broken, plan, inventing(ELOS, shuffled=9))
    assert files(broken) == files(tmp_path / "whole")
    resume(broken, plan, never)
    assert files(broken) == files(tmp_path / "whole")


def never(*_: object) -> Games:
    raise AssertionError("nothing is missing")


def test_real_games_can_be_gone_on_with(tmp_path: Path) -> None:
    plan = replace(plan_of("priorities", "random", pairs=2, records=True), luck=True)
    begin(tmp_path / "whole", plan, crew_of(1))
    with pytest.raises(KeyboardInterrupt):
        begin(tmp_path / "broken", plan, stopping_after(1, crew_of(1)))
    resume(tmp_path / "broken", plan, crew_of(1))
    assert files(tmp_path / "broken") == files(tmp_path / "whole")


def test_a_test_stops_at_the_same_pair_in_whatever_order_games_are_finished() -> None:
    plan = plan_of(*ELOS, pairs=500, test=TEST)
    found = []
    for shuffled in (None, 1, 2):
        tournament = Tournament(plan, {})
        play_on(tournament, inventing(ELOS, shuffled=shuffled))
        found.append((tournament.games, tournament.llr, tournament.decision))
    assert found[0] == found[1] == found[2]
    games, llr, decision = found[0]
    assert decision is Decision.HIGH
    assert llr >= TEST.upper
    assert len(games) < plan.games
    assert [game.game for game in games] == list(range(1, len(games) + 1))


def test_every_game_is_kept_at_once(tmp_path: Path) -> None:
    plan = plan_of("a", "b")
    folder = Folder(tmp_path, plan)
    folder.begin()
    for n, game in enumerate(plan.fixtures(), start=1):
        folder.finished((played(game, "nixon"), None))
        assert (tmp_path / GAMES).read_bytes().count(b"\n") == n + 1
    folder.close()


def test_the_sheet_is_kept_if_the_power_failed_before_its_first_line(tmp_path: Path) -> None:
    plan = plan_of("a", "b")
    opened(tmp_path, plan)
    (tmp_path / GAMES).unlink()
    assert opened(tmp_path, plan, resumed=True) == {}


@pytest.mark.parametrize("what", [SETTINGS, GAMES])
def test_a_folder_that_holds_an_arena_is_not_overwritten(what: str, tmp_path: Path) -> None:
    (tmp_path / what).touch()
    with pytest.raises(ArenaError, match="--resume"):
        Folder(tmp_path, plan_of("a", "b")).begin()


def test_a_folder_without_games_can_be_taken_for_another_arena(tmp_path: Path) -> None:
    for plan in (plan_of("a", "b"), plan_of("a", "c")):
        assert opened(tmp_path, plan) == {}
        assert read_settings(tmp_path) == settings_of(plan)


def test_a_file_in_the_way_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ArenaError, match="no folder"):
        Folder(tmp_path / "file", plan_of("a", "b")).begin()


@pytest.mark.parametrize(
    ("other", "named"),
    [
        (plan_of("a", "c"), r'players \["a", "b"\], not \["a", "c"\]'),
        (plan_of("a", "b", pairs=11), "games 20, not 22"),
        (plan_of("a", "b", test=TEST), "sprt null, not"),
        (plan_of("a", "b", records=True), "records false, not true"),
    ],
)
def test_other_settings_are_refused_by_name(other: Plan, named: str, tmp_path: Path) -> None:
    opened(tmp_path, plan_of("a", "b"))
    with pytest.raises(ArenaError, match=named):
        Folder(tmp_path, other).resume()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"players": 3}', "\0"])
def test_settings_that_cannot_be_read_are_told(text: str, tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="no arena to resume"):
        read_settings(tmp_path)
    (tmp_path / SETTINGS).write_text(text)
    with pytest.raises(ArenaError, match=r"settings\.json does not hold"):
        read_settings(tmp_path)


def test_settings_are_read_as_they_were_written(tmp_path: Path) -> None:
    plan = plan_of("ő", 'cmd:"x"', test=TEST)
    opened(tmp_path, plan)
    assert read_settings(tmp_path) == settings_of(plan)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda text: text.replace("game,", "name,", 1), "first line"),
        (lambda text: text.replace(",momentum,5,", ",momentum,", 1), "line 2 is no game"),
        (lambda text: text.replace(",51,", ",99,"), "none of this arena"),
        (lambda text: text.replace("\n1,", "\n1000,"), "none of this arena"),
    ],
)
def test_a_sheet_of_something_else_is_refused(
    change: Callable[[str], str], reason: str, tmp_path: Path
) -> None:
    plan = plan_of("a", "b")
    begin(tmp_path, plan, inventing({"a": 0, "b": 0}))
    sheet = tmp_path / GAMES
    sheet.write_text(change(sheet.read_text()))
    with pytest.raises(ArenaError, match=reason):
        Folder(tmp_path, plan).resume()


def test_names_of_records_are_safe(tmp_path: Path) -> None:
    plan = plan_of("cmd:../../etc/x; rm -rf *", "level:1" + "x" * 300, records=True)
    path = Folder(tmp_path, plan).record_path(plan.fixture(1))
    assert path.parent == tmp_path / "records"
    assert len(path.name) < 120
    assert path.name.startswith("000001-cmd_.._.._etc_x_rm_rf_-level_1xxx")
