"""The random player: every legal move is equally likely."""

from __future__ import annotations

import random

from watergate.rules import Move, View

from .base import Player


class RandomPlayer(Player):
    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._rng = random.Random(seed)

    def choose(self, view: View) -> Move:
        return self._rng.choice(view.moves)
