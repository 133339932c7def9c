"""The legal moves of the pending decision, and who decides."""

from __future__ import annotations

from typing import Any

from watergate.edition.layout import ON_BOARD, OPTIONAL, ROW_COLOR, ROW_FILTER, ROW_OP, Op

from . import ids
from .bits import lowest_bit, lowest_kind, without_kind
from .changes import empty_spaces, markers_on_track
from .choices import may_choose_at, may_choose_down, may_choose_spaces
from .frames import ASKED, COLOR, FIRST_DRAW, KIND, PART_A, PC, SIDE, Frame
from .jit import compilable
from .playing import (
    fitting_reactions,
    may_be_asked,
    reusable_cards,
    usable_actions,
    value_moves_something,
)
from .state import CHANCE, EDITOR, NIXON, NOBODY, REST, State, TableRecord, direction

Moves = Any
"""An array of move ids to write into."""


@compilable
def decider(s: State) -> int:
    """Who must move: a side, CHANCE, or NOBODY when the game is won."""
    if int(s.winner) != NOBODY:
        return NOBODY
    top = int(s.depth) - 1
    if int(s.stack[top, KIND]) >= FIRST_DRAW:
        return CHANCE
    return int(s.stack[top, SIDE])


@compilable
def legal_moves(s: State, t: TableRecord, moves: Moves) -> int:
    """Write the ids of a side's legal moves; returns how many. Rising order, no doubles."""
    top = int(s.depth) - 1
    what, side, a = int(s.stack[top, KIND]), int(s.stack[top, SIDE]), int(s.stack[top, PART_A])
    if what == Frame.PLAY:
        return list_plays(s, t, side, int(s.hand[side]), moves)
    if what == Frame.REACT:
        moves[0] = ids.PASS
        return list_bits(
            int(s.hand[side]) & fitting_reactions(s, t, side, a), ids.REACT_WITH, moves, 1
        )
    if what == Frame.CHOOSE_VALUE:
        return list_value(s, t, side, a, int(s.stack[top, ASKED]) != 0, moves)
    if what == Frame.PIN:
        return list_bits(int(t.spaces_of_kind[a]) & empty_spaces(s, t), ids.PIN_AT, moves, 0)
    if what == Frame.CHOOSE:
        return list_choices(s, t, side, a, int(s.stack[top, PC]), moves)
    if what == Frame.GAIN:
        n = 0
        for distance in range(-REST, REST + 1):
            if distance * direction(side) > 0:
                n = list_up(int(s.track[REST + distance]), REST + distance, moves, n)
        return n
    if what == Frame.EITHER:
        return list_bits(markers_on_track(s), ids.CHOOSE_INITIATIVE, moves, 0)
    if what == Frame.ANSWER:
        color = int(s.stack[top, COLOR])
        return list_down(int(s.facedown) & int(t.color_tokens[color]), moves, 0)
    if what == Frame.PLAY_DRAWN:
        return list_plays(s, t, side, 1 << int(s.drawn), moves)
    if what == Frame.REUSE:
        return list_bits(reusable_cards(s, t, side), ids.REUSE_CARD, moves, 0)
    moves[0] = ids.PASS  # SPARE
    cards = int(s.hand[side]) & int(t.cards_of_kind[a])
    return list_bits(cards, ids.REMOVE_CARD, moves, 1)


@compilable
def list_bits(mask: int, block: int, moves: Moves, n: int) -> int:
    while mask != 0:
        moves[n] = block + lowest_bit(mask)
        mask &= mask - 1
        n += 1
    return n


@compilable
def list_up(word: int, place: int, moves: Moves, n: int) -> int:
    """Face-up tokens on one word of the track; alike tokens are one move."""
    while word != 0:
        kind = lowest_kind(word)
        word = without_kind(word, kind)
        moves[n] = ids.CHOOSE_UP + 16 * place + kind
        n += 1
    return n


@compilable
def list_down(word: int, moves: Moves, n: int) -> int:
    """Face-down tokens, for Nixon, who knows them (RULES 4.6)."""
    while word != 0:
        kind = lowest_kind(word)
        word = without_kind(word, kind)
        moves[n] = ids.CHOOSE_DOWN + kind
        n += 1
    return n


@compilable
def list_plays(s: State, t: TableRecord, side: int, cards: int, moves: Moves) -> int:
    """RULES 4.2 and 4.3."""
    n = 0
    unusable = 0
    left = cards
    while left != 0:
        card = lowest_bit(left)
        left &= left - 1
        if value_moves_something(s, t, side, card):
            moves[n] = ids.PLAY_VALUE + card
            n += 1
        else:
            unusable |= 1 << card
    n = list_bits(usable_actions(s, t, side, cards), ids.PLAY_ACTION, moves, n)
    return list_bits(unusable, ids.DISCARD_UNUSED, moves, n)


@compilable
def list_value(s: State, t: TableRecord, side: int, card: int, asked: bool, moves: Moves) -> int:
    """RULES 4.5 to 4.8."""
    n = 0
    if side == EDITOR and not asked:
        n = list_bits(may_be_asked(s, t, card), ids.ASK_COLOR, moves, 0)
    n = list_bits(markers_on_track(s), ids.CHOOSE_INITIATIVE, moves, n)
    fits = int(t.fits[card])
    for place in range(2 * REST + 1):
        n = list_up(int(s.track[place]) & fits, place, moves, n)
    if side == NIXON:
        n = list_down(int(s.facedown) & fits, moves, n)
    return n


@compilable
def list_choices(s: State, t: TableRecord, side: int, program: int, pc: int, moves: Moves) -> int:
    """RULES 4.10 and 4.12."""
    bits, color = int(t.program[program, pc, ROW_FILTER]), int(t.program[program, pc, ROW_COLOR])
    if int(t.program[program, pc, ROW_OP]) == Op.FREE_PICTURE:
        return list_bits(int(s.silenced), ids.CHOOSE_PICTURE, moves, 0)
    if bits & ON_BOARD != 0:
        return list_bits(may_choose_spaces(s, bits), ids.CHOOSE_SPACE, moves, 0)
    n = 0
    if bits & OPTIONAL != 0:
        moves[0] = ids.PASS
        n = 1
    down = may_choose_down(s, bits)
    if down and side == EDITOR:
        moves[n] = ids.CHOOSE_FACEDOWN
        n += 1
    for place in range(2 * REST + 1):
        n = list_up(may_choose_at(s, t, place, bits, color), place, moves, n)
    if down and side == NIXON:
        n = list_down(int(s.facedown), moves, n)
    return n
