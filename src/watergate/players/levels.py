"""Strength levels, from a friendly beginner to the strongest player there is.

A level never changes what a player may see, only how much it thinks. A hasty player looks no
further than a first glance at a share of its decisions, and then plays what looks well rather than
what is best: so it errs as people do. The numbers are set by the arena (`docs/arena.md`), so that
each level beats the one below about twice as often as it loses.
"""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass, replace

import numpy as np

from watergate.edition import Edition
from watergate.rules import Move, View, WatergateError

from .priorities import first_sight
from .search import SearchPlayer
from .thinking import Budget, Thought


@dataclass(frozen=True, slots=True)
class Level:
    """How a level plays; its name is in the catalogue as `level.NUMBER`."""

    number: int
    budget: Budget
    haste: float = 0.0
    """The share of decisions that get no more than a first glance."""
    blur: float = 40.0
    """How little a first glance tells good from bad, in hundredths of a momentum token."""


LEVELS = (
    Level(1, Budget(simulations=64), haste=0.33),
    Level(2, Budget(simulations=64), haste=0.14),
    Level(3, Budget(simulations=100), haste=0.03),
    Level(4, Budget(simulations=500)),
    Level(5, Budget(simulations=8_000)),
    Level(6, Budget(seconds=2.5, simulations=120_000)),
)
STRONGEST = f"level:{LEVELS[-1].number}"


def level(text: str) -> Level:
    """A level by its number."""
    found = {str(level.number): level for level in LEVELS}
    if text not in found:
        raise WatergateError(f"there is no level {text!r}; allowed: {', '.join(found)}")
    return found[text]


class LevelPlayer(SearchPlayer):
    """A search player that plays at a level."""

    def __init__(
        self, level: Level, seed: int | None = None, edition: Edition | None = None
    ) -> None:
        super().__init__(seed, edition, budget=level.budget, name=f"level:{level.number}")
        self._level = level

    def choose(self, view: View) -> Move:
        glanced = self._glance(view)
        return super().choose(view) if glanced is None else glanced

    def think(self, view: View, budget: Budget | None = None) -> Thought:
        thought = super().think(view, budget)
        glanced = self._glance(view) if view.moves else None
        return thought if glanced is None else replace(thought, choice=glanced)

    def _glance(self, view: View) -> Move | None:
        """What a first glance brings, if the player takes no more than that."""
        if len(view.moves) == 1 or self._level.haste == 0:
            return None
        rng = random.Random(hashlib.sha256(f"{self._seed} {view.position}".encode()).digest())
        if rng.random() >= self._level.haste:
            return None
        moves, worths = first_sight(view, rng, self._edition)
        weights = np.exp(np.clip(worths - worths.max(), -1000, 0) / self._level.blur)
        return rng.choices(moves, list(weights))[0]
