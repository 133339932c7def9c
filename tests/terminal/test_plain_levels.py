"""Levels in the plain mode: asking for one, its name, its thinking, hints."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.tables import quiet_table
from watergate import Game, Side, alternative_history, standard_edition
from watergate.players import LEVELS, Budget, seating
from watergate.players.seating import PERSON, USUAL
from watergate.terminal import computers
from watergate.terminal.plain import run
from watergate.terminal.plain.menu import Menu
from watergate.terminal.plain.words import SpokenWords
from watergate.terminal.preparing import Preparing
from watergate.terminal.session import Session, save_path
from watergate.texts import LANGUAGES, phrase

pytestmark = pytest.mark.usefixtures("own_place")
AS_EDITOR = {Side.EDITOR: PERSON, Side.NIXON: "level:1"}


def typing(lines: Sequence[str]) -> Callable[[str], str]:
    left: Iterator[str] = iter(lines)

    def read(prompt: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return read


def told(session: Session, *lines: str, language: str = "en") -> list[str]:
    written: list[str] = []
    assert run(session, language, typing(lines), written.append) == 0
    return written


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_computer_says_that_it_has_not_learnt_an_edition(language: str) -> None:
    said, mine = phrase("players.unlearnt", language), replace(standard_edition(), digest="other")
    for edition, nixon in ((mine, "level:1"), (mine, "random"), (None, "level:1")):
        session = Session.start(editor=PERSON, nixon=nixon, seed=1, edition=edition)
        is_rough = edition is mine and nixon == "level:1"
        assert (said in told(session, language=language)) == is_rough


# A new game


def asked(*lines: str, language: str = "en") -> tuple[tuple[str, str] | None, list[str]]:
    written: list[str] = []
    words = SpokenWords(standard_edition(), language)
    return Menu(words, typing(lines), written.append).seats(), written


@pytest.mark.parametrize(
    ("lines", "seats"),
    [
        (["1", "6"], (PERSON, "level:6")),
        (["2", "1"], ("level:1", PERSON)),
        (["3"], (PERSON, PERSON)),
        (["4", "2", ""], ("level:2", "level:2")),
        (["", ""], (PERSON, USUAL)),
        (["0", "5", "x", "²", "1", "7", "3"], (PERSON, "level:3")),
        (["quit"], None),
        (["1", "kilépés", "QUIT"], None),
        (["1"], None),
        ([], None),
    ],
)
def test_what_a_new_game_asks(lines: list[str], seats: tuple[str, str] | None) -> None:
    assert asked(*lines)[0] == seats


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_levels_are_told_with_their_characters(language: str) -> None:
    Session.start(editor=PERSON, nixon="level:4", seed=1, path=save_path("one"))
    seats, written = asked("1", "", language=language)
    assert seats == (PERSON, "level:4")
    for level in LEVELS:
        [line] = [line for line in written if phrase(f"level.{level.number}", language) in line]
        assert phrase(f"level_about.{level.number}", language) in line


# Playing against a level


@pytest.mark.parametrize(("side", "language"), [(Side.EDITOR, "en"), (Side.NIXON, "hu")])
def test_a_whole_game_against_a_level(side: Side, language: str) -> None:
    seats = {one: PERSON if one is side else "level:1" for one in Side}
    session = Session.start(editor=seats[Side.EDITOR], nixon=seats[Side.NIXON], seed=3)
    written: list[str] = []
    rng = random.Random(3)

    def read(prompt: str) -> str:
        return str(rng.randrange(len(session.view.moves)) + 1)

    assert run(session, language, read, written.append) == 0
    assert session.is_over
    assert phrase("level.1", language) in written[1]
    assert phrase("level_about.1", language) in written[1]


def test_who_takes_time_is_said_to_think_once_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "QUICK", {True: 0, False: 0})
    session = Session.start(editor="level:1", nixon=PERSON, seed=1)
    written = told(session)
    assert written.count("Intern is thinking.") == 1


def test_an_old_game_against_the_priorities_player_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.wg"
    Session.start(editor=PERSON, nixon="priorities", seed=6, path=path)
    session = Session.resume(path)
    written = told(session, "1", "1")
    assert "Nixon is played by: computer." in written
    assert session.seats[Side.NIXON] == "priorities"
    assert str(path) in "\n".join(written)


def test_the_engine_in_the_making_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session.start(editor=PERSON, nixon="level:1", seed=6)
    assert phrase("plain.engine_slow", "en") in told(session)
    monkeypatch.setattr(Preparing, "seconds", 3)
    assert phrase("plain.engine_preparing", "en") in told(session)
    monkeypatch.setattr(Preparing, "adopt", lambda self: True)
    assert phrase("plain.engine_ready", "en") in told(session)


# Hints


@pytest.mark.parametrize(
    ("language", "command"), [("en", "hint"), ("hu", "tipp"), ("hu", "hint"), ("en", "HINT")]
)
def test_a_hint_names_choices_with_chances(
    language: str, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computers, "ADVICE", Budget(simulations=60))
    game = quiet_table("editor", 33, 34, 27)
    game.draw_at_random(7)
    session = Session(game, dict(AS_EDITOR))
    before = game.position
    written = told(session, command, language=language)
    start = written.index(phrase("plain.hint_title", language)) + 1
    end = written.index(phrase("belief.title", language))
    hints = written[start:end]
    assert 1 <= len(hints) <= 3
    beliefs = [line for line in written[end + 1 :] if "%" in line]
    assert beliefs == written[end + 1 : end + 1 + len(beliefs)]
    assert "Nixon" in beliefs[0]
    choices = [line for line in written[:start] if line[:1].isdigit()]
    for hint in hints:
        number, text = hint.split(": ", 1)[0], hint.split(": ", 1)[1]
        index = int("".join(filter(str.isdigit, number.split(",")[0])))
        assert any(line == f"{index}. {text}" for line in choices), hint
    assert game.position == before


@pytest.mark.parametrize("seed", range(2))
def test_a_hint_is_the_same_in_every_history_a_person_could_have_seen(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computers, "ADVICE", Budget(simulations=12))
    rng = random.Random(seed)
    game = Game.start(seed=seed)
    compared = 0
    while compared < 3:
        if isinstance(game.decider, Side):
            game.play(rng.choice(game.moves))
        if not isinstance(game.decider, Side) or rng.random() > 0.15:
            continue
        side = game.decider
        other = alternative_history(game, side, rng)
        compared += other.position != game.position
        hints = []
        for one in (game.copy(), other):
            session = Session(one, {Side.EDITOR: PERSON, Side.NIXON: PERSON})
            session.take_seat(side)
            hints.append(told(session, "hint"))
        assert hints[0] == hints[1]
