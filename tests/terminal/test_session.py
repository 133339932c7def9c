"""The game at one screen: seats, handing over, taking back, saving and resuming."""

from __future__ import annotations

import os
import random
from pathlib import Path

import platformdirs
import pytest

from tests.tables import quiet_table, table
from watergate import Game, IllegalMove, Side, Viewer, WatergateError, read_record
from watergate.players.seating import PERSON, SEATS
from watergate.rules import Entry
from watergate.terminal import session as module
from watergate.terminal.session import (
    Session,
    save_path,
    saved_games,
    saves_folder,
)

BOTH = {Side.EDITOR: PERSON, Side.NIXON: PERSON}
AS_EDITOR = {Side.EDITOR: PERSON, Side.NIXON: "random"}
AS_NIXON = {Side.EDITOR: "random", Side.NIXON: PERSON}


def at(game: Game, seats: dict[Side, str], eyes: Side | None = None) -> Session:
    """A session on a table set by a test, with luck from a fixed seed."""
    game.draw_at_random(7)
    session = Session(game, dict(seats))
    if eyes is not None:
        session.take_seat(eyes)
    return session


# Seats


@pytest.mark.parametrize("seat", ["", "nobody", "Person", "search"])
def test_only_known_players_take_a_seat(seat: str) -> None:
    with pytest.raises(WatergateError, match="allowed: person, "):
        Session.start(editor=seat)


@pytest.mark.parametrize("editor", SEATS)
@pytest.mark.parametrize("nixon", SEATS)
def test_everybody_can_sit_anywhere(editor: str, nixon: str) -> None:
    session = Session.start(editor=editor, nixon=nixon, seed=1)
    people = [side for side, seat in session.seats.items() if seat == PERSON]
    assert session.people == people
    assert session.eyes is (people[0] if len(people) == 1 else None)
    assert session.computer_is_next is (editor != PERSON)  # the Editor begins (2.4)
    assert session.handed_to is (Side.EDITOR if len(people) == 2 else None)


def test_the_computer_plays_until_a_person_is_next() -> None:
    session = Session.start(editor="random", nixon=PERSON, seed=4)
    assert session.view.viewer is Viewer.NIXON
    while session.computer_is_next:
        session.computer_moves()
    assert session.decider is Side.NIXON
    assert session.view.moves
    session.choose(session.view.moves[0])


def test_a_game_of_computers_is_seen_by_a_spectator_and_at_its_end_by_everyone() -> None:
    session = Session.start(editor="random", nixon="random", seed=4)
    assert session.view.viewer == "spectator"
    assert session.view.editor.hand is None
    while not session.is_over:
        session.computer_moves()
    assert session.view.viewer == "everyone"
    assert session.view.result is not None
    assert session.decider is None


def test_nobody_takes_a_computers_seat() -> None:
    session = Session.start(editor=PERSON, nixon="random", seed=4)
    with pytest.raises(WatergateError, match="no person plays nixon"):
        session.take_seat(Side.NIXON)


def test_only_the_one_who_looks_moves_and_only_in_turn() -> None:
    session = Session.start(editor="random", nixon=PERSON, seed=4)
    with pytest.raises(WatergateError, match="not the turn"):
        session.choose("pass")
    two = Session.start(editor=PERSON, nixon=PERSON, seed=4)
    with pytest.raises(WatergateError, match="not the turn"):
        two.choose("pass")


@pytest.mark.parametrize("move", ["pass", "play 2 value", "draw 24", "nonsense", 99_999])
def test_a_move_that_is_none_changes_nothing(move: str | int) -> None:
    session = Session.start(editor=PERSON, nixon="random", seed=4)
    before = session.view.to_json()
    with pytest.raises(IllegalMove):
        session.choose(move)
    assert session.view.to_json() == before


# Handing over


def test_the_screen_is_handed_over_at_every_decision_of_the_other() -> None:
    session = Session.start(editor=PERSON, nixon=PERSON, seed=11)
    rng = random.Random(11)
    shown: list[Viewer] = []
    while not session.is_over:
        assert not session.computer_is_next
        side = session.handed_to
        if side is not None:
            session.look_away()
            assert session.viewer is Viewer.SPECTATOR
            assert session.view.editor.hand is None
            assert session.view.nixon.hand is None
            assert not session.view.moves
            assert not session.can_take_back
            session.take_seat(side)
        assert session.eyes is session.decider
        assert session.handed_to is None
        assert session.view.viewer.side is session.eyes
        shown.append(session.viewer)
        session.choose(rng.choice(session.view.moves))
    assert set(shown) == {Viewer.EDITOR, Viewer.NIXON}
    assert session.handed_to is None


