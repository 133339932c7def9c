"""The entry points of one game at a time: all that a step asks of the rules, in one call.

A game is one stretch of memory, passed by its address: arrays and records take much longer to hand
over. Whoever calls keeps the memory, and that of the table.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from numba import carray, types
from numba.extending import intrinsic, overload

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
        ("moves", "i2", MOST_LEGAL),  # of whoever decides; the rest is room to work in
        ("state", STATE),
        ("history", HISTORY),
        ("rounds", "i4"),  # after so many the game is broken off
        ("first_draw", "i2"),  # how the first draw of chance is numbered
        ("odds", "f8", CARDS),  # how likely each is, at a draw
        ("weights", "i2", CARDS),
        ("hidden", HIDDEN),  # nothing, always
        ("words", "i8", WORDS),
    ],
    align=True,
)
NO_MOVE = -1
DECIDERS = NOBODY + 1


def record_at(address: int, kind: Any) -> Any:
    """The record that lies there."""
    memory = (ctypes.c_uint8 * kind.itemsize).from_address(address)
    return np.frombuffer(memory, kind).view(np.recarray)[0]


@overload(record_at, strict=False)
def _record_at(address: Any, kind: Any) -> Any:
    return lambda address, kind: carray(_pointer(address), 1, kind)[0]


@intrinsic
def _pointer(typing_context: Any, address: Any) -> Any:
    def cast(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

    return types.voidptr(types.int64), cast


def advance_one(game: int, table: int, move: int) -> int:
    """Make a legal move, or none, and list what whoever is asked next can do, chance included.

    Nobody is asked when the game is won, or its rounds are up. Returns how many moves there are,
    times DECIDERS, and who decides.
    """
    one, t = record_at(game, ONE_GAME), record_at(table, TABLE)
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
    return n * DECIDERS + who


def observe_one(game: int, table: int, viewer: int, row: Any) -> None:
    """Write what a side knows into a row, every number of it."""
    one = record_at(game, ONE_GAME)
    observe(one.state, record_at(table, TABLE), one.hidden, one.history, viewer, one.words)
    spread(one.words, row)
