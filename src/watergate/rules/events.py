"""What happens in a move, step by step, as the rules write it down.

The rules call `emit` after every single change. A log is an array of rows (event, a, b, c, d) with
the number of rows written in its very first cell; where nobody reads along, the log is None and the
calls compile to nothing. What a viewer may learn of an event is decided in `story.py`, not here.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from .jit import compilable
from .state import Log

LOG_ROWS = 128


class Event(IntEnum):
    """The events, with the meaning of their parameters."""

    ROUND_BEGINS = 1  # round
    CARD_DRAWN = 2  # side, card
    DECK_REFILLED = 3  # side
    EVIDENCE_LAID_OUT = 4  # kind
    CARD_PLAYED = 5  # side, card, part
    CARD_NAMED = 6  # side, card
    REACTED = 7  # side, card
    PASSED = 8  # side
    CARD_CANCELLED = 9  # card
    CARD_TO_PILE = 10  # side, card, pile
    ASKED = 11  # color
    ANSWERED = 12  # color, yes
    TURNED_UP = 13  # kind
    MARKER_MOVED = 14  # marker, from, to
    EVIDENCE_MOVED = 15  # kind, from, to
    INITIATIVE_TAKEN = 16  # side
    MOMENTUM_GAINED = 17  # side, space; 0: out of the game
    MOMENTUM_RETURNED = 18
    MOMENTUM_PLACED = 19
    INITIATIVE_PLACED = 20
    ABILITY = 21  # space
    EVIDENCE_DRAWN = 22  # kind
    EVIDENCE_PLACED = 23  # kind, at
    EVIDENCE_PINNED = 24  # side, kind, space
    EVIDENCE_TAKEN_OFF = 25  # kind, space
    EVIDENCE_FLIPPED = 26  # kind, space
    EVIDENCE_BAGGED = 27  # kind, from, from where: 0 track, 1 board, 2 drawn or gained
    FACEDOWN_BAGGED = 28  # kind
    PICTURE_PINNED = 29  # side, picture
    PICTURE_FREED = 30  # picture
    CARD_LOST = 31  # side, card
    EVENTS_SILENCED = 32
    ANOTHER_TURN = 33  # side
    ROUND_ENDED = 34  # side
    EVALUATION = 35  # step
    SPARED = 36  # card put on the discard pile after all
    LINKED = 37  # spaces connected to Nixon, pictures connected
    WON = 38  # side, way


Row = tuple[int, ...]
"""An event and what it is about."""
_ROW = struct.Struct("=5q")


def new_log() -> npt.NDArray[np.int64]:
    return np.zeros((LOG_ROWS, 5), np.int64)


def rows_of(data: bytes) -> Iterator[Row]:
    """The rows in bytes of a log; a game keeps them so, since it has thousands."""
    return _ROW.iter_unpack(data)


@compilable
def emit(log: Log, event: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
    if log is not None:
        row = int(log[0, 0]) + 1
        log[0, 0] = row
        log[row, 0] = event
        log[row, 1] = a
        log[row, 2] = b
        log[row, 3] = c
        log[row, 4] = d
