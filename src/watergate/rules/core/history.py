"""The open history of a round: which cards were played, how and in which order, and who passed.

A state does not hold it, since no rule asks for it; whoever reads minds does. `remember` keeps it
beside a state move by move; `rules/observation.py` makes the same record from a view's log.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import ids
from .bits import count_bits
from .frames import SIDE
from .jit import compilable
from .state import CHANCE, State

VALUE_USED, ACTION_USED, DISCARDED, REACTED = range(4)
"""How a card was played, in the order of the moves' blocks (`ids.py`)."""
USES = 4
PLAYS = 16
"""Plays of one round whose order is kept."""
MOST_PASSES = 15

HISTORY = np.dtype(
    [
        ("uses", "i8", USES),  # the cards played so in this round
        ("order", "u1", PLAYS),  # the first so many cards played, and 0 behind them
        ("passes", "u1", 2),  # how often each side passed
        ("round_no", "i4"),
    ],
    align=True,
)


@compilable
def remember(history: Any, s: State, move: int) -> None:
    """Add a side's move that is about to be made in this state."""
    if int(history.round_no) != int(s.round_no):
        forget(history, int(s.round_no))
    if move == ids.PASS:
        add_pass(history, int(s.stack[int(s.depth) - 1, SIDE]))
    elif ids.PLAY_VALUE <= move < ids.REUSE_CARD:
        add_play(history, move // 64 - 1, move % 64)


@compilable
def forget(history: Any, round_no: int) -> None:
    """Begin a round."""
    history.round_no = round_no
    for use in range(USES):
        history.uses[use] = 0
    for n in range(PLAYS):
        history.order[n] = 0
    for side in range(CHANCE):
        history.passes[side] = 0


@compilable
def add_play(history: Any, use: int, card: int) -> None:
    n = 0
    for each in range(USES):
        n += count_bits(int(history.uses[each]))
        history.uses[each] = int(history.uses[each]) & ~(1 << card)
    history.uses[use] = int(history.uses[use]) | 1 << card
    if n < PLAYS:
        history.order[n] = card


@compilable
def add_pass(history: Any, side: int) -> None:
    history.passes[side] = min(int(history.passes[side]) + 1, MOST_PASSES)
