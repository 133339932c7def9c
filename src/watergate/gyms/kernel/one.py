"""The entry points of one game at a time: all that a step asks of the rules, in one call."""

from __future__ import annotations

from typing import Any

from watergate.rules.core.apply import step
from watergate.rules.core.chance import outcomes
from watergate.rules.core.history import remember
from watergate.rules.core.legal import decider, legal_moves
from watergate.rules.core.state import CHANCE

NO_MOVE = -1
ROUND, DECIDER = 16, 12
"""The first bit of each in what `advance_one` returns; below them is the number of moves."""
COUNT_MASK, DECIDER_MASK = 0xFFF, 0xF


def advance_one(states: Any, histories: Any, tables: Any, moves: Any, move: int) -> int:
    """Make a legal move, or none, and list those of the side that is asked next.

    Returns the round, who decides and how many moves it has; those of chance are not listed.
    """
    s = states[0]
    if move != NO_MOVE:
        if decider(s) != CHANCE:
            remember(histories[0], s, move)
        step(s, tables[0], None, move)
    who = decider(s)
    n = legal_moves(s, tables[0], moves) if who < CHANCE else 0
    return int(s.round_no) << ROUND | who << DECIDER | n


def odds_one(states: Any, tables: Any, moves: Any, weights: Any, odds: Any) -> int:
    """Write what the pending draw can bring, and how likely each is; returns how many."""
    n, total = outcomes(states[0], tables[0], moves, weights), 0
    for k in range(n):
        total += int(weights[k])
    for k in range(n):
        odds[k] = int(weights[k]) / total
    return n
