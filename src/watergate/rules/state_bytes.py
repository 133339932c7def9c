"""Fast reads of the few facts of a state that are asked for all the time, from its bytes.

A field of a NumPy record takes several times as long to read, and `record_tuples.py` reads all of
them. Nothing is decided here.
"""

from __future__ import annotations

import sys

from watergate.edition import Side

from .core.frames import FRAME_WIDTH, KIND, Frame
from .core.state import NOBODY, STATE
from .prompts import Pending


def _place(field: str) -> int:
    """Where the first byte of a field is."""
    assert STATE.fields is not None
    return STATE.fields[field][1]


_WINNER, _WON_BY, _TURN = _place("winner"), _place("won_by"), _place("turn")
_STACK, _DEPTH = _place("stack"), _place("depth")
_CHAIN, _CHAIN_LENGTH, _DRAWN = _place("chain"), _place("chain_length"), _place("drawn")
_ROUND = slice(_place("round_no"), _place("round_no") + 4)

_TURNS = (Side.EDITOR, Side.NIXON, None, None)
_KINDS = {int(frame): frame.key for frame in Frame}
_NO_FRAME = bytes(FRAME_WIDTH)


def round_of(state: bytes) -> int:
    return int.from_bytes(state[_ROUND], sys.byteorder)


def turn_of(state: bytes) -> Side | None:
    """Whose turn of the card phase it is, if it is one."""
    return _TURNS[state[_TURN]]


def end_of(state: bytes) -> tuple[int, int]:
    """Who has won, and how, as numbers."""
    return state[_WINNER], state[_WON_BY]


def kind_of(state: bytes) -> str | None:
    """What kind of decision or draw is pending; None when the game is over."""
    return None if state[_WINNER] != NOBODY else _KINDS[state[_top(state) + KIND]]


def pending_of(state: bytes) -> Pending | None:
    """What is to be decided or drawn; None when the game is over."""
    if state[_WINNER] != NOBODY:
        return None
    top, length = _top(state), state[_CHAIN_LENGTH]
    below = state[top - FRAME_WIDTH : top] if state[_DEPTH] > 1 else _NO_FRAME
    named = state[_CHAIN + length - 1] if length else 0
    return Pending(tuple(state[top : top + FRAME_WIDTH]), tuple(below), state[_DRAWN], named)


def _top(state: bytes) -> int:
    """Where the pending frame begins."""
    return _STACK + FRAME_WIDTH * (state[_DEPTH] - 1)
