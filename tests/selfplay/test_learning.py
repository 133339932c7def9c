"""Learning by self-play: checkpoints, files, and a network that gets better.

Needs torch, so it has an environment of its own: `make train-check`.
"""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from watergate.edition import standard_edition
from watergate.errors import WatergateError
from watergate.lab.selfplay.apprentice import Apprentice, teach_in
from watergate.lab.selfplay.batches import TensorBatch
from watergate.lab.selfplay.exploit import exploit_in
from watergate.lab.selfplay.files import read_start, write_network
from watergate.lab.selfplay.model import PolicyNetwork, Shape, log_policy
from watergate.lab.selfplay.run import train_in
from watergate.lab.selfplay.trainer import Plan, Trainer
from watergate.players.kernel.sight import SIGHT
from watergate.players.kernel.small_network import chance_of_choice, new_glance
from watergate.players.policy import read_policy
from watergate.players.small import small_network_of
from watergate.rules.core.observation import first_of

SMALL = Plan(until=1e6, games=32, steps=8, minibatch=128, shape=Shape(32, 1), generations=2,
             measured=16)  # fmt: skip
CPU = torch.device("cpu")
EVERYTHING = torch.arange(SIGHT)


def small_batch(size: int) -> TensorBatch:
    return TensorBatch(size, CPU, standard_edition())


def small(**changes: object) -> Trainer:
    return Trainer(replace(SMALL, **changes), "cpu", columns=EVERYTHING)  # type: ignore[arg-type]


def test_a_critic_is_told_the_other_hand_and_the_face_down_tokens() -> None:
    """What the decider's opponent would observe of itself is what the decider is not told."""
    batch = TensorBatch(64, CPU, None)
    batch.reset(3)
    hand, cards = first_of("hand"), first_of("unseen") - first_of("hand")
    facedown, tokens = first_of("facedown"), first_of("facedown_count") - first_of("facedown")
    seen_by_nixon = 0
    for _ in range(40):
        batch.play_at_random(1)
        secrets, states = batch.secrets(), batch._batch.games.states
        for i, decider in enumerate(batch.deciders.tolist()):
            held = int(states["hand"][i, 1 - decider])
            told = {n for n in range(1, cards) if secrets[i, n]} - {int(states["drawn"][i])}
            assert told == {n for n in range(1, cards) if held >> n & 1}
            if decider == 1:
                down = batch.observations[i, facedown : facedown + tokens]
                assert secrets[i, cards:].equal(down)
                seen_by_nixon += int(down.sum())
            else:
                ours = batch.observations[i, hand : hand + cards].bool()
                assert not (ours & secrets[i, :cards].bool() & ~_known(states, i, cards)).any()
    assert seen_by_nixon


def _known(states: np.ndarray, i: int, cards: int) -> torch.Tensor:
    known = int(states["known"][i, 1]) | 1 << int(states["drawn"][i])
    return torch.tensor([bool(known >> n & 1) for n in range(cards)])


def test_a_run_continues_from_its_checkpoint(tmp_path: Path) -> None:
    trainer = small()
    trainer.iterate()
    trainer.save(tmp_path / "checkpoint.pt")
    again = Trainer.load(tmp_path / "checkpoint.pt", "cpu")
    assert (again.decisions, again.updates) == (trainer.decisions, 1) == (256, 1)
    for one, other in zip(trainer.model.parameters(), again.model.parameters(), strict=True):
        assert torch.equal(one, other)
    moments = [next(iter(t.optimiser.state.values()))["exp_avg"] for t in (trainer, again)]
    assert torch.equal(*moments)
    assert len(again.frozen) == len(trainer.frozen)
    again.iterate()
    assert again.decisions == 512


def test_two_runs_are_one_that_is_twice_as_long(tmp_path: Path) -> None:
    """The schedule goes on, and so do counts, generations and the log."""
    plan = replace(SMALL, until=8 * 256, generations=4)
    through = Trainer(plan, "cpu", columns=EVERYTHING)
    through.run(600, every=0)
    first = Trainer(plan, "cpu", columns=EVERYTHING)
    for _ in range(4):
        first.iterate()
    first.save(tmp_path / "checkpoint.pt")
    second = Trainer.load(tmp_path / "checkpoint.pt", "cpu")
    second.run(600, every=0)
    assert (second.decisions, second.updates, second.progress) == (2048, 8, 1.0)
    assert (through.decisions, through.updates, through.progress) == (2048, 8, 1.0)
    assert [number for number, _ in second.frozen] == [number for number, _ in through.frozen]
    assert second.log[-1]["rate"] == through.log[-1]["rate"]
    steps = [int(next(iter(t.optimiser.state.values()))["step"]) for t in (through, second)]
    assert steps[0] == steps[1]


def test_what_is_no_checkpoint_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.pt"
    path.write_bytes(b"nothing")
    with pytest.raises(WatergateError, match="is no checkpoint"):
        Trainer.load(path, "cpu")


def test_the_exported_network_agrees_with_the_trained_one(tmp_path: Path) -> None:
    plan = replace(SMALL, steps=40, shape=Shape(32, 2))
    trainer = train_in(tmp_path, plan, "cpu", 0.1)
    assert trainer.decisions >= 1280
    assert (tmp_path / "curves.png").stat().st_size > 1000
    model, exported, batch = trainer.average, read_policy(tmp_path / "policy.npz"), small_batch(8)
    batch.reset(1)
    for _ in range(20):
        batch.play_at_random(3)
        scores, odds = model(model.read(batch.sights))
        chances = log_policy(scores, batch.masks).exp().detach().numpy()
        for i in range(batch.size):
            moves = batch.masks[i].nonzero().flatten().numpy()
            found, value = exported(batch.sights[i].numpy(), moves)
            assert found == pytest.approx(chances[i, moves], abs=1e-3)
            assert value == pytest.approx(torch.sigmoid(odds[i]).item(), abs=1e-3)


