"""What an instruction that says `choose evidence` lets its side choose from.

One source for the machine, which asks only if there is something, and for the list of legal moves.
Whether anything can be chosen depends on open facts alone (RULES 8.11).
"""

from __future__ import annotations

from watergate.edition.layout import FACEDOWN, FACEUP, OFF_ZERO, OTHER, ROW_COLOR, ROW_FILTER

from .jit import compilable
from .state import REST, State, TableRecord


@compilable
def may_choose_spaces(s: State, bits: int) -> int:
    """Spaces of the board, as a mask."""
    spaces = 0
    if bits & FACEUP != 0:
        spaces |= int(s.up)
    if bits & FACEDOWN != 0:
        spaces |= int(s.down)
    return spaces


@compilable
def may_choose_down(s: State, bits: int) -> bool:
    """Whether face-down evidence on the track may be chosen."""
    return bits & FACEDOWN != 0 and int(s.facedown) != 0


@compilable
def may_choose_at(s: State, t: TableRecord, place: int, bits: int, color: int) -> int:
    """Face-up evidence on one word of the track, as a word."""
    if bits & FACEUP == 0 or (bits & OFF_ZERO != 0 and place == REST):
        return 0
    word = int(s.track[place])
    if bits & OTHER != 0:
        word -= int(s.chosen[place])
    if color != 0:
        word &= int(t.color_tokens[color - 1])
    return word


@compilable
def may_choose_up(s: State, t: TableRecord, program: int, pc: int) -> bool:
    """Whether any face-up evidence on the track may be chosen."""
    bits, color = int(t.program[program, pc, ROW_FILTER]), int(t.program[program, pc, ROW_COLOR])
    for place in range(2 * REST + 1):
        if may_choose_at(s, t, place, bits, color) != 0:
            return True
    return False
