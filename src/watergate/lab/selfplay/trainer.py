"""The training loop: play with the network, learn from the games, log, keep checkpoints.

Every decision of every game is made by the network as it is now, for both sides; or, where the plan
says so, for one side, and the network it began from plays the other. A run continues from its
checkpoint as if it had not stopped: weights, their average, optimiser, schedule, counts.
"""

from __future__ import annotations

import copy
import functools
import json
import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import torch
import torch.distributed as dist

from watergate.edition import Edition, standard_edition
from watergate.errors import WatergateError
from watergate.players.layers import Layers
from watergate.rules.core.frames import FIRST_DECISION, FIRST_DRAW, Frame
from watergate.rules.core.observation import first_of
from watergate.rules.names import SIDES

from .batches import TensorBatch, columns_of
from .files import put_into
from .measure import Share, drawn, match, policy_of
from .model import STANDARD, PolicyNetwork, Shape, log_policy
from .ppo import Decisions, Weights, advantages, loss, parts_of_loss, telling

FORMAT = 3
Tell = Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class Plan:
    """How to learn. The schedules run over the decisions played, or over the time."""

    until: float = 5e9
    """Decisions after which rate and entropy have reached their ends."""
    lasts: float = math.inf
    """Seconds after which they have, if that is sooner."""
    games: int = 131_072
    steps: int = 16
    """Decisions of each game between two updates."""
    minibatch: int = 32_768
    most: float = 0.25
    others: float = 0.125
    """The decisions learnt from: this share with the largest advantages, and this share of all from
    the rest, at random."""
    shape: Shape = STANDARD
    rate: tuple[float, float] = (4e-4, 2e-5)
    entropy: tuple[float, float] = (0.03, 0.004)
    magnet: float = 0.05
    """How strongly the policy is drawn to the average of itself."""
    trust: float = 0.95
    trust_value: float = 0.95
    """λ, the weight of what comes later: for advantages, and for the targets of values."""
    clip: float = 0.2
    gradient: float = 1.0
    averaging: float = 0.99
    """How much of the average of the weights stays at each update; the average is what plays."""
    generations: int = 12
    """Frozen networks that are kept to be played against."""
    measured: int = 4096
    """Games that are played to find a share."""
    side: int | None = None
    """The side that learns (0: Editor, 1: Nixon) against the network begun from; None: both."""
    seed: int = 1

    def at(self, ends: tuple[float, float], share: float) -> float:
        """A schedule's value after this share of it, falling evenly on a logarithmic scale."""
        return math.exp((1 - share) * math.log(ends[0]) + share * math.log(ends[1]))


def fused(function: Callable[..., Any], device: str) -> Callable[..., Any]:
    """The same function, compiled where a GPU runs it: fetching memory is what takes its time."""
    return torch.compile(function, dynamic=False) if device.startswith("cuda") else function


