"""The account of a game: it adds up, and the luck of chance is zero on the average."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.coach.games import game_of, small_network, value
from watergate import Game, standard_edition
from watergate.coach.account import account_of, open_states, who_steps
from watergate.coach.models import Account
from watergate.coach.open_value import SAMPLES, OpenState, OpenValue
from watergate.engine import engine
from watergate.lab.simulate import random_game


def adds_up(account: Account) -> bool:
    parts = (account.cards, account.evidence, account.editor, account.nixon)
    assert account.adjusted == pytest.approx(account.result - account.cards - account.evidence)
    return abs(account.result - account.start - math.fsum(parts)) < 1e-9


def test_the_account_adds_up_and_every_ply_is_in_one_step() -> None:
    game = game_of("priorities", "random", 1)
    account, curve = account_of(game, value())
    assert adds_up(account)
    assert account.result == float(game.result is not None and game.result.winner == "editor")
    assert [step.ply for step in account.steps] == sorted({step.ply for step in account.steps})
    for step in account.steps:
        assert who_steps(game.state_at(step.ply)) == step.of
        is_luck = step.of in ("cards", "evidence")
        after_luck = step.ply > 0 and isinstance(game.at(step.ply - 1).decider, str)
        assert is_luck or after_luck or len(game.at(step.ply).moves) > 1  # what must be is no step
    assert curve[-1].editor == account.result
    assert all(0 <= point.editor <= 1 for point in curve)


@pytest.mark.slow
def test_the_account_adds_up_over_hundreds_of_games() -> None:
    """Whatever the network thinks: this one is small and knows nothing."""
    small = OpenValue(standard_edition(), small_network())
    for seed in range(200):
        assert adds_up(account_of(random_game(standard_edition(), seed), small)[0])


def test_who_resigns_has_decided_to_lose_what_was_left() -> None:
    game = game_of("priorities", "priorities", 2, most=60)
    assert game.result is None
    game.tags["Ended"] = "nixon resigned"
    account, curve = account_of(game, value())
    assert adds_up(account)
    last = account.steps[-1]
    assert (account.result, last.of, last.ply) == (0.0, "editor", game.ply)
    assert last.change < 0
    assert (curve[-1].ply, curve[-1].editor) == (game.ply + 1, 0.0)


def first_of(game: Game, kind: str) -> OpenState:
    """The first state of a game in which a draw of this kind is pending."""
    for ply, state in enumerate(open_states(game)):
        if game.at(ply).decision_kind == kind:
            return state
    raise AssertionError(f"no {kind} in this game")


@pytest.mark.parametrize("kind", ["draw_token", "lose_card", "blind"])
def test_a_single_draw_is_judged_by_all_it_can_bring(kind: str) -> None:
    """What chance adds to a value is zero on the average, exactly."""
    seed = {"draw_token": 1, "lose_card": 8, "blind": 1}[kind]
    game = game_of("random", "random", seed)
    for ply, state in enumerate(open_states(game)):
        then = game.at(ply)
        if then.decision_kind != kind:
            continue
        spread = []
        for move, weight in then.outcomes().items():
            after = then.copy()
            after.make(move)
            spread.append((weight, after))
        if any(after.decider == "chance" for _, after in spread):
            continue
        values = value()([OpenState(after.states, state.histories) for _, after in spread])
        weights = np.array([weight for weight, _ in spread])
        expected = float(weights @ values / weights.sum())
        assert value()([state])[0] == pytest.approx(expected, abs=1e-6)
        return
    raise AssertionError(f"no single {kind} in this game")


def test_the_luck_of_a_deal_is_zero_on_the_average() -> None:
    """Deals drawn anew from the start of a game, against what is said of all of them."""
    state = first_of(game_of("random", "random", 1), "draw_card")
    said = float(value()([state])[0])
    deals = [Game.start(seed=seed) for seed in range(200, 200 + 4 * SAMPLES)]
    values = value()([OpenState(deal.states, state.histories) for deal in deals])
    # Both are means of draws of the same kind: six standard errors, once in a billion.
    error = values.std() * (1 / SAMPLES + 1 / len(deals)) ** 0.5
    assert abs(values.mean() - said) < 6 * error
    assert engine().decider(state.states, 0) == 2
