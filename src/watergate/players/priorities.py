"""A player that follows sensible priorities: win, stop a win, take what is about to be gained.

It deals out what its view hides at random and looks one move ahead with `worth.py`, which reads
nothing that its side cannot see. So it plays at once, decently, and never peeks.
"""

from __future__ import annotations

import functools
import random
from typing import Any

import numpy as np

from watergate.edition import Edition, standard_edition
from watergate.edition.table import table_of
from watergate.rules import Game, Move, View, redeal
from watergate.rules.engine import as_plain, compile_entry, engine
from watergate.rules.ids import MOST_LEGAL
from watergate.rules.legal import legal_moves
from watergate.rules.moves import notation_of

from .base import Player
from .worth import move_worth


def worths_at(states: Any, i: int, tables: Any, moves: Any, worths: Any) -> int:
    """Write the legal moves of the pending decision and what each is worth; returns how many."""
    n = legal_moves(states[i], tables[0], moves)
    for k in range(n):
        worths[k] = move_worth(states[i], tables[0], int(moves[k]))
    return n


@functools.cache
def _worths(compiled: bool) -> Any:
    return compile_entry(worths_at) if compiled else as_plain(worths_at)


def compile_worths() -> None:
    """Have the machine code made: one game's first decision will do."""
    states = Game.start(seed=1).states
    moves, worths = np.zeros(MOST_LEGAL, np.int16), np.zeros(MOST_LEGAL, np.int64)
    _worths(True)(states, 0, table_of(standard_edition()), moves, worths)


class PrioritiesPlayer(Player):
    name = "priorities"

    def __init__(self, seed: int | None = None, edition: Edition | None = None) -> None:
        self._rng = random.Random(seed)
        self._edition = edition or standard_edition()

    def choose(self, view: View) -> Move:
        if len(view.moves) == 1:
            return view.moves[0]
        states = redeal(view, self._rng, self._edition)
        moves, worths = np.zeros(MOST_LEGAL, np.int16), np.zeros(MOST_LEGAL, np.int64)
        rank = _worths(engine().is_compiled)
        n = rank(states, 0, table_of(self._edition), moves, worths)
        best = int(worths[:n].max())
        choice = self._rng.choice([int(moves[k]) for k in range(n) if worths[k] == best])
        return notation_of(self._edition).moves[choice]
