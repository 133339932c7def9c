"""How much threads help who looks ahead: rollouts and simulations a second, beside one thread.

Every measure thinks about the first view of a game for the same time; slices of all numbers of
threads alternate, and each is compared with the slice of one thread beside it. Only a machine with
as many idle cores shows what so many threads can do: a loop that only counts tells.
"""

from __future__ import annotations

import os
import statistics
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from watergate import Game
from watergate.players import Budget, SearchPlayer, TreePlayer
from watergate.players.thinking import MOST_THREADS, Thinker

from .slices import Progress, Slice, at_once, measured, medians, require_compiled_engine, spin

SEED = 1972
SEARCHES: Mapping[str, type[SearchPlayer | TreePlayer]] = {
    "search": SearchPlayer, "tree": TreePlayer,
}  # fmt: skip
SPIN = "spin"


@dataclass(frozen=True)
class ThreadFigures:
    """By search, and of a loop that only counts."""

    cores: int
    rates: Mapping[str, float]
    """What one thread does in a second: rollouts, simulations, turns of the loop."""
    speedups: Mapping[str, Mapping[int, float]]
    """How many times as much so many threads do."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def bench_threads(
    seconds: float = 10.0, *, most: int | None = None, progress: Progress | None = None
) -> ThreadFigures:
    """All measures, each for about so many seconds in all; by default up to all cores."""
    require_compiled_engine()
    tell = progress or (lambda what: None)
    tell("getting ready")
    cores = len(os.sched_getaffinity(0))
    numbers = numbers_up_to(min(most or cores, MOST_THREADS))
    measures: dict[str, Slice] = {}
    for n in numbers:
        for name, kind in SEARCHES.items():
            player = kind(SEED, budget=Budget(seconds=1.0), threads=n)
            measures[f"{name} {n}"] = _thinking(player)
        measures[f"{SPIN} {n}"] = at_once(spin, n)
    rates = measured(measures, seconds, tell)
    names = (*SEARCHES, SPIN)
    return ThreadFigures(
        cores=cores,
        rates={name: medians(rates)[f"{name} 1"] for name in names},
        speedups={
            name: {
                n: statistics.median(
                    many / one
                    for many, one in zip(rates[f"{name} {n}"], rates[f"{name} 1"], strict=True)
                )
                for n in numbers
            }
            for name in names
        },
    )


def numbers_up_to(most: int) -> list[int]:
    """One, its doubles, and the number itself."""
    return [*(1 << n for n in range(most.bit_length()) if 1 << n < most), most]


def _thinking(player: Thinker) -> Slice:
    view = Game.start(seed=SEED).view("editor")

    def run(seconds: float) -> tuple[float, float]:
        thought = player.think(view, Budget(seconds=seconds))
        return thought.simulations, thought.seconds

    return run
