"""The terminal application, driven by keys and the mouse: whole games, secrecy, sizes, a kill."""

from __future__ import annotations

import fcntl
import os
import pty
import random
import re
import select
import signal
import struct
import termios
import time
from pathlib import Path

import pytest
from textual.widgets import Input, OptionList

from tests.cli.helpers import run_program
from tests.processes import PATIENCE, PROGRAM, signals_heeded
from tests.terminal.driving import Play, drive, hidden_names, until, whole_game
from watergate.edition import Side, standard_edition
from watergate.lab.simulate import random_game
from watergate.players.seating import PERSON
from watergate.rules import Move, Part, Verb
from watergate.terminal.dialogs import Dialog, HandOver
from watergate.terminal.pictures import TrackPicture
from watergate.terminal.reader import Reader
from watergate.terminal.session import Session
from watergate.terminal.table import Table
from watergate.texts import phrase

SEATS = {
    "editor": (PERSON, "random"),
    "nixon": ("random", PERSON),
    "hot-seat": (PERSON, PERSON),
    "editor-level": (PERSON, "level:1"),
    "nixon-level": ("level:1", PERSON),
}
pytestmark = pytest.mark.usefixtures("own_place")


@pytest.mark.parametrize(
    ("who", "language"),
    [("hot-seat", "hu"), ("editor-level", "en"), ("nixon-level", "hu")],
)
@pytest.mark.slow
def test_a_whole_game(who: str, language: str, tmp_path: Path) -> None:
    async def driver(play: Play) -> None:
        await whole_game(play, random.Random(1))
        assert play.session.is_over
        assert phrase("terminal.end_rematch", language) in play.text()
        await play.press("1")
        assert isinstance(play.app.screen, Table)
        assert "★" in play.text()

    path = tmp_path / "game.wg"
    drive(driver, seats=SEATS[who], language=language, path=path, seed=4)  # a short one
    assert Session.resume(path).is_over


@pytest.mark.parametrize(
    ("who", "language"), [("editor", "hu"), ("nixon", "en"), ("hot-seat", "hu")]
)
def test_many_decisions(who: str, language: str) -> None:
    async def driver(play: Play) -> None:
        await whole_game(play, random.Random(2), most=12)

    drive(driver, seats=SEATS[who], language=language, seed=5)


def test_an_end_offers_a_rematch_with_sides_swapped(tmp_path: Path) -> None:
    game = Session.start(editor="random", nixon="random", seed=2)
    while not game.is_over:
        game.computer_moves()
    ended = game._game.at(game._game.ply - 1)
    while ended.decider == "chance":
        ended = ended.at(ended.ply - 1)
    last = game._game.history[ended.ply]
    decider = ended.decider
    assert isinstance(decider, Side)
    seats = {side: PERSON if side is decider else "random" for side in Side}

    async def driver(play: Play) -> None:
        play.table.choose(last)
        await play.settle()
        assert isinstance(play.app.screen, Dialog)
        await play.press("2")
        await play.settle()
        assert play.session.seats[decider] == "random"
        assert play.session.seats[decider.opponent] == PERSON
        assert not play.session.is_over

    ended.draw_at_random(1)
    drive(driver, session=Session(ended, seats))


# Choosing


def test_a_click_on_a_choice_chooses_it() -> None:
    async def driver(play: Play) -> None:
        before = play.game.ply
        wanted = play.table.choices[2]
        choices = play.table.query_one("#choices", OptionList)
        await play.pilot.click(choices, offset=(8, 2))
        await play.settle()
        assert play.game.history[before] == wanted

    drive(driver)


