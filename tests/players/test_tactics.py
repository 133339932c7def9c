"""Tactical positions: each one is proven, and players that think must find what is right in it."""

from __future__ import annotations

import pytest

from tests.players.proof import Proof
from tests.players.tactics import TACTICS, Tactic
from tests.test_rules_are_tested import rules
from watergate import Side
from watergate.players import player

ASKED = ("search:60", "search:240", "tree:500")
"""The players that must find every right move."""
SEED = 1972

each_tactic = pytest.mark.parametrize(
    "tactic",
    [pytest.param(t, id=t.name, marks=pytest.mark.rule(*t.rules)) for t in TACTICS],
)


@each_tactic
def test_exactly_the_right_moves_are_certain(tactic: Tactic) -> None:
    game = tactic.game
    assert isinstance(game.decider, Side)
    proof = Proof(game, game.decider, tactic.goal)
    moves = [str(move) for move in game.moves]
    assert {move for move in moves if proof.is_certain(move)} == set(tactic.right)
    wrong = [move for move in moves if move not in tactic.right]
    assert max(proof.most(move) for move in wrong) == tactic.most
    # What has no chance has none against an opponent either who sees only what is open to him.
    assert all(proof.is_refuted(move) for move in wrong if proof.most(move) == 0)


def test_there_is_a_tactic_for_every_side_and_goal() -> None:
    assert len({tactic.name for tactic in TACTICS}) == len(TACTICS)
    stakes = {tuple(tactic.name.split()[:2]) for tactic in TACTICS}
    assert stakes == {(side, goal) for side in ("editor", "nixon") for goal in ("wins", "saves")}
    assert {rule for tactic in TACTICS for rule in tactic.rules} <= rules()


@pytest.mark.slow
@each_tactic
@pytest.mark.parametrize("name", ASKED)
def test_a_player_that_thinks_finds_a_right_move(name: str, tactic: Tactic) -> None:
    game = tactic.game
    someone = player(name, SEED, game.edition)
    try:
        chosen = str(someone.choose(game.view(str(game.decider))))
    finally:
        someone.close()
    assert chosen in tactic.right, tactic.why
