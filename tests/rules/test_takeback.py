"""Taking back: to which ply a side may go back, alone and with the other's consent."""

from __future__ import annotations

import random

import pytest

from tests.tables import decider, keys, play, quiet_table, table
from watergate import Game, Side, Viewer
from watergate.rules import REVEALING, SHOWING, last_choice, ply_to_go_back_to
from watergate.rules.core.events import Event
from watergate.texts import catalogue

EDITOR, NIXON = Side.EDITOR, Side.NIXON
ALL = REVEALING | SHOWING


def alone(game: Game, side: Side, *, hides: frozenset[str] = REVEALING) -> int | None:
    return ply_to_go_back_to(game, side, skips_forced=True, hides=hides)


def agreed(game: Game, side: Side) -> int | None:
    return last_choice(game, side, skips_forced=True)


# What events there are


def test_the_events_that_matter_are_in_the_log() -> None:
    known = {key.removeprefix("log.") for key in catalogue("en")}
    assert known >= ALL
    assert not REVEALING & SHOWING


KNOWN_BY_THEN = {"chain_begins", "card_cancelled", "card_to_discard", "card_to_removed"}
"""They name a card that an event before them has shown."""


def test_an_event_that_names_a_card_says_what_it_tells() -> None:
    """Its row marks it as `hidden`, or as one that `reveals` or `shows`."""
    rows = {event.key: event.row for event in Event if "card" in event.row.params}
    told = {key for key, row in rows.items() if row.hidden or row.reveals or row.shows}
    assert rows.keys() - told == KNOWN_BY_THEN


# A side's own choices


def test_before_the_first_move_nothing_can_be_taken_back() -> None:
    game = quiet_table("nixon", 13, 9)
    for side in Side:
        assert alone(game, side) is None
        assert agreed(game, side) is None


def test_a_choice_can_be_taken_back_until_the_other_side_has_decided() -> None:
    game = quiet_table("nixon", 13, 9, track=["blue@E1"])
    play(game, "play 13 value")
    assert alone(game, NIXON) == 0
    play(game, "choose initiative")
    assert decider(game) == "editor"
    assert alone(game, NIXON) == 1
    assert alone(game, EDITOR) is None
    play(game, "play 27 value")
    assert alone(game, NIXON) is None
    assert alone(game, EDITOR) == 2


def test_going_back_leads_to_the_same_choice_again() -> None:
    game = quiet_table("nixon", 13, 9)
    play(game, "play 13 value")
    before = game.position
    play(game, "choose initiative")
    ply = alone(game, NIXON)
    assert ply is not None
    game.back_to(ply)
    assert game.position == before
    assert decider(game) == "nixon"


# What has come to light


def revealing() -> dict[str, tuple[Side, Game, list[str]]]:
    """Moves after which their side could still go back, had they not brought something to light."""
    return {
        "a no (4.7)": (
            EDITOR,
            quiet_table("editor", 27, 28, facedown=["green"]),
            ["play 27 value", "ask blue"],
        ),
        "a yes (4.7)": (
            EDITOR,
            quiet_table("editor", 27, 28, facedown=["blue"]),
            ["play 27 value", "ask blue"],
        ),
        "a face-down token turned up (4.6)": (
            NIXON,
            quiet_table("nixon", 3, 10, facedown=["green", "blue"]),
            ["play 3 value", "choose green@facedown"],
        ),
        "both hands laid open (7.10)": (
            NIXON,
            quiet_table("nixon", 16, 10, track=["blue@N1", "green@N2", "yellow@N2"]),
            ["play 16 action", "choose blue@N1"],
        ),
        "the end of the game (9.4)": (
            NIXON,
            quiet_table("nixon", 3, 10, momentum="0/4/4", momentum_at="N4"),
            ["play 3 value", "choose momentum"],
        ),
    }


@pytest.mark.parametrize("case", list(revealing()))
def test_what_has_come_to_light_is_taken_back_with_consent_alone(case: str) -> None:
    side, game, moves = revealing()[case]
    play(game, *moves)
    assert alone(game, side) is None
    assert alone(game, side, hides=frozenset()) == agreed(game, side) == len(moves) - 1


@pytest.mark.parametrize(
    ("side", "card"),
    [(EDITOR, 37), (NIXON, 9), (NIXON, 11)],
    ids=["a token drawn from the bag (7.18)", "a card drawn (7.3)", "a card lost (7.5)"],
)
def test_what_chance_has_drawn_is_taken_back_with_consent_alone(side: Side, card: int) -> None:
    game = quiet_table(str(side), card, 28 if side is EDITOR else 10)
    play(game, f"play {card} action")
    assert alone(game, side) == 0
    game.draw_at_random(7)
    assert game.ply > 1
    assert alone(game, side, hides=frozenset()) is None
    assert agreed(game, side) == 0


# What has been shown


def test_between_two_people_a_card_that_was_shown_stays() -> None:
    game = quiet_table("nixon", 12, 10, track=["blue@E1", "green@E2", "yellow@E3"])
    play(game, "play 12 action")
    assert alone(game, NIXON) == 0
    assert alone(game, NIXON, hides=ALL) is None
    play(game, "choose blue@E1")
    assert alone(game, NIXON, hides=ALL) == 1


