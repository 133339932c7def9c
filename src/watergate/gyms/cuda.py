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
from watergate.rules.core.apply import step
from watergate.rules.core.chance import MASK, MOVE_STREAM, STREAMS, random_below, sample
from watergate.rules.core.events import new_log
from watergate.rules.core.frames import KIND
from watergate.rules.core.history import HISTORY, remember
from watergate.rules.core.ids import MOST_LEGAL
from watergate.rules.core.jit import compilable
from watergate.rules.core.knowledge import HIDDEN
from watergate.rules.core.legal import decider, legal_moves
from watergate.rules.core.observation import WORDS, observe, write_row
from watergate.rules.core.playout import MOST_ROUNDS_PLAYED
from watergate.rules.core.state import CHANCE, NO_SIDE, NOBODY, STATE

from .kernel.game import (
    AT_RANDOM,
    ENDED,
    GOES_ON,
    ROWS,
    TRUNCATED,
    Games,
    begin_episode,
    mark,
    play_on,
)

BLOCK = 32
"""Threads a block where every thread has a game of its own."""
MOST_GROUPED = 448
"""Games a block plays together at most: as many as the shared memory of an H100 or H200 holds."""
KINDS_OF_WORK = 32
OVER, NOTHING = 0, KINDS_OF_WORK - 1
"""Kinds of work beside those of `Frame`: the next game is to begin, or all is done."""
DONE = -1
WARP = 32
"""Threads that go the same way together."""
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


@compilable
def move_on(
    games: Any, i: int, t: Any, first: Any, folds: bool, moves: Any, decisions: int
) -> int:  # fmt: skip
    """Make the next move of a game at random, of whatever kind; `play_on` makes the same ones.

    Returns how many decisions are left. Where none are, and one is pending: its moves are listed,
    and the game is DONE.
    """
    s = games.states[i]
    who = decider(s)
    if who == NOBODY or int(s.round_no) > MOST_ROUNDS_PLAYED:
        games.outcomes[i] = TRUNCATED if who != NOBODY else ENDED
        games.winners[i] = NO_SIDE if who != NOBODY else int(s.winner)
        begin_episode(games, i, first)
        who = decider(s)
    if who == CHANCE:
        move = sample(s, games.streams[i])
    else:
        n = legal_moves(s, t, moves)
        move = int(moves[0])
        if n > 1 or not folds:
            if decisions == 0:
                games.counts[i], games.deciders[i] = n, who
                for k in range(n):
                    games.moves[i, k] = moves[k]
                return DONE
            move = int(moves[random_below(games.streams[i], MOVE_STREAM, n)])
            games.outcomes[i], games.winners[i] = GOES_ON, NOBODY
            decisions -= 1
        remember(games.histories[i], s, move)
    step(s, t, None, move)
    return decisions


@compilable
def kind_of_work(s: Any) -> int:
    """What a game waits for: games that wait for the same take the same way through the rules."""
    return OVER if int(s.winner) != NOBODY else int(s.stack[int(s.depth) - 1, KIND])


@cuda.jit(cache=True)
def run_kernel(games: Any, tables: Any, first: Any, folds: bool, decisions: int) -> None:
    """Many decisions at random in each game, with nobody looking: nothing is delivered.

    A block plays a group of games, whose states are in memory that its threads share. Before every
    move the games are sorted by what they wait for and dealt out to the threads anew: threads that
    take different ways through the rules wait for each other, and for instructions to be fetched.
    """
    me = cuda.threadIdx.x
    start = cuda.blockIdx.x * cuda.blockDim.x
    end = min(start + cuda.blockDim.x, games.counts.shape[0])
    states = as_records(cuda.shared.array(0, _STATE))
    streams = cuda.shared.array((MOST_GROUPED, STREAMS), numba.int64)
    left = cuda.shared.array(MOST_GROUPED, numba.int32)
    order = cuda.shared.array(MOST_GROUPED, numba.int16)
    sizes = cuda.shared.array(KINDS_OF_WORK, numba.int32)
    moves = cuda.local.array(MOST_LEGAL, numba.int16)
    group = Games(
        states, games.histories[start:end], streams, games.books[start:end],
        games.observations[start:end], games.masks[start:end], games.moves[start:end],
        games.counts[start:end], games.deciders[start:end], games.outcomes[start:end],
        games.winners[start:end],
    )  # fmt: skip
    left[me] = DONE
    if start + me < end:
        left[me] = decisions
        states[me] = games.states[start + me]
        for k in range(STREAMS):
            streams[me, k] = games.streams[start + me, k]
    while cuda.syncthreads_or(1 if left[me] != DONE else 0):
        for kind in range(me, KINDS_OF_WORK, cuda.blockDim.x):
            sizes[kind] = 0
        kind = NOTHING if left[me] == DONE else kind_of_work(states[me])
        cuda.syncthreads()
        place = cuda.atomic.add(sizes, kind, 1)
        cuda.syncthreads()
        for k in range(kind):
            place += sizes[k]
        order[place] = me
        cuda.syncthreads()
        i = int(order[me])
        if left[i] != DONE:
            left[i] = move_on(group, i, tables[0], first, folds, moves, left[i])
    if start + me < end:
        games.states[start + me] = states[me]
        for k in range(STREAMS):
            games.streams[start + me, k] = streams[me, k]


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
        self.tables = cuda.to_device(tables.copy())
        self._facts = (
            self.games, self.tables, cuda.to_device(first),
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
            facts = games, tables, first, folds, steps - 1
            threads = _let_share(run_kernel, facts)
            shape = -(-self.size // threads), threads, self._stream(), threads * STATE.itemsize
            run_kernel[*shape](*facts)
        chosen = torch.full_like(self._chosen, AT_RANDOM)
        for _ in range(steps if delivers else 1):
            self._launch(chosen)

    def _launch(self, moves: Any) -> None:
        self.observations.zero_()
        self.masks.zero_()
        step_kernel[*self._shape()](*self._facts, cuda.as_cuda_array(moves))

    def _shape(self) -> tuple[int, int, Any]:
        """Blocks, threads a block, and torch's current stream."""
        return -(-self.size // BLOCK), BLOCK, self._stream()

    def _stream(self) -> Any:
        import torch

        return cuda.external_stream(torch.cuda.current_stream(self.device).cuda_stream)


def _let_share(kernel: Any, arguments: tuple[Any, ...]) -> int:
    """Let a kernel use all shared memory that a block can have; how many states find room there.

    CUDA gives more than 48 KiB to who asks for it alone, and Numba has no words for that.
    """
    from numba.cuda.cudadrv import driver

    code = kernel.compile(tuple(map(kernel.typeof_pyval, arguments)))._codelibrary.get_cufunc()
    room = code.device.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN - code.attrs.shared
    threads = min(room // STATE.itemsize // WARP * WARP, MOST_GROUPED)
    what = driver.binding.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
    driver.driver.cuKernelSetAttribute(what, threads * STATE.itemsize, code.handle, code.device.id)
    return int(threads)
