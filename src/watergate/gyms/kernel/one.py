"""The entry points of one game at a time: all that a step asks of the rules, in one call.

A game is one stretch of memory, passed as bytes: a call from Python costs less than with records.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload

from watergate.edition.layout import CARDS, TABLE
from watergate.rules.core.apply import step
from watergate.rules.core.chance import outcomes
from watergate.rules.core.history import HISTORY, remember
from watergate.rules.core.ids import CHANCE_MOVES, MOST_LEGAL
from watergate.rules.core.knowledge import HIDDEN
from watergate.rules.core.legal import decider, legal_moves
from watergate.rules.core.observation import WORDS, observe
from watergate.rules.core.state import CHANCE, NOBODY, STATE

from .spreading import spread

ONE_GAME = np.dtype(
    [
        ("state", STATE),
        ("history", HISTORY),
        ("rounds", "i4"),  # after so many the game is broken off
        ("first_draw", "i2"),  # how the first draw of chance is numbered
        ("moves", "i2", MOST_LEGAL),  # of whoever decides; the rest is room to work in
        ("odds", "f8", CARDS),  # how likely each is, at a draw
        ("weights", "i2", CARDS),
        ("hidden", HIDDEN),  # nothing, always
        ("words", "i8", WORDS),
    ],
    align=True,
)
NO_MOVE = -1
DECIDER, COUNT_MASK = 12, 0xFFF
"""In what `advance_one` returns: the first bit of who decides, and below it how many moves."""


def record_in(memory: Any, kind: Any) -> Any:
    return memory.view(kind).view(np.recarray)[0]


@overload(record_in, strict=False)
def _record_in(memory: Any, kind: Any) -> Any:
    return lambda memory, kind: memory.view(kind)[0]


def advance_one(memory: Any, table: Any, move: int) -> int:
    """Make a legal move, or none, and list what whoever is asked next can do, chance included.

    Nobody is asked when the game is won, or its rounds are up.
    """
    one, t = record_in(memory, ONE_GAME), record_in(table, TABLE)
    s = one.state
    shift = CHANCE_MOVES - int(one.first_draw)
    if move != NO_MOVE:
        if decider(s) == CHANCE:
            move += shift
        else:
            remember(one.history, s, move)
        step(s, t, None, move)
    who = decider(s) if int(s.round_no) <= int(one.rounds) else NOBODY
    n = 0
    if who == CHANCE:
        n = outcomes(s, t, one.moves, one.weights)
        total = 0
        for k in range(n):
            total += int(one.weights[k])
        for k in range(n):
            one.odds[k] = int(one.weights[k]) / total
            one.moves[k] = int(one.moves[k]) - shift
    elif who != NOBODY:
        n = legal_moves(s, t, one.moves)
    return who << DECIDER | n


def observe_one(memory: Any, table: Any, viewer: int, row: Any) -> None:
    """Write what a side knows into a row, every number of it."""
    one = record_in(memory, ONE_GAME)
    observe(one.state, record_in(table, TABLE), one.hidden, one.history, viewer, one.words)
    spread(one.words, row)
