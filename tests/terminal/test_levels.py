"""Levels at the table: choosing one, its name, its thinking, tips, and the engine in the making."""

from __future__ import annotations

import asyncio
import math
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tables import table
from tests.terminal.driving import Play, drive, until
from watergate.edition import Side, standard_edition
from watergate.engine import engine
from watergate.players import LEVELS, Budget, Level, LevelPlayer, levels, search, seating
from watergate.players.levels import Manner
from watergate.players.seating import PERSON, SEATS, USUAL
from watergate.rules import Game, WatergateError
from watergate.terminal import computers, preparing
from watergate.terminal.app import WatergateApp
from watergate.terminal.dialogs import Dialog
from watergate.terminal.preparing import Preparing
from watergate.terminal.session import Session, last_opponent, save_path
from watergate.terminal.table import Table
from watergate.texts import LANGUAGES, phrase

pytestmark = pytest.mark.usefixtures("own_place")


ENDLESS = 600.0
"""Seconds to think, where nobody may have to wait for the end of it."""


@pytest.fixture
def endless_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    endless = Manner(Budget(seconds=ENDLESS))
    strongest = Level(LEVELS[-1].number, endless, endless)
    monkeypatch.setattr(levels, "LEVELS", (*LEVELS[:-1], strongest))
    monkeypatch.setattr(search, "DOUBT", math.inf)  # nor does it stop when all but one move is out


# Choosing a level


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
def test_the_menu_asks_for_a_level_by_name(language: str, size: tuple[int, int]) -> None:
    async def driver(play: Play) -> None:
        await play.press("1")
        shown = play.text()
        for level in LEVELS:
            assert phrase(f"level.{level.number}", language) in shown
            assert phrase(f"level_about.{level.number}", language) in shown
        assert phrase("terminal.back", language) in shown
        await play.press("escape")
        assert "W A T E R G A T E" in play.text()
        await play.press("1", "enter")
        await play.settle()
        assert play.session.seats == {Side.EDITOR: PERSON, Side.NIXON: USUAL}
        name = phrase("level.2", language)
        assert f"({name} 2/6)" in play.text()

    drive(driver, menu=True, language=language, size=size)


def test_two_levels_can_be_watched() -> None:
    async def driver(play: Play) -> None:
        await play.press("4", "1")
        assert phrase("terminal.ask_nixon", "en") in play.text()
        await play.press("2")
        assert play.session.seats == {Side.EDITOR: "level:1", Side.NIXON: "level:2"}
        await until(lambda: play.game.ply > 3)  # it may be over before one looks

    drive(driver, menu=True)


def test_the_level_played_last_is_the_default() -> None:
    assert last_opponent() == USUAL
    Session.start(editor="level:5", nixon=PERSON, seed=1, path=save_path("one"))
    assert last_opponent() == "level:5"
    save_path("broken").write_bytes(b"\xff\xfe")
    save_path("watched").write_text('[Editor "level:1"]\n[Nixon "level:1"]\n')
    assert last_opponent() == "level:5"


# Saved games


@pytest.mark.parametrize("seat", [*SEATS, "search:40", "tree:1s"])
def test_a_saved_game_keeps_its_players(seat: str, tmp_path: Path) -> None:
    path = tmp_path / "game.wg"
    Session.start(editor=PERSON, nixon=seat, seed=1, path=path)
    assert Session.resume(path).seats == {Side.EDITOR: PERSON, Side.NIXON: seat}


def test_a_saved_game_goes_on_with_its_levels(tmp_path: Path) -> None:
    path = tmp_path / "game.wg"
    session = Session.start(editor="level:1", nixon="level:2", seed=1, path=path)
    for _ in range(5):
        session.computer_moves()
    again = Session.resume(path)
    assert again.seats == session.seats
    ply = again.view.ply
    for _ in range(5):
        again.computer_moves()
    assert again.view.ply >= ply + 5