def test_clicks_on_the_hand_and_the_track_highlight() -> None:
    async def driver(play: Play) -> None:
        hand = play.game.view("editor").editor.hand or ()
        await play.pilot.click("#hand", offset=(2 * 20 + 3, 0))
        await play.pilot.pause()
        assert play.table.marked_card == hand[2]
        await play.press("enter")
        await play.settle()
        [marker] = [n for n, m in enumerate(play.table.choices) if m.target == "momentum"]
        track = play.table.query_one(TrackPicture)
        assert track.scene is not None
        [(y, start, _)] = track.area(track.scene, marker, track.drawing(track.scene, 100, 6))
        await play.pilot.click("#track", offset=(start + 1, y))
        await play.pilot.pause()
        assert play.table.marked == marker
        before = play.game.ply
        await play.pilot.click("#track", offset=(start + 1, y))
        await play.settle()
        assert play.game.history[before].target == "momentum"

    drive(driver)


async def type_in(play: Play, text: str) -> None:
    if not play.table.query_one("#typed").display:
        await play.press("slash")
    play.table.query_one("#typed", Input).value = text
    await play.press("enter")


def test_typed_moves_and_why_they_are_refused() -> None:
    async def driver(play: Play) -> None:
        ply = play.game.ply
        for nonsense in ("", "nonsense", "999", "play", "[bold]", "\\", "{}", "½", "²"):
            await type_in(play, nonsense)
            assert play.game.ply == ply
            assert "✗" in play.text()
        await type_in(play, "play 9 value")  # a card of Nixon's
        assert "4.2" in play.text()
        await type_in(play, "pin rim1")
        assert "4.2" in play.text()
        await type_in(play, str(play.table.choices[0]).upper())
        assert play.game.ply > ply
        assert play.game.history[ply].verb is Verb.PLAY
        await play.press("colon", "escape")
        assert not play.table.query_one("#typed").display

    drive(driver)


def test_why_a_part_cannot_be_used_is_shown() -> None:
    def with_reaction() -> Session:
        for seed in range(100):
            session = Session.start(editor=PERSON, nixon="random", seed=seed)
            if 42 in (session.view.editor.hand or []):
                return session
        raise AssertionError

    async def driver(play: Play) -> None:
        wanted = Move(Verb.PLAY, 42, Part.VALUE)
        play.table.highlight(play.table.choices.index(wanted))
        await play.pilot.pause()
        assert "8.1" in play.text()

    drive(driver, session=with_reaction(), size=(140, 45))


def test_taking_back_until_something_is_revealed() -> None:
    async def driver(play: Play) -> None:
        ply = play.game.ply
        await play.press("u")
        assert "✗" in play.text()
        await type_in(play, str(next(m for m in play.table.choices if m.part is Part.VALUE)))
        assert play.game.ply == ply + 1
        await play.press("u")
        assert play.game.ply == ply

    drive(driver)


# Reading, saving, languages


def test_pages_open_find_and_close() -> None:
    async def driver(play: Play) -> None:
        for key in ("f1", "r", "l", "p", "h", "question_mark", "b"):
            await play.press(key)
            assert not isinstance(play.app.screen, Table), key
            assert len(play.text().split()) > 20
            await play.press("escape")
            assert isinstance(play.app.screen, Table), key
        await play.press("r", "slash", *"gambit", "enter")
        assert "Gambit" in play.text()
        first = play.text()
        await play.press("n")
        assert play.text() != first
        await play.press("L")
        assert "Gambit" in play.text() or "szab" in play.text()
        await play.press("escape")
        assert isinstance(play.app.screen, Table)

    drive(driver)


def test_card_help_tells_text_rules_and_history() -> None:
    async def driver(play: Play) -> None:
        await play.press("h")
        shown = play.text()
        assert isinstance(play.app.screen, Reader)
        for key in ("card_now", "card_rules", "card_history"):
            assert phrase(f"terminal.{key}", "en") in shown

    drive(driver, size=(120, 60))


def test_the_language_changes_in_the_middle() -> None:
    async def driver(play: Play) -> None:
        assert "round 1" in play.text()
        await play.press("L")
        await play.pilot.pause()
        assert "1. forduló" in play.text()
        await play.press("L")
        await play.pilot.pause()
        assert "round 1" in play.text()

    drive(driver)


