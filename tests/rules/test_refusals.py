"""`why_not`: a reason for every move that is not legal, none for those that are."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.rules.chains import BRADLEE, DEMONSTRATION, MITCHELL, SYSTEM_WORKS, kind
from tests.tables import play, table
from watergate import Game, IllegalMove, Message, standard_edition, text_of, why_not
from watergate.rules.messages import catalogue

EDITION = standard_edition()
RULES = Path(__file__).parents[2] / "docs" / "rules.md"
NUMBERS = set(re.findall(r"^\*\*(\d+\.\d+)\*\*", RULES.read_text(encoding="utf-8"), re.MULTILINE))
NO_MARKERS: dict[str, Any] = {"initiative_at": "-", "momentum_at": "-", "momentum": "1/0/8"}


@dataclass(frozen=True)
class Case:
    """A refused move: the reason's key and rule, and how to come to where it is refused."""

    key: str
    rule: str
    move: str
    text: str
    setting: dict[str, Any]
    before: Sequence[str] = field(default_factory=tuple)
    viewer: str | None = None
    """Whoever decides, if not said."""

    def game(self) -> Game:
        game = table(**self.setting)
        play(game, *self.before)
        return game

    def refusal(self) -> Message | None:
        game = self.game()
        viewer = self.viewer or str(game.decider)
        return why_not(game.view(viewer), self.move)

    def __str__(self) -> str:
        return f"{self.key}: {self.move}"


EDITORS_VALUE: dict[str, Any] = {"turn": "editor", "editor": [33, 25], "nixon": [2]}
HALVES: dict[str, Any] = {"turn": "editor", "editor": [33], "track": ["blue@E1", "green@N2"]}
LAWYERS: dict[str, Any] = {
    "turn": "editor",
    "editor": [36, 31],
    "nixon": [2],
    "nixon_removed": [MITCHELL],
    "track": ["blue@E1", "green@0"],
    "facedown": ["yellow"],
}