@pytest.mark.parametrize(
    "seat", ["cmd:touch evil", "search:", "tree:9x", "rollout:60", "level:7", "level:"]
)
def test_no_record_starts_programs_or_strangers(seat: str, tmp_path: Path) -> None:
    path = tmp_path / "game.wg"
    Session.start(editor=PERSON, nixon="random", seed=1, path=path)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('[Nixon "random"]', f'[Nixon "{seat}"]'), encoding="utf-8")
    assert Session.resume(path).people == [Side.EDITOR, Side.NIXON]
    with pytest.raises(WatergateError, match="allowed"):
        Session.start(nixon=seat)


# Thinking


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.usefixtures("endless_thinking", "lasting_notes")
def test_leaving_while_the_strongest_level_thinks_ends_at_once(language: str) -> None:
    ended = 0.0

    async def driver(play: Play) -> None:
        nonlocal ended
        await until(lambda: play.table._dots > 1)
        thinks = phrase("terminal.thinking", language, name=phrase("level.6", language))
        await until(lambda: thinks in play.text())
        assert play.session.computer_is_next
        play.app.simulate_key("t")  # no tips on what the other decides
        await until(lambda: phrase("terminal.no_tip", language) in play.text().replace("\n", ""))
        play.app.simulate_key("q")
        await until(lambda: isinstance(play.app.screen, Dialog))
        ended = time.monotonic()
        play.app.simulate_key("1")
        await until(lambda: not play.app.is_running)

    drive(driver, seats=("level:6", PERSON), language=language, size=(160, 45), settles=False)
    assert time.monotonic() - ended < ENDLESS / 6


def test_without_machine_code_a_level_answers_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    level = 6
    monkeypatch.setattr(seating, "PATIENCE", 0.01)
    session = Session.start(editor=f"level:{level}", nixon=PERSON, seed=1)
    session.computer_moves()
    someone = seating.seated(f"level:{level}", standard_edition())
    assert isinstance(someone, LevelPlayer)
    budget = LEVELS[level - 1].by_network.budget
    assert budget is not None
    assert budget.simulations is not None
    assert 0 < someone.think(Game.start(seed=1).view("editor")).simulations < budget.simulations


@pytest.mark.rule("8.11")
@pytest.mark.usefixtures("endless_thinking")
@pytest.mark.parametrize("nixon", [[6, 7], [14, 7]], ids=["nothing to react with", "a reaction"])
def test_the_pause_before_a_reaction_tells_nothing(
    nixon: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computers, "GLANCE", 0.5)
    game = table(turn="editor", editor=[30, 37], nixon=nixon, pictures=["-dean"])
    game.draw_at_random(7)
    session = Session(game, {Side.EDITOR: PERSON, Side.NIXON: "level:6"})
    session.choose("play 37 action")
    assert session.computer_is_next
    assert len(game.moves) == len(nixon) - (14 not in nixon)
    began = time.monotonic()
    session.computer_thinks()()
    assert 0.5 <= time.monotonic() - began < ENDLESS / 6


# Tips


@pytest.mark.parametrize(("who", "language"), [(Side.EDITOR, "en"), (Side.NIXON, "hu")])
def test_a_tip_names_legal_moves_and_changes_nothing(
    who: Side, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computers, "ADVICE", Budget(simulations=60))
    seats = (PERSON, "random") if who is Side.EDITOR else ("random", PERSON)

    async def driver(play: Play) -> None:
        before = play.game.position
        await play.press("t")
        await until(lambda: bool(play.table._tip))
        await play.pilot.pause()
        tip = play.table._tip
        assert tip
        assert {found.move for found in tip} <= set(play.game.view(who).moves)
        assert all(0 <= found.value <= tip[0].value <= 1 for found in tip)
        assert play.table.choices[play.table.marked or 0] == tip[0].move
        assert phrase("terminal.tip_title", language) in play.text()
        reading = play.table._reading
        assert reading is not None
        view = play.game.view(who)
        assert set(reading.cards) <= set(view.player(who.opponent).unseen)
        assert phrase("belief.title", language) in play.text()
        assert play.game.position == before
        await play.press("L")
        assert play.text().count("%") >= len(tip)
        await play.press("enter")
        await play.settle()
        assert play.table._tip is None
        assert "%" not in play.text()

    drive(driver, seats=seats, language=language)


