"""The network player: plays by what a network has learnt from self-play, without looking ahead.

The network maps what a side knows (`rules/observation.py`) to a probability for each move and to
the Editor's chance to win. It ships with the package and is computed with NumPy alone. Moves are
drawn by their probabilities: where bluffing pays, a fixed choice could be seen through.
"""

from __future__ import annotations

import functools
import random
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import IO, Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from watergate.edition import Edition, standard_edition
from watergate.errors import WatergateError
from watergate.rules import Move, View
from watergate.rules.core.ids import CHANCE_MOVES
from watergate.rules.core.observation import OBSERVATION
from watergate.rules.moves import notation_of
from watergate.rules.observation import observation_of

from .base import Player

FILE = "policy.npz"
NORM_FLOOR = 1e-5
"""What keeps a normalisation from dividing by nothing, as when the network was trained."""

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Layer:
    weights: Floats
    bias: Floats

    def __call__(self, x: Floats) -> Floats:
        return x @ self.weights + self.bias


@dataclass(frozen=True)
class Norm:
    weights: Floats
    bias: Floats

    def __call__(self, x: Floats) -> Floats:
        away = x - x.mean()
        scale = np.float32(1 / np.sqrt((away * away).mean() + NORM_FLOOR))
        normal: Floats = away * scale * self.weights + self.bias
        return normal


class PolicyNetwork:
    """Residual blocks over an observation, and two heads: moves, and the Editor's chance."""

    def __init__(self, layers: dict[str, npt.NDArray[Any]]) -> None:
        """The layers by name; `columns` are the numbers of an observation that are read."""
        self._columns = np.full(OBSERVATION, -1, np.int64)
        self._columns[layers["columns"]] = np.arange(len(layers["columns"]))
        self._entry = _layer(layers, "entry")
        blocks = 1 + max(int(name.split(".")[1]) for name in layers if name.startswith("blocks."))
        self._blocks = [
            (
                _norm(layers, f"blocks.{n}.norm"),
                _layer(layers, f"blocks.{n}.first"),
                _layer(layers, f"blocks.{n}.second"),
            )
            for n in range(blocks)
        ]
        self._norm, self._policy = _norm(layers, "norm"), _layer(layers, "policy")
        self._value = _layer(layers, "value")

    def __call__(self, row: npt.NDArray[np.uint8], moves: npt.NDArray[Any]) -> tuple[Floats, float]:
        """The probabilities of these moves, and the Editor's chance to win."""
        # Inputs are zeros and ones: the first layer is a sum of rows.
        known = self._columns[np.flatnonzero(row)]
        x = self._entry.weights[known[known >= 0]].sum(0) + self._entry.bias
        for norm, first, second in self._blocks:
            x = x + second(np.maximum(first(norm(x)), 0))
        x = np.maximum(self._norm(x), 0)
        scores = x @ self._policy.weights[:, moves] + self._policy.bias[moves]
        weights = np.exp(scores - scores.max())
        odds = float(self._value(x)[0])
        return weights / weights.sum(), 1 / (1 + float(np.exp(-odds)))


def _layer(layers: dict[str, npt.NDArray[Any]], name: str) -> Layer:
    return Layer(*(layers[f"{name}.{part}"].astype(np.float32) for part in ("weight", "bias")))


def _norm(layers: dict[str, npt.NDArray[Any]], name: str) -> Norm:
    return Norm(*(layers[f"{name}.{part}"].astype(np.float32) for part in ("weight", "bias")))


@functools.cache
def shipped_policy() -> PolicyNetwork:
    with resources.files(__package__).joinpath(FILE).open("rb") as file:
        return _read(file)


def read_policy(path: Path) -> PolicyNetwork:
    """A policy network from a file, or WatergateError."""
    try:
        with path.open("rb") as file:
            return _read(file)
    except (ValueError, KeyError, IndexError, EOFError, BadZipFile) as error:
        raise WatergateError(f"{path} is no policy network: {error}") from None


def _read(file: IO[bytes]) -> PolicyNetwork:
    with np.load(file) as stored:
        layers = dict(stored)
    width = layers["entry.bias"].size
    if layers["entry.weight"].shape != (layers["columns"].size, width):
        raise ValueError("its first layer does not fit its columns")
    if layers["policy.weight"].shape != (width, CHANCE_MOVES):
        raise ValueError("it knows other moves")
    return PolicyNetwork(layers)


def knows(edition: Edition) -> bool:
    """Whether the shipped network has learnt this edition: the standard one."""
    return edition.digest == standard_edition().digest


class NetworkPlayer(Player):
    """Plays by the shipped network: the standard edition only."""

    name = "network"

    def __init__(self, seed: int | None = None, edition: Edition | None = None) -> None:
        self._edition = edition or standard_edition()
        if not knows(self._edition):
            raise WatergateError(
                f"the network has learnt the standard edition, not {self._edition.name!r};"
                " search:BUDGET plays any edition"
            )
        self._rng, self._network = random.Random(seed), shipped_policy()

    def choose(self, view: View) -> Move:
        if len(view.moves) == 1:
            return view.moves[0]
        notation = notation_of(self._edition)
        moves = np.array([notation.id_of(move) for move in view.moves])
        chances, _ = self._network(observation_of(view, self._edition), moves)
        return self._rng.choices(view.moves, list(chances))[0]
