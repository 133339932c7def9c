"""The loop: play with the network, learn from what was played, log, keep checkpoints.

Every decision of every game is made by the network as it is now, for both sides. A run continues
from its checkpoint as if it had not stopped: weights, their average, optimiser, schedule, counts.
"""

from __future__ import annotations

import copy
import json
import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.distributed as dist

from watergate.edition import Edition
from watergate.errors import WatergateError
from watergate.gyms.kernel.game import GOES_ON
from watergate.rules.core.frames import FIRST_DECISION, FIRST_DRAW, Frame
from watergate.rules.core.observation import OBSERVATION, first_of

from .model import STANDARD, PolicyNetwork, Shape, log_policy
from .ppo import Weights, advantages, loss

FORMAT = 1


@dataclass(frozen=True)
class Plan:
    """How to learn. The schedules run over the decisions played, up to `until`."""

    until: float = 5e9
    """Decisions after which rate and entropy have reached their ends."""
    games: int = 32_768
    steps: int = 32
    """Decisions of each game between two updates."""
    minibatch: int = 65_536
    shape: Shape = STANDARD
    rate: tuple[float, float] = (4e-4, 2e-5)
    entropy: tuple[float, float] = (0.03, 0.004)
    trust: float = 0.93
    clip: float = 0.2
    gradient: float = 1.0
    averaging: float = 0.995
    """How much of the average of the weights stays at each update; the average is what plays."""
    generations: int = 12
    """Frozen networks that are kept to be played against."""
    seed: int = 1

    def at(self, ends: tuple[float, float], decisions: float) -> float:
        """A schedule's value, falling evenly on a logarithmic scale."""
        share = min(decisions / self.until, 1.0)
        return math.exp((1 - share) * math.log(ends[0]) + share * math.log(ends[1]))


