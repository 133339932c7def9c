"""What of a thought is worth telling."""

from __future__ import annotations

from dataclasses import replace

from watergate import Game, Side
from watergate.players import Candidate, Reading, Thought
from watergate.players.advice import FEWEST_VISITS, MOST_ADVICE, MOST_BELIEVED, believed, best_of


def thought(*found: tuple[int, float]) -> Thought:
    """Moves with visits and values, the best first."""
    moves = Game.start(seed=1).moves
    candidates = tuple(Candidate(move, *one) for move, one in zip(moves, found, strict=False))
    return Thought(Side.EDITOR, 0.5, candidates, (), None, sum(n for n, _ in found), 0.1)


def told(*found: tuple[int, float]) -> list[tuple[int, float]]:
    return [(one.visits, one.value) for one in best_of(thought(*found))]


def test_the_few_best_moves_are_told() -> None:
    found = [(400, 0.6), (300, 0.5), (200, 0.4), (100, 0.3)]
    assert told(*found) == found[:MOST_ADVICE]


def test_the_best_is_told_however_rarely_it_was_looked_at() -> None:
    assert told((1, 0.6), (1, 0.5)) == [(1, 0.6)]
    assert told() == []


def test_what_was_hardly_looked_at_is_not_told() -> None:
    few = FEWEST_VISITS
    assert told((90, 0.6), (few, 0.5), (few - 1, 0.4)) == [(90, 0.6), (few, 0.5)]


def test_no_move_is_told_to_be_better_than_the_best() -> None:
    assert told((90, 0.6), (20, 0.9), (15, 0.5)) == [(90, 0.6), (20, 0.6), (15, 0.5)]


def test_the_likeliest_of_what_is_believed_is_told() -> None:
    cards = {card: card / 100 for card in range(1, 3 + MOST_BELIEVED)}
    told_of = believed(replace(thought((1, 0.5)), reading=Reading(cards, {"blue": 0.2})))
    assert told_of is not None
    assert list(told_of.cards) == sorted(cards, reverse=True)[:MOST_BELIEVED]
    assert told_of.tokens == {"blue": 0.2}
    assert told_of.to_json()["cards"][0] == {"card": max(cards), "chance": max(cards) / 100}


def test_who_believes_nothing_tells_nothing() -> None:
    assert believed(thought((1, 0.5))) is None
    assert believed(replace(thought((1, 0.5)), reading=Reading({}, {}))) is None
