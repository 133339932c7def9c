"""The plain mode: whole games in lines of words, nothing told that should not be, resuming."""

from __future__ import annotations

import functools
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.tables import quiet_table, table
from watergate import Game, Move, Side, alternative_history, read_record, standard_edition, text_of
from watergate.players.seating import PERSON
from watergate.terminal.plain import EMPTY_LINES, run
from watergate.terminal.plain.commands import COMMANDS
from watergate.terminal.session import Session
from watergate.texts import LANGUAGES, catalogue, phrase

BOTH = {Side.EDITOR: PERSON, Side.NIXON: PERSON}
AS_EDITOR = {Side.EDITOR: PERSON, Side.NIXON: "random"}
AS_NIXON = {Side.EDITOR: "random", Side.NIXON: PERSON}
SEATS = {"editor": AS_EDITOR, "nixon": AS_NIXON, "both": BOTH}
MOST_LINES = 5000

NONSENSE = [
    "0", "999", "9" * 5000, "-1", "1.5", "xyzzy", "play", "play 13", "pin nowhere", "PASS!",
    "\x00", "\udcff", "٣", "card", "card zzz", "card mitchell", "rules", "rules qqq", "preview",
    "preview 0", "preview pin rim3", "why", "why me", "why draw 24", "log x", "log -1",
    "board nowhere", "lang", "lang de", "help me", "save now please", "  ", "<b>", "{text}", "%s",
    "choose E9", "'",
]  # fmt: skip
QUESTIONS = [
    "help", "choices", "", "look", "hand", "track", "board", "board all", "board rim 3",
    "board inner1", "log", "log 3", "log 0", "rules 4.7", "rules joker", "rules 8.9", "preview 1",
    "why 1", "why pin rim3", "why play 9 action", "why react 35", "why pass", "save", "segítség",
    "SEGITSEG", "Look",
]  # fmt: skip
PUBLIC_ONLY = ["piles", "card 33", "card hunt"]
"""These tell names of cards that an opponent may hold, without saying who holds them."""


class Screen:
    """Types lines and keeps what is written, with the side whose eyes were on it."""

    def __init__(self, session: Session, type_line: Callable[[Screen], str]) -> None:
        self.session, self.type_line = session, type_line
        self.lines: list[tuple[Side | None, str]] = []
        self.typed: list[str] = []

    def read(self, prompt: str) -> str:
        assert prompt == ""
        assert len(self.typed) < MOST_LINES
        line = self.type_line(self)
        self.typed.append(line)
        return line

    def write(self, line: str) -> None:
        assert "\n" not in line
        assert all(letter.isprintable() for letter in line), repr(line)
        self.lines.append((self.session.eyes, line))

    @property
    def text(self) -> str:
        return "\n".join(line for _, line in self.lines)

    def run(self, language: str = "en") -> str:
        assert run(self.session, language, self.read, self.write) == 0
        return self.text


def moves_by(rng: random.Random, form: Callable[[Screen, Move, int], str]) -> Callable[..., str]:
    """Types a random legal move in some form, and Enter at a hand-over."""

    def type_line(screen: Screen) -> str:
        if screen.session.eyes is None:
            return ""
        moves = screen.session.view.moves
        index = rng.randrange(len(moves))
        return form(screen, moves[index], index + 1)

    return type_line


def by_number(screen: Screen, move: Move, number: int) -> str:
    return str(number)


def by_notation(screen: Screen, move: Move, number: int) -> str:
    return str(move).upper() if number % 2 else f"  {str(move).replace(' ', '  ')} "


def lines_then_end(*lines: str) -> Callable[[Screen], str]:
    """Types these lines; then the input ends."""

    def type_line(screen: Screen) -> str:
        if len(screen.typed) >= len(lines):
            raise EOFError
        return lines[len(screen.typed)]

    return type_line


def answers(session: Session, *lines: str, language: str = "en") -> list[str]:
    """What is written to these lines, after the first prompt."""
    screen = Screen(session, lines_then_end(*lines))
    marks: list[int] = []
    read = screen.read

    def marking_read(prompt: str) -> str:
        marks.append(len(screen.lines))
        return read(prompt)

    assert run(session, language, marking_read, screen.write) == 0
    return [line for _, line in screen.lines[marks[0] : marks[-1]]]


def started(seats: dict[Side, str], seed: int, path: Path | None = None) -> Session:
    editor, nixon = seats[Side.EDITOR], seats[Side.NIXON]
    return Session.start(editor=editor, nixon=nixon, seed=seed, path=path)


