"""Training in the manner of the only published Watergate player, to be measured against.

Iterations: games of a tree search of 25 simulations against itself, then some passes over the
latest decisions, towards the visits of the search and the results of the games.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn.functional import binary_cross_entropy_with_logits as surprise

from watergate.edition import Edition, standard_edition
from watergate.lab.processes import WorkerProcesses
from watergate.players.kernel.sight import SIGHT
from watergate.players.kernel.small_network import SECRETS
from watergate.rules.core.ids import CHANCE_MOVES

from .files import halves_of, write_small_network
from .model import SmallNetwork
from .replica_games import Lesson, lessons_of
from .trainer import Tell, seen_columns

GAMES, WINDOW = 96, 100_000
"""Games an iteration, and the decisions that are learnt from."""
RATE, MINIBATCH, PASSES = 1e-3, 256, 3
WIDTH, BLOCKS = 256, 3


class Window:
    """The latest decisions: what was seen, the shares of visits (-1: not looked at), who won."""

    def __init__(self, columns: torch.Tensor, device: torch.device) -> None:
        self._columns = columns.cpu().numpy()
        self.rows = torch.zeros((WINDOW, len(columns)), dtype=torch.uint8, device=device)
        self.targets = torch.zeros((WINDOW, CHANCE_MOVES), dtype=torch.float16, device=device)
        self.results = torch.zeros(WINDOW, device=device)
        self.added = 0

    def __len__(self) -> int:
        return min(self.added, WINDOW)

    def add(self, lessons: Sequence[Lesson]) -> None:
        """Put lessons in the places of the oldest."""
        sights = np.zeros((len(lessons), SIGHT), np.uint8)
        targets = np.full((len(lessons), CHANCE_MOVES), -1, np.float16)
        for i, lesson in enumerate(lessons):
            sights[i, lesson.ones] = 1
            targets[i, lesson.moves] = lesson.shares
        places = torch.arange(self.added, self.added + len(lessons)) % WINDOW
        for kept, fresh in (
            (self.rows, torch.from_numpy(sights[:, self._columns])),
            (self.targets, torch.from_numpy(targets)),
            (self.results, torch.tensor([lesson.result for lesson in lessons])),
        ):
            kept[places.to(kept.device)] = fresh.to(kept.device)
        self.added += len(lessons)


class Replica:
    """The network, the latest decisions, and processes that play."""

    def __init__(self, device: str, jobs: int, edition: Edition | None, seed: int = 1) -> None:
        self.edition, self.device = edition or standard_edition(), torch.device(device)
        torch.manual_seed(seed)
        columns = seen_columns(self.edition, 512, torch.device("cpu"))
        self.model = SmallNetwork(columns, WIDTH, WIDTH, BLOCKS, BLOCKS).to(self.device)
        with torch.no_grad():
            self.model.secret.weight.zero_()  # its value knows what the decider knows
        self.model.secret.requires_grad_(False)
        self.optimiser = torch.optim.AdamW(
            (weights for weights in self.model.parameters() if weights.requires_grad), lr=RATE
        )
        self.window = Window(columns, self.device)
        self.games, self._seed, self._jobs = 0, seed << 40, jobs

    def train(self, seconds: float, tell: Tell | None = None) -> None:
        """Play and learn for so many seconds."""
        began = time.monotonic()
        with WorkerProcesses(self._jobs) as pool:
            while time.monotonic() - began < seconds:
                found = self._iterate(pool)
                if tell is not None:
                    tell({"games": self.games, "seconds": time.monotonic() - began, **found})

    def _iterate(self, pool: WorkerProcesses) -> dict[str, float]:
        layers = {**halves_of(self.model), "columns": self.model.columns.cpu().numpy()}
        seeds = range(self._seed + self.games, self._seed + self.games + GAMES)
        work = [(layers, self.edition, list(seeds[job :: self._jobs])) for job in range(self._jobs)]
        lessons = [lesson for some in pool.map(lessons_of, work) for lesson in some]
        self.window.add(lessons)
        self.games += GAMES
        return {**self._learn(), "editor_share": float(np.mean([one.result for one in lessons]))}

    def _learn(self) -> dict[str, float]:
        window, found = self.window, []
        for _ in range(PASSES):
            for part in torch.randperm(len(window), device=self.device).split(MINIBATCH):
                rows = window.rows[part]
                nothing = rows.new_zeros(len(part), SECRETS)
                scores, odds = self.model(rows, nothing)
                wanted = window.targets[part].float()
                logs = torch.log_softmax(scores.masked_fill(wanted < 0, -1e9), -1)
                policy = -(wanted.clamp(min=0) * logs).sum(-1).mean()
                value = surprise(odds, window.results[part])
                self.optimiser.zero_grad(set_to_none=True)
                (policy + value).backward()
                self.optimiser.step()
                found.append(torch.stack([policy.detach(), value.detach()]))
        policy, value = torch.stack(found).mean(0).tolist()
        return {"policy": policy, "value": value}


def replica_in(
    path: Path, device: str, seconds: float, tell: Tell | None = None, *,
    jobs: int | None = None, edition: Edition | None = None, seed: int = 1,
) -> Replica:  # fmt: skip
    """Train a replica for so many seconds, and write its file."""
    replica = Replica(device, jobs or len(os.sched_getaffinity(0)), edition, seed)

    def note(line: dict[str, Any]) -> None:
        made = f"{replica.games:,} games of self-play in {line['seconds']:.0f} s"
        write_small_network(replica.model, path, edition=replica.edition, made=made)
        if tell is not None:
            tell(line)

    replica.train(seconds, note)
    return replica
