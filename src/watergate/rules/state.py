"""The whole state of a game as one flat NumPy record, and the frames of its stack.

Copying a state is a memory copy, a batch of games is an array, saving one is its bytes. Sets and
multisets are bit masks and words as `edition/table.py` draws them. Positions on the research track
are signed: E1 to E5 are 1 to 5, N1 to N5 are -1 to -5 (RULES 2.1); tokens rest on -4 to 4 only,
because one that reaches a 5 is gained (RULES 4.9).

What is still to happen lies on a stack of frames; the top one is next. A frame is six bytes, the
first says what it is, the second whose it is. *Tasks* are carried out at once, *decisions* wait for
a move of a side, *draws* for a move of chance:

    what         a         b        c      d       meaning
    ROUND                                          a round begins (RULES 3)
    TURN                                           whoever is next takes a turn (4.1)
    EVALUATION   step                              the next step of evaluation (6)
    GAIN_HALF                                      the side gains what lies on its half (6.5)
    DEAL         cards     drawn                   the side draws cards (3.1), or one to play (7.3)
    LAY_OUT      tokens                            Nixon lays out evidence (3.2)
    ACTION       program   card                    an announced action awaits its chain (8.7)
    VALUE        card      kind     place          a named token awaits its chain (8.4)
    SCRIPT       program   pc       card   pile    a script runs; then its card goes to the pile
    SETTLE       card                              a card whose value was used is discarded (4.4)
    PLAY                                           choose a card and a part of it (4.2)
    PLAY_DRAWN                                     the same with the card just drawn (7.3)
    CHOOSE_VALUE card      asked                   choose the token a value moves (4.5)
    ANSWER       card      color                   Nixon picks the token that was asked for (4.7)
    REACT        trigger                           react or pass (8.5)
    CHOOSE       program   pc                      choose what an instruction speaks of (4.10)
    EITHER       steps                             choose initiative or momentum
    PIN          kind                              choose the space for a gained token (5.6)
    REUSE        card                              name the removed card to use again (7.19)
    SPARE        kind                              remove a card from hand instead (7.20)
    GAIN                                           choose which token to gain next (6.5)
    DRAW_CARD    drawn                             a card leaves the deck
    DRAW_TOKEN   effect    space                   a token leaves the bag
    LOSE_CARD                                      a card of this side is lost (7.5)
    BLIND        program   pc                      a face-down token is picked (4.12)

A place in a frame is the position plus 5, so that it is never negative.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from watergate.edition.table import CHAIN, SPACES

from .jit import compilable

EDITOR, NIXON, CHANCE, NOBODY = 0, 1, 2, 3

OFF = 100
"""Where a marker is that is not on the track."""
NO_CARD = 0
REST = 4
"""Tokens rest on positions -REST to REST; position p is word p + REST of the track."""
DEPTH = 16

(
    ROUND, TURN, EVALUATION, GAIN_HALF, DEAL, LAY_OUT, ACTION, VALUE, SCRIPT, SETTLE,
    PLAY, PLAY_DRAWN, CHOOSE_VALUE, ANSWER, REACT, CHOOSE, EITHER, PIN, REUSE, SPARE, GAIN,
    DRAW_CARD, DRAW_TOKEN, LOSE_CARD, BLIND,
) = range(25)  # fmt: skip
FIRST_DECISION, FIRST_DRAW = PLAY, DRAW_CARD

LAY_DOWN = 9
"""The effect of a DRAW_TOKEN that lays the token face down on 0 (RULES 3.2)."""

# Ways of winning (RULES 1.2 to 1.4).
NOT_WON, WON_BY_MOMENTUM, WON_BY_SUPPLY, WON_BY_CONNECTION = range(4)

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
        ("winner", "i1"),
        ("won_by", "i1"),
        ("depth", "i1"),
        ("stack", "u1", (DEPTH, 6)),
    ],
    align=True,
)

States = npt.NDArray[np.void]
State = Any
"""A STATE record: an element of a `numpy.recarray` in plain Python, a record in compiled code."""
TableRecord = Any
Log = Any
"""The events written by a move (`rules/events.py`), or None to write none."""


@compilable
def direction(side: int) -> int:
    """Toward a side, along the track."""
    return 1 if side == EDITOR else -1


@compilable
def push(s: State, what: int, side: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
    top = int(s.depth)
    s.stack[top, 0] = what
    s.stack[top, 1] = side
    s.stack[top, 2] = a
    s.stack[top, 3] = b
    s.stack[top, 4] = c
    s.stack[top, 5] = d
    s.depth = top + 1


@compilable
def pop(s: State) -> None:
    # Cleared, so that equal positions are equal bytes.
    top = int(s.depth) - 1
    for i in range(6):
        s.stack[top, i] = 0
    s.depth = top


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
    push(s, ROUND, NOBODY)