def test_a_run_begins_from_a_network_and_its_critic(tmp_path: Path) -> None:
    trainer = train_in(tmp_path, SMALL, "cpu", 0.1)
    layers = read_start(tmp_path / "policy.npz", standard_edition())
    begun = Trainer(SMALL, "cpu", start=layers)
    assert begun.origin == f"{layers['made']}; then "
    with pytest.raises(WatergateError, match="has 1 blocks of width 32; allowed are this width"):
        Trainer(replace(SMALL, shape=Shape(64, 1)), "cpu", start=layers)
    for (name, one), other in zip(
        trainer.average.named_parameters(), begun.model.parameters(), strict=True
    ):
        assert torch.allclose(one, other, atol=1e-2), name


def test_a_run_begins_deeper_than_its_network_and_plays_the_same() -> None:
    """New blocks add nothing at first."""
    from watergate.lab.selfplay.files import put_into

    flat = PolicyNetwork(Shape(32, 1), torch.arange(0, 100, 2))
    layers = {name: tensor.detach().numpy().T for name, tensor in flat.named_parameters()}
    deep = PolicyNetwork(Shape(32, 3), torch.arange(100))
    put_into(deep, layers | {"columns": flat.columns.numpy()})
    rows = (torch.rand(4, SIGHT) < 0.1).byte()
    assert torch.allclose(flat(flat.read(rows))[0], deep(deep.read(rows))[0], atol=1e-6)


def test_other_networks_are_refused_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "policy.npz"
    with pytest.raises(WatergateError, match=r"policy.npz cannot be read: No such file"):
        read_start(path, standard_edition())
    path.write_bytes(b"nothing")
    with pytest.raises(WatergateError, match=r"policy.npz is no network"):
        read_start(path, standard_edition())
    train_in(tmp_path, SMALL, "cpu", 0.01)
    with np.load(path) as stored:
        layers = dict(stored)
    np.savez(path, **(layers | {"edition": np.array("another")}))
    with pytest.raises(WatergateError, match="has learnt another edition than 'standard'"):
        read_start(path, standard_edition())


def test_shares_against_the_beginning_are_told_by_side() -> None:
    found = small().against(0)
    assert set(found) == {"share_as_editor", "share_as_nixon"}
    assert all(0.0 <= share <= 1.0 for share in found.values())


def test_one_side_alone_can_learn() -> None:
    trainer = small(side=1)
    trainer.iterate()
    assert set(trainer.against(0)) == {"share_as_nixon"}


def test_an_exploiter_learns_one_side_and_tells_its_gain(tmp_path: Path) -> None:
    frozen = {name: tensor.detach().numpy().T for name, tensor in small().model.named_parameters()}
    frozen["columns"] = EVERYTHING.numpy()
    plan = replace(SMALL, side=0, until=math.inf)
    gain = exploit_in(tmp_path, frozen, plan, "cpu", 0.1)
    assert gain.gain == pytest.approx(gain.share - gain.in_self_play, abs=1e-6)
    assert (gain.side, gain.games) == ("editor", 16)
    again = exploit_in(tmp_path, frozen, plan, "cpu", 0.1)
    assert again.decisions > gain.decisions
    stored = Trainer.load(tmp_path / "checkpoint.pt", "cpu")
    its = dict(stored.generation(0).named_parameters())["policy.weight"]
    assert torch.allclose(its, torch.from_numpy(frozen["policy.weight"].T), atol=1e-3)


def test_a_small_network_learns_what_its_teacher_plays(tmp_path: Path) -> None:
    trainer = small()
    with torch.no_grad():
        trainer.average.policy.weight.mul_(30)  # opinions to learn
    write_network(trainer.average, tmp_path / "policy.npz", edition=standard_edition(), made="")
    teacher = read_start(tmp_path / "policy.npz", standard_edition())
    apprentice = Apprentice(teacher, "cpu", games=64)
    first = apprentice._step(1e-3, 0.0)
    for _ in range(40):
        last = apprentice._step(1e-3, 0.0)
    assert float(last["policy"]) < float(first["policy"]) / 2


def test_the_small_network_that_is_played_by_is_the_one_that_was_taught(tmp_path: Path) -> None:
    trainer = small()
    write_network(trainer.average, tmp_path / "policy.npz", edition=standard_edition(), made="")
    teacher = read_start(tmp_path / "policy.npz", standard_edition())
    taught = teach_in(tmp_path / "small.npz", teacher, "cpu", 0.5, games=16)
    with np.load(tmp_path / "small.npz") as stored:
        assert str(stored["edition"]) == standard_edition().digest
        net = small_network_of(dict(stored))
    batch = taught.batch
    rows = taught.teacher.read(batch.sights)
    with torch.no_grad():
        scores, _ = taught.average(rows, batch.secrets())
        logs = log_policy(scores, batch.masks)
    for i in range(batch.size):
        ones, legal = (row[i].nonzero().flatten().numpy() for row in (batch.sights, batch.masks))
        for move in legal:
            chance = chance_of_choice(
                net, new_glance(net), ones, len(ones), legal, len(legal), move
            )
            assert chance == pytest.approx(float(logs[i, move].exp()), abs=1e-3)
