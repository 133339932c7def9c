"""`preview`: what a move would do, as far as its player can know."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import pytest

from tests.rules.chains import CONSPIRATORS, EDITOR_EVENTS, FOLLOW_THE_MONEY, MITCHELL, kind
from tests.tables import keys, play, table, texts
from watergate import CHANCE, Entry, Game, IllegalMove, Preview, preview

HANDS: dict[str, Any] = {"nixon": [2, 3], "editor": [23, 24]}


def before(game: Game, *moves: str) -> Game:
    play(game, *moves)
    return game


def foreseen(game: Game, move: str) -> Preview:
    """The preview of a move for whoever decides."""
    return preview(game.view(str(game.decider)), move)


def happening(game: Game, move: str) -> list[Entry]:
    """What whoever decides sees happen if the move is made and nobody reacts."""
    viewer, first = str(game.decider), game.ply + 1
    twin = game.copy()
    play(twin, move)
    while (
        twin.decider not in (None, CHANCE) and str(twin.decider) != viewer and kind(twin) == "react"
    ):
        play(twin, "pass")
    seen = [e for ply in range(first, twin.ply + 1) for e in twin.events(ply, viewer)]
    told = [e for e in seen if e.is_told and e.key != "evidence_named"]
    return [e for e in told if e.key != "passed" or e.params["side"] == viewer]


def words(entries: tuple[Entry, ...] | list[Entry]) -> list[tuple[str, Any]]:
    """Entries without their plies: those of a window's passes are left out."""
    return [(entry.key, entry.params) for entry in entries]


@dataclass(frozen=True)
class Case:
    """A move whose outcome is certain, and the keys of what it brings."""

    setting: dict[str, Any]
    before: list[str]
    move: str
    expected: list[str]


EDITORS: dict[str, Any] = {"turn": "editor", "editor": [33, 34], "nixon": [2]}
NO_MARKERS: dict[str, Any] = {"initiative_at": "-", "momentum_at": "-", "momentum": "1/0/8"}

