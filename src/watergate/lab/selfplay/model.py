"""The network: what a side knows in, a policy over moves and the Editor's chance to win out."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import nn

from watergate.rules.core.ids import CHANCE_MOVES
from watergate.rules.core.observation import OBSERVATION


@dataclass(frozen=True)
class Shape:
    """The size of a network."""

    width: int = 768
    blocks: int = 4


STANDARD = Shape()


class Block(nn.Module):
    """A residual block: normalised, widened by nothing, two layers."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.first, self.second = nn.Linear(width, width), nn.Linear(width, width)
        nn.init.zeros_(self.second.weight)
        nn.init.zeros_(self.second.bias)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.second(torch.relu(self.first(self.norm(x))))


class PolicyNetwork(nn.Module):
    """Residual blocks over an observation; two heads."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.entry = nn.Linear(OBSERVATION, shape.width)
        self.blocks = nn.ModuleList([Block(shape.width) for _ in range(shape.blocks)])
        self.norm = nn.LayerNorm(shape.width)
        self.policy = nn.Linear(shape.width, CHANCE_MOVES)
        self.value = nn.Linear(shape.width, 1)
        with torch.no_grad():
            # About 150 of the inputs are one: they shall add up to the size of one.
            nn.init.normal_(self.entry.weight, std=0.1)
            nn.init.normal_(self.policy.weight, std=0.01)
            nn.init.zeros_(self.policy.bias)
            nn.init.zeros_(self.value.weight)
            nn.init.zeros_(self.value.bias)

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The scores of all moves, and the log odds that the Editor wins."""
        x = self.entry(observations.to(self.entry.weight.dtype))
        for block in self.blocks:
            x = block(x)
        x = torch.relu(self.norm(x))
        return self.policy(x), self.value(x).squeeze(-1)


def log_policy(scores: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    """The logarithms of the moves' probabilities; those that are not legal have next to none."""
    return torch.log_softmax(scores.float().masked_fill(masks == 0, -1e9), -1)
