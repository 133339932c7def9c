"""Rollouts: games played on by a network's policy, many at once, in step with each other.

Each row of `Rollouts` is a game. Between two calls of the network all rows advance to their next
decision with a choice, or end: by a win, or at the first choice of the next round. What the
deciders know is written as the numbers of the observation that are 1.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from watergate.rules.core.apply import step
from watergate.rules.core.bits import lowest_bit
from watergate.rules.core.chance import MOVE_STREAM, STREAMS, random_bits, sample, seed_streams
from watergate.rules.core.history import HISTORY, remember
from watergate.rules.core.ids import MOST_LEGAL
from watergate.rules.core.jit import compilable, compilable_unchecked
from watergate.rules.core.legal import decider, legal_moves
from watergate.rules.core.observation import WORD
from watergate.rules.core.playout import MOST_ROUNDS_PLAYED
from watergate.rules.core.state import CHANCE, NOBODY, STATE, TableRecord

from .sight import SIGHT, new_sight, see
from .tree import winner_share

MOST_ONES = 384
"""Room for the numbers of an observation that are 1: some 130, at most twice as many."""
DECIDES, JUDGED, OVER = range(3)
"""A row waits for a move; for the network's judgement alone; or for nothing, its value is known."""


class Rollouts(NamedTuple):
    """Games side by side, a row each."""

    states: Any
    histories: Any
    streams: Any
    status: Any
    values: Any
    """The Editor's chance, once it is known."""
    moves: Any
    counts: Any
    ones: Any
    """What the decider knows: the numbers of the observation that are 1."""
    ones_counts: Any
    words: Any
    """Working space: an observation as bits."""


def new_rollouts(size: int) -> Rollouts:
    return Rollouts(
        states=np.zeros(size, STATE),
        histories=np.zeros(size, HISTORY),
        streams=np.zeros((size, STREAMS), np.int64),
        status=np.zeros(size, np.int8),
        values=np.zeros(size, np.float64),
        moves=np.zeros((size, MOST_LEGAL), np.int16),
        counts=np.zeros(size, np.int16),
        ones=np.zeros((size, MOST_ONES), np.int16),
        ones_counts=np.zeros(size, np.int16),
        words=new_sight(),
    )


@compilable
def begin_rollout(rollouts: Any, r: int, t: TableRecord, hidden: Any, seed: int, move: int) -> None:
    """Begin a row whose state and history are set, by a move, or with none (-1) where it stands."""
    seed_streams(rollouts.streams[r], seed)
    round_no = int(rollouts.states[r].round_no)
    if move >= 0:
        make(rollouts, r, t, move)
    settle(rollouts, r, t, hidden, round_no)


@compilable
def make(rollouts: Any, r: int, t: TableRecord, move: int) -> None:
    remember(rollouts.histories[r], rollouts.states[r], move)
    step(rollouts.states[r], t, None, move)


@compilable
def settle(rollouts: Any, r: int, t: TableRecord, hidden: Any, round_no: int) -> None:
    """Go on to the next choice, or to where the row ends."""
    s = rollouts.states[r]
    while True:
        who = decider(s)
        if who == NOBODY or int(s.round_no) > MOST_ROUNDS_PLAYED:
            rollouts.status[r] = OVER
            rollouts.values[r] = winner_share(s)
            return
        if who == CHANCE:
            step(s, t, None, sample(s, rollouts.streams[r]))
            continue
        n = legal_moves(s, t, rollouts.moves[r])
        if n == 1:
            make(rollouts, r, t, int(rollouts.moves[r, 0]))
            continue
        rollouts.status[r] = DECIDES if int(s.round_no) == round_no else JUDGED
        rollouts.counts[r] = n
        see(s, t, hidden, rollouts.histories[r], who, rollouts.words)
        rollouts.ones_counts[r] = list_ones(rollouts.words, rollouts.ones[r])
        return


@compilable_unchecked
def list_ones(words: Any, ones: Any) -> int:
    """Write which numbers of an observation are 1; returns how many."""
    n = 0
    for k in range(SIGHT // WORD):
        mask = int(words[k])
        while mask != 0:
            ones[n] = WORD * k + lowest_bit(mask)
            mask &= mask - 1
            n += 1
    return n


@compilable_unchecked
def sum_rows(ones: Any, count: int, columns: Any, weights: Any, bias: Any, sums: Any) -> None:
    """The network's first layer: the sum of the weights of what is 1."""
    sums[:] = bias
    for k in range(count):
        column = columns[ones[k]]
        if column >= 0:
            sums += weights[column]


@compilable
def drawn_move(moves: Any, n: int, scores: Any, streams: Any) -> int:
    """One of the legal moves, by the policy's chances; `scores` are of all moves."""
    most = float(scores[int(moves[0])])
    for k in range(1, n):
        most = max(most, float(scores[int(moves[k])]))
    total = 0.0
    for k in range(n):
        total += math.exp(float(scores[int(moves[k])]) - most)
    left = total * (random_bits(streams, MOVE_STREAM) >> 9) / (1 << 53)
    for k in range(n):
        left -= math.exp(float(scores[int(moves[k])]) - most)
        if left < 0.0:
            return int(moves[k])
    return int(moves[n - 1])


@compilable
def chance_of(moves: Any, n: int, scores: Any, move: int) -> float:
    """The policy's chance of one of the legal moves."""
    total = 0.0
    for k in range(n):
        total += math.exp(float(scores[int(moves[k])]) - float(scores[move]))
    return 1.0 / total
