"""Rate limits and quotas of a person or an address: token buckets that fill again with time."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from .problems import Problem

MOST_KEPT = 50_000
HOUR = 3600.0


class Rate:
    """So much per second on average, and `burst` at once."""

    def __init__(
        self, per_second: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._per_second, self._burst, self._clock = per_second, burst, clock
        self._buckets: dict[Hashable, tuple[float, float]] = {}

    def take(self, key: Hashable) -> None:
        """Take one; too many are refused, with the time until there is one again."""
        now = self._clock()
        left, at = self._buckets.get(key, (self._burst, now))
        left = min(self._burst, left + (now - at) * self._per_second)
        if left < 1:
            wait = math.ceil((1 - left) / self._per_second)
            raise Problem("too_many", retry_after=wait, seconds=wait)
        if len(self._buckets) >= MOST_KEPT:
            self._forget(now)
        self._buckets[key] = left - 1, now

    def _forget(self, now: float) -> None:
        """Forget those whose bucket is full again: they are as if never seen."""
        full = self._burst / self._per_second
        self._buckets = {k: (n, at) for k, (n, at) in self._buckets.items() if now - at < full}


class Places:
    """So many at a time."""

    def __init__(self, most: int, code: str) -> None:
        self._most, self._code = most, code
        self._taken: Counter[Hashable] = Counter()

    def place(self, key: Hashable) -> Place:
        """A place, to be taken by a `with`, or by whoever leaves it in the end."""
        return Place(self, key)

    def take(self, key: Hashable) -> None:
        if self._taken[key] >= self._most:
            raise Problem(self._code, most=self._most)
        self._taken[key] += 1

    def leave(self, key: Hashable) -> None:
        self._taken[key] -= 1
        if not self._taken[key]:
            del self._taken[key]


@dataclass(frozen=True, slots=True)
class Place:
    places: Places
    key: Hashable

    def __enter__(self) -> None:
        self.places.take(self.key)

    def __exit__(self, *_: object) -> None:
        self.leave()

    def leave(self) -> None:
        self.places.leave(self.key)
