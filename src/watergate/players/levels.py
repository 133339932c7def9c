"""Strength levels, from a friendly beginner to the strongest player there is.

A level never changes what a player may see, only how much it thinks. The lower ones play at once
by the network, the strongest looks ahead; in editions that the network does not know, all of them
search a tree. A hasty player looks no further than a first glance at a share of its decisions, and
then plays what looks well rather than what is best: so it errs as people do. The numbers are set by
the arena (`docs/arena.md`), so that the steps from level to level are about even
(`docs/players.md`).
"""

from __future__ import annotations

import hashlib
import random
import secrets
from dataclasses import dataclass, replace

import numpy as np

from watergate.edition import Edition, standard_edition
from watergate.rules import Move, View, WatergateError

from .policy import NetworkPlayer, knows
from .priorities import first_sight
from .search import SearchPlayer
from .thinking import Budget, Thinker, Thought
from .tree import TreePlayer

BLUR = 40.0
"""How little a first glance tells good from bad, in hundredths of a momentum token."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a level goes about it."""

    budget: Budget | None
    """How far it looks ahead; None: not at all."""
    haste: float = 0.0
    """The share of decisions that get no more than a first glance."""

    def within(self, seconds: float) -> Manner:
        """The same, in so many seconds at most."""
        if self.budget is None:
            return self
        least = min(seconds, self.budget.seconds or seconds)
        return replace(self, budget=replace(self.budget, seconds=least))


@dataclass(frozen=True, slots=True)
class Level:
    """How a level plays; its name is in the catalogue as `level.NUMBER`."""

    number: int
    by_network: Manner
    """In editions that the network knows; what it looks ahead is in rollouts."""
    by_tree: Manner
    """In all others; what it looks ahead is in simulations of the tree search."""

    def within(self, seconds: float) -> Level:
        """The same, but a decision takes so many seconds at most."""
        by_network, by_tree = self.by_network.within(seconds), self.by_tree.within(seconds)
        return Level(self.number, by_network, by_tree)


LEVELS = (
    Level(1, Manner(None, 0.735), Manner(Budget(simulations=64), 0.33)),
    Level(2, Manner(None, 0.49), Manner(Budget(simulations=64), 0.14)),
    Level(3, Manner(None, 0.275), Manner(Budget(simulations=100), 0.03)),
    Level(4, Manner(None, 0.12), Manner(Budget(simulations=500))),
    Level(5, Manner(None), Manner(Budget(simulations=8_000))),
    Level(6, Manner(Budget(1.5, 6_000)), Manner(Budget(2.5, 120_000))),
)
STRONGEST = f"level:{LEVELS[-1].number}"


def level(text: str) -> Level:
    """A level by its number."""
    found = {str(level.number): level for level in LEVELS}
    if text not in found:
        raise WatergateError(f"there is no level {text!r}; allowed: {', '.join(found)}")
    return found[text]


class LevelPlayer(Thinker):
    """A player that plays at a level."""

    def __init__(
        self, level: Level, seed: int | None = None, edition: Edition | None = None
    ) -> None:
        self.name = f"level:{level.number}"
        self._seed = secrets.randbits(62) if seed is None else seed
        self._edition = edition or standard_edition()
        self.manner = level.by_network if knows(self._edition) else level.by_tree
        self._mind = self._made()

    def choose(self, view: View) -> Move:
        glanced = self._glance(view)
        return self._mind.choose(view) if glanced is None else glanced

    def think(self, view: View, budget: Budget | None = None) -> Thought:
        thought = self._mind.think(view, budget)
        glanced = self._glance(view) if view.moves else None
        return thought if glanced is None else replace(thought, choice=glanced)

    def stop(self) -> None:
        self._mind.stop()

    def close(self) -> None:
        self._mind.close()

    def _made(self) -> Thinker:
        """Who plays the decisions that are not hurried."""
        budget, by_network = self.manner.budget, knows(self._edition)
        if budget is None:
            return NetworkPlayer(self._seed, self._edition)
        kind = SearchPlayer if by_network else TreePlayer
        return kind(self._seed, self._edition, budget=budget, name=self.name)

    def _glance(self, view: View) -> Move | None:
        """What a first glance brings, if the player takes no more than that."""
        if len(view.moves) == 1 or self.manner.haste == 0:
            return None
        rng = random.Random(hashlib.sha256(f"{self._seed} {view.position}".encode()).digest())
        if rng.random() >= self.manner.haste:
            return None
        moves, worths = first_sight(view, rng, self._edition)
        weights = np.exp(np.clip(worths - worths.max(), -1000, 0) / BLUR)
        return rng.choices(moves, list(weights))[0]
