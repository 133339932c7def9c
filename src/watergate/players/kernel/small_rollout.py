"""Rollouts by the small network: a game played on by its policy, and judged at the round's end.

One after the other, wholly in compiled code; `rollout.py` plays many in step by the large network.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from watergate.rules.core.apply import step
from watergate.rules.core.chance import STREAMS, sample
from watergate.rules.core.history import HISTORY, remember
from watergate.rules.core.ids import MOST_LEGAL
from watergate.rules.core.jit import compilable
from watergate.rules.core.legal import decider, legal_moves
from watergate.rules.core.playout import MOST_ROUNDS_PLAYED
from watergate.rules.core.state import CHANCE, NOBODY, STATE, State, TableRecord

from .policy import random_share
from .small_network import Glance, SmallNetwork, editor_chance, find_chances, look
from .tree import winner_share

NOTHING = -1
"""Instead of a first move: whoever decides goes on by the policy."""


class Place(NamedTuple):
    """Working space for one rollout."""

    states: Any
    histories: Any
    streams: Any
    moves: Any


def new_place() -> Place:
    return Place(
        states=np.zeros(1, STATE),
        histories=np.zeros(1, HISTORY),
        streams=np.zeros(STREAMS, np.int64),
        moves=np.zeros(MOST_LEGAL, np.int16),
    )


@compilable
def played_out(
    s: State, history: Any, streams: Any, moves: Any, t: TableRecord, nothing_hidden: Any,
    net: SmallNetwork, glance: Glance, move: int, choices: int,
) -> float:  # fmt: skip
    """The Editor's chance, after a move and so many choices by the policy, or when the next round
    has begun."""
    round_no = int(s.round_no)
    while True:
        who = decider(s)
        if move != NOTHING:
            if who != CHANCE:
                remember(history, s, move)
            step(s, t, None, move)
            who = decider(s)
        if who == NOBODY or int(s.round_no) > MOST_ROUNDS_PLAYED:
            return winner_share(s)
        if who == CHANCE:
            move = sample(s, streams)
            continue
        n = legal_moves(s, t, moves)
        if n == 1:
            move = int(moves[0])
            continue
        look(s, t, nothing_hidden, history, who, net, glance)
        if choices == 0 or int(s.round_no) != round_no:
            return editor_chance(s, who, net, glance)
        choices -= 1
        find_chances(net, glance, moves, n)
        move = int(moves[drawn(glance.chances, n, random_share(streams))])


@compilable
def drawn(chances: Any, n: int, share: float) -> int:
    """The place of a move, by the moves' chances."""
    for k in range(n):
        share -= float(chances[k])
        if share < 0.0:
            return k
    return n - 1
