"""A player by rules of thumb: win, stop a win, take what is about to be gained.

It deals out what its view hides at random and looks one move ahead with `kernel/worth.py`, which
reads nothing that its side cannot see. So it plays at once, decently, and never peeks.
"""

from __future__ import annotations

import random

import numpy as np
import numpy.typing as npt

from watergate.edition import Edition, standard_edition
from watergate.edition.table import table_of
from watergate.engine import entry
from watergate.rules import Move, View, redeal
from watergate.rules.core.ids import MOST_LEGAL
from watergate.rules.moves import notation_of

from .base import Player
from .kernel.entries import worths_at


class PrioritiesPlayer(Player):
    name = "priorities"

    def __init__(self, seed: int | None = None, edition: Edition | None = None) -> None:
        self._rng = random.Random(seed)
        self._edition = edition or standard_edition()

    def choose(self, view: View) -> Move:
        if len(view.moves) == 1:
            return view.moves[0]
        moves, worths = first_sight(view, self._rng, self._edition)
        best = worths.max()
        return self._rng.choice(
            [move for move, worth in zip(moves, worths, strict=True) if worth == best]
        )


def first_sight(
    view: View, rng: random.Random, edition: Edition
) -> tuple[list[Move], npt.NDArray[np.int64]]:
    """The legal moves of a view, and what each is worth at first sight."""
    moves, worths = np.zeros(MOST_LEGAL, np.int16), np.zeros(MOST_LEGAL, np.int64)
    n = entry(worths_at)(redeal(view, rng, edition), 0, table_of(edition), moves, worths)
    named = notation_of(edition).moves
    return [named[int(move)] for move in moves[:n]], worths[:n]
