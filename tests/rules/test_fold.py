"""All is told: what a viewer reads leads from each view exactly to the next."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from tests.tables import play, table
from tests.thorough import THOROUGH
from watergate import Game, View, Viewer
from watergate.rules.build_view import undecided
from watergate.rules.core.events import Event
from watergate.rules.core.frames import FIRST_DECISION, Frame
from watergate.rules.digest import digest
from watergate.rules.fold import _READERS, fold
from watergate.rules.game import Glimpse
from watergate.rules.story import HIDDEN, event_keys

PARTS = 4
GAMES = 240 * THOROUGH


def foldable(view: View) -> View:
    """A view without what is told beside its events."""
    return replace(view, decision=None, knowledge=EMPTY.knowledge, log=())


EMPTY = Game.start(seed=1).view("editor")


def check(game: Game, move: int) -> Counter[str]:
    """Make a move; each viewer's events must lead to that viewer's next view."""
    before = {viewer: game.view(viewer, log=False) for viewer in Viewer}
    first, keys = game.ply + 1, Counter[str]()
    game.play(move)
    for viewer, view in before.items():
        entries = [e for ply in range(first, game.ply + 1) for e in game.events(ply, viewer)]
        keys.update(entry.key for entry in entries)
        after = replace(fold(view, entries, game.edition), ply=game.ply)
        now = game.view(viewer, log=False)
        assert foldable(after) == foldable(now), (viewer, entries)
        glimpse = game.glimpse(viewer)
        assert digest(after) == digest(now) == glimpse.digest != digest(view)
        check_decision(glimpse, now, game)
    return keys


def check_decision(glimpse: Glimpse, view: View, game: Game) -> None:
    """What is to be decided is what the view says."""
    if view.decision is None:
        assert glimpse.pending is None
        assert glimpse.moves is None
        return
    assert glimpse.pending is not None
    moves = view.decision.moves
    assert undecided(glimpse.pending, game.edition, view.viewer) == replace(
        view.decision, moves=None
    )
    assert glimpse.moves == (moves and [game.notation.id_of(move.text) for move in moves])
    assert game.glimpse(view.viewer, moves=False) == glimpse._replace(moves=None)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_events_lead_from_every_view_to_the_next(part: int) -> None:
    seen, kinds = Counter[str](), set[str | None]()
    for seed in range(part, GAMES, PARTS):
        rng, game = random.Random(seed), Game.new()
        while game.decider is not None and game.round <= 40:
            kinds.add(game.decision_kind)
            seen.update(check(game, rng.choice(game.legal_ids())))
    assert kinds == {frame.key for frame in Frame if frame >= FIRST_DECISION}
    assert {key for key, _, _ in event_keys()} - set(seen) <= SELDOM


@pytest.mark.parametrize("seed", range(3))
def test_events_lead_from_view_to_view_in_a_few_games(seed: int) -> None:
    rng, game = random.Random(seed), Game.new()
    while game.decider is not None and game.round <= 20:
        check(game, rng.choice(game.legal_ids()))


RARE = {
    "unlinked": (
        {"turn": "editor", "editor": [34], "nixon": [2], "board": ["inner1:blue", "inner2:yellow"]},
        ["play 34 action"],
        "choose inner1",
    ),
    "momentum_out": (
        {"turn": "editor", "editor": [25], "nixon": [2], "momentum": "5/1/2", "momentum_at": "E4"},
        ["play 25 value"],
        "choose momentum",
    ),
    "spared": (
        {"turn": "nixon", "nixon": [20, 9], "editor": [25]},
        ["play 20 action"],
        "remove 9",
    ),
    "colors_absent": (
        {"turn": "nixon", "nixon": [9, 2], "editor": [25], "initiative_at": "-",
         "momentum_at": "-", "momentum": "0/1/8", "facedown": ["green"]},
        [],
        "discard 9",
    ),
    "evidence_named": (
        {"turn": "nixon", "nixon": [10, 2], "editor": [42, 25], "track": ["blue@E2"]},
        ["play 10 value"],
        "choose blue@E2",
    ),
    "evidence_bagged": (
        {"turn": "nixon", "nixon": [10, 2], "editor": [25], "track": ["blue@E2"]},
        ["play 10 action", "pass"],
        "choose blue@E2",
    ),
}  # fmt: skip
"""What hardly comes up in random games: a setting, moves before it, and the move that brings it."""
SELDOM = {*RARE, "card_discarded", "stopped"}
"""All of them have a test of their own; a card is discarded where no colour is there."""


@pytest.mark.parametrize("key", RARE)
def test_rare_events_lead_to_the_next_view(key: str) -> None:
    setting, before, move = RARE[key]
    game = table(**setting)  # type: ignore[arg-type]
    play(game, *before)
    seen = check(game, game.notation.id_of(move))
    assert key in seen
    assert ("card_discarded" in seen) == move.startswith("discard")


@pytest.mark.rule("9.6")
def test_a_game_that_stops_is_told_too() -> None:
    game = table(turn="editor", editor=[30], nixon=[],
                 editor_removed=[n for n in range(23, 43) if n != 30],
                 nixon_removed=range(2, 22))  # fmt: skip
    seen = check(game, game.notation.id_of("play 30 action"))
    rng = random.Random(1)
    while game.decider is not None:
        seen.update(check(game, rng.choice(game.legal_ids())))
    assert "stopped" in seen


def test_every_event_can_be_folded() -> None:
    assert {event.key for event in Event} <= set(_READERS)
    assert {key.removesuffix(HIDDEN) for key, _, _ in event_keys()} == {e.key for e in Event}


def test_a_game_that_goes_on_from_another_takes_its_story_over() -> None:
    game = Game.start(seed=1)
    told = game.log("editor")
    later = game.copy()
    later.continue_log_of(game)
    later.make(later.checked(later.moves[0]))
    assert later.log("editor")[: len(told)] == told
    assert later.happened(later.ply) == {e.key for e in later.events(later.ply, "everyone")}
