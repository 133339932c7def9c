"""The players' entry points into compiled code, in the form that the engine has now."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from watergate.edition import standard_edition
from watergate.edition.table import table_of
from watergate.rules import Game
from watergate.rules.engine import Entry, as_plain, compile_entry, engine
from watergate.rules.ids import MOST_LEGAL
from watergate.rules.legal import legal_moves

from .worth import move_worth


def worths_at(states: Any, i: int, tables: Any, moves: Any, worths: Any) -> int:
    """Write the legal moves of the pending decision and what each is worth; returns how many."""
    n = legal_moves(states[i], tables[0], moves)
    for k in range(n):
        worths[k] = move_worth(states[i], tables[0], int(moves[k]))
    return n


@functools.cache
def _entry(function: Entry, compiled: bool) -> Entry:
    return compile_entry(function) if compiled else as_plain(function)


def worths() -> Entry:
    return _entry(worths_at, engine().is_compiled)


def compile_players() -> None:
    """Run every entry once, which compiles and caches it."""
    states, tables = Game.start(seed=1).states, table_of(standard_edition())
    moves, found = np.zeros(MOST_LEGAL, np.int16), np.zeros(MOST_LEGAL, np.int64)
    _entry(worths_at, True)(states, 0, tables, moves, found)