class Trainer:
    """A network that learns by playing against itself, on one device of possibly several."""

    def __init__(
        self, plan: Plan, device: str, edition: Edition | None = None,
        start: Layers | None = None, *, afresh: bool = False, columns: torch.Tensor | None = None,
    ) -> None:  # fmt: skip
        """`start`: the layers to begin from; with `afresh`, only to play against.

        `columns`: the numbers of a sight that are read; else all that come up, and what the start
        reads.
        """
        self.plan, self.device = plan, torch.device(device)
        self.edition = edition or standard_edition()
        torch.manual_seed(plan.seed)
        if columns is None:
            columns = seen_columns(self.edition, plan.games, self.device)
            if start is not None:
                known = torch.from_numpy(start["columns"].astype("int64")).to(self.device)
                columns = torch.cat([columns, known]).unique()
        self.model = PolicyNetwork(plan.shape, columns).to(self.device)
        begun = copy.deepcopy(self.model)
        if start is not None:
            put_into(begun, start)
            if not afresh:
                put_into(self.model, start)
        torch.manual_seed(plan.seed + 1_000 * self._rank)
        self.average = copy.deepcopy(self.model)
        self.optimiser = torch.optim.AdamW(
            self.model.parameters(), lr=plan.rate[0], betas=(0.9, 0.98), weight_decay=1e-4,
            fused=self.device.type == "cuda",
        )  # fmt: skip
        self._judged, self._averaged = fused(self.model.judged, device), fused(self.average, device)
        self._drawn, self._parts = fused(drawn, device), fused(parts_of_loss, device)
        self.decisions, self.updates, self.seconds = 0, 0, 0.0
        self.origin = "" if start is None or afresh else f"{start.get('made', '')}; then "
        self.frozen: list[tuple[int, dict[str, torch.Tensor]]] = []
        self.freeze(begun)
        self.log: list[dict[str, Any]] = []
        self.batch = TensorBatch(plan.games, self.device, self.edition)
        self._begin_games()

    def _begin_games(self) -> None:
        """Other luck than that of games played before, here or in other processes."""
        first = self.plan.seed * 1_000_003 + self.decisions + self._rank * self.plan.games
        self.batch.reset(first)

    @property
    def _world(self) -> int:
        return dist.get_world_size() if dist.is_initialized() else 1

    @property
    def _rank(self) -> int:
        return dist.get_rank() if dist.is_initialized() else 0

    @property
    def progress(self) -> float:
        """The share of the plan that is done."""
        return min(max(self.decisions / self.plan.until, self.seconds / self.plan.lasts), 1.0)

    @functools.cached_property
    def _opponent(self) -> Callable[..., Any]:
        return fused(self.generation(0), self.device.type)

    # The run

    def run(
        self, seconds: float, tell: Tell | None = None, *, every: float = 15.0,
        measured_every: float = 120.0,
    ) -> None:  # fmt: skip
        """Play and learn for so many seconds, or until the plan's decisions are played."""
        began = told = measured = time.monotonic()
        before = self.seconds
        found: dict[str, float] = {}
        while not self._all_agree(
            time.monotonic() - began >= seconds or self.decisions >= self.plan.until
        ):
            found = self.iterate()
            now = time.monotonic()
            self.seconds = before + now - began
            if now - told >= every or self.updates == 1:
                told = now
                if now - measured >= measured_every:
                    measured = now
                    found |= self.against(0)
                self._note(found, tell)
        if found:
            self.freeze()
            self._note({**found, **self.against(0)}, tell)

    def _all_agree(self, done: bool) -> bool:
        """Whether to stop, the same answer in all processes."""
        if self._world == 1:
            return done
        votes = torch.tensor(float(done), device=self.device)
        dist.all_reduce(votes)
        return bool(votes > 0)

    def _note(self, found: dict[str, float], tell: Tell | None) -> None:
        found = {**found, **self._entropies()}
        line = {"decisions": self.decisions, "seconds": round(self.seconds, 1),
                **{name: round(number, 5) for name, number in found.items()}}  # fmt: skip
        self.log.append(line)
        if tell is not None:
            tell(line)

    def iterate(self) -> dict[str, float]:
        """Play some decisions of all games, and learn from them once."""
        found = self._learn(self._play())
        self.updates += 1
        self.decisions += self.plan.games * self.plan.steps * self._world
        self._average()
        if len(self.frozen) - 1 < self.progress * self.plan.generations:
            self.freeze()
        return found

    def freeze(self, model: PolicyNetwork | None = None) -> None:
        """Keep the network as it is now as a generation to be played against."""
        weights = {name: tensor.detach().to("cpu", torch.float16)
                   for name, tensor in (model or self.average).named_parameters()}  # fmt: skip
        self.frozen.append((self.decisions, weights))

    def generation(self, number: int) -> PolicyNetwork:
        model = PolicyNetwork(self.plan.shape, self.model.columns)
        model.to(self.device)
        model.load_state_dict(self.frozen[number][1], strict=False)
        return model

    def _average(self) -> None:
        keep = min(self.plan.averaging, self.updates / (self.updates + 10))
        with torch.no_grad():
            for mean, now in zip(self.average.parameters(), self.model.parameters(), strict=True):
                mean.lerp_(now, 1 - keep)

    # Playing

    def _half(self) -> torch.autocast:
        kind = self.device.type
        return torch.autocast(kind, torch.bfloat16, enabled=kind == "cuda")

    @torch.no_grad()
    def _play(self) -> dict[str, torch.Tensor]:
        batch = self.batch
        rows: dict[str, list[torch.Tensor]] = {
            name: [] for name in ("observations", "secrets", "masks", "moves", "old", "sides",
                                  "values", "results", "over")
        }  # fmt: skip
        for n in range(self.plan.steps + 1):
            observations, secrets = self.model.read(batch.sights), batch.secrets()
            with self._half():
                scores, _, judged = self._judged(observations, secrets)
            rows["values"].append(torch.sigmoid(judged.float()))
            if n == self.plan.steps:
                break
            if self.plan.side is not None:
                ours = (batch.deciders == self.plan.side).unsqueeze(-1)
                with self._half():
                    scores = torch.where(ours, scores, self._opponent(observations)[0])
            moves, old = self._drawn(scores, batch.masks)
            rows["observations"].append(observations)
            rows["secrets"].append(secrets)
            rows["masks"].append(batch.masks.clone())
            rows["moves"].append(moves)
            rows["old"].append(old)
            rows["sides"].append(batch.deciders.clone())
            batch.step(moves)
            rows["over"].append(batch.ended.float())
            rows["results"].append(batch.results)
        data = {name: torch.stack(parts) for name, parts in rows.items()}
        self._glance = data["observations"][0, :16_384], data["masks"][0, :16_384]
        return data

    # Learning

    def _learn(self, data: dict[str, torch.Tensor]) -> dict[str, float]:
        plan = self.plan
        line = data["values"], data["results"], data["over"]
        gains, targets = advantages(*line, plan.trust)[0], advantages(*line, plan.trust_value)[1]
        sides = data["sides"].flatten()
        ours = (
            torch.ones_like(targets) if plan.side is None else (data["sides"] == plan.side).float()
        )
        ours, targets = ours.flatten(), targets.flatten()
        own = torch.where(sides == 0, gains.flatten(), -gains.flatten())
        own = ours * own / (own.std() + 1e-6)
        flat = {name: data[name].flatten(0, 1)
                for name in ("observations", "secrets", "masks", "moves", "old")}  # fmt: skip
        weights = Weights(plan.clip, 0.5, plan.at(plan.entropy, self.progress), plan.magnet)
        rate = plan.at(plan.rate, self.progress)
        for group in self.optimiser.param_groups:
            group["lr"] = rate * min(1.0, (self.updates + 1) / 20)
        picked, counts = telling(own, plan.most, plan.others)
        order = torch.randperm(len(picked), device=self.device)
        parts = order.split(min(plan.minibatch, len(order)))
        sums: dict[str, torch.Tensor] = {}
        for part in parts:
            at = picked[part]
            rows = Decisions(
                masks=flat["masks"][at], moves=flat["moves"][at], old=flat["old"][at],
                gains=own[at], targets=targets[at], counts=counts[part], ours=ours[at],
            )  # fmt: skip
            found = self._step(flat["observations"][at], flat["secrets"][at], rows, weights)
            for name, number in found.items():
                sums[name] = sums.get(name, 0) + number.detach() / len(parts)
        over = data["over"].sum()
        return {**{name: float(number) for name, number in sums.items()},
                "editor_share": float((data["results"] * data["over"]).sum() / over.clamp(min=1)),
                "games": float(over), "rate": rate, "entropy_weight": weights.entropy}  # fmt: skip

    def _step(
        self, observations: torch.Tensor, secrets: torch.Tensor, rows: Decisions, weights: Weights
    ) -> dict[str, torch.Tensor]:
        magnet = None
        with self._half():
            if weights.magnet:
                with torch.no_grad():
                    magnet = self._averaged(observations)[0]
            scores, odds, judged = self._judged(observations, secrets)
        total, found = loss(scores, odds, judged, magnet, rows, weights, self._parts)
        self.optimiser.zero_grad(set_to_none=True)
        total.backward()
        self._share_gradients()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.plan.gradient)
        self.optimiser.step()
        return found

    def _share_gradients(self) -> None:
        if self._world > 1:
            for parameter in self.model.parameters():
                if parameter.grad is not None:
                    dist.all_reduce(parameter.grad)
                    parameter.grad /= self._world

    # Measuring

    @torch.no_grad()
    def _entropies(self) -> dict[str, float]:
        """The policy's entropy by kind of decision, in a sample."""
        observations, masks = self._glance
        with self._half():
            logs = log_policy(self.model(observations)[0], masks)
        entropies = -(logs.exp() * logs).sum(-1)
        kinds = {int(column): n for n, column in enumerate(self.model.columns.tolist())}
        first, found = first_of("pending"), {}
        for frame in Frame:
            column = kinds.get(first + frame)
            if FIRST_DECISION <= frame < FIRST_DRAW and column is not None:
                here = observations[:, column] == 1
                if bool(here.any()):
                    found[f"entropy_{frame.key}"] = float(entropies[here].mean())
        return found

    def against(self, number: int) -> dict[str, float]:
        """The shares of games the averaged network wins against a generation, by its side."""
        ours, theirs = policy_of(self.average), policy_of(self.generation(number))
        games, found = min(self.plan.measured, self.plan.games), {}
        for side, name in enumerate(SIDES[:2]):
            if self.plan.side in (None, side):
                sides = torch.full((games,), side, device=self.device)
                results = match(ours, theirs, sides, self.edition, seed=977)
                found[f"share_as_{name}"] = Share.of(results).share
        return found

    # Checkpoints

    def save(self, path: Path) -> None:
        """Write everything that a run needs to go on."""
        path.parent.mkdir(parents=True, exist_ok=True)
        content = {
            "format": FORMAT,
            "edition": self.edition.digest,
            "origin": self.origin,
            "plan": asdict(self.plan),
            "columns": self.model.columns,
            "model": self.model.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "counts": (self.decisions, self.updates, self.seconds),
            "frozen": self.frozen,
            "log": self.log,
        }
        fresh = path.with_suffix(".part")
        torch.save(content, fresh)
        fresh.replace(path)

    @classmethod
    def load(
        cls, path: Path, device: str, edition: Edition | None = None, **changes: Any
    ) -> Trainer:
        """A trainer that goes on from a checkpoint, with changes to its plan where wanted."""
        try:
            content = torch.load(path, map_location=device, weights_only=True)
        except Exception as error:
            raise WatergateError(f"{path} is no checkpoint: {error}") from error
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise WatergateError(f"{path} is no checkpoint of format {FORMAT}")
        if content["edition"] != (edition or standard_edition()).digest:
            raise WatergateError(f"{path} was learning another edition; give the same --edition")
        plan = content["plan"]
        plan["shape"] = Shape(**plan["shape"])
        plan = replace(Plan(**plan), **changes)
        trainer = cls(plan, device, edition, columns=content["columns"])
        trainer.model.load_state_dict(content["model"])
        trainer.average.load_state_dict(content["average"])
        trainer.optimiser.load_state_dict(content["optimiser"])
        trainer.decisions, trainer.updates, trainer.seconds = content["counts"]
        trainer.frozen, trainer.log = content["frozen"], content["log"]
        trainer.origin = content["origin"]
        trainer._begin_games()
        return trainer

    def write_log(self, path: Path) -> None:
        path.write_text("".join(json.dumps(line) + "\n" for line in self.log))


@functools.cache
def seen_columns(edition: Edition, games: int, device: torch.device) -> torch.Tensor:
    """The numbers of an observation that come up in games at random."""
    batch = TensorBatch(max(games, 512), device, edition)
    batch.reset(0)
    return columns_of(batch)
