"""A batch of games on a CUDA device: the same functions as on cores, one thread a game.

Observations, masks and all else a learner reads are torch tensors on the device; a step writes into
them on torch's current stream and waits for nothing. Needs torch and numba-cuda.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

if not hasattr(np, "row_stack"):  # numba-cuda asks for a name that NumPy has given up
    vars(np)["row_stack"] = np.vstack

from numba import cuda
from numba.extending import overload

from watergate.edition import Edition, standard_edition
from watergate.edition.table import table_of
from watergate.engine import PLAIN
from watergate.rules.core.chance import MASK, STREAMS
from watergate.rules.core.events import new_log
from watergate.rules.core.history import HISTORY
from watergate.rules.core.ids import MOST_LEGAL
from watergate.rules.core.jit import compilable
from watergate.rules.core.knowledge import HIDDEN
from watergate.rules.core.observation import WORDS, observe, write_row
from watergate.rules.core.state import STATE

from .kernel.game import AT_RANDOM, ROWS, Games, begin_episode, mark, play_on

BLOCK = 32
"""Threads a block: games differ too much to share more."""
BEGIN = -2
"""Instead of a move: begin the next game."""
_STATE, _HISTORY = numba.from_dtype(STATE), numba.from_dtype(HISTORY)


def as_records(array: Any) -> Any:
    """Memory whose fields are read as attributes; on a device, where they always are, as it is."""
    return array.view(np.recarray)


@overload(as_records, strict=False)
def _as_records(array: Any) -> Any:
    return lambda array: array


@compilable
def load(games: Any, i: int, states: Any, histories: Any, streams: Any, moves: Any) -> Any:
    """The rows of one game, those that are read again and again in memory of the thread's own."""
    states[0] = games.states[i]
    histories[0] = games.histories[i]
    for k in range(STREAMS):
        streams[0, k] = games.streams[i, k]
    for k in range(int(games.counts[i])):
        moves[0, k] = games.moves[i, k]
    return Games(
        states, histories, streams, games.books[i : i + 1], games.observations[i : i + 1],
        games.masks[i : i + 1], moves, games.counts[i : i + 1], games.deciders[i : i + 1],
        games.outcomes[i : i + 1], games.winners[i : i + 1],
    )  # fmt: skip


@compilable
def save(games: Any, i: int, mine: Any) -> None:
    games.states[i] = mine.states[0]
    games.histories[i] = mine.histories[0]
    for k in range(STREAMS):
        games.streams[i, k] = mine.streams[0, k]
    for k in range(int(mine.counts[0])):
        games.moves[i, k] = mine.moves[0, k]


@cuda.jit(cache=True)
def step_kernel(games: Any, tables: Any, first: Any, hidden: Any, folds: bool, moves: Any) -> None:
    """One decision in each game, or its beginning; what is pending then is delivered."""
    i = cuda.grid(1)
    if i < games.counts.shape[0]:
        mine = load(
            games, i, as_records(cuda.local.array(1, _STATE)),
            as_records(cuda.local.array(1, _HISTORY)),
            cuda.local.array((1, STREAMS), numba.int64),
            cuda.local.array((1, MOST_LEGAL), numba.int16),
        )  # fmt: skip
        choice, decisions = int(moves[i]), 1
        if choice == BEGIN:
            begin_episode(mine, 0, first)
            decisions = 0
        play_on(mine, 0, tables[0], first, folds, choice, decisions)
        words = cuda.local.array(WORDS, numba.int64)
        who, n = int(mine.deciders[0]), int(mine.counts[0])
        observe(mine.states[0], tables[0], hidden[0], mine.histories[0], who, words)
        write_row(words, mine.observations[0])
        mark(mine.moves[0], n, mine.masks[0])
        save(games, i, mine)