CASES = [
    Case(
        "over", "1.5", "play 2 value", "The game is over.",
        {"nixon": [20, 2], "momentum": "0/4/4"}, ["play 20 action"], "nixon",
    ),
    Case(
        "not_yours", "4.1", "play 23 value", "Nixon decides now.",
        {"nixon": [2], "editor": [23]}, [], "editor",
    ),
    Case(
        "not_yours", "4.1", "draw blue", "Chance decides now.",
        {"turn": "editor", "editor": [33], "nixon": [2]}, ["play 33 action"], "editor",
    ),
    Case(
        "not_yours", "4.1", "play 2 value", "Nixon decides now.",
        {"nixon": [2], "editor": [23]}, [], "spectator",
    ),
    Case(
        "other_decision", "4.2", "ask blue",
        "This does not answer what is asked now: ask for blue.",
        {"nixon": [2]},
    ),
    Case(
        "other_decision", "4.2", "draw 3",
        "This does not answer what is asked now: draw Secure the support of Alexander Butterfield.",
        {"nixon": [2]},
    ),
    Case(
        "other_decision", "5.6", "choose inner1",
        "This does not answer what is asked now: choose the evidence on inner space 1.",
        {"nixon": [10], "track": ["blue@N4"]}, ["play 10 value", "choose blue@N4"],
    ),
    Case(
        "not_in_hand", "4.2", "play 3 value",
        "Secure the support of Alexander Butterfield is not in your hand.", {"nixon": [2]},
    ),
    Case(
        "not_in_hand", "4.2", "play 23 action", "Recruit Rose Mary Woods is not in your hand.",
        {"nixon": [2]},
    ),
    Case(
        "not_in_hand", "4.2", "discard 9", "Howard Hunt is not in your hand.",
        {"nixon": [2]},
    ),
    Case(
        "not_in_hand", "8.11", "react 35", "Ben Bradlee is not in your hand.",
        {"nixon": [12], "editor": [23, DEMONSTRATION]}, ["play 12 action"],
    ),
    Case(
        "value_moves_nothing", "4.5", "play 10 value",
        "The value of Gordon Liddy can move nothing now.", {"nixon": [10], **NO_MARKERS},
    ),
    Case(
        "value_can_move", "4.3", "discard 10",
        "The value of Gordon Liddy can still move something, so it cannot be discarded unused.",
        {"nixon": [10]},
    ),
    Case(
        "value_can_move", "4.3", "discard 25",
        "The value of Recruit Hugh Sloan can still move something, so it cannot be discarded "
        "unused.",
        {**EDITORS_VALUE, **NO_MARKERS, "facedown": ["green"]},
    ),
    Case(
        "reaction_only", "8.1", "play 14 action",
        "The action of John Mitchell can only be used as a reaction, at its moment.",
        {"nixon": [14]},
    ),
    Case(
        "not_a_reaction", "8.1", "react 23", "Recruit Rose Mary Woods is no reaction to this.",
        {"nixon": [12], "editor": [23]}, ["play 12 action"],
    ),
    Case(
        "not_a_reaction", "8.1", "react 42", '"Follow the money!" is no reaction to this.',
        {"nixon": [12], "editor": [42]}, ["play 12 action"],
    ),
    Case(
        "silent", "7.21", "play 36 action",
        "Until the round ends the Editor cannot use the action of events.",
        {"turn": "editor", "editor": [36], "marks": ["late", "silent"]},
    ),
    Case(
        "silent", "7.21", "react 40",
        "Until the round ends the Editor cannot use the action of events.",
        {"nixon": [12], "editor": [DEMONSTRATION], "marks": ["late", "silent"]},
        ["play 12 action"],
    ),
    Case(
        "picture_missing", "7.1", "play 6 action",
        "Secure the support of John Dean needs John Dean in the supply.",
        {"nixon": [6], "pictures": ["dean"]},
    ),
    Case(
        "first_turn", "7.21", "play 21 action",
        "A brilliant mood cannot be used in Nixon's first turn of a round.",
        {"nixon": [21], "marks": []},
    ),
    Case(
        "nothing_to_reuse", "7.19", "play 41 action", "No removed card of yours can be used again.",
        {"turn": "editor", "editor": [SYSTEM_WORKS]},
    ),
    Case(
        "not_reusable", "7.19", "reuse 40", "Mass demonstration cannot be used again now.",
        {"turn": "editor", "editor": [SYSTEM_WORKS], "editor_removed": [37, 40]},
        ["play 41 action"],
    ),
    Case(
        "only_drawn", "7.3", "play 2 value", "The card just drawn must be played.",
        {"nixon": [9, 2]}, ["play 9 action", "draw 3"],
    ),
    Case(
        "first_turn", "7.21", "play 21 action",
        "A brilliant mood cannot be used in Nixon's first turn of a round.",
        {"nixon": [9, 2], "marks": []}, ["play 9 action", "draw 21"],
    ),
    Case(
        "no_facedown", "4.8", "ask blue", "No face-down evidence is on the track.",
        EDITORS_VALUE, ["play 33 value"],
    ),
    Case(
        "no_facedown", "4.12", "choose facedown", "No face-down evidence is on the track.",
        {"turn": "editor", "editor": [39], "track": ["blue@E2"]}, ["play 39 action"],
    ),
    Case(
        "answered_before", "4.8", "ask green", "The answer for green was no earlier this round.",
        {**EDITORS_VALUE, "facedown": ["blue"], "no": ["green"]}, ["play 33 value"],
    ),
    Case(
        "wrong_color", "4.7", "ask green", "Recruit Hugh Sloan cannot ask for green.",
        {**EDITORS_VALUE, "facedown": ["blue"]}, ["play 25 value"],
    ),
    Case(
        "asked_already", "4.7", "ask blue", "One card asks only one question.",
        {**EDITORS_VALUE, "facedown": ["blue"]}, ["play 33 value", "ask green"],
    ),
    Case(
        "asked_already", "4.7", "choose facedown", "One card asks only one question.",
        {**EDITORS_VALUE, "facedown": ["blue"]}, ["play 33 value", "ask green"],
    ),
    Case(
        "must_ask", "4.7", "choose facedown",
        "The Editor asks for face-down evidence by its colour.",
        {**EDITORS_VALUE, "facedown": ["blue"]}, ["play 33 value"],
    ),
    Case(
        "must_ask", "4.7", "choose blue@facedown",
        "The Editor asks for face-down evidence by its colour.",
        {**EDITORS_VALUE, "facedown": ["blue"]}, ["play 33 value"],
    ),
    Case(
        "does_not_fit", "4.5", "choose green@E1",
        "Recruit Hugh Sloan does not have a colour of the green token.",
        {**EDITORS_VALUE, "track": ["green@E1"]}, ["play 25 value"],
    ),
    Case(
        "does_not_fit", "4.5", "choose yellow*@facedown",
        "Howard Hunt does not have a colour of the yellow token with the momentum symbol.",
        {"nixon": [9], "facedown": ["yellow*"]}, ["play 9 value"],
    ),
    Case(
        "not_there", "4.5", "choose blue@E2", "The blue token does not lie there.",
        {**EDITORS_VALUE, "track": ["blue@E1"]}, ["play 25 value"],
    ),
    Case(
        "not_there", "4.5", "choose blue@facedown", "The blue token does not lie there.",
        {"nixon": [10], "facedown": ["green"], "track": ["blue@0"]}, ["play 10 value"],
    ),
    Case(
        "not_there", "6.5", "choose blue@E2", "The blue token does not lie there.",
        HALVES, ["play 33 value", "choose initiative"],
    ),
    Case(
        "marker_gone", "4.5", "choose momentum", "The momentum token is not on the track.",
        {"nixon": [10], "momentum_at": "-", "momentum": "1/0/8"}, ["play 10 value"],
    ),
    Case(
        "marker_gone", "4.10", "choose initiative", "The initiative token is not on the track.",
        {"nixon": [6], "initiative_at": "-"}, ["play 6 action"],
    ),
    Case(
        "chosen_already", "4.13", "choose blue@E2",
        "That token was chosen already; it must be another one.",
        LAWYERS, ["play 36 action", "choose blue@E1"],
    ),
    Case(
        "must_be_away", "7.9", "choose blue@0", "It must be evidence that is not on 0.",
        {"nixon": [15], "track": ["blue@0", "green@E1"]}, ["play 15 action"],
    ),
    Case(
        "must_be_up", "4.10", "choose facedown", "It must be face-up evidence.",
        LAWYERS, ["play 36 action"],
    ),
    Case(
        "must_be_up", "4.10", "choose blue@facedown", "It must be face-up evidence.",
        {"nixon": [10], "facedown": ["blue"], "track": ["green@0"]}, ["play 10 action"],
    ),
    Case(
        "must_be_down", "4.10", "choose green@0", "It must be face-down evidence.",
        {"nixon": [13], "facedown": ["blue"], "track": ["green@0"]}, ["play 13 action"],
    ),
    Case(
        "must_be_down", "4.7", "choose blue@E1", "It must be face-down evidence.",
        {**EDITORS_VALUE, "facedown": ["blue"], "track": ["blue@E1"]},
        ["play 33 value", "ask blue"],
    ),
    Case(
        "unseen", "9.1", "choose yellow@facedown",
        "The Editor cannot tell face-down tokens apart.", LAWYERS, ["play 36 action"],
    ),
    Case(
        "not_asked_color", "4.7", "choose green@facedown", "The green token is not blue.",
        {**EDITORS_VALUE, "facedown": ["blue", "green"]}, ["play 33 value", "ask blue"],
    ),
    Case(
        "not_asked_color", "7.16", "choose blue@E1", "The blue token is not green.",
        LAWYERS, ["play 31 action"],
    ),
    Case(
        "space_taken", "5.6", "pin inner1", "Inner space 1 already holds evidence.",
        {"nixon": [10], "track": ["blue@N4"], "board": ["inner1:-blue"]},
        ["play 10 value", "choose blue@N4"],
    ),
    Case(
        "space_color", "5.6", "pin inner2", "Inner space 2 has no colour of the blue token.",
        {"nixon": [10], "track": ["blue@N4"]}, ["play 10 value", "choose blue@N4"],
    ),
    Case(
        "space_empty", "4.10", "choose inner2", "Inner space 2 holds no evidence.",
        {"turn": "editor", "editor": [34], "board": ["inner1:-blue"]}, ["play 34 action"],
    ),
    Case(
        "space_face", "4.10", "choose inner1",
        "The evidence on inner space 1 lies the other way up.",
        {
            "turn": "editor", "editor": [33], "momentum_at": "E4", "momentum": "3/0/5",
            "board": ["inner1:blue", "inner2:-yellow"],
        },
        ["play 33 value", "choose momentum"],
    ),
    Case(
        "not_silenced", "7.16", "choose sloan", "Hugh Sloan is not face down on the board.",
        {"turn": "editor", "editor": [30], "pictures": ["-dean", "sloan"]}, ["play 30 action"],
    ),
    Case(
        "wrong_half", "6.5", "choose green@N2", "Only evidence on your own half is gained.",
        HALVES, ["play 33 value", "choose initiative"],
    ),
    Case("must_choose", "4.2", "pass", "Something must be chosen.", {"nixon": [2]}),
    Case(
        "must_choose", "4.10", "pass", "Something must be chosen.",
        {"nixon": [10], "track": ["blue@0"]}, ["play 10 action"],
    ),
    Case(
        "not_a_spare", "7.20", "remove 2",
        "Secure the support of Rose Mary Woods is not a card that can be removed instead.",
        {"nixon": [20, 2, 12]}, ["play 20 action"],
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    "case", [pytest.param(case, marks=pytest.mark.rule(case.rule), id=str(case)) for case in CASES]
)
def test_a_refused_move_is_given_its_reason_and_rule(case: Case) -> None:
    refusal = case.refusal()
    assert refusal is not None
    assert (refusal.key, refusal.params["rule"]) == (f"refusal.{case.key}", case.rule)
    assert text_of(refusal, EDITION) == case.text


def test_every_refusal_in_the_catalogue_occurs() -> None:
    known = {key.removeprefix("refusal.") for key in catalogue("en") if key.startswith("refusal.")}
    assert {case.key for case in CASES} == known


def check_all_moves(game: Game) -> None:
    """Of every move there is, `why_not` says what the list of legal moves says."""
    legal = set(game.legal_ids())
    for viewer in ("editor", "nixon", "spectator"):
        view = game.view(viewer)
        theirs = legal if viewer == str(game.decider) else set()
        for number, move in game.notation.moves.items():
            refusal = why_not(view, number)
            assert (refusal is None) == (number in theirs), (viewer, str(move), game.position)
            if refusal is not None:
                assert refusal.params["rule"] in NUMBERS
                assert text_of(refusal, EDITION)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_in_special_positions_a_move_is_refused_exactly_if_it_is_not_legal(case: Case) -> None:
    check_all_moves(case.game())


def positions_of_random_games(seed: int) -> Iterator[Game]:
    """Positions of games with random moves: three for each kind of decision, and the ends."""
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    for _ in range(4):
        game = Game.start(seed=rng.getrandbits(30))
        while game.decider is not None:
            what = f"{game.decider} {kind(game)}" if rng.random() < 0.2 else ""
            if what and seen[what] < 3:
                seen[what] += 1
                yield game
            game.play(rng.choice(game.moves))
        yield game


@pytest.mark.parametrize("seed", range(3))
def test_in_random_games_a_move_is_refused_exactly_if_it_is_not_legal(seed: int) -> None:
    for game in positions_of_random_games(seed):
        check_all_moves(game)


def test_everyones_view_gives_the_reasons_of_whoever_decides() -> None:
    game = table(nixon=[2], editor=[23])
    assert why_not(game.view("everyone"), "play 2 value") is None
    refusal = why_not(game.view("everyone"), "play 3 value")
    assert refusal is not None
    assert refusal.key == "refusal.not_in_hand"


@pytest.mark.rule("9.1")
def test_a_reason_tells_nothing_that_is_hidden() -> None:
    """The answer to the Editor is the same whatever lies face down, whatever Nixon holds."""
    games = [
        table(turn="editor", editor=[25, BRADLEE], nixon=nixon, facedown=facedown)
        for nixon, facedown in (([2, 14], ["blue"]), ([3, 4], ["green*"]))
    ]
    for game in games:
        play(game, "play 25 value")
    one, other = (game.view("editor") for game in games)
    for number in games[0].notation.moves:
        assert why_not(one, number) == why_not(other, number)


def test_what_is_no_move_at_all_raises() -> None:
    with pytest.raises(IllegalMove, match="'fly' is not a move"):
        why_not(table(nixon=[2]).view("nixon"), "fly")