def at(game: Game, seats: dict[Side, str] = BOTH) -> Session:
    """A session on a table of a test; with two people somebody takes the decider's seat."""
    game.draw_at_random(7)
    session = Session(game, dict(seats))
    if seats is BOTH and session.decider is not None:
        session.take_seat(session.decider)
    return session


# Whole games


@pytest.mark.parametrize(
    ("seats", "language", "form"),
    [
        ("editor", "en", by_number),
        pytest.param("editor", "hu", by_notation, marks=pytest.mark.slow),
        ("nixon", "en", by_notation),
        pytest.param("nixon", "hu", by_number, marks=pytest.mark.slow),
        pytest.param("both", "en", by_notation, marks=pytest.mark.slow),
        ("both", "hu", by_number),
    ],
)
def test_a_whole_game(seats: str, language: str, form: Callable[..., str]) -> None:
    screen = Screen(started(SEATS[seats], 3), moves_by(random.Random(3), form))
    text = screen.run(language)
    assert screen.session.is_over
    result = screen.session.view.result
    assert result is not None
    assert phrase(f"way.{result.way}", language) in text
    assert phrase(f"plain.end_{result.way}", language, text="", spaces="")[:10] in text
    told = [text_of(entry.message, screen.session.edition, language)
            for entry in screen.session.view.log if entry.key == "round_begins"]  # fmt: skip
    assert all(line in text for line in told)


def meddling(rng: random.Random) -> Callable[[Screen], str]:
    """Moves in every form, with commands and nonsense between them, and now and then back."""

    def type_line(screen: Screen) -> str:
        if screen.session.eyes is None:
            return rng.choice(["", "", "1", "look", "xyzzy"])
        if rng.random() < 0.5:
            return rng.choice([*NONSENSE, *QUESTIONS, *PUBLIC_ONLY])
        if rng.random() < 0.1:
            return rng.choice(["back", "vissza", "lang hu", "lang en"])
        form = rng.choice([by_number, by_notation])
        return moves_by(rng, form)(screen)

    return type_line


@pytest.mark.parametrize("seats", ["both"])
def test_a_whole_game_with_every_command_and_nonsense_between(seats: str, tmp_path: Path) -> None:
    path = tmp_path / "game.wg"
    screen = Screen(started(SEATS[seats], 5, path), meddling(random.Random(7)))
    screen.run("hu")
    assert screen.session.is_over
    assert read_record(path.read_text(encoding="utf-8")).result is not None


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("seats", SEATS)
def test_many_games_with_every_command_and_nonsense_between(seats: str, seed: int) -> None:
    screen = Screen(started(SEATS[seats], seed), meddling(random.Random(seed)))
    screen.run(LANGUAGES[seed % 2])
    assert screen.session.is_over


def test_two_computers_are_told_about() -> None:
    session = Session.start(editor="random", nixon="random", seed=2)
    screen = Screen(session, lines_then_end())
    text = screen.run()
    assert "Two computer players" in text
    assert "wins the game" in text
    assert text.count("begins.") == session.view.round


def test_a_finished_game_tells_its_end_at_once(tmp_path: Path) -> None:
    session = at(quiet_table("nixon", 3, 10, momentum="0/4/4", momentum_at="N4"))
    session.path = tmp_path / "game.wg"
    text = Screen(session, lines_then_end("play 3 value", "choose momentum")).run()
    assert "Five momentum tokens lie on Nixon's card." in text
    again = Screen(Session.resume(session.path), lines_then_end())
    assert "The game is over, in round 2." in again.run()


def test_the_end_by_a_connection_names_people_and_spaces() -> None:
    board = ["inner5:yellow", "spoke5:green", "rim8:blue"]
    session = at(quiet_table("editor", 27, 28, track=["blue@E4"], board=board,
                             pictures=["baldwin", "woods"]))  # fmt: skip
    text = Screen(session, lines_then_end("play 27 value", "choose blue@E4", "pin rim9")).run()
    assert "connected to Nixon: Alfred Baldwin, Rose Mary Woods. The threads lead over " in text


def test_the_end_by_an_empty_supply() -> None:
    session = at(quiet_table("editor", 27, nixon=[], momentum="5/4/0", momentum_at="-"))
    text = Screen(session, lines_then_end("play 27 value", "choose initiative")).run()
    assert "A new momentum token was needed, and the supply was empty." in text


# Nothing reaches the wrong eyes


def names_of(cards: Sequence[int], language: str) -> set[str]:
    return {standard_edition().card(card).names[language] for card in cards}