def test_who_decides_without_waiting_for_the_tip_gets_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(computers, "ADVICE", Budget(seconds=ENDLESS))

    async def driver(play: Play) -> None:
        began = time.monotonic()
        play.app.simulate_key("t")
        await until(lambda: play.table._tip is not None)
        await until(lambda: phrase("terminal.tip_sought", "en") in play.text())
        play.app.simulate_key("1")
        await play.settle()
        assert play.table._tip is None
        assert time.monotonic() - began < ENDLESS / 6

    drive(driver)


def test_nobody_gets_a_tip_on_what_another_decides() -> None:
    for session in (
        Session.start(editor="random", nixon=PERSON, seed=4),
        Session.start(editor=PERSON, nixon=PERSON, seed=4),
        Session.start(editor="random", nixon="random", seed=4),
    ):
        with pytest.raises(WatergateError, match="not the turn"):
            session.advice()


# The engine in the making


def child_that(code: str, monkeypatch: pytest.MonkeyPatch) -> Preparing:
    """An engine in the making by a child that does something else."""
    real = subprocess.Popen

    def start(command: list[str], **options: int) -> subprocess.Popen[bytes]:
        return real([sys.executable, "-c", code], **options)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setenv("WATERGATE_COMPILED", "auto")
    monkeypatch.setattr(preparing, "is_ready", lambda: False)
    monkeypatch.setattr("watergate.engine.is_ready", lambda: False)
    monkeypatch.setattr(preparing, "load_all", lambda: None)
    monkeypatch.setattr(subprocess, "Popen", start)
    making = Preparing()
    making.begin()
    return making


def wait_until(holds: Callable[[], bool]) -> None:
    asyncio.run(until(holds))


def test_the_engine_is_told_of_while_it_is_made_and_left_with_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    making = child_that("import time; time.sleep(60)", monkeypatch)
    assert making.seconds is not None
    assert not making.adopt()
    assert not making.is_slow
    making.stop()
    assert making.seconds is None


def test_an_engine_that_cannot_be_made_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    making = child_that("raise SystemExit(1)", monkeypatch)
    wait_until(lambda: making.seconds is None)
    assert not making.adopt()
    assert making.is_slow


def test_an_engine_is_used_as_soon_as_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    making = child_that("", monkeypatch)
    wait_until(lambda: making.seconds is None)
    assert not engine().is_compiled
    assert not making.is_slow
    monkeypatch.setattr("watergate.engine.is_ready", lambda: True)
    assert making.adopt()
    assert not making.adopt()
    assert not making.is_slow


def test_no_engine_is_made_where_it_is_forbidden() -> None:
    making = Preparing()
    making.begin()
    assert making.seconds is None
    assert making.is_slow


@pytest.mark.usefixtures("lasting_notes")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_application_tells_of_the_engine(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Preparing, "begin", lambda self: None)
    monkeypatch.setattr(Preparing, "seconds", 17)
    said = phrase("terminal.preparing", language, seconds=17)
    short = phrase("terminal.preparing_short", language, seconds=17)

    async def driver(play: Play) -> None:
        assert said in " ".join(play.text().replace("┃", " ").split())
        await play.press("1", "1")
        await play.settle()
        assert short in play.text()
        monkeypatch.setattr(Preparing, "seconds", None)
        monkeypatch.setattr(Preparing, "adopt", lambda self: True)
        await play.press("enter")
        await play.settle()
        assert short not in play.text()
        prepared = phrase("terminal.prepared", language)
        assert any(prepared in note.message for note in play.app._notifications)

    drive(driver, menu=True, language=language, size=(120, 30))


def test_the_engine_is_told_of_while_a_screen_is_only_coming_up() -> None:
    async def driver(play: Play) -> None:
        play.app.play(play.session)
        assert not play.app.screen.is_mounted
        play.app._tell_of_engine()
        await play.settle()
        assert isinstance(play.app.screen, Table)

    drive(driver)


@pytest.mark.usefixtures("lasting_notes")
def test_a_level_without_machine_code_is_told_of() -> None:
    async def driver(play: Play) -> None:
        told = [note.message for note in play.app._notifications]
        assert phrase("terminal.unprepared", "en") in told
        assert isinstance(play.app, WatergateApp)
        assert isinstance(play.app.screen, Table)

    drive(driver, seats=(PERSON, "level:1"))
