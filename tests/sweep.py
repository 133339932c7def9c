"""Many random games inside compiled code, with everything checked that must always hold."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from watergate.rules.core import ids
from watergate.rules.core.apply import step
from watergate.rules.core.chance import MOVE_STREAM, random_below, sample, seed_streams
from watergate.rules.core.invariants import SOUND, fault
from watergate.rules.core.legal import decider, legal_moves
from watergate.rules.core.playout import MOST_ROUNDS_PLAYED, begin
from watergate.rules.core.state import CHANCE, DEPTH, NOBODY, STATE

MOST_PLIES = 20_000

SWEPT = np.dtype(
    [
        ("fault", "i2"),
        ("winner", "i1"),
        ("won_by", "i1"),
        ("rounds", "i4"),
        ("plies", "i4"),
        ("depth", "i4"),
        ("same", "i1"),
    ],
    align=True,
)
NO_LEGAL_MOVE, OUT_OF_ORDER, NO_SUCH_MOVE = 101, 102, 103


def sweep(
    states: Any, raw: Any, tables: Any, streams: Any, moves: Any, history: Any, seed: int,
    results: Any,
) -> None:  # fmt: skip
    """Play results.size games; the third state is all zeros, `raw` the bytes of the states."""
    t = tables[0]
    for g in range(results.size):
        states[0] = states[2]
        s = states[0]
        result = results[g]
        seed_streams(streams, seed + g)
        begin(s, t, None)
        plies = 0
        while result.fault == 0:
            result.fault = fault(s, t)
            result.depth = max(result.depth, int(s.depth))
            who = decider(s)
            if who == NOBODY or int(s.round_no) > MOST_ROUNDS_PLAYED:
                break
            if who == CHANCE:
                move = sample(s, streams)
            else:
                n = legal_moves(s, t, moves)
                if n == 0:
                    result.fault = NO_LEGAL_MOVE
                    break
                for k in range(n):
                    if moves[k] < 0 or moves[k] >= ids.CHANCE_MOVES:
                        result.fault = NO_SUCH_MOVE
                    if k > 0 and moves[k] <= moves[k - 1]:
                        result.fault = OUT_OF_ORDER
                move = int(moves[random_below(streams, MOVE_STREAM, n)])
            history[plies] = move
            plies += 1
            step(s, t, None, move)
        result.winner = s.winner
        result.won_by = s.won_by
        result.rounds = s.round_no
        result.plies = plies
        # Replay by ids: the same bytes.
        states[1] = states[2]
        again = states[1]
        begin(again, t, None)
        for k in range(plies):
            step(again, t, None, int(history[k]))
        result.same = 1
        for k in range(raw.shape[1]):
            if raw[0, k] != raw[1, k]:
                result.same = 0


@functools.cache
def _compiled() -> Callable[..., None]:
    function: Callable[..., None] = numba.njit(nogil=True, boundscheck=True)(sweep)
    return function


def swept_games(tables: Any, seed: int, games: int) -> Any:
    """The results of a sweep, an array of SWEPT."""
    states = np.zeros(3, STATE)
    raw = states.view(np.uint8).reshape(3, STATE.itemsize)
    results = np.zeros(games, SWEPT)
    moves, streams = np.zeros(ids.MOST_LEGAL, np.int16), np.zeros(6, np.int64)
    history = np.zeros(MOST_PLIES, np.int16)
    _compiled()(states, raw, tables, streams, moves, history, seed, results)
    assert int(results["depth"].max()) <= DEPTH
    assert SOUND == 0
    return results