def test_saving_as_and_leaving(tmp_path: Path) -> None:
    async def driver(play: Play) -> None:
        await play.press("s")
        play.app.screen.query_one("#name", Input).value = "with Kati"
        await play.press("enter")
        assert (tmp_path / "saves" / "with Kati.wg").exists()
        await play.press("s")
        play.app.screen.query_one("#name", Input).value = "../../evil"
        await play.press("enter")
        assert not list(tmp_path.glob("**/evil*"))
        other = tmp_path / "saves" / "other.wg"
        other.write_text("another game")
        await play.press("s")
        play.app.screen.query_one("#name", Input).value = "other"
        await play.press("enter")
        assert other.read_text() == "another game"
        await play.press("q")
        assert "with Kati" in play.text()
        await play.press("2")
        assert isinstance(play.app.screen, Table)
        await play.press("q", "1")
        assert not play.app.is_running

    drive(driver)


def test_the_menu_starts_and_resumes_games(tmp_path: Path) -> None:
    async def driver(play: Play) -> None:
        assert "W A T E R G A T E" in play.text()
        await play.press("6")  # the rules on one screen
        assert isinstance(play.app.screen, Reader)
        await play.press("escape", "7", "7", "2", "1")  # language twice, as Nixon, an intern
        await play.settle()
        assert play.session.seats == {Side.EDITOR: "level:1", Side.NIXON: PERSON}
        position = play.game.position
        await play.press("q", "3", "5", "1")
        await play.settle()
        assert play.game.position == position
        assert play.session.seats == {Side.EDITOR: "level:1", Side.NIXON: PERSON}
        await play.press("q", "3", "3")
        await play.pilot.pause()
        assert isinstance(play.app.screen, HandOver)

    drive(driver, menu=True)


@pytest.mark.usefixtures("lasting_notes")
def test_a_full_disk_is_told_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    async def driver(play: Play) -> None:
        ply = play.game.ply
        monkeypatch.setattr(os, "fsync", full)
        await play.press("1")
        assert play.game.ply > ply
        assert any("No space left" in note.message for note in play.app._notifications)
        assert not list(tmp_path.glob(".saving-*"))

    drive(driver, path=tmp_path / "game.wg")


def late_session() -> Session:
    """Random players shortly before the end: some thirty to eighty plies."""
    game = random_game(standard_edition(), seed=4)
    return Session.start(editor="random", nixon="random", game=game.at(game.ply - 60), seed=1)


def test_two_computer_players_can_be_watched() -> None:
    async def driver(play: Play) -> None:
        start = play.game.ply
        await until(lambda: play.game.ply > start + 6)
        leaked = {name for name in hidden_names(play) if name in play.text()}
        assert not leaked - {play.app.words.card(e.params["card"])
                             for e in play.game.log("spectator") if "card" in e.params}  # fmt: skip
        await play.press("q")
        await until(lambda: play.session.is_over)  # which is told when the question is answered
        await play.press("1")
        await until(lambda: not play.app.is_running)

    drive(driver, session=late_session(), settles=False)


def test_the_end_is_told_when_whoever_was_asked_something_is_back() -> None:
    async def driver(play: Play) -> None:
        await play.press("q")
        await until(lambda: play.session.is_over)
        await play.press("2")
        await until(lambda: "★" in play.text())
        await play.press("1")
        await play.pilot.pause()
        assert isinstance(play.app.screen, Table)  # and once is enough

    drive(driver, session=late_session(), settles=False)


# Sizes and colours