@cuda.jit(cache=True)
def run_kernel(games: Any, tables: Any, first: Any, folds: bool, decisions: int) -> None:
    """Many decisions at random in each game, with nobody looking: nothing is delivered."""
    i = cuda.grid(1)
    if i < games.counts.shape[0]:
        mine = load(
            games, i, as_records(cuda.local.array(1, _STATE)),
            as_records(cuda.local.array(1, _HISTORY)),
            cuda.local.array((1, STREAMS), numba.int64),
            cuda.local.array((1, MOST_LEGAL), numba.int16),
        )  # fmt: skip
        play_on(mine, 0, tables[0], first, folds, AT_RANDOM, decisions)
        save(games, i, mine)


class CudaBatch:
    """`Batch` on a CUDA device, with torch tensors instead of arrays; see there.

    Nothing is checked on the way: a move that is not legal leaves its game as it was, and is told
    by `outcomes` being REFUSED.
    """

    def __init__(
        self, size: int, *, edition: Edition | None = None, folds: bool = True,
        device: Any = "cuda",
    ) -> None:  # fmt: skip
        import torch

        self.size, self.edition, self.folds = size, edition or standard_edition(), folds
        self.device = torch.device(device)
        tables = table_of(self.edition)
        first = np.zeros(1, STATE)
        PLAIN.begin(first, 0, tables, new_log())
        kinds = {np.uint8: torch.uint8, np.int16: torch.int16, np.int8: torch.int8}
        self.tensors: dict[str, Any] = {}
        arrays: dict[str, Any] = {}
        for name, (kind, shape) in ROWS.items():
            if kind in kinds:
                tensor = torch.zeros((size, *shape), dtype=kinds[kind], device=self.device)
                self.tensors[name] = tensor
                arrays[name] = cuda.as_cuda_array(tensor)
            else:
                arrays[name] = cuda.to_device(np.zeros((size, *shape), kind))
        self.games = Games(**arrays)
        self.observations, self.masks = self.tensors["observations"], self.tensors["masks"]
        self.moves, self.counts = self.tensors["moves"], self.tensors["counts"]
        self.deciders, self.outcomes = self.tensors["deciders"], self.tensors["outcomes"]
        self.winners = self.tensors["winners"]
        self._chosen = torch.zeros(size, dtype=torch.int64, device=self.device)
        self._facts = (
            self.games, cuda.to_device(tables.copy()), cuda.to_device(first),
            cuda.to_device(np.zeros(1, HIDDEN)), folds,
        )  # fmt: skip

    def reset(self, seeds: Any = 0) -> None:
        """Begin all games anew: game i from seeds[i], or from seeds + i."""
        books = np.zeros(self.size, self.games.books.dtype)
        numbers = np.arange(self.size) + seeds if isinstance(seeds, int) else np.asarray(seeds)
        books["seed"] = numbers & MASK
        self.games.books.copy_to_device(books)
        import torch

        self.counts.zero_()
        self.outcomes.zero_()
        self._launch(torch.full_like(self._chosen, BEGIN))

    def step(self, moves: Any) -> None:
        """Make a move in each game: a tensor, or any array of the device."""
        self._chosen.copy_(moves)
        self._launch(self._chosen)

    def play_at_random(self, steps: int, *, delivers: bool = True) -> None:
        """Make so many random moves in each game; without `delivers`, only the last is delivered.

        Then they are made in one launch, which is many times as fast.
        """
        import torch

        if not delivers:
            games, tables, first, _, folds = self._facts
            run_kernel[*self._shape()](games, tables, first, folds, steps - 1)
        chosen = torch.full_like(self._chosen, AT_RANDOM)
        for _ in range(steps if delivers else 1):
            self._launch(chosen)

    def _launch(self, moves: Any) -> None:
        self.observations.zero_()
        self.masks.zero_()
        step_kernel[*self._shape()](*self._facts, cuda.as_cuda_array(moves))

    def _shape(self) -> tuple[int, int, Any]:
        """Blocks, threads a block, and torch's current stream."""
        import torch

        stream = cuda.external_stream(torch.cuda.current_stream(self.device).cuda_stream)
        return -(-self.size // BLOCK), BLOCK, stream