def telltale(screen: Screen, language: str) -> Callable[[str], None]:
    """A `write` that fails if a line names a card of the other's hand that is nowhere open."""
    session = screen.session

    @functools.cache
    def secrets_at(ply: int, eyes: Side | None) -> set[str]:
        truth = session._game.view("everyone")
        log = "\n".join(text_of(entry.message, session.edition, language)
                        for entry in session.view.log)  # fmt: skip
        hidden = [
            card for side in Side if side is not eyes for card in truth.player(side).hand or []
            if card not in truth.player(side).known_in_hand
        ]  # fmt: skip
        return {name for name in names_of(hidden, language) if name not in log}

    def write(line: str) -> None:
        screen.write(line)
        if session.is_over:
            return
        named = {name for name in secrets_at(session._game.ply, session.eyes) if name in line}
        assert not named, (session.eyes, line)
        if session.eyes is not Side.NIXON:
            assert not re.match("Face down on 0: [a-z]|Képpel lefelé a 0 mezőn: [a-z]", line)

    return write


@pytest.mark.parametrize(
    ("seats", "language"), [("editor", "en"), ("nixon", "hu"), ("both", "en"), ("both", "hu")]
)
def test_the_opponents_hand_is_never_told(seats: str, language: str) -> None:
    rng = random.Random(11)
    screen = Screen(started(SEATS[seats], 4), lambda _: "")
    words = [word for word in QUESTIONS if not word.startswith(("rules", "why"))]
    moving = moves_by(rng, by_number)

    def type_line(screen: Screen) -> str:
        if screen.session.view.round > 2:
            raise EOFError
        if screen.session.eyes is None or rng.random() < 0.7:
            return moving(screen)
        return rng.choice(words)

    screen.type_line = type_line
    assert run(screen.session, language, screen.read, telltale(screen, language)) == 0
    assert len(screen.lines) > 100


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, 9))]
)
def test_what_is_told_is_the_same_in_every_history_a_person_could_have_seen(seed: int) -> None:
    rng = random.Random(seed)
    game = Game.start(seed=seed)
    compared = 0
    for _ in range(40 if seed == 0 else 150):
        if isinstance(game.decider, Side):
            game.play(rng.choice(game.moves))
        if not isinstance(game.decider, Side) or rng.random() > 0.1:
            continue
        side = game.decider
        other = alternative_history(game, side, rng)
        compared += other.position != game.position
        questions = [
            "", *(word for word in QUESTIONS if word != "save"), *PUBLIC_ONLY, "log 400",
            *(f"preview {move}" for move in game.moves), *(f"why {move}" for move in game.moves),
        ]  # fmt: skip
        told = [
            Screen(Session(one, dict(BOTH)), lines_then_end(*questions)).run()
            for one in (game.copy(), other)
        ]
        assert told[0] == told[1]
    assert compared


def test_a_hand_over_pushes_away_and_waits_for_enter_alone() -> None:
    screen = Screen(started(BOTH, 3), lines_then_end("look", "1", "hand", ""))
    text = screen.run()
    before, _, after = text.partition("You are the Editor.")
    assert "\n" * EMPTY_LINES in before
    assert before.count("Press Enter without anything else") == 3
    assert "Hand the screen and the keyboard to the Editor." in before
    assert "Your choice?" not in before
    assert "Your choice?" in after


def test_leaving_at_a_hand_over(tmp_path: Path) -> None:
    screen = Screen(started(BOTH, 3, tmp_path / "game.wg"), lines_then_end("quit"))
    text = screen.run()
    assert "The game is saved" in text
    assert "Recruit" not in text


# Saving, leaving and going on


@pytest.mark.parametrize(
    ("seats", "language"),
    [("editor", "hu"), pytest.param("nixon", "en", marks=pytest.mark.slow), ("both", "en")],
)
def test_a_game_that_was_left_goes_on_to_its_end(seats: str, language: str, tmp_path: Path) -> None:
    path = tmp_path / "game.wg"
    rng = random.Random(2)
    session = started(SEATS[seats], 6, path)
    seen = 0
    for limit in (9, 1, 14, 0, 4):
        moving = moves_by(rng, by_number)

        def type_line(
            screen: Screen, limit: int = limit, moving: Callable[..., str] = moving
        ) -> str:
            if len(screen.typed) >= limit:
                raise EOFError
            return moving(screen)

        screen = Screen(session, type_line)
        text = screen.run(language)
        assert str(path) in text
        assert phrase("plain.resume", language, text="watergate terminal")[:15] in text
        assert session.view.ply >= seen
        seen = session.view.ply
        session = Session.resume(path)
        assert session.view.ply == seen
    screen = Screen(session, moves_by(rng, by_number))
    text = screen.run(language)
    assert phrase("plain.goes_on", language, number=1)[:12] in text
    assert session.is_over


