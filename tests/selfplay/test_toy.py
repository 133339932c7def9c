"""A whole run on an edition of one's own: a toy is learnt to its known value."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import torch

from tests.selfplay.toy import toy_edition
from watergate.edition import standard_edition
from watergate.errors import WatergateError
from watergate.gyms import Batch
from watergate.lab.selfplay.batches import TensorBatch
from watergate.lab.selfplay.exploit import exploit_in
from watergate.lab.selfplay.files import read_start, write_network
from watergate.lab.selfplay.model import PolicyNetwork, Shape
from watergate.lab.selfplay.run import train_in
from watergate.lab.selfplay.trainer import Plan
from watergate.players.kernel.sight import SIGHT

PLAN = Plan(
    until=40_000, games=128, steps=8, minibatch=192, shape=Shape(48, 1), rate=(4e-3, 1e-3),
    entropy=(0.01, 0.002), averaging=0.8, generations=1, measured=128,
)  # fmt: skip


def test_a_toy_is_learnt_to_its_known_value(tmp_path: Path) -> None:
    edition = toy_edition(tmp_path)
    assert _editor_share_at_random(edition) < 0.9
    trainer = train_in(tmp_path, PLAN, "cpu", 600, edition=edition)
    assert trainer.log[-1]["editor_share"] > 0.95
    assert trainer.log[-1]["share_as_editor"] > 0.97
    batch = TensorBatch(64, torch.device("cpu"), edition)
    batch.reset(5)
    odds = trainer.average(trainer.average.read(batch.sights))[1]
    assert torch.sigmoid(odds).min() > 0.9, "the Editor's chance before the first move"
    assert read_start(tmp_path / "policy.npz", edition)
    with pytest.raises(WatergateError, match="has learnt another edition than 'standard'"):
        read_start(tmp_path / "policy.npz", standard_edition())


def test_an_exploiter_learns_the_best_response_to_a_random_editor(tmp_path: Path) -> None:
    edition = toy_edition(tmp_path)
    model = PolicyNetwork(PLAN.shape, torch.arange(SIGHT))
    torch.nn.init.zeros_(model.policy.weight)
    write_network(model, tmp_path / "policy.npz", edition=edition, made="nothing learnt")
    plan = replace(PLAN, side=1, measured=1024)
    layers = read_start(tmp_path / "policy.npz", edition)
    found = exploit_in(tmp_path / "nixon", layers, plan, "cpu", 600, edition=edition)
    assert found.in_self_play == pytest.approx(1 / 3, abs=0.06)
    assert found.share == pytest.approx(0.5, abs=0.08)
    assert found.gain > found.margin


def _editor_share_at_random(edition: object) -> float:
    batch = Batch(64, edition=edition)  # type: ignore[arg-type]
    batch.reset(1)
    won = ended = 0
    for _ in range(40):
        batch.play_at_random(1)
        won, ended = won + int((batch.rewards[:, 0] > 0).sum()), ended + int(batch.ended.sum())
    return won / ended
