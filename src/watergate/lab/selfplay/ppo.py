"""The learner's arithmetic: advantages over both sides' decisions in one line, and the loss.

The game is for two and zero-sum, so one number, the Editor's chance to win, is the value for both:
what a decision gained for the Editor it lost for Nixon. A game's decisions, whoever made them,
follow each other in one line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch.nn.functional import binary_cross_entropy_with_logits as surprise

from .model import log_policy

Parts = dict[str, torch.Tensor]


@dataclass(frozen=True)
class Weights:
    """What the loss is made of."""

    clip: float = 0.2
    """How far the policy may move in one step."""
    value: float = 0.5
    entropy: float = 0.01
    magnet: float = 0.0
    """How strongly the policy is drawn to its own slow average."""


@dataclass(frozen=True)
class Decisions:
    """Decisions to learn from, a row each."""

    masks: torch.Tensor
    moves: torch.Tensor
    old: torch.Tensor
    """Logarithms of the probabilities the moves were drawn with."""
    gains: torch.Tensor
    """The deciders' own advantages."""
    targets: torch.Tensor
    """What the Editor's chance was found to be."""
    counts: torch.Tensor
    """How many decisions a row stands for, one on the average."""
    ours: torch.Tensor
    """1 where the learner decided, 0 where somebody else did: only the value learns from those."""


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


def telling(
    gains: torch.Tensor, most: float, others: float
) -> tuple[torch.Tensor, torch.Tensor]:  # fmt: skip
    """The decisions worth learning from, and how many each of them stands for.

    All of the share `most` with the largest advantages, for better or worse, and the share `others`
    of the rest at random, which stand for those left out: so nothing is learnt askew.
    """
    total = len(gains)
    first, further = int(total * most), int(total * others)
    order = gains.abs().argsort(descending=True)
    if first + further >= total:
        return order, torch.ones_like(gains)
    rest = order[first:]
    drawn = rest[torch.randperm(len(rest), device=rest.device)[:further]]
    counts = torch.ones(first + further, device=gains.device)
    if further:
        counts[first:] = len(rest) / further
    return torch.cat([order[:first], drawn]), counts / counts.mean()


def parts_of_loss(
    scores: torch.Tensor, odds: torch.Tensor, judged: torch.Tensor, magnet: torch.Tensor | None,
    rows: Decisions, clip: float,
) -> Parts:  # fmt: skip
    """What the loss is made of, and what else a log says of a batch of decisions.

    `odds` are the Editor's by the decider's knowledge, `judged` by the critic's, both as log odds;
    `magnet` are the scores of the policy's average.
    """
    logs = log_policy(scores, rows.masks)
    chosen = logs.gather(-1, rows.moves.unsqueeze(-1)).squeeze(-1)
    ratio = torch.exp(chosen - rows.old)
    bounded = ratio.clamp(1 - clip, 1 + clip)
    ours = rows.counts * rows.ours
    chances = logs.exp()
    found = {
        "policy": -(ours * torch.minimum(ratio * rows.gains, bounded * rows.gains)).mean(),
        "entropy": -(ours * (chances * logs).sum(-1)).mean(),
        "value": (rows.counts * surprise(odds.float(), rows.targets, reduction="none")).mean(),
        "critic": (rows.counts * surprise(judged.float(), rows.targets, reduction="none")).mean(),
    }
    if magnet is not None:
        away = (chances * (logs - log_policy(magnet, rows.masks))).sum(-1)
        found["magnet"] = (ours * away).mean()
    with torch.no_grad():
        for name, guess in (("value_error", odds), ("critic_error", judged)):
            wrong = (torch.sigmoid(guess.float()) - rows.targets) ** 2
            found[name] = (rows.counts * wrong).mean()
        found["divergence"] = (ours * (rows.old - chosen)).mean()
    return found


def loss(
    scores: torch.Tensor, odds: torch.Tensor, judged: torch.Tensor, magnet: torch.Tensor | None,
    rows: Decisions, weights: Weights, parts: Callable[..., Parts] = parts_of_loss,
) -> tuple[torch.Tensor, Parts]:  # fmt: skip
    """The loss of a batch of decisions, and what it is made of; `parts` may be compiled."""
    found = parts(scores, odds, judged, magnet, rows, weights.clip)
    total = found["policy"] + weights.value * (found["value"] + found["critic"])
    total = total - weights.entropy * found["entropy"]
    if magnet is not None:
        total = total + weights.magnet * found["magnet"]
    return total, found