def test_the_game_that_goes_on_tells_what_happened_last(tmp_path: Path) -> None:
    path = tmp_path / "game.wg"
    first = Screen(started(AS_EDITOR, 6, path), lines_then_end("1", "1"))
    first.run()
    session = Session.resume(path)
    last = text_of(session.view.log[-1].message, session.edition, "en")
    assert last in Screen(session, lines_then_end()).run()


def test_a_game_without_a_file_says_so() -> None:
    text = Screen(started(AS_EDITOR, 6), lines_then_end("save")).run()
    assert text.count("This game has no file") == 2


def test_a_save_that_fails_is_told_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = started(AS_EDITOR, 6, tmp_path / "game.wg")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    text = Screen(session, lines_then_end("1", "save", "1")).run()
    assert text.count("could not be saved: No space left on device") >= 3
    assert session.view.ply > 12


# Commands


def test_every_command_has_a_name_and_a_line_of_help_in_every_language() -> None:
    for language in LANGUAGES:
        texts = catalogue(language)
        names = [texts[f"plain.command_{name}"] for name in COMMANDS]
        assert len(set(names)) == len(names)
        for name, own in zip(COMMANDS, names, strict=True):
            assert texts[f"plain.help_{name}"].startswith(own)
    assert [catalogue("en")[f"plain.command_{name}"] for name in COMMANDS] == list(COMMANDS)


@pytest.mark.parametrize("line", NONSENSE)
def test_nonsense_gets_an_answer_and_changes_nothing(line: str) -> None:
    session = at(quiet_table("nixon", 13, 9, facedown=["blue"]))
    before = session.view.to_json()
    told = answers(session, line)
    assert told
    assert all(len(text) < 400 for text in told if not line.startswith("card"))
    assert session.view.to_json() == before


def test_the_choices_in_words_and_their_numbers() -> None:
    session = at(quiet_table("editor", 33, 34, 27, board=["inner1:-blue"]))
    screen = Screen(session, lines_then_end("4", "1"))
    text = screen.run()
    assert "3. Bob Woodward, for its value: 2 steps toward you with initiative, momentum" in text
    assert "4. Bob Woodward, for its action: New evidence" in text
    assert "The Editor plays Bob Woodward for its action." in text
    assert "1. The initiative token, on 0, in the middle." in text


def test_pinning_tells_what_a_space_is_next_to() -> None:
    session = at(quiet_table("editor", 27, 28, track=["blue@E4"]))
    text = Screen(session, lines_then_end("play 27 value", "choose blue@E4")).run()
    assert "Pin it on inner space 1 (blue), next to inner space 2" in text
    assert "shortest way to a win" in text


def test_a_move_that_is_not_allowed_is_refused_with_its_rule() -> None:
    session = at(quiet_table("nixon", 13, 14, nixon_discard=[], facedown=["blue"]))
    assert answers(session, "play 14 action") == [
        "Not allowed: The action of John Mitchell can only be used as a reaction, at its moment. "
        "Rule 8.1."
    ]
    assert answers(session, "why play 14 action") == answers(session, "play 14 action")
    assert answers(session, "why 1")[0].startswith("John Ehrlichman, for its value")
    assert answers(session, "why 1")[0].endswith("is allowed.")


def test_look_tells_everything_in_words() -> None:
    session = at(
        table(
            turn="nixon", nixon=[13], editor=[27, 28], editor_known=[28], track=["blue*@E2"],
            facedown=["green", "yellow-green"], board=["inner1:blue", "rim2:-green*"], no=["blue"],
            pictures=["dean", "-sloan"], momentum="1/2/5", initiative_at="N3",
        )
    )  # fmt: skip
    told = answers(session, "look")
    for line in [
        "Round 2.", "The Editor has the initiative.", "Initiative token: on N3, Nixon's half.",
        "Momentum token: on 0, in the middle.",
        "Blue token with the momentum symbol: on E2, the Editor's half.",
        "Face down on 0: green token.", "Face down on 0: yellow and green token.",
        "No face-down token on the track is blue.",
        "Momentum tokens on the Editor's card: 1 of 5.",
        "Momentum tokens on Nixon's card: 2 of 5. The fifth wins.",
        "Momentum tokens in the supply: 5.",
        "Inner space 1 (blue): blue token, face up, connected to Nixon.",
        "Rim space 2 (blue): green token with the momentum symbol, face down.",
        "Recruited, face up: John Dean.", "Silenced, face down: Hugh Sloan.",
        "Your hand. Cards: 1.", "Card 13: John Ehrlichman; conspirator, value 2, joker.",
        "Known to be in the Editor's hand: Recruit Alfred Baldwin (28).",
    ]:  # fmt: skip
        assert line in told, (line, told)
    assert told[-1] == "Nixon: play a card, for its value or its action."
    assert not any("Recruit John Dean" in line for line in told)