def showing() -> dict[str, tuple[Side, Game, list[str]]]:
    """By event, moves of which the last shows what is in a hand, or what its side means to do."""
    events = table(turn="editor", editor=[30, 37], nixon=[14, 7], pictures=["-dean"])
    stuck = quiet_table("nixon", 9, 12, initiative_at="-", momentum_at="-", track=["green@E4"])
    gambit = quiet_table("nixon", 20, 9, 2, 13)
    again = quiet_table("editor", 41, 28, editor_removed=[30, 37], pictures=["-dean"])
    return {
        "card_played_value": (EDITOR, events.copy(), ["play 30 value"]),
        "card_played_action": (EDITOR, events.copy(), ["play 37 action"]),
        "card_discarded": (NIXON, stuck, ["discard 9"]),
        "card_named": (EDITOR, again, ["play 41 action", "reuse 30"]),
        "reacted": (NIXON, events.copy(), ["play 37 action", "react 14"]),
        "passed": (NIXON, events.copy(), ["play 37 action", "pass"]),
        "spared": (NIXON, gambit, ["play 20 action", "remove 13"]),
    }


@pytest.mark.parametrize("key", sorted(SHOWING))
def test_between_two_people_what_is_said_with_cards_stays(key: str) -> None:
    side, game, moves = showing()[key]
    assert key in keys(play(game, *moves))
    assert alone(game, side) == agreed(game, side) == len(moves) - 1
    assert alone(game, side, hides=ALL) is None


# Forced decisions


def forced_at_the_end_of_a_card() -> Game:
    """Nixon, playing alone, moves two tokens; the second is forced, the next turn Nixon's again."""
    game = quiet_table("nixon", 12, 10, editor=[], track=["blue@E1", "green@E2"])
    play(game, "play 12 action", "choose blue@E1", "choose green@E2")
    return game


def test_forced_decisions_are_walked_over_if_wished() -> None:
    game = forced_at_the_end_of_a_card()
    for find in (ply_to_go_back_to, last_choice):
        assert find(game, NIXON, skips_forced=True) == 1
        assert find(game, NIXON, skips_forced=False) == 2


def test_a_side_that_was_only_forced_has_chosen_nothing() -> None:
    game = table(turn="editor", editor=[30, 37], nixon=[6, 7], pictures=["-dean"])
    play(game, "play 37 action", "pass")
    assert alone(game, NIXON) is None
    assert agreed(game, NIXON) is None
    assert last_choice(game, NIXON, skips_forced=False) == 1
    start = game.at(1).position
    game = Game.from_position(start)
    play(game, "pass")
    assert alone(game, NIXON) is None
    assert ply_to_go_back_to(game, NIXON, skips_forced=False) == 0


# Over whole games


def before(game: Game, ply: int, side: Side) -> int | None:
    """The ply before, if it was this side's and has revealed nothing."""
    if ply == 0 or game.at(ply - 1).decider is not side:
        return None
    revealed = keys(game.events(ply, Viewer.EVERYONE))
    return None if REVEALING.intersection(revealed) else ply - 1


@pytest.mark.parametrize("skips_forced", [False, True])
def test_over_a_game_both_ways_agree_with_a_walk_over_copies(skips_forced: bool) -> None:
    def forced(ply: int) -> bool:
        return skips_forced and len(game.at(ply).moves) == 1

    rng = random.Random(3)
    game = Game.start(seed=3)
    found = 0
    while isinstance(game.decider, Side) and game.ply < 150:
        game.play(rng.choice(game.moves))
        for side in Side:
            ply = before(game, game.ply, side)
            while ply is not None and forced(ply):
                ply = before(game, ply, side)
            assert ply_to_go_back_to(game, side, skips_forced=skips_forced) == ply
            found += ply is not None
            own = [n for n in range(game.ply) if game.at(n).decider is side and not forced(n)]
            last = last_choice(game, side, skips_forced=skips_forced)
            assert last == (own[-1] if own else None)
            assert ply in (None, last)
    assert found > 20


def unknown_to(viewer: Viewer, game: Game) -> set[str]:
    """What can be anywhere, as far as a viewer knows."""
    view = game.view(viewer, log=False)
    hands = [player for player in (view.editor, view.nixon) if player.hand is None]
    cards = {f"card {number}" for player in hands for number in player.unseen}
    kinds = view.unseen_tokens.items()
    tokens = {f"token {kind} {copy}" for kind, count in kinds for copy in range(count)}
    colors = {color.name for color in game.edition.colors} - {*view.facedown.absent}
    return cards | tokens | {f"color {name}" for name in colors}


def test_what_a_move_brings_to_light_is_told_by_an_event_that_says_so() -> None:
    """Whoever adds an event decides whether the move behind it can be taken back."""
    quiet = 0
    for seed in (5, 6, 7):
        rng, game = random.Random(seed), Game.start(seed=seed)
        while isinstance(game.decider, Side) and game.ply < 300:
            before, ply = game.copy(), game.ply
            game.play(rng.choice(game.moves))
            after = game.at(ply + 1)
            happened = set(keys(after.events(ply + 1, Viewer.EVERYONE)))
            if not happened & (REVEALING | SHOWING):
                quiet += 1
                for viewer in (Viewer.EDITOR, Viewer.NIXON, Viewer.SPECTATOR):
                    known_now = unknown_to(viewer, before) - unknown_to(viewer, after)
                    assert known_now == set(), (ply, happened)
    assert quiet > 50
