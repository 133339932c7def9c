"""Learning by self-play: the arithmetic by hand, checkpoints, and a network that gets better.

Needs torch, so it has an environment of its own: `make train-check`.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from watergate.errors import WatergateError
from watergate.gyms import Batch
from watergate.lab.selfplay.model import PolicyNetwork, Shape, log_policy
from watergate.lab.selfplay.ppo import Weights, advantages, loss
from watergate.lab.selfplay.run import train_in
from watergate.lab.selfplay.trainer import Plan, Trainer
from watergate.players.policy import read_policy
from watergate.rules.core.ids import CHANCE_MOVES
from watergate.rules.core.observation import OBSERVATION

SMALL = Plan(until=1e6, games=32, steps=8, minibatch=128, shape=Shape(32, 1), generations=2)


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


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
    masks = torch.tensor([[1, 1, 0]])
    _, found = loss(
        torch.zeros(1, 3), torch.zeros(1), masks=masks, moves=torch.tensor([1]),
        old=torch.log(torch.tensor([0.5])), gains=torch.tensor([2.0]), targets=torch.tensor([1.0]),
        weights=Weights(),
    )  # fmt: skip
    assert found["policy"].item() == pytest.approx(-2.0)
    assert found["entropy"].item() == pytest.approx(np.log(2))
    assert found["value"].item() == pytest.approx(np.log(2))


def test_a_policy_that_has_moved_far_gains_no_more() -> None:
    scores = torch.tensor([[3.0, 0.0]])
    _, found = loss(
        scores, torch.zeros(1), masks=torch.ones(1, 2), moves=torch.tensor([0]),
        old=torch.log(torch.tensor([0.5])), gains=torch.tensor([1.0]), targets=torch.tensor([0.5]),
        weights=Weights(clip=0.2),
    )  # fmt: skip
    assert found["policy"].item() == pytest.approx(-1.2)


def test_moves_that_are_not_legal_have_no_chance() -> None:
    chances = log_policy(torch.tensor([[9.0, 0.0, 0.0]]), torch.tensor([[0, 1, 1]])).exp()
    assert chances.tolist() == [[0.0, 0.5, 0.5]]


def test_a_run_continues_from_its_checkpoint(tmp_path: Path) -> None:
    trainer = Trainer(SMALL, "cpu")
    trainer.iterate()
    trainer.save(tmp_path / "checkpoint.pt")
    again = Trainer.load(tmp_path / "checkpoint.pt", "cpu")
    assert (again.decisions, again.updates) == (trainer.decisions, 1) == (256, 1)
    for one, other in zip(trainer.model.parameters(), again.model.parameters(), strict=True):
        assert torch.equal(one, other)
    moments = [next(iter(t.optimiser.state.values()))["exp_avg"] for t in (trainer, again)]
    assert torch.equal(*moments)
    again.iterate()
    assert again.decisions == 512


def test_what_is_no_checkpoint_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.pt"
    path.write_bytes(b"nothing")
    with pytest.raises(WatergateError, match="is no checkpoint"):
        Trainer.load(path, "cpu")


def test_the_exported_network_agrees_with_the_trained_one(tmp_path: Path) -> None:
    plan = Plan(until=1e6, games=32, steps=40, minibatch=256, shape=Shape(32, 2))
    path, decisions = train_in(tmp_path, plan, "cpu", 1e-9 + 0.1)
    assert decisions >= 1280
    assert (tmp_path / "curves.png").stat().st_size > 1000
    model = PolicyNetwork(plan.shape)
    stored = torch.load(tmp_path / "checkpoint.pt", weights_only=True)
    model.load_state_dict(stored["average"])
    exported, batch = read_policy(path), Batch(8)
    batch.reset(1)
    for _ in range(20):
        batch.play_at_random(3)
        scores, odds = model(torch.from_numpy(batch.observations))
        chances = log_policy(scores, torch.from_numpy(batch.masks)).exp().detach().numpy()
        for i, row in enumerate(batch.observations):
            moves = batch.moves[i, : batch.counts[i]].astype(np.int64)
            found, value = exported(row, moves)
            if (row[~stored["seen"].numpy()] == 0).all():
                assert found == pytest.approx(chances[i, moves], abs=1e-3)
                assert value == pytest.approx(torch.sigmoid(odds[i]).item(), abs=1e-3)


def test_what_gained_is_played_more_and_results_are_foreseen() -> None:
    """Two decisions that look different, where other moves were good: both are told apart."""
    torch.manual_seed(1)
    model = PolicyNetwork(Shape(32, 1))
    optimiser = torch.optim.AdamW(model.parameters(), lr=3e-3)
    rows = torch.zeros(2, OBSERVATION)
    rows[0, :50], rows[1, 50:100] = 1, 1
    rows = rows.repeat_interleave(2, 0)
    masks, moves = torch.ones(4, CHANCE_MOVES), torch.tensor([0, 1, 0, 1])
    gains, results = torch.tensor([1.0, -1.0, -1.0, 1.0]), torch.tensor([1.0, 1.0, 0.0, 0.0])
    for _ in range(60):
        scores, odds = model(rows)
        old = log_policy(scores, masks).gather(-1, moves.unsqueeze(-1)).squeeze(-1).detach()
        total, _ = loss(
            scores, odds, masks=masks, moves=moves, old=old, gains=gains, targets=results,
            weights=Weights(entropy=0.0),
        )  # fmt: skip
        optimiser.zero_grad()
        total.backward()
        optimiser.step()
    scores, odds = model(rows)
    assert log_policy(scores, masks).argmax(-1).tolist() == [0, 0, 1, 1]
    assert torch.sigmoid(odds).round().tolist() == results.tolist()


def test_two_generations_play_each_other() -> None:
    trainer = Trainer(SMALL, "cpu")
    trainer.freeze()
    assert 0.0 <= trainer.share_against(trainer.frozen[0][1], 16) <= 1.0