def test_the_editor_hears_only_how_many_tokens_are_face_down() -> None:
    session = at(quiet_table("editor", 27, facedown=["green", "blue"]))
    told = answers(session, "track")
    assert "Face down on 0: 2." in told
    assert not any("green" in line for line in told)


def test_a_preview_tells_and_changes_nothing() -> None:
    session = at(quiet_table("editor", 27, 28, facedown=["green"]))
    before = session.view.to_json()
    told = answers(session, "preview play 27 action")
    assert "John Dean is recruited as an informant." in told
    assert told[-1].startswith("Then: The Editor: initiative or momentum")
    assert session.view.to_json() == before


def test_a_preview_stops_where_something_hidden_decides() -> None:
    session = at(quiet_table("editor", 27, 28, facedown=["green"]))
    told = answers(session, "play 27 value", "preview ask blue")
    assert told[-1] == "What follows depends on something you cannot see."


def test_taking_back() -> None:
    session = at(quiet_table("nixon", 13, 9, facedown=["blue"]))
    told = answers(session, "back", "play 13 value", "back")
    assert told[0].startswith("Nothing can be taken back")
    assert "Your last move is taken back." in told
    assert session.view.ply == 0


def test_cards_and_rules() -> None:
    session = at(quiet_table("nixon", 13, 9))
    woodward = answers(session, "card 33")
    assert woodward == answers(session, "card woodWARD")
    assert woodward[0] == "Card 33: Bob Woodward; journalist, value 2, joker."
    assert any(line.startswith("7.17 ") for line in woodward)
    assert not any("Bernstein (34)" in line for line in woodward)
    assert woodward[-1].startswith("History: ")
    assert "(5), John Mitchell (14), " in answers(session, "card mitchell")[0]
    assert answers(session, "rules 4.8")[0].startswith("4.8 ")
    assert answers(session, "rules momentum")[-1].startswith("Further rules with it: ")
    assert not any("*" in line or "|" in line for line in answers(session, "rules 8.9"))


def test_the_language_changes_at_once_and_both_names_of_commands_work() -> None:
    session = at(quiet_table("nixon", 13, 9))
    told = answers(session, "lang hu", "kéz", "hand", "nyelv en", "kéz")
    assert told[0] == "Nyelv: magyar."
    assert told.count("A kezed. Lapok száma: 2.") == 2
    assert "Language: English." in told
    assert told[-1].startswith('I do not understand "kéz".')


def test_an_empty_line_repeats_the_choices() -> None:
    session = at(quiet_table("nixon", 13, 9))
    assert answers(session, "") == answers(session, "choices")
    assert answers(session, "")[-1] == "Your choice?"


# As a program


def play_program(folder: Path, typed: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ, "WATERGATE_COMPILED": "never", "PYTHONIOENCODING": "utf-8", "LC_ALL": "C",
        "XDG_DATA_HOME": str(folder), "HOME": str(folder), "TERM": "dumb",
    }  # fmt: skip
    code = "from watergate.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, "terminal", "--plain", *arguments], input=typed,
        capture_output=True, text=True, encoding="utf-8", env=environment, check=False, timeout=300,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "language"),
    [
        (["--editor", "person", "--nixon", "random"], "en"),
        pytest.param(["--side", "both", "--lang", "hu"], "hu", marks=pytest.mark.slow),
    ],
)
def test_the_command_in_a_pipe(arguments: list[str], language: str, tmp_path: Path) -> None:
    first = play_program(
        tmp_path, "1\n\nlook\n1\n\n", *arguments, "--seed", "3", "--save", "my game"
    )
    assert first.returncode == 0, first.stderr
    assert "watergate terminal --plain --resume 'my game'" in first.stdout
    assert "\x1b" not in first.stdout
    lines = "1\n\n" * 800
    second = play_program(tmp_path, lines, "--resume", "my game", "--lang", language)
    assert second.returncode == 0, second.stderr
    assert phrase("plain.end", language, number=1)[:10] in second.stdout
    assert "\x1b" not in second.stdout
