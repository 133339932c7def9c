"""Counting move sequences, so that any implementation can check itself against this one.

The count of a position to a depth is the number of different sequences of that many moves. Moves of
chance count like moves of a side, one for each outcome that differs; a sequence that wins the game
earlier ends there and counts once. `draws` counts the moves of chance made in all of them together,
each as often as the tree of sequences has it. `docs/counts.txt` holds counts to compare with.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from watergate.edition.table import table_of
from watergate.engine import engine

from .core.events import new_log
from .core.ids import MOST_LEGAL
from .core.state import CHANCE, NOBODY, STATE
from .game import Game


class Counts(NamedTuple):
    sequences: int
    draws: int


def count_sequences(game: Game, depth: int) -> Counts:
    """The counts of the position a game stands at."""
    states = np.zeros(depth + 1, STATE)
    states[0] = game.states[0]
    return _count(states, 0, depth, table_of(game.edition))


def _count(states: np.ndarray, at: int, depth: int, tables: np.ndarray) -> Counts:
    who = engine().decider(states, at)
    if at == depth or who == NOBODY:
        return Counts(1, 0)
    moves, weights = np.zeros(MOST_LEGAL, np.int16), np.zeros(MOST_LEGAL, np.int16)
    is_draw = who == CHANCE
    if is_draw:
        n = engine().outcomes(states, at, tables, moves, weights)
    else:
        n = engine().legal(states, at, tables, moves)
    sequences, draws = 0, n if is_draw else 0
    log = new_log()
    for move in moves[:n].tolist():
        states[at + 1] = states[at]
        engine().step(states, at + 1, tables, log, move)
        below = _count(states, at + 1, depth, tables)
        sequences += below.sequences
        draws += below.draws
    return Counts(sequences, draws)
