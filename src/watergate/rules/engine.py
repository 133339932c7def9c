"""The rules' entry points, plain and compiled, and which of the two is in use.

Entry points take (array, index) pairs, because a record costs ten times as much to pass.
`PLAIN` runs anywhere at once; `compiled()` is about a thousand times faster and needs machine code,
which is made once (`watergate.compiling`, a minute) and kept in the user's cache folder. `engine()`
answers with the compiled one as soon as its code is there, so nobody ever waits in silence. The
environment variable WATERGATE_COMPILED says `always` or `never` instead of `auto`.

Numba's own cache does not notice a change in another file, so the folder is named by a digest of
all the sources that are compiled, and of whatever else the machine code depends on.
"""

from __future__ import annotations

import functools
import hashlib
import os
import platform
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import llvmlite.binding
import numba
import numpy as np
import platformdirs

from watergate.edition import standard_edition
from watergate.edition.table import table_of

from .apply import step
from .chance import outcomes, sample, seed_streams, seeded_streams
from .errors import WatergateError
from .events import new_log
from .ids import MOST_LEGAL
from .invariants import fault
from .legal import decider, legal_moves
from .playout import begin, play_on_at_random
from .redeal import HIDDEN, deal_hidden
from .state import STATE

Entry = Callable[..., Any]


def begin_at(states: Any, i: int, tables: Any, log: Any) -> None:
    """Set up a game in an all-zero record and advance to its first decision."""
    log[0, 0] = 0
    begin(states[i], tables[0], log)


def step_at(states: Any, i: int, tables: Any, log: Any, move: int) -> None:
    """Carry out a legal move and everything that follows; trusts that it is legal."""
    log[0, 0] = 0
    step(states[i], tables[0], log, move)


def decider_at(states: Any, i: int) -> int:
    return decider(states[i])


def legal_at(states: Any, i: int, tables: Any, moves: Any) -> int:
    return legal_moves(states[i], tables[0], moves)


def outcomes_at(states: Any, i: int, tables: Any, moves: Any, weights: Any) -> int:
    return outcomes(states[i], tables[0], moves, weights)


def sample_at(states: Any, i: int, streams: Any) -> int:
    return sample(states[i], streams)


def fault_at(states: Any, i: int, tables: Any) -> int:
    return fault(states[i], tables[0])


def redeal_at(states: Any, i: int, tables: Any, hidden: Any, streams: Any, moves: Any) -> None:
    deal_hidden(states[i], tables[0], hidden[0], streams, moves)


RANDOM_GAME = np.dtype(
    [("winner", "i1"), ("won_by", "i1"), ("rounds", "i4"), ("decisions", "i4"), ("plies", "i4")],
    align=True,
)


def random_games(
    states: Any, tables: Any, streams: Any, moves: Any, seed: int, results: Any
) -> None:
    """Play games with random moves; the first two states are working space, the second all zeros.

    Game g uses the streams of seed + g, so batches can be cut anywhere.
    """
    for g in range(results.size):
        states[0] = states[1]
        s = states[0]
        seed_streams(streams, seed + g)
        begin(s, tables[0], None)
        decisions, plies = play_on_at_random(s, tables[0], streams, moves)
        result = results[g]
        result.winner = s.winner
        result.won_by = s.won_by
        result.rounds = s.round_no
        result.decisions = decisions
        result.plies = plies


ENTRIES = (
    begin_at, step_at, decider_at, legal_at, outcomes_at, sample_at, fault_at, redeal_at,
    random_games,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Engine:
    """The entry points in one of their two forms."""

    is_compiled: bool
    begin: Entry
    step: Entry
    decider: Entry
    legal: Entry
    outcomes: Entry
    sample: Entry
    fault: Entry
    redeal: Entry
    random_games: Entry


def as_plain(function: Entry) -> Entry:
    """Plain Python reads fields as attributes, which takes record arrays."""

    @functools.wraps(function)
    def run(*arguments: Any) -> Any:
        return function(*(_as_records(argument) for argument in arguments))

    return run


def _as_records(argument: Any) -> Any:
    if isinstance(argument, np.ndarray) and argument.dtype.names is not None:
        return argument.view(np.recarray)
    if isinstance(argument, tuple):
        return argument._make(_as_records(part) for part in argument)  # type: ignore[attr-defined]
    return argument


PLAIN = Engine(False, *(as_plain(entry) for entry in ENTRIES))


def compile_entry(function: Entry) -> Entry:
    """Compile one function on its first call, or take it from the cache."""
    usual = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder())
    try:
        return numba.njit(cache=True, nogil=True, boundscheck=True)(function)  # type: ignore[no-any-return]
    finally:
        numba.config.CACHE_DIR = usual


@functools.cache
def compiled() -> Engine:
    return Engine(True, *(compile_entry(entry) for entry in ENTRIES))


@functools.cache
def engine() -> Engine:
    """The engine to use now: see the module's docstring."""
    wish = os.environ.get("WATERGATE_COMPILED", "auto")
    if wish not in ("auto", "always", "never"):
        raise WatergateError(f"WATERGATE_COMPILED is {wish!r}; allowed: auto, always, never")
    return compiled() if wish == "always" or (wish == "auto" and is_ready()) else PLAIN


@functools.cache
def cache_folder() -> Path:
    digest = hashlib.sha256()
    package = Path(__file__).parent.parent
    folders = ("edition", "rules", "players/kernel")
    for source in sorted(path for name in folders for path in (package / name).glob("*.py")):
        # Numba looks at the time of change as well, and would compile again without a word.
        digest.update(f"{source.name} {source.stat().st_mtime_ns}".encode())
        digest.update(source.read_bytes())
    for fact in (numba.__version__, np.__version__, platform.python_version()):
        digest.update(fact.encode())
    digest.update(llvmlite.binding.get_host_cpu_name().encode())
    return Path(platformdirs.user_cache_dir("watergate")) / f"rules-{digest.hexdigest()[:16]}"


def is_ready() -> bool:
    """Whether the machine code of these very sources is in the cache."""
    return ready_mark().exists()


def ready_mark() -> Path:
    """The file that is there when everything has been compiled."""
    return cache_folder() / "ready"


def forget_choice() -> None:
    """Let `engine` choose anew, after the code was compiled or the environment changed."""
    engine.cache_clear()


def compile_entries() -> None:
    """Run every entry once, which compiles and caches it."""
    tables = table_of(standard_edition())
    states, hidden = np.zeros(2, STATE), np.zeros(1, HIDDEN)
    moves, weights = np.zeros(MOST_LEGAL, np.int16), np.zeros(MOST_LEGAL, np.int16)
    streams, log = seeded_streams(1), new_log()
    e = compiled()
    e.begin(states, 0, tables, log)
    n = e.outcomes(states, 0, tables, moves, weights)
    assert n and e.fault(states, 0, tables) == 0
    e.redeal(states, 0, tables, hidden, streams, moves)
    e.step(states, 0, tables, log, e.sample(states, 0, streams))
    e.decider(states, 0)
    e.legal(states, 0, tables, moves)
    e.random_games(states, tables, streams, moves, 1, np.zeros(1, RANDOM_GAME))