@pytest.mark.parametrize(
    ("size", "language"),
    [((80, 24), "hu"), ((100, 30), "en"), ((100, 30), "hu"), ((200, 60), "en")],
)
def test_sizes(size: tuple[int, int], language: str) -> None:
    async def driver(play: Play) -> None:
        shown = play.text()
        assert all(len(line) <= size[0] for line in shown.splitlines())
        assert "► 1" in shown
        assert "<I>" in shown
        assert ("(Sloan)" in shown) == (size[0] >= 100)
        await play.press("b")
        assert "(Sloan)" in play.text()
        await play.press("escape")
        await whole_game(play, random.Random(3), most=3)

    drive(driver, size=size, language=language)


def test_too_small_a_terminal_says_so_and_recovers() -> None:
    async def driver(play: Play) -> None:
        assert "--plain" in play.text()
        await play.pilot.resize_terminal(100, 30)
        await play.pilot.pause()
        await play.pilot.pause()
        assert "(Sloan)" in play.text()

    drive(driver, size=(50, 15))


def test_without_colours_everything_is_said_in_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def driver(play: Play) -> None:
        styles = {
            segment.style
            for strip in play.app.screen._compositor.render_strips()
            for segment in strip.apply_filter(
                play.app._filters[0], play.app.screen.styles.background
            )
        }
        colors = [style.color for style in styles if style and style.color]
        assert all(len(set(color.get_truecolor())) == 1 for color in colors)
        assert "►" in play.text()

    drive(driver)


# A real terminal


class Terminal:
    """The program in a pseudo-terminal of its own."""

    def __init__(self, home: Path, *arguments: str) -> None:
        env = {**os.environ, "XDG_DATA_HOME": str(home), "WATERGATE_COMPILED": "never",
               "TERM": "xterm-256color", "LANG": "en_US.UTF-8"}  # fmt: skip
        with signals_heeded():
            self.pid, self.handle = pty.fork()
            if self.pid == 0:
                os.execve(PROGRAM[0], [*PROGRAM, "terminal", *arguments], env)
        fcntl.ioctl(self.handle, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        self.seen = ""

    def wait_for(self, wanted: str) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            ready, _, _ = select.select([self.handle], [], [], 0.1)
            if ready:
                try:
                    self.seen += os.read(self.handle, 65_536).decode("utf-8", "replace")
                except OSError:
                    break
            if wanted in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", self.seen):
                return
        raise AssertionError(f"{wanted!r} never came: {self.seen[-500:]!r}")

    def press(self, keys: str) -> None:
        self.seen = ""
        os.write(self.handle, keys.encode())

    def end(self, how: signal.Signals) -> None:
        os.kill(self.pid, how)
        os.close(self.handle)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if os.waitpid(self.pid, os.WNOHANG) != (0, 0):
                return
            time.sleep(0.05)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        raise AssertionError(f"the program did not end by {how.name}")


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGHUP])
def test_a_killed_game_goes_on_exactly_where_it_was(how: signal.Signals, tmp_path: Path) -> None:
    path = tmp_path / "watergate" / "saves" / "one.wg"
    first = Terminal(tmp_path, "--seed", "3", "--save", "one", "--side", "both")
    first.wait_for("Editor, press Enter")
    time.sleep(0.6)
    first.press("\r")
    first.wait_for("F1")
    before = path.read_text()
    first.press("1")
    first.wait_for("initiative token")
    first.end(how)
    after = path.read_text()
    assert after != before
    saved = Session.resume(path)
    again = Terminal(tmp_path, "--seed", "3", "--save", "one")
    again.wait_for("saved already")
    again.end(signal.SIGKILL)
    second = Terminal(tmp_path, "--resume", "one")
    second.wait_for("Editor, press Enter")
    time.sleep(0.6)
    second.press("\r")
    second.wait_for("initiative token")
    second.end(signal.SIGKILL)
    assert Session.resume(path)._game.position == saved._game.position
    assert path.read_text() == after


def test_a_dumb_terminal_is_refused_politely() -> None:
    result = run_program("terminal", TERM="dumb")
    assert result.returncode == 2
    assert "--plain" in result.stderr
