"""The network player: plays by what a network has learnt from self-play, without looking ahead.

The network maps what a side knows (`rules/observation.py`) to a probability for each move and to
the Editor's chance to win. It ships with the package and is computed with NumPy alone. Moves are
drawn by their probabilities: where bluffing pays, a fixed choice could be seen through.
"""

from __future__ import annotations

import functools
import random
import time
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from threadpoolctl import ThreadpoolController

from watergate.edition import Edition, Side, standard_edition
from watergate.engine import entry
from watergate.errors import WatergateError
from watergate.rules import Move, View
from watergate.rules.moves import notation_of

from .kernel.entries import first_layer_at
from .kernel.sight import SIGHT
from .layers import Layers, check_learnt, learnt_edition, read_layers, shipped_layers
from .sight import sight_of
from .small import small_networks_edition
from .thinking import Budget, Candidate, Thinker, Thought, over, side_of

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
        away: Floats = x - x.mean(-1, keepdims=True)
        away *= 1 / np.sqrt((away * away).mean(-1, keepdims=True) + NORM_FLOOR)
        away *= self.weights
        away += self.bias
        return away


class PolicyNetwork:
    """Residual blocks over an observation, and two heads: moves, and the Editor's chance."""

    def __init__(self, layers: Layers) -> None:
        """The layers by name; `columns` are the numbers of an observation that are read."""
        self.columns = np.full(SIGHT, -1, np.int64)
        self.columns[layers["columns"]] = np.arange(len(layers["columns"]))
        self.entry = _layer(layers, "entry")
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
        self.edition = learnt_edition(layers)

    def __call__(self, row: npt.NDArray[np.uint8], moves: npt.NDArray[Any]) -> tuple[Floats, float]:
        """The probabilities of these moves, and the Editor's chance to win."""
        # Inputs are zeros and ones: the first layer is a sum of rows.
        known = self.columns[np.flatnonzero(row)]
        sums = self.entry.weights[known[known >= 0]].sum(0) + self.entry.bias
        scores, chances = self.judge(sums[np.newaxis])
        weights = np.exp(scores[0, moves] - scores[0, moves].max(initial=-np.inf))
        return weights / weights.sum(), float(chances[0])

    def judge_ones(
        self, ones: npt.NDArray[np.int16], counts: npt.NDArray[np.int16], rows: npt.NDArray[Any]
    ) -> tuple[Floats, Floats]:
        """`judge` some rows of observations, given by which of their numbers are 1."""
        sums = np.empty((len(rows), len(self.entry.bias)), np.float32)
        layer = self.entry
        entry(first_layer_at)(ones, counts, rows, self.columns, layer.weights, layer.bias, sums)
        return self.judge(sums)

    def judge(self, sums: Floats) -> tuple[Floats, Floats]:
        """The scores of all moves and the Editor's chances, from rows of the first layer."""
        x = sums
        for norm, first, second in self._blocks:
            x = x + second(np.maximum(first(norm(x)), 0))
        x = np.maximum(self._norm(x), 0)
        odds: Floats = np.exp(self._value(x)[:, 0])
        chances: Floats = odds / (1 + odds)
        return self._policy(x), chances


@functools.cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()


def on_one_core() -> AbstractContextManager[Any]:
    """While it lasts, no matrix is shared between cores: they are too small for that."""
    limit: AbstractContextManager[Any] = _controller().limit(limits=1, user_api="blas")
    return limit


def _layer(layers: Layers, name: str) -> Layer:
    return Layer(
        *(np.ascontiguousarray(layers[f"{name}.{part}"], np.float32) for part in ("weight", "bias"))
    )


def _norm(layers: Layers, name: str) -> Norm:
    return Norm(
        *(np.ascontiguousarray(layers[f"{name}.{part}"], np.float32) for part in ("weight", "bias"))
    )


@functools.cache
def shipped_policy() -> PolicyNetwork:
    return PolicyNetwork(shipped_layers(FILE))


def read_policy(path: Path, edition: Edition | None = None) -> PolicyNetwork:
    """A policy network from a file, which has learnt the edition if one is given; or
    WatergateError."""
    layers = read_layers(path)
    if edition is not None:
        check_learnt(layers, edition)
    if "blocks.0.first.weight" not in layers:
        raise WatergateError(f"{path} is no policy network")
    return PolicyNetwork(layers)


def knows(edition: Edition) -> bool:
    """Whether the networks in use have learnt this edition, by what their files say."""
    return shipped_policy().edition == small_networks_edition() == edition.digest


def known_edition(edition: Edition | None) -> Edition:
    """An edition that the network has learnt, by default the standard one; or WatergateError."""
    edition = edition or standard_edition()
    if not knows(edition):
        raise WatergateError(
            f"the network has learnt another edition, not {edition.name!r};"
            " tree:BUDGET plays any edition"
        )
    return edition


class NetworkPlayer(Thinker):
    """Plays by a network, the shipped one or another: only the edition that it has learnt.

    It thinks at once, whatever the budget, and judges the position, not each move.
    """

    def __init__(
        self, seed: int | None = None, edition: Edition | None = None, *, path: str = ""
    ) -> None:
        """By the network of a file, if its path is given."""
        self.name = f"network:{path}" if path else "network"
        self._edition = (edition or standard_edition()) if path else known_edition(edition)
        self._network = read_policy(Path(path), self._edition) if path else shipped_policy()
        self._rng = random.Random(seed)

    def choose(self, view: View) -> Move:
        if len(view.moves) == 1:
            return view.moves[0]
        chances, _ = self._judged(view)
        return self._rng.choices(view.moves, chances)[0]

    def think(self, view: View, budget: Budget | None = None) -> Thought:
        began, side = time.perf_counter(), side_of(view)
        if view.result is not None:
            return over(view.result, side)
        chances, editors = self._judged(view)
        value = editors if side is Side.EDITOR else 1 - editors
        found = [
            Candidate(move, 0, value, chance)
            for move, chance in zip(view.moves, chances, strict=True)
        ]
        found.sort(key=lambda candidate: (-candidate.share, str(candidate.move)))
        choice = self._rng.choices(view.moves, chances)[0] if view.moves else None
        line = () if choice is None else (choice,)
        return Thought(side, value, tuple(found), line, choice, 0, time.perf_counter() - began)

    def stop(self) -> None:
        return

    def _judged(self, view: View) -> tuple[list[float], float]:
        """The chances of the legal moves, and the Editor's to win."""
        notation = notation_of(self._edition)
        moves = np.array([notation.id_of(move) for move in view.moves], np.int64)
        with on_one_core():
            chances, editors = self._network(sight_of(view, self._edition), moves)
        return [float(chance) for chance in chances], editors
