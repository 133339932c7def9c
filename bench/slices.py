"""What all benches share: slices of work that alternate, medians, and two cores against one."""

from __future__ import annotations

import statistics
import threading
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from time import perf_counter

import numba

from watergate.engine import engine
from watergate.rules import WatergateError

SLICES = 5
STAGES = (0.1, 0.5, 0.9)
"""Where searches are measured: early, in the middle, late, as shares of a game's choices."""
SPINS_A_CALL = 1_000_000

Slice = Callable[[float], tuple[float, float]]
"""Works for about so many seconds; returns how much was done and how long it took."""
Progress = Callable[[str], None]
"""Is told what is being measured."""
Rates = Mapping[str, Sequence[float]]
"""How much a second was done in each slice of each measure."""


def require_compiled_engine() -> None:
    if not engine().is_compiled:
        raise WatergateError("the bench needs the compiled engine: run `watergate compile` first")


def measured(measures: Mapping[str, Slice], seconds: float, tell: Progress) -> Rates:
    """Run all measures in alternating slices, each for about so many seconds in all."""
    for work in measures.values():
        work(0.001)  # compiled and warm before any clock runs
    rates: dict[str, list[float]] = {name: [] for name in measures}
    for n in range(SLICES):
        for name, work in measures.items():
            tell(f"slice {n + 1} of {SLICES}: {name}")
            done, elapsed = work(seconds / SLICES)
            rates[name].append(done / elapsed)
    return rates


def medians(rates: Rates) -> dict[str, float]:
    return {name: statistics.median(found) for name, found in rates.items()}


def scaling(one: Sequence[float], two: Sequence[float]) -> float:
    """Half the speed-up on two cores: 1 is perfect. Slices next to each other are compared."""
    return statistics.median(b / a / 2 for a, b in zip(one, two, strict=True))


def repeat(seconds: float, work: Callable[[int], object], amount: int) -> tuple[float, float]:
    """Do a piece of work of some amount again and again, at least once; it is told its number."""
    start = perf_counter()
    for n in count():
        elapsed = perf_counter() - start
        if n and elapsed >= seconds:
            return n * amount, elapsed
        work(n)
    raise AssertionError("unreachable")


def on_two(work: Slice) -> Slice:
    """The same work in two threads at once; all of it is code that releases the GIL."""
    return at_once(work, 2)


def at_once(work: Slice, number: int) -> Slice:
    """The same work in so many threads at once."""

    def run(seconds: float) -> tuple[float, float]:
        done: list[float] = []
        threads = [
            threading.Thread(target=lambda: done.append(work(seconds)[0])) for _ in range(number)
        ]
        start = perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return sum(done), perf_counter() - start

    return run


def spin(seconds: float) -> tuple[float, float]:
    """What two cores of this machine can give at best: a loop of integers that needs no memory."""
    return repeat(seconds, lambda n: _fast_spin(SPINS_A_CALL), SPINS_A_CALL)


def _spin_loop(turns: int) -> int:
    x = 88172645463325252
    for _ in range(turns):
        x ^= x << 13
        x ^= x >> 7
        x ^= x << 17
    return x


_fast_spin = numba.njit(nogil=True)(_spin_loop)
