"""How fast the engine is, measured against itself on two cores and against other programs.

A decision is a player's move, forced ones included; draws are played and timed, but not counted.
Needs the compiled engine.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Any

import numba
import numpy as np

from watergate.edition import standard_edition
from watergate.edition.table import table_of
from watergate.engine import engine
from watergate.lab.simulate import random_game
from watergate.rules import Game
from watergate.rules.core.chance import seeded_streams
from watergate.rules.core.entries import RANDOM_GAME
from watergate.rules.core.events import new_log
from watergate.rules.core.ids import MOST_LEGAL
from watergate.rules.core.state import STATE

from .references import found_references, random_play
from .slices import (
    Progress,
    Slice,
    measured,
    medians,
    on_two,
    repeat,
    require_compiled_engine,
    scaling,
    spin,
)

GAMES_A_CALL = 100
COPIES_A_CALL = 100_000
SEED = 1972
STARTS = 3

_FIRST_PROMPT = "from watergate import Game; game = Game.start(seed=1); assert game.moves"
_COMPILE = "from watergate.compiling import compile_here; compile_here()"


@dataclass(frozen=True)
class EngineFigures:
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
    ratios: Mapping[str, float]
    """Decisions a second against each reference's."""
    missing: Sequence[str]
    """The references that were left out because their packages are not installed."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def bench_engine(
    seconds: float = 2.0, *, cold: bool = False, progress: Progress | None = None
) -> EngineFigures:
    """All measures, each for about so many seconds in all."""
    require_compiled_engine()
    tell = progress or (lambda what: None)
    tell("getting ready")
    references, missing = found_references(random_play())
    measures: dict[str, Slice] = {
        "games": _games, "games on two": on_two(_games), "spin": spin, "spin on two": on_two(spin),
        "copies": _copies, "steps": _steps, "plays": _plays,
        **references,
    }  # fmt: skip
    rates = measured(measures, seconds, tell)
    tell("starts")
    middle = medians(rates)
    per_game = _decisions_per_game()
    decisions = middle["games"] * per_game
    others = {name: middle[name] for name in references}
    return EngineFigures(
        games_per_second=middle["games"],
        decisions_per_second=decisions,
        decisions_per_game=per_game,
        two_core_scaling=scaling(rates["games"], rates["games on two"]),
        spin_scaling=scaling(rates["spin"], rates["spin on two"]),
        state_bytes=STATE.itemsize,
        state_copy_ns=1e9 / middle["copies"],
        python_step_us=1e6 / middle["steps"],
        game_play_us=1e6 / middle["plays"],
        warm_start_s=_start_times(),
        cold_start_s=_cold_start() if cold else None,
        references=others,
        ratios={name: decisions / rate for name, rate in others.items()},
        missing=missing,
    )


# The measures


def _play_games(seed: int, games: int) -> Any:
    states, results = np.zeros(2, STATE), np.zeros(games, RANDOM_GAME)
    tables = table_of(standard_edition())
    streams, moves = seeded_streams(0), np.zeros(MOST_LEGAL, np.int16)
    engine().random_games(states, tables, streams, moves, seed, results)
    return results


def _games(seconds: float) -> tuple[float, float]:
    """Random games on one core. The seeds are the same in every slice."""
    return repeat(
        seconds, lambda n: _play_games(SEED + n * GAMES_A_CALL, GAMES_A_CALL), GAMES_A_CALL
    )


def _decisions_per_game(games: int = 5000) -> float:
    return float(_play_games(SEED, games)["decisions"].mean())


def _copy_loop(states: Any, copies: int) -> None:
    for n in range(copies):
        states[n & 63] = states[(n * 7 + 1) & 63]


_fast_copy = numba.njit(nogil=True)(_copy_loop)


def _copies(seconds: float) -> tuple[float, float]:
    """Copies of states in compiled code, among 64 of them."""
    states = np.zeros(64, STATE)
    return repeat(seconds, lambda n: _fast_copy(states, COPIES_A_CALL), COPIES_A_CALL)


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

    return repeat(seconds, replay, len(moves))


def _plays(seconds: float) -> tuple[float, float]:
    """Moves through `Game.play`: checked, logged and remembered."""
    moves = random_game(standard_edition(), SEED).history_ids

    def replay(n: int) -> None:
        game = Game.new()
        for move in moves:
            game.play(move)

    return repeat(seconds, replay, len(moves))


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