CASES = {
    "the announcement of a value part": Case(HANDS, [], "play 2 value", ["card_played_value"]),
    "a value part that moves a marker": Case(
        HANDS, ["play 2 value"], "choose momentum", ["marker_moved", "card_to_discard"]
    ),
    "an action of one's own event": Case(
        HANDS, [], "play 2 action", ["card_played_action", "picture_silenced"]
    ),
    "a marker chosen for an action": Case(
        HANDS, ["play 2 action"], "choose initiative", ["marker_moved", "card_to_removed"]
    ),
    "a card discarded unused": Case(
        {**HANDS, **NO_MARKERS},
        [],
        "discard 2",
        ["card_discarded", "card_to_discard", "colors_absent"],
    ),
    "a blind pick": Case(
        {"turn": "editor", "editor": [32, 33], "facedown": ["blue"]},
        ["play 32 action"],
        "choose facedown",
        [],
    ),
    "a space to pin on": Case(
        {**EDITORS, "track": ["blue*@E4"]},
        ["play 33 value", "choose blue*@E4"],
        "pin inner1",
        ["evidence_pinned_up", "linked", "marker_moved", "card_to_discard"],
    ),
    "evidence taken from the board": Case(
        {**EDITORS, "board": ["rim1:-green"]},
        ["play 34 action"],
        "choose rim1",
        ["evidence_taken_off", "evidence_placed", "card_to_discard"],
    ),
    "a face-down token Nixon picks": Case(
        {**EDITORS, "facedown": ["blue"]},
        ["play 33 value", "ask blue"],
        "choose blue@facedown",
        ["turned_up", "evidence_moved", "card_to_discard"],
    ),
    "a card removed instead of Gambit": Case(
        {"nixon": [20, 12], "editor": [23]},
        ["play 20 action"],
        "remove 12",
        ["card_to_removed", "spared", "card_to_discard"],
    ),
    "a pass": Case(
        {"nixon": [12, 2], "editor": [23]},
        ["play 12 action"],
        "pass",
        ["passed", "card_to_discard"],
    ),
    "a picture set free": Case(
        {
            "turn": "editor",
            "editor": [30, 23],
            "nixon": [2],
            "nixon_removed": [MITCHELL],
            "pictures": ["-dean"],
        },
        ["play 30 action"],
        "choose dean",
        ["picture_freed", "marker_moved", "card_to_removed"],
    ),
    "a card drawn by Hunt": Case(
        {"nixon": [9, 2]}, ["play 9 action", "draw 3"], "play 3 value", ["card_played_value"]
    ),
    "a token gained in evaluation": Case(
        {"turn": "editor", "editor": [33], "track": ["blue@E1"]},
        ["play 33 value", "choose initiative"],
        "choose blue@E1",
        ["evidence_gained"],
    ),
    "the last card of a round": Case(
        {"turn": "editor", "editor": [33], "facedown": ["blue"]},
        ["play 33 value"],
        "choose momentum",
        [
            "marker_moved",
            "card_to_discard",
            "evaluation_1",
            "facedown_bagged_hidden",
            "evaluation_2",
            "initiative_taken",
            "evaluation_3",
            "momentum_gained",
            "evaluation_4",
            "initiative_placed",
            "momentum_placed",
            "evaluation_5",
            "round_begins",
        ],
    ),
    "a winning move": Case(
        {"nixon": [20, 2], "editor": [23], "momentum": "0/4/4"},
        [],
        "play 20 action",
        ["card_played_action", "marker_moved", "momentum_gained", "won"],
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_preview_tells_what_then_happens(case: Case) -> None:
    game = before(table(**case.setting), *case.before)
    told = foreseen(game, case.move)
    assert told.certain
    assert not told.may_be_answered
    assert keys(told.events) == case.expected
    assert words(told.events) == words(happening(game, case.move))


@pytest.mark.rule("4.7")
def test_a_preview_stops_where_an_answer_would_come() -> None:
    game = before(table(turn="editor", editor=[33], nixon=[2], facedown=["blue"]), "play 33 value")
    for color in ("blue", "green"):
        told = foreseen(game, f"ask {color}")
        assert words(told.events) == [("asked", {"color": color})]
        assert (told.certain, told.may_be_answered) == (False, False)
        assert (told.next_decider, told.next_prompt, told.choices) == (None, None, ())


@pytest.mark.rule("9.3")
def test_an_answer_that_is_known_already_is_foreseen() -> None:
    game = before(
        table(turn="editor", editor=[33], nixon=[2], facedown=["blue"], absent=["green"]),
        "play 33 value",
    )
    told = foreseen(game, "ask green")
    assert told.certain
    assert keys(told.events) == ["asked", "answered_no"]
    assert [str(move) for move in told.choices] == ["choose initiative", "choose momentum"]


@pytest.mark.rule("7.10", "9.1")
def test_a_preview_stops_before_the_opponents_hand_is_laid_open() -> None:
    game = table(nixon=[16, 2], editor=[23, 24])
    told = foreseen(game, "play 16 action")
    assert keys(told.events) == ["card_played_action", "round_ended"]
    assert not told.certain
    assert told.choices == ()


def test_for_everyone_nothing_is_hidden_that_a_preview_would_stop_at() -> None:
    game = table(nixon=[16, 2], editor=[23, 24])
    told = preview(game.view("everyone"), "play 16 action")
    assert told.certain
    assert "card_to_discard" in keys(told.events)


@pytest.mark.rule("7.10", "9.3")
@pytest.mark.parametrize(
    "setting", [{"editor": []}, {"editor": [23, 24], "editor_known": [23, 24]}]
)
def test_a_hand_that_is_known_is_foreseen_on_the_discard_pile(setting: dict[str, Any]) -> None:
    game = table(nixon=[16, 2], **setting)
    told = foreseen(game, "play 16 action")
    assert told.certain
    assert keys(told.events)[-1] == "round_begins"
    assert words(told.events) == words(happening(game, "play 16 action"))


@pytest.mark.rule("9.1")
def test_a_preview_depends_on_nothing_hidden() -> None:
    one = table(nixon=[16, 2], editor=[23, 35])
    other = table(nixon=[16, 2], editor=[40, 41])
    for move in texts(one):
        assert foreseen(one, move) == foreseen(other, move)
    mine: dict[str, Any] = {"turn": "editor", "editor": [33, 36]}
    one = table(**mine, nixon=[14, 2], facedown=["blue", "green"])
    other = table(**mine, nixon=[3, 4], facedown=["yellow", "green*"])
    for move in texts(one):
        assert foreseen(one, move) == foreseen(other, move)


@pytest.mark.rule("8.11")
@pytest.mark.parametrize("card", CONSPIRATORS)
def test_a_conspirators_preview_warns_of_an_answer_and_tells_what_happens_without(
    card: int,
) -> None:
    game = table(nixon=[card, 2], editor=[23], **CONSPIRATORS[card].setting)
    told = foreseen(game, f"play {card} action")
    assert told.may_be_answered
    assert told.certain
    assert words(told.events) == words(happening(game, f"play {card} action"))
    assert "passed" not in keys(told.events)


@pytest.mark.rule("8.11")
@pytest.mark.parametrize("card", EDITOR_EVENTS)
def test_an_events_preview_warns_of_mitchell_and_tells_what_happens_without(card: int) -> None:
    setting = EDITOR_EVENTS[card].setting
    game = table(turn="editor", editor=[card, 33], nixon=[2], **setting)
    told = foreseen(game, f"play {card} action")
    assert told.may_be_answered
    assert words(told.events) == words(happening(game, f"play {card} action"))
    game = table(turn="editor", editor=[card, 33], nixon=[2], nixon_removed=[MITCHELL], **setting)
    assert not foreseen(game, f"play {card} action").may_be_answered


@pytest.mark.rule("8.4", "8.11")
def test_a_value_moves_preview_warns_of_follow_the_money() -> None:
    game = before(table(nixon=[10, 2], editor=[23], track=["blue@0"]), "play 10 value")
    told = foreseen(game, "choose blue@0")
    assert told.may_be_answered
    assert words(told.events) == [
        ("evidence_moved", {"token": "blue", "start": "0", "end": "N2"}),
        ("card_to_discard", {"side": "nixon", "card": 10}),
    ]
    assert told.next_decider == "editor"
    game = before(
        table(nixon=[10, 2], editor=[23], editor_removed=[FOLLOW_THE_MONEY], track=["blue@0"]),
        "play 10 value",
    )
    assert not foreseen(game, "choose blue@0").may_be_answered


@pytest.mark.rule("8.7")
def test_a_reactions_preview_tells_the_outcome_of_the_chain() -> None:
    game = table(nixon=[12, 2], editor=[35, 40], track=["blue@0"])
    play(game, "play 12 action")
    told = foreseen(game, "react 35")
    assert not told.may_be_answered
    assert words(told.events)[1:] == [
        ("card_to_discard", {"side": "editor", "card": 35}),
        ("card_cancelled", {"card": 12}),
        ("card_to_removed", {"side": "nixon", "card": 12}),
    ]
    told = foreseen(game, "react 40")
    assert told.may_be_answered, "Mitchell may be in Nixon's hand"
    assert keys(told.events)[-1] == "card_to_removed"


def test_ones_own_pass_is_told_whoever_is_next() -> None:
    game = table(nixon=[10, 2], editor=[35, 23], track=["blue@0"])
    play(game, "play 10 action")
    told = foreseen(game, "pass")
    assert words(told.events) == [("passed", {"side": "editor"})]
    assert told.next_decider == "nixon"
    assert told.choices == ()


def test_the_choices_of_a_preview_are_ones_own_next_moves() -> None:
    game = table(nixon=[2, 3], editor=[23])
    told = foreseen(game, "play 2 action")
    assert told.next_decider == "nixon"
    assert [str(move) for move in told.choices] == ["choose initiative", "choose momentum"]
    assert told.next_prompt is not None
    assert told.next_prompt.key == "prompt.either"


def test_the_opponents_next_moves_are_no_choices_of_a_preview() -> None:
    game = before(table(nixon=[2, 3], editor=[23]), "play 2 value")
    told = foreseen(game, "choose momentum")
    assert (told.next_decider, told.choices) == ("editor", ())
    assert told.next_prompt is not None
    assert told.next_prompt.key == "prompt.play"


def test_a_preview_stops_where_chance_decides() -> None:
    game = table(turn="editor", editor=[33, 34], nixon=[2])
    told = foreseen(game, "play 33 action")
    assert told.certain
    assert keys(told.events) == ["card_played_action"]
    assert (told.next_decider, told.choices) == ("chance", ())


def test_nothing_comes_after_a_win() -> None:
    game = table(nixon=[20, 2], editor=[23], momentum="0/4/4")
    told = foreseen(game, "play 20 action")
    assert (told.next_decider, told.next_prompt, told.choices) == (None, None, ())


def test_the_events_of_a_preview_carry_on_the_plies_of_the_game() -> None:
    game = before(table(nixon=[12, 2], editor=[23], track=["blue@0"]), "play 12 action")
    assert [e.ply for e in foreseen(game, "pass").events] == [2]


def test_only_legal_moves_of_the_decider_have_a_preview() -> None:
    game = table(nixon=[2, 3], editor=[23])
    with pytest.raises(IllegalMove, match="'play 4 value' is not a legal move of this view"):
        preview(game.view("nixon"), "play 4 value")
    with pytest.raises(IllegalMove, match="'play 2 value' is not a legal move of this view"):
        preview(game.view("editor"), "play 2 value")


@pytest.mark.parametrize("seed", range(2))
def test_in_random_games_what_is_certain_happens(seed: int) -> None:
    """And what is not certain is the beginning of what happens."""
    rng = random.Random(seed)
    game = Game.start(seed=seed)
    game = game.at(game.ply)
    uncertain = 0
    while game.decider is not None and game.ply < 200:
        move = str(rng.choice(game.moves))
        if game.decider != CHANCE:
            told, seen = foreseen(game, move), happening(game, move)
            if not told.certain:
                uncertain += 1
                assert len(told.events) < len(seen)
            assert words(told.events) == words(seen[: len(told.events)])
            assert told.certain == (len(told.events) == len(seen))
        play(game, move)
    assert uncertain > 0
