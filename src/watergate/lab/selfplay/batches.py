"""The games that a learner plays, as torch's tensors on its device, with what is hidden in them."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from watergate.edition import Edition
from watergate.edition.layout import CARDS, KINDS
from watergate.engine import entry
from watergate.gyms.kernel.game import GOES_ON
from watergate.players.kernel.entries import see_connections_at
from watergate.players.kernel.sight import SIGHT, new_sight
from watergate.rules.core.observation import ALIKE, OBSERVATION
from watergate.rules.core.state import STATE


class TensorBatch:
    """A batch of games, on cores or on a GPU: tensors over its memory."""

    def __init__(self, size: int, device: torch.device, edition: Edition | None) -> None:
        self.size = size
        self._batch: Any
        if device.type == "cuda":
            from watergate.gyms.cuda import CudaBatch

            from .sight_on_device import see_connections_of as see

            self._batch = source = CudaBatch(size, edition=edition, device=device)
        else:
            from watergate.gyms.batch import Batch

            self._batch = Batch(size, edition=edition)
            source, see = self._batch.games, _see_connections_of
        self.observations, self.masks = _tensor(source.observations), _tensor(source.masks)
        self.deciders, self.outcomes = _tensor(source.deciders), _tensor(source.outcomes)
        self.winners = _tensor(source.winners)
        self.sights = torch.zeros((size, SIGHT), dtype=torch.uint8, device=device)
        """What networks see: the observations, and what follows from the boards beside them."""
        self._see_connections, self._tables = see, self._batch.tables
        states = self._batch.games.states
        self._hand, self._drawn, self._facedown = (
            _field(states, name) for name in ("hand", "drawn", "facedown")
        )
        self._cards = torch.arange(CARDS, device=device)
        self._kinds = 4 * torch.arange(KINDS, device=device)
        self._numbers = torch.arange(ALIKE, device=device)

    def reset(self, seeds: int) -> None:
        self._batch.reset(seeds)
        self._see()

    def step(self, moves: torch.Tensor) -> None:
        self._batch.step(moves)
        self._see()

    def play_at_random(self, steps: int) -> None:
        self._batch.play_at_random(steps)
        self._see()

    def _see(self) -> None:
        self.sights[:, :OBSERVATION] = self.observations
        connections = self.sights[:, OBSERVATION:]
        connections.zero_()
        self._see_connections(self._batch.games.states, self._tables, connections)

    @property
    def ended(self) -> torch.Tensor:
        """Where a game ended with the last step."""
        return self.outcomes != GOES_ON

    @property
    def results(self) -> torch.Tensor:
        """What the Editor got of games that ended: 1, 0, or a half where nobody won."""
        winners = self.winners
        return torch.where(winners == 0, 1.0, torch.where(winners == 1, 0.0, 0.5))

    def secrets(self) -> torch.Tensor:
        """What a critic is told of each game, as zeros and ones."""
        other = 1 - self.deciders.long().unsqueeze(-1)
        hand = self._hand.gather(-1, other)
        cards = (hand >> self._cards) & 1
        cards |= (self._drawn.unsqueeze(-1) == self._cards).long()
        counts = (self._facedown.unsqueeze(-1) >> self._kinds) & 15
        tokens = counts.unsqueeze(-1) > self._numbers
        return torch.cat([cards.to(torch.uint8), tokens.flatten(1).to(torch.uint8)], -1)


def _see_connections_of(states: Any, tables: Any, rows: torch.Tensor) -> None:
    entry(see_connections_at)(states, tables, new_sight(), rows.numpy())


def _tensor(array: Any) -> torch.Tensor:
    return torch.from_numpy(array) if isinstance(array, np.ndarray) else array


class _Strided:
    """A field of records in a GPU's memory, as torch takes it over: nothing is copied."""

    def __init__(self, states: Any, name: str) -> None:
        kind, offset = STATE.fields[name][:2]  # type: ignore[index]
        base, shape = kind.base, kind.shape
        memory = states.__cuda_array_interface__
        self.__cuda_array_interface__ = {
            "data": (memory["data"][0] + offset, False),
            "shape": (*memory["shape"], *shape),
            "strides": (STATE.itemsize, *(base.itemsize for _ in shape)),
            "typestr": base.str,
            "version": 2,
        }


def _field(states: Any, name: str) -> torch.Tensor:
    if isinstance(states, np.ndarray):
        return torch.from_numpy(states[name])
    return torch.as_tensor(_Strided(states, name), device="cuda")


def columns_of(batch: TensorBatch, decisions: int = 500) -> torch.Tensor:
    """The numbers of a sight that ever come up in games at random."""
    seen = torch.zeros(SIGHT, dtype=torch.bool, device=batch.sights.device)
    for _ in range(decisions):
        batch.play_at_random(1)
        seen |= (batch.sights != 0).any(0)
    return seen.nonzero().flatten()