def test_looking_away_changes_nothing_for_one_person() -> None:
    session = Session.start(editor=PERSON, nixon="random", seed=4)
    session.look_away()
    assert session.eyes is Side.EDITOR


def test_what_happened_is_read_with_the_eyes_that_look() -> None:
    session = Session.start(editor=PERSON, nixon=PERSON, seed=4)

    def drawn(entries: list[Entry], side: Side) -> set[str]:
        return {e.key for e in entries if e.key.startswith("card_drawn")
                and e.params["side"] == str(side)}  # fmt: skip

    assert drawn(session.events_since(-1), Side.EDITOR) == {"card_drawn_hidden"}
    session.take_seat(Side.EDITOR)
    assert drawn(session.events_since(-1), Side.EDITOR) == {"card_drawn"}
    assert drawn(session.events_since(-1), Side.NIXON) == {"card_drawn_hidden"}
    assert session.events_since(session.view.ply) == []


# Decisions with a single move


def window() -> Game:
    """The Editor plays an event; for all the Editor knows, Nixon may hold John Mitchell."""
    return table(turn="editor", editor=[30, 37], nixon=[6, 7], pictures=["-dean"])


@pytest.mark.rule("8.11")
def test_forced_decisions_are_made_for_a_person_against_the_computer() -> None:
    game = window()
    game.draw_at_random(7)
    session = Session(game, {Side.EDITOR: "priorities", Side.NIXON: PERSON})
    while session.computer_is_next:
        session.computer_moves()
    assert len(session.view.moves) > 1
    keys = [entry.key for entry in session.events_since(0)]
    assert "passed" in keys or "card_played_action" not in keys


@pytest.mark.rule("8.11")
def test_forced_decisions_are_the_peoples_own_between_two_of_them() -> None:
    session = at(window(), BOTH, Side.EDITOR)
    session.choose("play 37 action")
    assert session.handed_to is Side.NIXON
    session.take_seat(Side.NIXON)
    assert [str(move) for move in session.view.moves] == ["pass"]


@pytest.mark.rule("8.11")
@pytest.mark.parametrize("seats", [AS_EDITOR, AS_NIXON, BOTH])
def test_over_a_whole_game_only_two_people_meet_forced_decisions(seats: dict[Side, str]) -> None:
    met = 0
    session = Session(Game.start(seed=3), dict(seats))
    rng = random.Random(3)
    while not session.is_over:
        if session.handed_to is not None:
            session.take_seat(session.handed_to)
        if session.computer_is_next:
            session.computer_moves()
            continue
        met += len(session.view.moves) == 1
        session.choose(rng.choice(session.view.moves))
    assert (met > 0) is (seats is BOTH)


# Taking back


def test_a_choice_of_card_can_be_taken_back_until_the_other_side_is_next() -> None:
    session = at(quiet_table("nixon", 13, 9, facedown=["blue"]), BOTH, Side.NIXON)
    before = session.view.to_json()
    assert not session.can_take_back
    session.choose("play 13 value")
    assert session.can_take_back
    session.take_back()
    assert session.view.to_json() == before
    session.choose("play 13 value")
    session.choose("choose initiative")
    assert session.handed_to is Side.EDITOR
    assert not session.can_take_back
    with pytest.raises(WatergateError, match="nothing can be taken back"):
        session.take_back()


def test_what_the_computer_has_answered_cannot_be_taken_back() -> None:
    session = at(quiet_table("editor", 27, 28, nixon=[6, 7]), AS_EDITOR)
    session.choose("play 27 value")
    session.choose("choose initiative")
    while session.computer_is_next:
        session.computer_moves()
    assert session.decider is Side.EDITOR
    assert not session.can_take_back


