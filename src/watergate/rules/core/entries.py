"""The entry points of the rules: what Python calls, plain or compiled (`watergate.engine`).

They take (array, index) pairs, because a record costs ten times as much to pass.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .apply import step
from .chance import outcomes, sample, seed_streams
from .facts import write_own, write_shared
from .invariants import fault
from .knowledge import deal_hidden, hide
from .legal import decider, legal_moves
from .observation import WORDS, observe, write_row
from .playout import begin, play_on_at_random


def begin_at(states: Any, i: int, tables: Any, log: Any) -> None:
    """Set up a game in an all-zero record and advance to its first decision."""
    log[0, 0] = 0
    begin(states[i], tables[0], log)


def step_at(states: Any, i: int, tables: Any, log: Any, move: int) -> None:
    """Carry out a legal move and everything that follows; trusts that it is legal."""
    log[0, 0] = 0
    step(states[i], tables[0], log, move)


def decider_at(states: Any, i: int) -> int:
    return decider(states[i])


def legal_at(states: Any, i: int, tables: Any, moves: Any) -> int:
    return legal_moves(states[i], tables[0], moves)


def outcomes_at(states: Any, i: int, tables: Any, moves: Any, weights: Any) -> int:
    return outcomes(states[i], tables[0], moves, weights)


def sample_at(states: Any, i: int, streams: Any) -> int:
    return sample(states[i], streams)


def fault_at(states: Any, i: int, tables: Any) -> int:
    return fault(states[i], tables[0])


def facts_at(
    states: Any, i: int, tables: Any, vocabulary: Any, letters: Any, sights: Any, ply: int,
    text: Any, ends: Any,
) -> None:  # fmt: skip
    """Write what all see of a state, and behind it what each of some sights does; where each part
    ends."""
    s, t, w = states[i], tables[0], (vocabulary[0], letters, text)
    ends[0] = write_shared(s, t, w, ply)
    for n in range(sights.size):
        ends[n + 1] = write_own(s, t, w, ends[n], sights[n])


def hide_at(states: Any, i: int, tables: Any, hidden: Any, viewer: int) -> None:
    hide(states[i], tables[0], hidden[0], viewer)


def redeal_at(states: Any, i: int, tables: Any, hidden: Any, streams: Any, moves: Any) -> None:
    deal_hidden(states[i], tables[0], hidden[0], streams, moves)


def observe_at(
    states: Any, i: int, tables: Any, hidden: Any, histories: Any, viewer: int, row: Any
) -> None:
    """Write a side's observation into a row of zeros."""
    words = np.zeros(WORDS, np.int64)
    observe(states[i], tables[0], hidden[0], histories[0], viewer, words)
    write_row(words, row)


RANDOM_GAME = np.dtype(
    [("winner", "i1"), ("won_by", "i1"), ("rounds", "i4"), ("decisions", "i4"), ("plies", "i4")],
    align=True,
)


def random_games(
    states: Any, tables: Any, streams: Any, moves: Any, seed: int, results: Any
) -> None:
    """Play games with random moves; the first two states are working space, the second all zeros.

    Game g uses the streams of seed + g, so batches can be cut anywhere.
    """
    for g in range(results.size):
        states[0] = states[1]
        s = states[0]
        seed_streams(streams, seed + g)
        begin(s, tables[0], None)
        decisions, plies = play_on_at_random(s, tables[0], streams, moves)
        result = results[g]
        result.winner = s.winner
        result.won_by = s.won_by
        result.rounds = s.round_no
        result.decisions = decisions
        result.plies = plies
