"""Random play: whole games inside compiled code, for measurements and as search's last resort."""

from __future__ import annotations

from typing import Any

from .apply import step
from .chance import MOVE_STREAM, random_below, sample
from .jit import compilable
from .legal import decider, legal_moves
from .machine import advance
from .state import CHANCE, NOBODY, State, TableRecord, set_up

MOST_ROUNDS_PLAYED = 100
"""Automatic play stops a game after this many rounds (RULES 9.5)."""


@compilable
def play_on_at_random(s: State, t: TableRecord, streams: Any, moves: Any) -> tuple[int, int]:
    """Random moves until somebody has won or the rounds are up; returns (decisions, all moves)."""
    decisions = 0
    plies = 0
    while True:
        who = decider(s)
        if who == NOBODY or int(s.round_no) > MOST_ROUNDS_PLAYED:
            return decisions, plies
        if who == CHANCE:
            move = sample(s, streams)
        else:
            n = legal_moves(s, t, moves)
            move = int(moves[random_below(streams, MOVE_STREAM, n)])
            decisions += 1
        plies += 1
        step(s, t, None, move)


@compilable
def begin(s: State, t: TableRecord, log: Any) -> None:
    set_up(s, t)
    advance(s, t, log)
