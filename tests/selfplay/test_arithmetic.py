"""The learner's arithmetic, against cases worked by hand."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import torch

from watergate.lab.selfplay.model import PolicyNetwork, Shape, log_policy
from watergate.lab.selfplay.ppo import Decisions, Weights, advantages, loss, telling
from watergate.lab.selfplay.trainer import Plan
from watergate.rules.core.ids import CHANCE_MOVES


def decisions(**given: Any) -> Decisions:
    """One decision between two moves, the first made, unless said otherwise."""
    usual = {
        "masks": torch.ones(1, 2), "moves": torch.tensor([0]), "old": torch.tensor([0.5]).log(),
        "gains": torch.tensor([1.0]), "targets": torch.tensor([0.5]), "counts": torch.ones(1),
        "ours": torch.ones(1),
    }  # fmt: skip
    return Decisions(**(usual | given))


EVEN = torch.zeros(1)


def test_advantages_by_hand() -> None:
    """Two decisions, then the Editor wins; λ is a half."""
    values = torch.tensor([[0.5], [0.6], [0.3]])
    results, over = torch.tensor([[0.5], [1.0]]), torch.tensor([[0.0], [1.0]])
    gains, targets = advantages(values, results, over, 0.5)
    assert gains.flatten().tolist() == pytest.approx([0.1 + 0.5 * 0.4, 0.4])
    assert targets.flatten().tolist() == pytest.approx([0.8, 1.0])


def test_a_game_that_ended_learns_nothing_from_the_next() -> None:
    values = torch.tensor([[0.5], [0.9], [0.9]])
    results, over = torch.tensor([[0.0], [0.5]]), torch.tensor([[1.0], [0.0]])
    gains, _ = advantages(values, results, over, 1.0)
    assert gains[0].item() == pytest.approx(-0.5)


def test_the_loss_by_hand() -> None:
    """Two legal moves, as likely as before: the ratio is one, the entropy that of a coin."""
    rows = decisions(masks=torch.tensor([[1, 1, 0]]), moves=torch.tensor([1]),
                     gains=torch.tensor([2.0]), targets=torch.tensor([1.0]))  # fmt: skip
    total, found = loss(torch.zeros(1, 3), EVEN, torch.log(torch.tensor([3.0])), None, rows,
                        Weights(value=0.5, entropy=0.1))  # fmt: skip
    coin = math.log(2)
    assert found["policy"].item() == pytest.approx(-2.0)
    assert found["entropy"].item() == pytest.approx(coin)
    assert found["value"].item() == pytest.approx(coin)
    assert found["critic"].item() == pytest.approx(-math.log(0.75))
    assert found["value_error"].item() == pytest.approx(0.25)
    assert found["critic_error"].item() == pytest.approx(0.25**2)
    expected = -2.0 + 0.5 * (coin - math.log(0.75)) - 0.1 * coin
    assert total.item() == pytest.approx(expected)


def test_a_policy_that_has_moved_far_gains_no_more() -> None:
    _, found = loss(torch.tensor([[3.0, 0.0]]), EVEN, EVEN, None, decisions(), Weights(clip=0.2))
    assert found["policy"].item() == pytest.approx(-1.2)


def test_the_magnet_draws_by_the_distance_from_the_average() -> None:
    """Three to one against a coin: 3/4 log 3/2 + 1/4 log 1/2."""
    scores = torch.log(torch.tensor([[3.0, 1.0]]))
    total, found = loss(scores, EVEN, EVEN, torch.zeros(1, 2), decisions(), Weights(magnet=10.0))
    away = 0.75 * math.log(1.5) + 0.25 * math.log(0.5)
    assert found["magnet"].item() == pytest.approx(away)
    without, _ = loss(scores, EVEN, EVEN, None, decisions(), Weights())
    assert (total - without).item() == pytest.approx(10 * away, abs=1e-5)


def test_from_what_others_decided_only_the_values_learn() -> None:
    total, found = loss(torch.zeros(1, 2), EVEN, EVEN, torch.ones(1, 2),
                        decisions(ours=torch.zeros(1)), Weights(magnet=1.0))  # fmt: skip
    assert found["policy"].item() == found["entropy"].item() == found["magnet"].item() == 0
    assert total.item() == pytest.approx(math.log(2))


def test_the_most_telling_decisions_are_learnt_from_and_stand_for_the_rest() -> None:
    gains = torch.tensor([0.1, -3.0, 0.2, 0.3, 2.0, 0.0, 0.0, 0.0])
    picked, counts = telling(gains, most=0.25, others=0.25)
    assert set(picked[:2].tolist()) == {1, 4}
    assert len(set(picked.tolist())) == 4
    # Two of the six others stand for three each: 1, 1, 3, 3, with a mean of one.
    assert counts.tolist() == [0.5, 0.5, 1.5, 1.5]


def test_learning_from_a_part_is_learning_from_all_on_the_average() -> None:
    torch.manual_seed(1)
    gains = torch.randn(400)
    means = []
    for _ in range(300):
        picked, counts = telling(gains, most=0.25, others=0.125)
        means.append((counts * gains[picked]).mean().item())
    assert np.mean(means) == pytest.approx(gains.mean().item(), abs=4 * np.std(means) / 300**0.5)


def test_all_decisions_are_learnt_from_where_the_plan_says_so() -> None:
    picked, counts = telling(torch.randn(10), most=1.0, others=0.0)
    assert sorted(picked.tolist()) == list(range(10))
    assert counts.tolist() == [1.0] * 10


def test_moves_that_are_not_legal_have_no_chance() -> None:
    chances = log_policy(torch.tensor([[9.0, 0.0, 0.0]]), torch.tensor([[0, 1, 1]])).exp()
    assert chances.tolist() == [[0.0, 0.5, 0.5]]


def test_schedules_fall_evenly_by_factors() -> None:
    plan = Plan()
    assert plan.at((0.1, 0.001), 0.5) == pytest.approx(0.01)


def test_what_gained_is_played_more_and_results_are_foreseen() -> None:
    """Two decisions that look different, where other moves were good: both are told apart."""
    torch.manual_seed(1)
    model = PolicyNetwork(Shape(32, 1), torch.arange(100))
    optimiser = torch.optim.AdamW(model.parameters(), lr=3e-3)
    rows = torch.zeros(2, 100)
    rows[0, :50], rows[1, 50:] = 1, 1
    rows = rows.repeat_interleave(2, 0)
    masks, moves = torch.ones(4, CHANCE_MOVES), torch.tensor([0, 1, 0, 1])
    gains, results = torch.tensor([1.0, -1.0, -1.0, 1.0]), torch.tensor([1.0, 1.0, 0.0, 0.0])
    secrets = torch.zeros(4, model.critic.secret.in_features)
    for _ in range(60):
        scores, odds, judged = model.judged(rows, secrets)
        old = log_policy(scores, masks).gather(-1, moves.unsqueeze(-1)).squeeze(-1).detach()
        seen = Decisions(masks, moves, old, gains, results, torch.ones(4), torch.ones(4))
        total, _ = loss(scores, odds, judged, None, seen, Weights(entropy=0.0))
        optimiser.zero_grad()
        total.backward()
        optimiser.step()
    scores, odds = model(rows)
    assert log_policy(scores, masks).argmax(-1).tolist() == [0, 0, 1, 1]
    assert torch.sigmoid(odds).round().tolist() == results.tolist()


def test_the_critic_tells_apart_what_the_decider_cannot() -> None:
    """The same knowledge, other secrets: only the critic foresees the result."""
    torch.manual_seed(1)
    model = PolicyNetwork(Shape(32, 1), torch.arange(10))
    optimiser = torch.optim.AdamW(model.parameters(), lr=3e-3)
    rows, results = torch.ones(2, 10), torch.tensor([1.0, 0.0])
    secrets = torch.zeros(2, model.critic.secret.in_features)
    secrets[0, 3], secrets[1, 5] = 1, 1
    seen = decisions(
        masks=torch.ones(2, CHANCE_MOVES), moves=torch.zeros(2, dtype=torch.long),
        old=torch.zeros(2), gains=torch.zeros(2), targets=results, counts=torch.ones(2),
        ours=torch.ones(2),
    )  # fmt: skip
    for _ in range(150):
        scores, odds, judged = model.judged(rows, secrets)
        total, found = loss(scores, odds, judged, None, seen, Weights(entropy=0.0))
        optimiser.zero_grad()
        total.backward()
        optimiser.step()
    assert found["critic_error"] < 0.02
    assert found["value_error"].item() == pytest.approx(0.25, abs=0.01)
