"""The learner's arithmetic: advantages over both sides' decisions in one line, and the loss.

The game is for two and zero-sum, so one number, the Editor's chance to win, is the value for both:
what a decision gained for the Editor it lost for Nixon. A game's decisions, whoever made them,
follow each other in one line.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch

from .model import log_policy


@dataclass(frozen=True)
class Weights:
    """What the loss is made of."""

    clip: float = 0.2
    """How far the policy may move in one step."""
    value: float = 0.5
    entropy: float = 0.01


def advantages(
    values: torch.Tensor, results: torch.Tensor, over: torch.Tensor, trust: float
) -> tuple[torch.Tensor, torch.Tensor]:
    """Advantages for the Editor, and targets of the values (generalised advantage estimation).

    values[t] is the Editor's chance before decision t, with one row more than decisions; results[t]
    is what the Editor got where over[t] says that the game ended with the decision. `trust` is the
    weight λ of what comes later.
    """
    gains = torch.zeros_like(results)
    gain = torch.zeros_like(results[0])
    for t in range(len(results) - 1, -1, -1):
        goes_on = 1 - over[t]
        after = torch.where(over[t] > 0, results[t], values[t + 1])
        gain = after - values[t] + trust * goes_on * gain
        gains[t] = gain
    return gains, (values[:-1] + gains).clamp(0, 1)


def loss(
    scores: torch.Tensor, odds: torch.Tensor, *, masks: torch.Tensor, moves: torch.Tensor,
    old: torch.Tensor, gains: torch.Tensor, targets: torch.Tensor, weights: Weights,
) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:  # fmt: skip
    """The loss of a batch of decisions, and what it is made of.

    `gains` are the deciders' own advantages, `old` the logarithms of the probabilities the moves
    were drawn with.
    """
    logs = log_policy(scores, masks)
    chosen = logs.gather(-1, moves.unsqueeze(-1)).squeeze(-1)
    ratio = torch.exp(chosen - old)
    bounded = ratio.clamp(1 - weights.clip, 1 + weights.clip)
    policy = -torch.minimum(ratio * gains, bounded * gains).mean()
    value = torch.nn.functional.binary_cross_entropy_with_logits(odds.float(), targets)
    entropies = -(logs.exp() * logs).sum(-1)
    entropy = entropies.mean()
    total = policy + weights.value * value - weights.entropy * entropy
    with torch.no_grad():
        error = ((torch.sigmoid(odds.float()) - targets) ** 2).mean()
        moved = (old - chosen).mean()
    return total, {"policy": policy, "value": value, "entropy": entropy,
                   "value_error": error, "divergence": moved}  # fmt: skip