def revealing() -> dict[str, tuple[Session, list[str]]]:
    """Moves after which the same person decides, but which have brought something to light."""
    own: dict[Side, str] = BOTH
    return {
        "a no (4.7)": (
            at(quiet_table("editor", 27, 28, facedown=["green"]), own, Side.EDITOR),
            ["play 27 value", "ask blue"],
        ),
        "a token drawn from the bag (7.18)": (
            at(quiet_table("editor", 37, 28), own, Side.EDITOR),
            ["play 37 action"],
        ),
        "a blind pick (4.12)": (
            at(quiet_table("editor", 32, 28, facedown=["green"], initiative_at="E4"), own,
               Side.EDITOR),
            ["play 32 action", "choose facedown"],
        ),
        "a card drawn (7.3)": (
            at(quiet_table("nixon", 9, 10), own, Side.NIXON),
            ["play 9 action"],
        ),
        "a card lost (7.5)": (
            at(quiet_table("nixon", 11, 10), own, Side.NIXON),
            ["play 11 action"],
        ),
        "both hands laid open (7.10)": (
            at(quiet_table("nixon", 16, 10, track=["blue@N1", "green@N2", "yellow@N2"]), own,
               Side.NIXON),
            ["play 16 action", "choose blue@N1"],
        ),
        "a face-down token turned up (4.6)": (
            at(quiet_table("nixon", 3, 10, facedown=["green", "blue"], initiative_at="-",
                           track=["green@N4"]), own, Side.NIXON),
            ["play 3 value", "choose green@facedown"],
        ),
    }  # fmt: skip


@pytest.mark.parametrize("case", list(revealing()))
def test_what_has_come_to_light_cannot_be_taken_back(case: str) -> None:
    session, moves = revealing()[case]
    for move in moves:
        session.choose(move)
    before = session.view.to_json()
    assert not session.can_take_back
    with pytest.raises(WatergateError, match="revealed"):
        session.take_back()
    assert session.view.to_json() == before


def test_taking_back_goes_no_further_than_what_was_revealed() -> None:
    session, moves = revealing()["a no (4.7)"]
    for move in moves:
        session.choose(move)
    assert [str(move) for move in session.view.moves] == ["choose initiative", "choose momentum"]
    assert not session.can_take_back


def test_open_choices_of_one_turn_are_taken_back_one_by_one() -> None:
    game = quiet_table("nixon", 12, 10, track=["blue@E1", "green@E2", "yellow@E3"])
    session = at(game, BOTH, Side.NIXON)
    moves = ["play 12 action", "choose blue@E1", "choose green@E2"]
    seen = []
    for move in moves:
        seen.append(session.view.to_json())
        session.choose(move)
    while seen:
        session.take_back()
        assert session.view.to_json() == seen.pop()
    assert not session.can_take_back


def forced_at_the_end_of_a_card(seats: dict[Side, str]) -> Session:
    """Nixon, playing alone, moves two tokens; the second is forced, the next turn Nixon's again."""
    game = quiet_table("nixon", 12, 10, editor=[], track=["blue@E1", "green@E2"])
    session = at(game, seats, Side.NIXON)
    for move in ("play 12 action", "choose blue@E1"):
        session.choose(move)
    return session


def test_what_was_answered_for_a_person_is_taken_back_with_the_choice_before() -> None:
    session = forced_at_the_end_of_a_card(AS_NIXON)
    assert {move.card for move in session.view.moves} == {10}
    session.take_back()
    assert [str(m) for m in session.view.moves] == ["choose blue@E1", "choose green@E2"]


def test_between_two_people_every_answer_is_taken_back_by_itself() -> None:
    session = forced_at_the_end_of_a_card(BOTH)
    session.choose("choose green@E2")
    session.take_back()
    assert [str(m) for m in session.view.moves] == ["choose green@E2"]


def test_nothing_is_taken_back_after_the_end() -> None:
    game = quiet_table("nixon", 3, 10, momentum="0/4/4", momentum_at="N4")
    session = at(game, BOTH, Side.NIXON)
    session.choose("play 3 value")
    session.choose("choose momentum")
    assert session.is_over
    assert not session.can_take_back


# Saving and resuming


def test_a_session_without_a_file_saves_nothing(tmp_path: Path) -> None:
    session = Session.start(editor=PERSON, nixon="random", seed=1)
    session.save()
    assert list(tmp_path.iterdir()) == []


