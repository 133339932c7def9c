"""Matches between networks, many games at once: how often one of them wins."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch

from watergate.edition import Edition

from .batches import TensorBatch
from .model import PolicyNetwork, log_policy

NORMAL_95 = 1.96
Policy = Callable[[torch.Tensor], torch.Tensor]
"""From whole sights to the scores of all moves."""


@dataclass(frozen=True)
class Share:
    """A share with the half width of its 95 % interval."""

    share: float
    margin: float

    @classmethod
    def of(cls, results: torch.Tensor) -> Share:
        results = results.float()
        spread = float(results.std()) if len(results) > 1 else 1.0
        return cls(float(results.mean()), NORMAL_95 * spread / math.sqrt(len(results)))


def policy_of(model: PolicyNetwork) -> Policy:
    """A network as a policy, in half precision where a GPU computes it."""

    def scores(sights: torch.Tensor) -> torch.Tensor:
        kind = sights.device.type
        with torch.autocast(kind, torch.bfloat16, enabled=kind == "cuda"):
            return model(model.read(sights))[0].float()

    return scores


def sampled(logs: torch.Tensor) -> torch.Tensor:
    """A move drawn by its probability, in each row (by Gumbel's trick)."""
    noise = torch.rand_like(logs).clamp(1e-7, 1 - 1e-7)
    return (logs - torch.log(-torch.log(noise))).argmax(-1)


def drawn(scores: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Moves drawn by a policy, and the logarithms of their probabilities."""
    logs = log_policy(scores, masks)
    moves = sampled(logs)
    return moves, logs.gather(-1, moves.unsqueeze(-1)).squeeze(-1)


@torch.no_grad()
def match(
    ours: Policy, theirs: Policy, our_sides: torch.Tensor, edition: Edition | None, seed: int
) -> torch.Tensor:
    """Our results of one game for each of `our_sides` (0: we are the Editor): 1, 0, or a half.

    The luck of a game depends on the seed and its number alone.
    """
    batch = TensorBatch(len(our_sides), our_sides.device, edition)
    batch.reset(seed)
    found = torch.full((len(our_sides),), -1.0, device=our_sides.device)
    while bool((found < 0).any()):
        we_decide = (batch.deciders == our_sides).unsqueeze(-1)
        scores = torch.where(we_decide, ours(batch.sights), theirs(batch.sights))
        batch.step(drawn(scores, batch.masks)[0])
        result = torch.where(our_sides == 0, batch.results, 1 - batch.results)
        found = torch.where(batch.ended & (found < 0), result, found)
    return found
