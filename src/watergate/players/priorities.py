"""A player that follows sensible priorities: win, stop a win, take what is about to be gained.

It deals out what its view hides at random and looks one move ahead with `kernel/worth.py`, which
reads nothing that its side cannot see. So it plays at once, decently, and never peeks.
"""

from __future__ import annotations

import random

import numpy as np

from watergate.edition import Edition, standard_edition
from watergate.edition.table import table_of
from watergate.rules import Move, View, redeal
from watergate.rules.ids import MOST_LEGAL
from watergate.rules.moves import notation_of

from .base import Player
from .kernel.entries import entry, worths_at


class PrioritiesPlayer(Player):
    name = "priorities"

    def __init__(self, seed: int | None = None, edition: Edition | None = None) -> None:
        self._rng = random.Random(seed)
        self._edition = edition or standard_edition()

    def choose(self, view: View) -> Move:
        if len(view.moves) == 1:
            return view.moves[0]
        states = redeal(view, self._rng, self._edition)
        moves, found = np.zeros(MOST_LEGAL, np.int16), np.zeros(MOST_LEGAL, np.int64)
        n = entry(worths_at)(states, 0, table_of(self._edition), moves, found)
        best = int(found[:n].max())
        choice = self._rng.choice([int(moves[k]) for k in range(n) if found[k] == best])
        return notation_of(self._edition).moves[choice]