def test_the_game_is_saved_after_every_move(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "folder" / "game.wg"
    session = Session.start(editor=PERSON, nixon="random", seed=1, path=path)
    rng = random.Random(1)
    for _ in range(12):
        if session.computer_is_next:
            session.computer_moves()
        else:
            session.choose(rng.choice(session.view.moves))
        saved = read_record(path.read_text(encoding="utf-8"))
        assert saved.ply == session.view.ply
        assert saved.view(Side.EDITOR).position == session.view.position
        assert saved.tags["Editor"] == PERSON
        assert saved.tags["Nixon"] == "random"
    assert [file.name for file in path.parent.iterdir()] == ["game.wg"]


def test_taking_back_is_saved_too(tmp_path: Path) -> None:
    session = at(quiet_table("nixon", 13, 9), BOTH, Side.NIXON)
    session.path = tmp_path / "game.wg"
    session.choose("play 13 value")
    session.take_back()
    assert read_record(session.path.read_text(encoding="utf-8")).ply == 0


@pytest.mark.parametrize("broken", ["replace", "fsync"])
def test_a_save_that_fails_leaves_the_old_one(
    broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.wg"
    session = Session.start(editor=PERSON, nixon=PERSON, seed=1, path=path)
    session.take_seat(Side.EDITOR)
    before = path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr(os, broken, fail)
    with pytest.raises(OSError, match="no room"):
        session.choose(session.view.moves[0])
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["game.wg"]
    monkeypatch.undo()
    session.save()
    assert path.read_bytes() != before


@pytest.mark.parametrize("seats", [AS_EDITOR, pytest.param(AS_NIXON, marks=pytest.mark.slow), BOTH])
def test_a_game_is_resumed_exactly_where_it_was(seats: dict[Side, str], tmp_path: Path) -> None:
    path = tmp_path / "game.wg"
    editor, nixon = seats[Side.EDITOR], seats[Side.NIXON]
    session = Session.start(editor=editor, nixon=nixon, seed=5, path=path)
    rng = random.Random(5)
    while not session.is_over:
        if session.handed_to is not None:
            session.take_seat(session.handed_to)
        if session.computer_is_next:
            session.computer_moves()
        else:
            session.choose(rng.choice(session.view.moves))
        if session.decider is None or rng.random() > 0.1:
            continue
        again = Session.resume(path)
        assert again.seats == session.seats
        assert again.decider is session.decider
        assert again.eyes is (session.eyes if len(session.people) == 1 else None)
        if session.eyes is not None:
            again.eyes = session.eyes
            assert again.view.to_json() == session.view.to_json()
            assert again.events_since(-1) == session.events_since(-1)
            assert again.can_take_back == session.can_take_back
        again.eyes = session.eyes
        session = again
    finished = Session.resume(path)
    assert finished.is_over
    assert finished.view.to_json() == session.view.to_json()


def test_strangers_in_a_record_become_people(tmp_path: Path) -> None:
    path = tmp_path / "game.wg"
    Session.start(editor=PERSON, nixon="random", seed=5, path=path)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('[Nixon "random"]', '[Nixon "Ada"]'), encoding="utf-8")
    assert Session.resume(path).people == [Side.EDITOR, Side.NIXON]


@pytest.mark.parametrize("text", ["", "nonsense", '[Rules "99"]\n', "1. draw 24\n3. draw 39\n"])
def test_what_is_no_saved_game_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "game.wg"
    path.write_text(text, encoding="utf-8")
    if text:
        with pytest.raises(WatergateError):
            Session.resume(path)
    with pytest.raises(WatergateError):
        Session.resume(tmp_path / "none.wg")
    with pytest.raises(WatergateError):
        Session.resume(tmp_path)


# Names of saved games


@pytest.mark.parametrize("name", ["a", "Sunday game", "2026-11-15", "játék.2", "x" * 61])
def test_good_names(name: str) -> None:
    path = save_path(name)
    assert path.name == f"{name}.wg"
    assert path.parent == module.saves_folder()


@pytest.mark.parametrize(
    "name",
    ["", " ", ".", "..", "../game", "a/b", "a\\b", ".hidden", "-x", "a\n", "a\0", "x" * 62, "~"],
)
def test_bad_names(name: str) -> None:
    with pytest.raises(WatergateError, match="no name for a game"):
        save_path(name)


def test_saved_games_the_newest_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda _: str(tmp_path))
    assert list(saved_games()) == []
    saves_folder().mkdir(parents=True)
    (saves_folder() / "gone.wg").symlink_to("nowhere")
    assert list(saved_games()) == []
    (saves_folder() / "gone.wg").unlink()
    for age, name in enumerate(["new", "old", "older"]):
        path = save_path(name)
        Session.start(editor=PERSON, nixon="random", seed=1, path=path)
        os.utime(path, (1_000_000 - age, 1_000_000 - age))
    (save_path("x").parent / "note.txt").write_text("no game", encoding="utf-8")
    assert [path.stem for path, _ in saved_games()] == ["new", "old", "older"]
