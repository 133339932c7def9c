"""A batch of games on all cores: reset, step and observe as arrays."""

from __future__ import annotations

import itertools
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from watergate.edition import Edition, standard_edition
from watergate.edition.table import table_of
from watergate.engine import engine, entry
from watergate.engine.machine_code import Entry
from watergate.errors import WatergateError
from watergate.rules.core.chance import MASK
from watergate.rules.core.events import new_log
from watergate.rules.core.knowledge import HIDDEN
from watergate.rules.core.state import STATE

from .kernel.entries import random_steps, reset_games, step_games
from .kernel.game import ENDED, ROWS, TRUNCATED, Games

Array = npt.NDArray[Any]
LEAST_SHARE = 64
"""Games a thread gets at least: fewer are not worth waking it."""


class IllegalMove(WatergateError):
    """A move that is not legal in its game; no game of the batch has moved."""


class Batch:
    """Games that are played side by side, each by its own seed.

    After `reset` and each `step` the arrays `observations`, `masks`, `moves` with `counts`, and
    `deciders` speak of the decision that is pending in each game; `rewards`, `ended` and
    `truncated` of the step just made. They are written over by the next step: copy what you keep.
    A game that ends begins anew within the same step (Gymnasium's SAME_STEP): its rewards and flags
    are of the game that ended, its observation is of the new one. Game i plays the games of its own
    seed, whatever the size of the batch and the number of threads.
    """

    def __init__(
        self, size: int, *, edition: Edition | None = None, folds: bool = True,
        threads: int | None = None,
    ) -> None:  # fmt: skip
        """`folds`: make moves that leave no choice without asking; draws are always made."""
        if size < 1:
            raise WatergateError(f"a batch has at least one game, not {size}")
        self.size, self.edition, self.folds = size, edition or standard_edition(), folds
        self.games = Games(**{name: np.zeros((size, *shape), kind)
                              for name, (kind, shape) in ROWS.items()})  # fmt: skip
        self.rewards = np.zeros((size, 2), np.float32)
        self.tables, self._hidden = table_of(self.edition), np.zeros(1, HIDDEN)
        self._first = np.zeros(1, STATE)
        engine().begin(self._first, 0, self.tables, new_log())
        threads = threads or len(os.sched_getaffinity(0))
        self._cuts = _cuts(size, max(1, min(threads, size // LEAST_SHARE)))
        self._pool = ThreadPoolExecutor(len(self._cuts)) if len(self._cuts) > 1 else None

    observations = property(lambda self: self.games.observations, doc="A row of 0 and 1 a game.")
    masks = property(lambda self: self.games.masks, doc="1 where a move is legal.")
    moves = property(lambda self: self.games.moves, doc="Legal moves, the first `counts` of a row.")
    counts = property(lambda self: self.games.counts, doc="How many moves are legal.")
    deciders = property(lambda self: self.games.deciders, doc="Who decides: 0 Editor, 1 Nixon.")

    @property
    def ended(self) -> Array:
        """Where a game was won, or stopped by RULES 9.6, with the last step."""
        return np.asarray(self.games.outcomes == ENDED)

    @property
    def truncated(self) -> Array:
        """Where a game was broken off after 100 rounds with the last step."""
        return np.asarray(self.games.outcomes == TRUNCATED)

    def reset(self, seeds: Sequence[int] | int = 0) -> None:
        """Begin all games anew: game i from seeds[i], or from seeds + i."""
        self.games.books["seed"] = (
            np.asarray(np.arange(self.size) + seeds if isinstance(seeds, int) else seeds) & MASK
        )
        self.games.books["episode"] = 0
        self.games.outcomes[:] = 0
        self.rewards[:] = 0
        self._run(reset_games)

    def step(self, moves: Any) -> None:
        """Make a move in each game; IllegalMove, and nothing else, if one is not legal."""
        moves = np.ascontiguousarray(moves, np.int64)
        if moves.shape != (self.size,):
            raise IllegalMove(f"one move for each of {self.size} games, not {moves.shape}")
        self._refuse_illegal(moves)
        self._run(step_games, moves)
        self._reward()

    def play_at_random(self, steps: int, *, delivers: bool = True) -> None:
        """Make so many random moves in each game; the moves, too, depend on its seed alone."""
        self._run(random_steps, steps, delivers)
        self._reward()

    def _refuse_illegal(self, moves: Array) -> None:
        inside = (moves >= 0) & (moves < self.masks.shape[1])
        legal = self.masks[np.arange(self.size), np.where(inside, moves, 0)] == 1
        wrong = np.flatnonzero(~(legal & inside))
        if len(wrong):
            i = int(wrong[0])
            allowed = ", ".join(map(str, self.moves[i, : self.counts[i]]))
            raise IllegalMove(f"game {i}: move {moves[i]} is not legal; legal: {allowed}")

    def _reward(self) -> None:
        winners = self.games.winners
        for side in range(2):
            self.rewards[:, side] = (winners == side) * 1.0 - (winners == 1 - side)

    def _run(self, kernel: Entry, *more: Any) -> None:
        run = entry(kernel)

        def stretch(cut: tuple[int, int]) -> None:
            run(self.games, self.tables, self._first, self._hidden, self.folds, *cut, *more)

        if self._pool is None:
            stretch((0, self.size))
        else:
            list(self._pool.map(stretch, self._cuts))


def _cuts(size: int, parts: int) -> list[tuple[int, int]]:
    ends = [size * part // parts for part in range(parts + 1)]
    return list(itertools.pairwise(ends))
