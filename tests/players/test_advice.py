"""What of a thought is worth telling."""

from __future__ import annotations

from watergate import Game, Side
from watergate.players import Candidate, Thought
from watergate.players.advice import FEWEST_VISITS, MOST_ADVICE, best_of


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
