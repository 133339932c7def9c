"""How fast the engine is, measured against itself on two cores and against other programs.

All measures are taken in one run, in several short slices each, alternating, and the median of the
slices counts: so that a busy moment of the machine hits all of them alike. A decision is a player's
move, forced ones included; draws are played and timed, but not counted. Needs the compiled engine.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from itertools import count
from time import perf_counter
from typing import Any

import numba
import numpy as np

from watergate.edition import standard_edition
from watergate.edition.table import table_of
from watergate.rules import Game, WatergateError
from watergate.rules.chance import seeded_streams
from watergate.rules.engine import RANDOM_GAME, engine
from watergate.rules.events import new_log
from watergate.rules.ids import MOST_LEGAL
from watergate.rules.state import STATE

from .references import Reference, available_references
from .simulate import random_game

SLICES = 5
GAMES_A_CALL = 100
SPINS_A_CALL = 1_000_000
COPIES_A_CALL = 100_000
SEED = 1972
STARTS = 3

_FIRST_PROMPT = "from watergate import Game; game = Game.start(seed=1); assert game.moves"
_COMPILE = "from watergate.compiling import compile_here; compile_here()"

Slice = Callable[[float], tuple[float, float]]
"""Works for about so many seconds; returns how much was done and how long it took."""


@dataclass(frozen=True)
class Figures:
    """The figures; rates are a second, `references` in decisions a second."""

    games_per_second: float
    decisions_per_second: float
    decisions_per_game: float
    two_core_scaling: float
    spin_scaling: float
    state_bytes: int
    state_copy_ns: float
    python_step_us: float
    game_play_us: float
    warm_start_s: float
    cold_start_s: float | None
    references: Mapping[str, float]
    ratios: Mapping[str, float] = field(default_factory=dict)
    """Decisions a second against each reference's."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def bench_engine(
    seconds: float = 2.0, *, cold: bool = False, progress: Callable[[str], None] | None = None
) -> Figures:
    """All measures, each for about so many seconds in all."""
    if not engine().is_compiled:
        raise WatergateError("the bench needs the compiled engine: run `watergate compile` first")
    tell = progress or (lambda what: None)
    tell("getting ready")
    references = _references()
    slices: dict[str, Slice] = {
        "games": _games, "games on two": _on_two(_games),
        "spin": _spin, "spin on two": _on_two(_spin),
        "copies": _copies, "steps": _steps, "plays": _plays,
        **{f"reference {r.name}": r.run for r in references},
    }  # fmt: skip
    for work in slices.values():
        work(0.001)  # compiled and warm before any clock runs
    rates: dict[str, list[float]] = {name: [] for name in slices}
    for n in range(SLICES):
        for name, work in slices.items():
            tell(f"slice {n + 1} of {SLICES}: {name.removeprefix('reference ')}")
            done, elapsed = work(seconds / SLICES)
            rates[name].append(done / elapsed)
    tell("starts")
    return _figures(rates, _start_times(), _cold_start() if cold else None)


def _figures(rates: Mapping[str, list[float]], warm: float, cold: float | None) -> Figures:
    middle = {name: statistics.median(found) for name, found in rates.items()}
    per_game = _decisions_per_game()
    decisions = middle["games"] * per_game
    references = {
        name.removeprefix("reference "): rate for name, rate in middle.items()
        if name.startswith("reference ")
    }  # fmt: skip
    return Figures(
        games_per_second=middle["games"],
        decisions_per_second=decisions,
        decisions_per_game=per_game,
        two_core_scaling=_scaling(rates["games"], rates["games on two"]),
        spin_scaling=_scaling(rates["spin"], rates["spin on two"]),
        state_bytes=STATE.itemsize,
        state_copy_ns=1e9 / middle["copies"],
        python_step_us=1e6 / middle["steps"],
        game_play_us=1e6 / middle["plays"],
        warm_start_s=warm,
        cold_start_s=cold,
        references=references,
        ratios={name: decisions / rate for name, rate in references.items()},
    )


