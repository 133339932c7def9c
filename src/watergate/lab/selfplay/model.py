"""The network: what a side knows in, a policy over moves and the Editor's chance to win out."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import nn

from watergate.players.kernel.small_network import SECRETS
from watergate.rules.core.ids import CHANCE_MOVES


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


class Critic(nn.Module):
    """What the hidden cards and tokens add to the value: only the learner asks it.

    A game is judged by one who sees both hands, so that a decision is not praised or blamed for
    what nobody could know. It begins by adding nothing.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        inner = max(8, 2 * width // 3)
        self.known, self.secret = nn.Linear(width, inner), nn.Linear(SECRETS, inner, bias=False)
        self.second, self.last = nn.Linear(inner, inner), nn.Linear(inner, 1)
        nn.init.normal_(self.secret.weight, std=0.1)
        nn.init.zeros_(self.last.weight)
        nn.init.zeros_(self.last.bias)

    def forward(self, x: torch.Tensor, secrets: torch.Tensor) -> torch.Tensor:
        x = torch.relu(self.known(x) + self.secret(_numbers(secrets)))
        return self.last(torch.relu(self.second(x))).squeeze(-1)


class PolicyNetwork(nn.Module):
    """Residual blocks over an observation; two heads, and the critic beside them."""

    columns: torch.Tensor

    def __init__(self, shape: Shape, columns: torch.Tensor) -> None:
        """`columns`: the numbers of an observation that are read; the others never come up."""
        super().__init__()
        self.shape = shape
        self.register_buffer("columns", columns.long())
        self.entry = nn.Linear(len(columns), shape.width)
        self.blocks = nn.ModuleList([Block(shape.width) for _ in range(shape.blocks)])
        self.norm = nn.LayerNorm(shape.width)
        self.policy = nn.Linear(shape.width, CHANCE_MOVES)
        self.value = nn.Linear(shape.width, 1)
        self.critic = Critic(shape.width)
        with torch.no_grad():
            # About 150 of the inputs are one: they shall add up to the size of one.
            nn.init.normal_(self.entry.weight, std=0.1)
            nn.init.normal_(self.policy.weight, std=0.01)
            nn.init.zeros_(self.policy.bias)
            nn.init.zeros_(self.value.weight)
            nn.init.zeros_(self.value.bias)

    def read(self, sights: torch.Tensor) -> torch.Tensor:
        """Of whole sights, the numbers that the network reads."""
        return sights.index_select(-1, self.columns)

    def features(self, rows: torch.Tensor) -> torch.Tensor:
        x = self.entry(_numbers(rows))
        for block in self.blocks:
            x = block(x)
        return torch.relu(self.norm(x))

    def forward(self, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The scores of all moves, and the log odds that the Editor wins, of rows as read."""
        x = self.features(rows)
        return self.policy(x), self.value(x).squeeze(-1)

    def judged(
        self, rows: torch.Tensor, secrets: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Scores and log odds, and the log odds as one sees them who knows the secrets."""
        x = self.features(rows)
        odds = self.value(x).squeeze(-1)
        return self.policy(x), odds, odds.detach() + self.critic(x, secrets)


class Bottleneck(nn.Module):
    """A residual block with a narrower layer inside."""

    def __init__(self, width: int, inner: int) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(width, inner), nn.Linear(inner, width)
        nn.init.zeros_(self.second.weight)
        nn.init.zeros_(self.second.bias)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.second(torch.relu(self.first(x)))


class SmallNetwork(nn.Module):
    """The network that the search asks at every choice of a rollout (`players/kernel`).

    It learns what the large one plays, and the values of full states: its value is told the secrets
    that a critic is told, its policy knows what the decider knows.
    """

    columns: torch.Tensor

    def __init__(
        self, columns: torch.Tensor, width: int = 384, inner: int = 192, policy_blocks: int = 2,
        value_blocks: int = 1,
    ) -> None:  # fmt: skip
        super().__init__()
        self.register_buffer("columns", columns.long())
        self.entry = nn.Linear(len(columns), width)
        self.secret = nn.Linear(SECRETS, width, bias=False)
        self.policy_blocks = nn.ModuleList(Bottleneck(width, inner) for _ in range(policy_blocks))
        self.value_blocks = nn.ModuleList(Bottleneck(width, inner) for _ in range(value_blocks))
        self.policy, self.value = nn.Linear(width, CHANCE_MOVES), nn.Linear(width, 1)
        with torch.no_grad():
            # About 150 of the inputs are one: they shall add up to the size of one.
            nn.init.normal_(self.entry.weight, std=0.1)
            nn.init.normal_(self.secret.weight, std=0.1)
            nn.init.normal_(self.policy.weight, std=0.01)
            nn.init.normal_(self.value.weight, std=0.01)

    def forward(
        self, rows: torch.Tensor, secrets: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """The scores of all moves, and the log odds that the Editor wins, of rows as read."""
        seen = self.entry(_numbers(rows))
        x, open_ = torch.relu(seen), torch.relu(seen + self.secret(_numbers(secrets)))
        for block in self.policy_blocks:
            x = block(x)
        for block in self.value_blocks:
            open_ = block(open_)
        return self.policy(x), self.value(open_).squeeze(-1)


def _numbers(bits: torch.Tensor) -> torch.Tensor:
    """Zeros and ones in the precision that is computed with."""
    kind = bits.device.type
    half = torch.is_autocast_enabled(kind)
    return bits.to(torch.get_autocast_dtype(kind) if half else torch.float32)


def log_policy(scores: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    """The logarithms of the moves' probabilities; those that are not legal have next to none."""
    return torch.log_softmax(scores.float().masked_fill(masks == 0, -1e9), -1)
