"""The policy: how likely a sensible player is to make each move, from its worth at first sight."""

from __future__ import annotations

import math
from typing import Any

from watergate.rules.core.chance import MOVE_STREAM, random_bits
from watergate.rules.core.jit import compilable
from watergate.rules.core.state import State, TableRecord

from .worth import move_worth

LEAST_WORTH, MOST_WORTH = -200.0, 400.0
"""Worths are cut to these, so that weights stay numbers."""


@compilable
def weight_of(s: State, t: TableRecord, move: int, temperature: float) -> float:
    """The weight of a legal move; the higher the temperature, the more alike they are."""
    if temperature == 0.0:  # no opinion
        return 1.0
    worth = min(max(float(move_worth(s, t, move)), LEAST_WORTH), MOST_WORTH)
    return math.exp(worth / temperature)


@compilable
def random_share(streams: Any) -> float:
    """A number from 0 to 1, 1 excluded."""
    return float(random_bits(streams, MOVE_STREAM) >> 31) / 2147483648.0


@compilable
def likely_move(
    s: State, t: TableRecord, moves: Any, n: int, temperature: float, streams: Any, weights: Any
) -> int:
    """One of the legal moves, drawn by their weights."""
    if n == 1:
        return int(moves[0])
    total = 0.0
    for k in range(n):
        weights[k] = weight_of(s, t, int(moves[k]), temperature)
        total += weights[k]
    left = random_share(streams) * total
    for k in range(n):
        left -= weights[k]
        if left < 0.0:
            return int(moves[k])
    return int(moves[n - 1])