def _scaling(one: list[float], two: list[float]) -> float:
    """Half the speed-up on two cores: 1 is perfect. Slices next to each other are compared."""
    return statistics.median(b / a / 2 for a, b in zip(one, two, strict=True))


def _references() -> list[Reference]:
    try:
        return available_references()
    except ImportError:
        return []


# The measures


def _repeat(seconds: float, work: Callable[[int], None], amount: int) -> tuple[float, float]:
    start = perf_counter()
    for n in count():
        elapsed = perf_counter() - start
        if n and elapsed >= seconds:
            return n * amount, elapsed
        work(n)
    raise AssertionError("unreachable")


def _play_games(seed: int, games: int) -> Any:
    states, results = np.zeros(2, STATE), np.zeros(games, RANDOM_GAME)
    tables = table_of(standard_edition())
    streams, moves = seeded_streams(0), np.zeros(MOST_LEGAL, np.int16)
    engine().random_games(states, tables, streams, moves, seed, results)
    return results


def _games(seconds: float) -> tuple[float, float]:
    """Random games on one core. The seeds are the same in every slice."""
    return _repeat(
        seconds, lambda n: _play_games(SEED + n * GAMES_A_CALL, GAMES_A_CALL), GAMES_A_CALL
    )


def _decisions_per_game(games: int = 5000) -> float:
    return float(_play_games(SEED, games)["decisions"].mean())


def _on_two(work: Slice) -> Slice:
    """The same work in two threads at once; all of it is code that releases the GIL."""

    def run(seconds: float) -> tuple[float, float]:
        done: list[float] = []
        threads = [threading.Thread(target=lambda: done.append(work(seconds)[0])) for _ in "12"]
        start = perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return sum(done), perf_counter() - start

    return run


def _spin_loop(turns: int) -> int:
    x = 88172645463325252
    for _ in range(turns):
        x ^= x << 13
        x ^= x >> 7
        x ^= x << 17
    return x


def _copy_loop(states: Any, copies: int) -> None:
    for n in range(copies):
        states[n & 63] = states[(n * 7 + 1) & 63]


_fast_spin = numba.njit(nogil=True)(_spin_loop)
_fast_copy = numba.njit(nogil=True)(_copy_loop)


def _spin(seconds: float) -> tuple[float, float]:
    """What two cores of this machine can give at best: a loop of integers that needs no memory."""
    return _repeat(seconds, lambda n: _fast_spin(SPINS_A_CALL), SPINS_A_CALL)


def _copies(seconds: float) -> tuple[float, float]:
    """Copies of states in compiled code, among 64 of them."""
    states = np.zeros(64, STATE)
    return _repeat(seconds, lambda n: _fast_copy(states, COPIES_A_CALL), COPIES_A_CALL)


def _steps(seconds: float) -> tuple[float, float]:
    """Moves from Python through the engine's `step`, as a search in Python would make them."""
    game = random_game(standard_edition(), SEED)
    moves, tables, log = game.history_ids, table_of(standard_edition()), new_log()
    first = game.state_at(0)
    step = engine().step

    def replay(n: int) -> None:
        states = first.copy()
        for move in moves:
            step(states, 0, tables, log, move)

    return _repeat(seconds, replay, len(moves))


def _plays(seconds: float) -> tuple[float, float]:
    """Moves through `Game.play`: checked, logged and remembered."""
    moves = random_game(standard_edition(), SEED).history_ids

    def replay(n: int) -> None:
        game = Game.new()
        for move in moves:
            game.play(move)

    return _repeat(seconds, replay, len(moves))


def _start_times() -> float:
    """From nothing to the first prompt, in a new process each time."""
    return statistics.median(_timed_process(_FIRST_PROMPT) for _ in range(STARTS))


def _cold_start() -> float:
    """The same with nothing in the cache, compiling included."""
    with tempfile.TemporaryDirectory() as folder:
        return _timed_process(f"{_COMPILE}\n{_FIRST_PROMPT}", XDG_CACHE_HOME=folder)


def _timed_process(code: str, **environment: str) -> float:
    start = perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, **environment})
    return perf_counter() - start