class Trainer:
    """A network that learns by playing against itself, on one device of possibly several."""

    def __init__(self, plan: Plan, device: str, edition: Edition | None = None) -> None:
        self.plan, self.device = plan, torch.device(device)
        torch.manual_seed(plan.seed + self._rank)
        self.model = PolicyNetwork(plan.shape).to(self.device)
        self.average = copy.deepcopy(self.model)
        self.optimiser = torch.optim.AdamW(
            self.model.parameters(), lr=plan.rate[0], betas=(0.9, 0.98), weight_decay=1e-4,
            fused=self.device.type == "cuda",
        )  # fmt: skip
        self.decisions, self.updates, self.seconds = 0, 0, 0.0
        self.frozen: list[tuple[int, dict[str, torch.Tensor]]] = []
        self.log: list[dict[str, Any]] = []
        self.seen = torch.zeros(OBSERVATION, dtype=torch.bool, device=self.device)
        self.batch = new_batch(plan.games, self.device, edition)
        self.batch.reset(plan.seed * 1_000_003 + self._rank * plan.games)
        if self._world > 1:
            for parameter in self.model.parameters():
                dist.broadcast(parameter.data, 0)
        self._play_on = self._policy_of(self.model)

    @property
    def _world(self) -> int:
        return dist.get_world_size() if dist.is_initialized() else 1

    @property
    def _rank(self) -> int:
        return dist.get_rank() if dist.is_initialized() else 0

    # The run

    def run(
        self, seconds: float, tell: Callable[[dict[str, Any]], None] | None = None,
        *, every: float = 15.0,
    ) -> None:  # fmt: skip
        """Play and learn for so many seconds, or until the plan's decisions are played."""
        began, told = time.monotonic(), time.monotonic()
        before = self.seconds
        while time.monotonic() - began < seconds and self.decisions < self.plan.until:
            found = self.iterate()
            self.seconds = before + time.monotonic() - began
            if time.monotonic() - told >= every or self.updates == 1:
                told = time.monotonic()
                self._note(found, tell)
        self._note(found, tell)
        self.freeze()

    def _note(self, found: dict[str, float], tell: Callable[[dict[str, Any]], None] | None) -> None:
        line = {"decisions": self.decisions, "seconds": round(self.seconds, 1),
                **{name: round(number, 5) for name, number in found.items()}}  # fmt: skip
        self.log.append(line)
        if tell is not None:
            tell(line)

    def iterate(self) -> dict[str, float]:
        """Play some decisions of all games, and learn from them once."""
        played = self._play()
        found = self._learn(*played)
        self.updates += 1
        self.decisions += self.plan.games * self.plan.steps * self._world
        self._average()
        every = self.plan.until / self.plan.generations
        if len(self.frozen) < self.decisions // every:
            self.freeze()
        return found

    def freeze(self) -> None:
        """Keep the network as it is now as a generation to be played against."""
        weights = {name: tensor.to("cpu", torch.bfloat16)
                   for name, tensor in self.average.state_dict().items()}  # fmt: skip
        self.frozen.append((self.decisions, weights))

    def _average(self) -> None:
        keep = min(self.plan.averaging, self.updates / (self.updates + 10))
        with torch.no_grad():
            for mean, now in zip(self.average.parameters(), self.model.parameters(), strict=True):
                mean.lerp_(now, 1 - keep)

    # Playing

    def _policy_of(self, model: PolicyNetwork) -> Callable[..., tuple[torch.Tensor, torch.Tensor]]:
        kind = self.device.type

        def policy(observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            with torch.autocast(kind, torch.bfloat16, enabled=kind == "cuda"):
                return model(observations)  # type: ignore[no-any-return]

        return policy

    @torch.no_grad()
    def _play(self) -> tuple[dict[str, torch.Tensor], dict[str, float]]:
        plan, batch = self.plan, self.batch
        rows: dict[str, list[torch.Tensor]] = {
            name: [] for name in ("observations", "masks", "moves", "old", "sides", "values",
                                  "results", "over")
        }  # fmt: skip
        for _ in range(plan.steps):
            observations, masks = batch.observations.clone(), batch.masks.clone()
            self.seen |= (observations != 0).any(0)
            scores, odds = self._play_on(observations)
            logs = log_policy(scores, masks)
            moves = sampled(logs)
            rows["observations"].append(observations)
            rows["masks"].append(masks)
            rows["moves"].append(moves)
            rows["old"].append(logs.gather(-1, moves.unsqueeze(-1)).squeeze(-1))
            rows["sides"].append(batch.deciders.clone())
            rows["values"].append(torch.sigmoid(odds.float()))
            batch.step(moves)
            rows["over"].append((batch.outcomes != GOES_ON).float())
            rows["results"].append(editor_result(batch))
        _, odds = self._play_on(batch.observations)
        rows["values"].append(torch.sigmoid(odds.float()))
        data = {name: torch.stack(parts) for name, parts in rows.items()}
        over = data["over"].sum()
        facts = {
            "editor_share": float((data["results"] * data["over"]).sum() / over.clamp(min=1)),
            "games": float(over),
        }
        return data, facts

    # Learning

    def _learn(self, data: dict[str, torch.Tensor], facts: dict[str, float]) -> dict[str, float]:
        plan = self.plan
        gains, targets = advantages(data["values"], data["results"], data["over"], plan.trust)
        own = torch.where(data["sides"] == 0, gains, -gains).flatten()
        own = (own - own.mean()) / (own.std() + 1e-6)
        flat = {
            name: data[name].flatten(0, 1) for name in ("observations", "masks", "moves", "old")
        }
        targets = targets.flatten()
        weights = Weights(plan.clip, 0.5, plan.at(plan.entropy, self.decisions))
        rate = plan.at(plan.rate, self.decisions)
        for group in self.optimiser.param_groups:
            group["lr"] = rate * min(1.0, (self.updates + 1) / 20)
        sums: dict[str, torch.Tensor] = {}
        order = torch.randperm(len(own), device=self.device)
        parts = order.split(min(plan.minibatch, len(own)))
        for part in parts:
            scores, odds = self._play_on(flat["observations"][part])
            total, found = loss(
                scores, odds, masks=flat["masks"][part], moves=flat["moves"][part],
                old=flat["old"][part], gains=own[part], targets=targets[part], weights=weights,
            )  # fmt: skip
            self.optimiser.zero_grad(set_to_none=True)
            total.backward()
            self._share_gradients()
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), plan.gradient)
            self.optimiser.step()
            for name, number in found.items():
                sums[name] = sums.get(name, 0) + number.detach() / len(parts)
        return {**{name: float(number) for name, number in sums.items()}, **facts,
                "rate": rate, "entropy_weight": weights.entropy,
                **self._entropies(flat["observations"], flat["masks"])}  # fmt: skip

    def _share_gradients(self) -> None:
        if self._world > 1:
            for parameter in self.model.parameters():
                if parameter.grad is not None:
                    dist.all_reduce(parameter.grad)
                    parameter.grad /= self._world

    @torch.no_grad()
    def _entropies(self, observations: torch.Tensor, masks: torch.Tensor) -> dict[str, float]:
        """The policy's entropy by kind of decision, in a sample."""
        some = slice(0, min(len(observations), 16_384))
        scores, _ = self._play_on(observations[some])
        logs = log_policy(scores, masks[some])
        entropies = -(logs.exp() * logs).sum(-1)
        first = first_of("pending")
        found = {}
        for frame in Frame:
            if FIRST_DECISION <= frame < FIRST_DRAW:
                here = observations[some, first + frame] == 1
                if bool(here.any()):
                    found[f"entropy_{frame.key}"] = float(entropies[here].mean())
        return found

    # Measuring

    @torch.no_grad()
    def share_against(self, weights: dict[str, torch.Tensor], games: int = 8192) -> float:
        """The share of games the averaged network wins against a frozen one, sides in turn."""
        other = PolicyNetwork(self.plan.shape).to(self.device)
        other.load_state_dict({name: tensor.float() for name, tensor in weights.items()})
        ours, theirs = self._policy_of(self.average), self._policy_of(other)
        games = min(games, self.plan.games)
        batch = new_batch(games, self.device, None)
        batch.reset(977)
        our_side = torch.arange(games, device=self.device) % 2
        won = torch.full((games,), -1.0, device=self.device)
        while bool((won < 0).any()):
            scores = torch.where(
                (batch.deciders == our_side).unsqueeze(-1),
                ours(batch.observations)[0].float(), theirs(batch.observations)[0].float(),
            )  # fmt: skip
            batch.step(sampled(log_policy(scores, batch.masks)))
            result = editor_result(batch)
            mine = torch.where(our_side == 0, result, 1 - result)
            fresh = (batch.outcomes != GOES_ON) & (won < 0)
            won = torch.where(fresh, mine, won)
        return float(won.mean())

    # Checkpoints

    def save(self, path: Path) -> None:
        """Write everything that a run needs to go on."""
        path.parent.mkdir(parents=True, exist_ok=True)
        content = {
            "format": FORMAT,
            "plan": asdict(self.plan),
            "model": self.model.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "counts": (self.decisions, self.updates, self.seconds),
            "seen": self.seen,
            "frozen": self.frozen,
            "log": self.log,
        }
        fresh = path.with_suffix(".part")
        torch.save(content, fresh)
        fresh.replace(path)

    @classmethod
    def load(cls, path: Path, device: str, **changes: Any) -> Trainer:
        """A trainer that goes on from a checkpoint, with changes to its plan where wanted."""
        try:
            content = torch.load(path, map_location=device, weights_only=True)
        except Exception as error:
            raise WatergateError(f"{path} is no checkpoint: {error}") from error
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise WatergateError(f"{path} is no checkpoint of format {FORMAT}")
        plan = content["plan"]
        plan["shape"] = Shape(**plan["shape"])
        trainer = cls(replace(Plan(**plan), **changes), device)
        trainer.model.load_state_dict(content["model"])
        trainer.average.load_state_dict(content["average"])
        trainer.optimiser.load_state_dict(content["optimiser"])
        trainer.decisions, trainer.updates, trainer.seconds = content["counts"]
        trainer.frozen, trainer.log = content["frozen"], content["log"]
        trainer.seen = content["seen"]
        # Other luck than the first run's: those games have been played.
        trainer.batch.reset(trainer.plan.seed * 1_000_003 + trainer.decisions)
        return trainer

    def write_log(self, path: Path) -> None:
        path.write_text("".join(json.dumps(line) + "\n" for line in self.log))


