"""The whole state of a game as one flat NumPy record.

Copying a state is a memory copy, a batch of games is an array, saving one is its bytes. Sets and
multisets are bit masks and words as `edition/layout.py` draws them. Positions on the research track
are signed: E1 to E5 are 1 to 5, N1 to N5 are -1 to -5 (RULES 2.1); tokens rest on -4 to 4 only,
because one that reaches a 5 is gained (RULES 4.9).

What is still to happen lies on a stack of frames (`frames.py`); the top one is next.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from watergate.edition.layout import CHAIN, SPACES

from .frames import FRAME_WIDTH, KIND, PART_A, PART_B, PART_C, PART_D, SIDE, Frame
from .jit import compilable

EDITOR, NIXON, CHANCE, NOBODY = 0, 1, 2, 3

OFF = 100
"""Where a marker is that is not on the track."""
NO_CARD = 0
REST = 4
"""Tokens rest on positions -REST to REST; position p is word p + REST of the track."""
DEPTH = 16

# How a game ends (RULES 1.2 to 1.4, 9.6).
GOES_ON, WON_BY_MOMENTUM, WON_BY_SUPPLY, WON_BY_CONNECTION, STOPPED = range(5)
NO_SIDE = 2
"""The winner of a game that was stopped."""

STATE = np.dtype(
    [
        ("hand", "i8", 2),
        ("deck", "i8", 2),
        ("discard", "i8", 2),
        ("removed", "i8", 2),
        ("known", "i8", 2),  # cards the opponent knows to be in this hand (RULES 9.3)
        ("in_play", "i8"),
        ("track", "i8", 2 * REST + 1),  # face-up evidence
        ("chosen", "i8", 2 * REST + 1),  # of it, what this statement has moved already (4.13)
        ("facedown", "i8"),  # face-down evidence, always on 0
        ("bag", "i8"),
        ("up", "i8"),  # spaces with face-up evidence
        ("down", "i8"),  # spaces with face-down evidence
        ("pinned", "u1", SPACES),  # the kind of the token on a space
        ("supply", "i4"),  # pictures of potential informants
        ("recruited", "i4"),  # pictures face up on the board
        ("silenced", "i4"),  # pictures face down on the board
        ("round_no", "i4"),
        ("initiative_at", "i1"),
        ("momentum_at", "i1"),
        ("initiative", "i1"),  # the side the initiative card points to
        ("momentum", "i1", 2),  # tokens on the momentum cards
        ("momentum_supply", "i1"),
        ("turn", "i1"),  # whose turn it is; NOBODY before the first of a round
        ("last_player", "i1"),  # who played the last card (8.8)
        ("extra_turn", "i1"),  # who takes another turn (7.5), or NOBODY
        ("nixon_has_had_turn", "i1"),  # in this round (7.21)
        ("events_silent", "i1"),  # 7.21
        ("answered_no", "u1"),  # colours, as bits (4.8)
        ("absent", "u1"),  # colours no face-down token has, as everyone knows (9.3)
        ("drawn", "i1"),  # the card drawn to be played at once (7.3)
        ("chain", "i1", CHAIN),  # the announced card and the reactions to it (8.7)
        ("chain_length", "i1"),
        ("winner", "i1"),  # a side, NO_SIDE, or NOBODY while the game goes on
        ("won_by", "i1"),
        ("idle_rounds", "i1"),  # in a row, begun without any card (9.6)
        ("depth", "i1"),
        ("stack", "u1", (DEPTH, FRAME_WIDTH)),
    ],
    align=True,
)

States = npt.NDArray[np.void]
State = Any
"""A STATE record: an element of a `numpy.recarray` in plain Python, a record in compiled code."""
TableRecord = Any
Log = Any
"""The events written by a move (`events.py`), or None to write none."""


@compilable
def direction(side: int) -> int:
    """Toward a side, along the track."""
    return 1 if side == EDITOR else -1


@compilable
def push(s: State, kind: int, side: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
    top = int(s.depth)
    s.stack[top, KIND] = kind
    s.stack[top, SIDE] = side
    s.stack[top, PART_A] = a
    s.stack[top, PART_B] = b
    s.stack[top, PART_C] = c
    s.stack[top, PART_D] = d
    s.depth = top + 1


@compilable
def pop(s: State) -> None:
    # Cleared, so that equal positions are equal bytes.
    top = int(s.depth) - 1
    for i in range(FRAME_WIDTH):
        s.stack[top, i] = 0
    s.depth = top


def copied(records: npt.NDArray[np.void]) -> npt.NDArray[np.void]:
    """A copy of records, to the byte; NumPy's own goes field by field, and is 20 times as slow."""
    return np.frombuffer(bytearray(records.tobytes()), records.dtype)


def top_frame(s: State) -> tuple[int, ...]:
    """The pending frame of a record, as numbers."""
    return tuple(int(n) for n in s.stack[int(s.depth) - 1])


@compilable
def set_up(s: State, t: TableRecord) -> None:
    """The position before the first round (RULES 2); the record must be all zeros."""
    for side in range(2):
        s.deck[side] = t.cards[side]
    s.bag = t.tokens
    s.supply = t.pictures
    s.momentum_supply = int(t.momentum_tokens) - 1
    s.initiative = EDITOR
    s.turn = NOBODY
    s.extra_turn = NOBODY
    s.winner = NOBODY
    push(s, Frame.ROUND, NOBODY)
