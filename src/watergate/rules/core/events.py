"""What happens in a move, step by step: every kind of event, one row each.

The rules call `emit` after every single change. A log is an array of rows (event, a, b, c, d) with
the number of rows written in its very first cell; where nobody reads along, the log is None and the
calls compile to nothing. `Event` is the one list of events: their keys, what each number means,
which rules they come from and what they bring to light are derived from it (`rules/story.py`).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .jit import compilable
from .state import Log

LOG_ROWS = 256


class Row(NamedTuple):
    """What is said of one kind of event."""

    params: tuple[str, ...]
    """What its numbers are, by the names of message parameters (`rules/messages.py`)."""
    rules: tuple[str, ...]
    hidden: str
    """Who cannot read it whole: those who do not see the `hand`, or what lies `facedown`."""
    reveals: bool
    """Whether it brings hidden things or chance to light."""
    shows: bool
    """Whether a side shows by it what it holds or means to do: all it says with its cards, a pass
    included, which tells as much of a hand as a reaction."""
    is_head: bool
    """Whether a new paragraph of the story begins with it."""
    is_detail: bool
    """Whether a summary leaves it out: it follows from the rest, or happens in every round."""
    is_mark: bool
    """Whether it only keeps the books, and is no line of the story."""


def _row(
    params: str = "",
    *,
    rules: str,
    hidden: str = "",
    reveals: bool = False,
    shows: bool = False,
    is_head: bool = False,
    is_detail: bool = False,
    is_mark: bool = False,
) -> Row:
    return Row(
        tuple(params.split()), tuple(rules.split()), hidden, reveals, shows, is_head, is_detail,
        is_mark,
    )  # fmt: skip


class Event(IntEnum):
    """The events. `start` of a token is where it comes from: a place, a space, or the bag."""

    row: Row

    def __new__(cls, *row: Any) -> Event:
        number = len(cls.__members__) + 1
        event = int.__new__(cls, number)
        event._value_ = number
        event.row = Row(*row)
        return event

    ROUND_BEGINS = _row("number", rules="3.1 3.2", is_head=True)
    TURN_BEGINS = _row("side", rules="4.1", is_mark=True)
    CARD_DRAWN = _row("side card", rules="3.1", hidden="hand", is_detail=True)
    CARD_DRAWN_TO_PLAY = _row("side card", rules="7.3", hidden="hand")
    DECK_REFILLED = _row("side", rules="3.1", is_detail=True)
    EVIDENCE_LAID_OUT = _row("token", rules="3.2", hidden="facedown", is_detail=True)
    CARD_PLAYED_VALUE = _row("side card", rules="4.5", shows=True, is_head=True)
    CARD_PLAYED_ACTION = _row("side card", rules="4.10", shows=True, is_head=True)
    CARD_DISCARDED = _row("side card", rules="4.3", shows=True, is_head=True)
    CARD_NAMED = _row("side card", rules="7.19", shows=True)
    CHAIN_BEGINS = _row("card", rules="8.5", is_mark=True)
    EVIDENCE_NAMED = _row("side token start end", rules="8.4")
    REACTED = _row("side card", rules="8.5 8.7", shows=True, is_head=True)
    PASSED = _row("side", rules="8.11", shows=True, is_detail=True)
    CHAIN_ENDS = _row(rules="8.7", is_mark=True)
    CARD_CANCELLED = _row("card", rules="8.7")
    CARD_TO_DISCARD = _row("side card", rules="4.4", is_detail=True)
    CARD_TO_REMOVED = _row("side card", rules="4.4", is_detail=True)
    ASKED = _row("color", rules="4.7")
    ANSWERED_YES = _row("color", rules="4.7 9.3", reveals=True, is_detail=True)
    ANSWERED_NO = _row("color", rules="4.7 9.3", reveals=True)
    COLORS_ABSENT = _row("colors", rules="9.3")
    TURNED_UP = _row("token", rules="4.6", reveals=True)
    MARKER_MOVED = _row("marker start end", rules="4.5")
    EVIDENCE_MOVED = _row("token start end", rules="4.5 4.9")
    INITIATIVE_TAKEN = _row("side", rules="5.1")
    MOMENTUM_GAINED = _row("side number", rules="5.2 5.3")
    MOMENTUM_OUT = _row("side", rules="5.5")
    MOMENTUM_RETURNED = _row(rules="6.3")
    MOMENTUM_PLACED = _row(rules="6.4", is_detail=True)
    INITIATIVE_PLACED = _row(rules="6.4", is_detail=True)
    ABILITY = _row("ability", rules="5.4")
    EVIDENCE_DRAWN = _row("token", rules="4.10", reveals=True)
    EVIDENCE_PLACED = _row("token start at", rules="4.11")
    EVIDENCE_GAINED = _row("side token start", rules="4.9 5.6", is_detail=True)
    EVIDENCE_PINNED_UP = _row("side token start space", rules="5.6 5.7")
    EVIDENCE_PINNED_DOWN = _row("side token start space", rules="5.6 5.7")
    EVIDENCE_TAKEN_OFF = _row("token space", rules="5.4")
    EVIDENCE_FLIPPED = _row("token space", rules="5.4")
    EVIDENCE_BAGGED = _row("token start", rules="6.1 5.8")
    FACEDOWN_BAGGED = _row("token", rules="6.1", hidden="facedown")
    PICTURE_RECRUITED = _row("side picture", rules="7.1")
    PICTURE_SILENCED = _row("side picture", rules="7.1")
    PICTURE_FREED = _row("picture", rules="7.16")
    CARD_LOST = _row("side card", rules="7.5", reveals=True)
    EVENTS_SILENCED = _row(rules="7.21")
    ANOTHER_TURN = _row("side", rules="8.8")
    ROUND_ENDED = _row("side", rules="7.10", reveals=True, is_head=True)
    EVALUATION_1 = _row("number", rules="6.1", is_head=True, is_detail=True)
    EVALUATION_2 = _row("number", rules="6.2", is_head=True, is_detail=True)
    EVALUATION_3 = _row("number", rules="6.3", is_head=True, is_detail=True)
    EVALUATION_4 = _row("number", rules="6.4", is_head=True, is_detail=True)
    EVALUATION_5 = _row("number", rules="6.5", is_head=True, is_detail=True)
    SPARED = _row("card", rules="7.20", shows=True)
    LINKED = _row("spaces pictures", rules="1.4", is_detail=True)
    UNLINKED = _row("spaces pictures", rules="1.4", is_detail=True)
    STOPPED = _row(rules="9.6", reveals=True, is_head=True)
    WON = _row("side way", rules="1.2 1.3 1.4", reveals=True, is_head=True)

    @property
    def key(self) -> str:
        """Its name in logs; with `_hidden` behind it where the viewer is not told all."""
        return self.name.lower()


KEYS = ("", *(event.key for event in Event))
"""By number."""

FROM_BAG = 6
"""Where a token comes from, as a number: a place of the track, the bag,"""
FROM_BOARD = 16
"""or this plus the number of a space of the board."""

EventRow = tuple[int, ...]
"""An event and what it is about."""
_EVENT_ROW = struct.Struct("=5q")


def new_log() -> npt.NDArray[np.int64]:
    """A log without a row. Behind its rows it holds anything."""
    log = np.empty((LOG_ROWS, 5), np.int64)
    log[0, 0] = 0
    return log


def written(log: npt.NDArray[np.int64]) -> bytes:
    """The rows of a log, for `rows_of`."""
    return log[1 : 1 + log[0, 0]].tobytes()


def rows_of(data: bytes) -> Iterator[EventRow]:
    """The rows in bytes of a log; a game keeps them so, since it has thousands."""
    return _EVENT_ROW.iter_unpack(data)


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
