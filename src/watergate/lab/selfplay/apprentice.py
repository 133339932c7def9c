"""Training of the small network that the search uses, to imitate a large one.

The large one plays games against itself. At every decision the small one is drawn to its policy,
and to its critic's value of the full state. What is written is the average of the small one's
weights.
"""

from __future__ import annotations

import copy
import time
from pathlib import Path

import torch
from torch.nn.functional import binary_cross_entropy_with_logits as surprise

from watergate.edition import Edition, standard_edition
from watergate.players.layers import Layers

from .batches import TensorBatch
from .files import put_into, shape_of, write_small_network
from .measure import drawn
from .model import PolicyNetwork, SmallNetwork, log_policy
from .trainer import Tell, fused

RATE = (1.5e-3, 3e-5)
AVERAGING = 0.999


class Apprentice:
    """The small network, its teacher, and the games that the teacher plays."""

    def __init__(
        self, teacher: Layers, device: str, games: int, edition: Edition | None = None
    ) -> None:
        self.device = torch.device(device)
        columns = torch.from_numpy(teacher["columns"].astype("int64"))
        self.teacher = PolicyNetwork(shape_of(teacher), columns)
        put_into(self.teacher, teacher)
        self.model = SmallNetwork(columns)
        self.teacher.to(self.device)
        self.model.to(self.device)
        self.average = copy.deepcopy(self.model)
        self.optimiser = torch.optim.AdamW(
            self.model.parameters(), betas=(0.9, 0.98), weight_decay=1e-4,
            fused=self.device.type == "cuda",
        )  # fmt: skip
        self.edition = edition or standard_edition()
        self.batch = TensorBatch(games, self.device, self.edition)
        self.batch.reset(977)
        self.decisions = 0
        self._judged, self._drawn = fused(self.teacher.judged, device), fused(drawn, device)
        self._lesson = fused(self._loss, device)

    def teach(self, seconds: float, tell: Tell | None = None, *, every: float = 15.0) -> None:
        """Play and teach for so many seconds."""
        began = told = time.monotonic()
        updates = 0
        while (gone := time.monotonic() - began) < seconds:
            share = gone / seconds
            rate = RATE[0] ** (1 - share) * RATE[1] ** share * min(1.0, (updates + 1) / 200)
            found = self._step(rate, min(AVERAGING, updates / (updates + 10)))
            updates += 1
            if tell is not None and time.monotonic() - told >= every:
                told = time.monotonic()
                line = {name: round(number.item(), 5) for name, number in found.items()}
                tell({"decisions": self.decisions, "seconds": round(told - began, 1), **line})

    def _step(self, rate: float, keep: float) -> dict[str, torch.Tensor]:
        batch = self.batch
        rows, secrets = self.teacher.read(batch.sights), batch.secrets()
        masks = batch.masks.clone()
        with torch.no_grad(), self._half():
            scores, _, judged = self._judged(rows, secrets)
            moves, _ = self._drawn(scores, masks)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        with self._half():
            found: dict[str, torch.Tensor] = self._lesson(rows, secrets, masks, scores, judged)
        self.optimiser.zero_grad(set_to_none=True)
        (found["policy"] + found["value"]).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimiser.step()
        with torch.no_grad():
            for mean, now in zip(self.average.parameters(), self.model.parameters(), strict=True):
                mean.lerp_(now, 1 - keep)
        batch.step(moves)
        self.decisions += batch.size
        return {name: number.detach() for name, number in found.items()}

    def _loss(
        self, rows: torch.Tensor, secrets: torch.Tensor, masks: torch.Tensor, scores: torch.Tensor,
        judged: torch.Tensor,
    ) -> dict[str, torch.Tensor]:  # fmt: skip
        """How far the small network is from its teacher: nats of the policy, and of the value."""
        own, odds = self.model(rows, secrets)
        taught, learnt = log_policy(scores, masks), log_policy(own, masks)
        policy = (taught.exp() * (taught - learnt)).sum(-1).mean()
        return {"policy": policy, "value": surprise(odds.float(), torch.sigmoid(judged.float()))}

    def _half(self) -> torch.autocast:
        kind = self.device.type
        return torch.autocast(kind, torch.bfloat16, enabled=kind == "cuda")


def teach_in(
    path: Path, teacher: Layers, device: str, seconds: float, tell: Tell | None = None, *,
    games: int, edition: Edition | None = None,
) -> Apprentice:  # fmt: skip
    """Teach a small network for so many seconds, and write its file."""
    apprentice = Apprentice(teacher, device, games, edition)
    apprentice.teach(seconds, tell)
    made = f"taught at {apprentice.decisions:,} decisions in {seconds:.0f} s"
    write_small_network(apprentice.average, path, edition=apprentice.edition, made=made)
    return apprentice
