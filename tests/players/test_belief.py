"""Belief: it never rules out the truth, is better than a guess, and means what it says."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from watergate import Game, Side, standard_edition
from watergate.edition.table import table_of
from watergate.engine import entry
from watergate.players import player
from watergate.players.belief import Belief, believe
from watergate.players.kernel.entries import retrace_at
from watergate.players.kernel.retrace import cards_shown, new_trace
from watergate.players.policy import shipped_policy
from watergate.rules import Verb, View
from watergate.rules.core.chance import seeded_streams
from watergate.rules.core.ids import MOST_LEGAL
from watergate.rules.core.knowledge import HIDDEN
from watergate.rules.histories import alternative_history
from watergate.rules.moves import notation_of
from watergate.rules.names import numbers_of

EDITION = standard_edition()


def positions(name: str, seed: int, every: int = 1) -> Iterator[tuple[Game, View]]:
    """The choices of a game of a player against itself, with the view of whoever decides."""
    game, rng = Game.start(seed=seed), random.Random(seed)
    someone = player(name, seed)
    count = 0
    while isinstance(game.decider, Side) and game.round <= 100:
        view = game.view(game.decider)
        if len(view.moves) > 1:
            count += 1
            if count % every == 0:
                yield game, view
        game.play(rng.choice(view.moves) if name == "random" else someone.choose(view))


def belief_of(view: View, size: int = 64) -> Belief:
    return believe(view, EDITION, shipped_policy(), seeded_streams(view.ply), size)


def test_every_move_that_shows_a_card_of_a_hand_is_remembered() -> None:
    """A drawn card is hidden, and a card to be used again was removed long ago."""
    table = table_of(EDITION).view(np.recarray)[0]
    shown = {
        move.verb: cards_shown([number], table, EDITION.card(move.card).side) == 1 << move.card
        for number, move in notation_of(EDITION).moves.items()
        if move.card is not None
    }
    assert shown == {
        Verb.PLAY: True, Verb.DISCARD: True, Verb.REACT: True, Verb.REMOVE: True, Verb.LOSE: True,
        Verb.REUSE: False, Verb.DRAW: False,
    }  # fmt: skip


@pytest.mark.parametrize("name", ["random", "priorities"])
def test_the_truth_can_be_retraced_at_every_choice(name: str) -> None:
    """Hunt's draws and refilled decks included: which draw brought which card is guessed."""
    moves, trace = np.zeros(MOST_LEGAL, np.int16), new_trace(1)
    found = 0
    for game, view in positions(name, seed=11):
        course = view.knowledge.course
        assert course is not None
        assert view.viewer.side is not None
        if len(belief_of(view, 2).guesses) == 1:
            continue  # nothing is hidden
        starts, hidden = course.start.records(EDITION)
        truth, noted = game.states, np.zeros(1, np.int64)
        for luck in range(20):
            entry(retrace_at)(
                trace, starts, hidden, np.zeros(1, HIDDEN), np.array(course.moves, np.int64),
                truth, truth.view(np.int64).reshape(1, -1), table_of(EDITION),
                1 - int(view.viewer.side), seeded_streams(luck), moves, noted,
            )  # fmt: skip
            if noted[0] >= 0:
                break
        assert noted[0] >= 0, game.position
        found += int(noted[0])
    assert found > 50


def test_every_guess_agrees_with_the_view_and_has_a_weight() -> None:
    for _, view in positions("network", seed=5, every=9):
        belief = belief_of(view)
        assert belief.weights.sum() == pytest.approx(1)
        assert belief.weights.min() > 0
        assert view.viewer.side is not None
        other = view.player(Side(1 - view.viewer.side))
        cards = belief.cards()
        assert set(cards) <= set(other.unseen) - set(other.known_in_hand)
        assert sum(cards.values()) == pytest.approx(other.hand_count - len(other.known_in_hand))
        if view.viewer.side is Side.EDITOR:
            tokens = belief.tokens(EDITION)
            assert set(tokens) <= set(view.unseen_tokens)
            assert all(0 < chance <= 1 + 1e-9 for chance in tokens.values())
            assert sum(tokens.values()) <= view.facedown.count + 1e-9
            assert bool(tokens) is (view.facedown.count > 0)
        else:
            assert belief.tokens(EDITION) == {}


@pytest.mark.parametrize("name", ["network", "random"])
def test_the_truth_is_never_ruled_out(name: str) -> None:
    """However oddly the opponent plays, what is hidden in truth is thought possible."""
    asked = 0
    for game, view in positions(name, seed=7, every=6):
        assert view.viewer.side is not None
        other, belief = Side(1 - view.viewer.side), belief_of(view)
        held = set(numbers_of(int(game.states["hand"][0][other])))
        hidden = held - set(view.player(other).known_in_hand)
        assert hidden <= {card for card, chance in belief.cards().items() if chance > 0}
        asked += len(hidden)
        if view.viewer.side is Side.EDITOR:
            down = {str(token) for token in game.view("nixon").facedown.tokens or ()}
            assert down <= set(belief.tokens(EDITION))
    assert asked > 20


def test_without_a_course_every_deal_is_as_likely_as_any_other() -> None:
    for _, view in positions("network", seed=5, every=20):
        read = View.from_json(view.to_json())
        assert read.knowledge.course is None
        belief = belief_of(read)
        assert np.ptp(belief.weights) == 0


def test_a_belief_is_the_same_over_histories_that_look_the_same() -> None:
    altered = 0
    for game, view in positions("network", seed=8, every=12):
        other = alternative_history(game, view.viewer, random.Random(view.ply))
        altered += other.history_ids != game.history_ids
        ours, same = belief_of(view), belief_of(other.view(view.viewer))
        assert ours.guesses.tobytes() == same.guesses.tobytes()
        assert ours.weights.tobytes() == same.weights.tobytes()
    assert altered


def test_a_game_begun_in_the_middle_of_a_round_is_retraced_from_there() -> None:
    game = next(game for game, view in positions("priorities", seed=3) if view.ply > 40)
    later = Game.from_position(game.position)
    later.draw_at_random(1)
    someone = player("priorities", 1)
    for _ in range(6):
        assert isinstance(later.decider, Side)
        later.play(someone.choose(later.view(later.decider)))
    assert isinstance(later.decider, Side)
    belief = belief_of(later.view(later.decider))
    assert belief.weights.sum() == pytest.approx(1)