def sampled(logs: torch.Tensor) -> torch.Tensor:
    """A move drawn by its probability, in each row (by Gumbel's trick)."""
    noise = torch.empty_like(logs).exponential_().clamp(min=1e-20).log_()
    return (logs - noise).argmax(-1)


def editor_result(batch: Any) -> torch.Tensor:
    """What the Editor got of games that ended: 1, 0, or a half where nobody won."""
    winners = batch.winners
    return torch.where(winners == 0, 1.0, torch.where(winners == 1, 0.0, 0.5))


class CpuTensors:
    """A batch on cores with torch's tensors over its arrays: for tests and small nets."""

    def __init__(self, size: int, edition: Edition | None) -> None:
        from watergate.gyms.batch import Batch

        self._batch = Batch(size, edition=edition)
        games = self._batch.games
        self.observations, self.masks = _over(games.observations), _over(games.masks)
        self.deciders, self.outcomes = _over(games.deciders), _over(games.outcomes)
        self.winners = _over(games.winners)

    def reset(self, seeds: int) -> None:
        self._batch.reset(seeds)

    def step(self, moves: torch.Tensor) -> None:
        self._batch.step(moves.numpy())


def _over(array: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(array)


def new_batch(size: int, device: torch.device, edition: Edition | None) -> Any:
    """Games on the device that learns."""
    if device.type == "cuda":
        from watergate.gyms.cuda import CudaBatch

        return CudaBatch(size, edition=edition, device=device)
    return CpuTensors(size, edition)
