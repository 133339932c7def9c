"""Carrying out a move: what it changes at once; `machine.advance` does what follows from it."""

from __future__ import annotations

from watergate.edition.layout import (
    DISCARD,
    EFFECT_BAG,
    EFFECT_MOVE,
    EFFECT_PIN,
    EFFECT_PLACE,
    EFFECT_TURN,
    OTHER,
    REMOVED,
    ROW_EFFECT,
    ROW_FILTER,
    ROW_NUMBER,
    ROW_SKIP,
)

from . import ids
from .bits import one_token
from .changes import (
    check_connections,
    discard,
    gain_evidence,
    lay_evidence,
    leave_hand,
    move_marker,
    pin,
    put_evidence,
    put_on_pile,
    stop_at_five,
    take_into_play,
    take_off,
    turn_up,
)
from .events import FROM_BAG, FROM_BOARD, Event, emit
from .frames import (
    KIND,
    LAY_DOWN,
    PART_A,
    PART_B,
    PC,
    PLACE_SHIFT,
    SCRIPT_CARD,
    SCRIPT_PILE,
    SIDE,
    Frame,
)
from .jit import compilable
from .machine import advance
from .playing import (
    announce,
    name_token,
    open_token_fits,
    open_window,
    react,
)
from .state import NIXON, REST, Log, State, TableRecord, direction, pop, push


@compilable
def apply_move(s: State, t: TableRecord, log: Log, move: int) -> None:
    """Carry out a legal move of whoever decides, chance included. Trusts that it is legal."""
    top = int(s.depth) - 1
    what, side = int(s.stack[top, KIND]), int(s.stack[top, SIDE])
    a, b = int(s.stack[top, PART_A]), int(s.stack[top, PART_B])
    pop(s)
    if what == Frame.DRAW_CARD:
        draw_card(s, log, side, move - ids.CARD_DRAWN, a != 0)
    elif what == Frame.REACT:
        if move == ids.PASS:
            emit(log, Event.PASSED, side)
        else:
            take_into_play(s, side, move - ids.REACT_WITH)
            react(s, t, log, side, move - ids.REACT_WITH)
    elif what == Frame.PLAY or what == Frame.PLAY_DRAWN:
        play(s, t, log, side, move)
    elif what == Frame.CHOOSE_VALUE:
        choose_value(s, t, log, side, a, move)
    elif what == Frame.PIN:
        pin(s, t, log, side, a, b - PLACE_SHIFT, move - ids.PIN_AT)
    elif what == Frame.DRAW_TOKEN:
        draw_token(s, t, log, side, a, b, move - ids.TOKEN_DRAWN)
    elif what == Frame.CHOOSE:
        choose(s, t, log, side, a, b, move)
    elif what == Frame.GAIN:
        place, kind = up_token(move)
        s.track[place + REST] = int(s.track[place + REST]) - one_token(kind)
        gain_evidence(s, t, log, side, kind, place)
    elif what == Frame.EITHER:
        move_marker(s, t, log, side, move - ids.CHOOSE_FACEDOWN, a)
    elif what == Frame.ANSWER:
        kind = move - ids.CHOOSE_DOWN
        turn_up(s, log, kind)
        name_token(s, t, log, 1 - side, a, kind, 0)
    elif what == Frame.BLIND:
        choose_down(s, t, log, side, a, b, move - ids.TOKEN_REVEALED)
    elif what == Frame.LOSE_CARD:
        card = move - ids.CARD_LOST
        leave_hand(s, side, card)
        emit(log, Event.CARD_LOST, side, card)
        discard(s, t, log, card)
    elif what == Frame.REUSE:
        card = move - ids.REUSE_CARD
        emit(log, Event.CARD_NAMED, side, card)
        announce_action(s, t, log, side, card, a)
    elif move == ids.PASS:
        emit(log, Event.PASSED, side)
    else:
        spare(s, t, log, side, move - ids.REMOVE_CARD)


@compilable
def step(s: State, t: TableRecord, log: Log, move: int) -> None:
    apply_move(s, t, log, move)
    advance(s, t, log)


@compilable
def up_token(move: int) -> tuple[int, int]:
    """The position and kind of a face-up token of the track that a move names."""
    token = move - ids.CHOOSE_UP
    return token // 16 - REST, token % 16


# Cards


@compilable
def draw_card(s: State, log: Log, side: int, card: int, to_play: bool) -> None:
    s.deck[side] = int(s.deck[side]) & ~(1 << card)
    if to_play:
        s.drawn = card
        emit(log, Event.CARD_DRAWN_TO_PLAY, side, card)
    else:
        s.hand[side] = int(s.hand[side]) | 1 << card
        emit(log, Event.CARD_DRAWN, side, card)


@compilable
def play(s: State, t: TableRecord, log: Log, side: int, move: int) -> None:
    """RULES 4.2 to 4.4."""
    block, card = move // 64 * 64, move % 64
    take_into_play(s, side, card)
    if block == ids.PLAY_VALUE:
        emit(log, Event.CARD_PLAYED_VALUE, side, card)
        push(s, Frame.CHOOSE_VALUE, side, card)
    elif block == ids.PLAY_ACTION:
        emit(log, Event.CARD_PLAYED_ACTION, side, card)
        if int(t.reusers) >> card & 1 != 0:
            push(s, Frame.REUSE, side, card)
        else:
            announce_action(s, t, log, side, card, card)
    else:
        emit(log, Event.CARD_DISCARDED, side, card)
        discard(s, t, log, card)
        if side == NIXON:  # RULES 9.3
            absent = int(s.absent) | int(t.ask_colors[card])
            if absent != int(s.absent):
                s.absent = absent
                emit(log, Event.COLORS_ABSENT, absent)


@compilable
def announce_action(s: State, t: TableRecord, log: Log, side: int, program: int, card: int) -> None:
    """The moment to react comes before anything changes (RULES 8.5, 8.6)."""
    announce(s, log, card)
    push(s, Frame.ACTION, side, program, card)
    open_window(s, t, 1 - side, int(t.kind[card]))


@compilable
def spare(s: State, t: TableRecord, log: Log, side: int, card: int) -> None:
    """RULES 7.20: another card leaves the game instead of the one whose script runs."""
    leave_hand(s, side, card)
    put_on_pile(s, t, log, card, REMOVED)
    top = int(s.depth) - 1
    s.stack[top, SCRIPT_PILE] = DISCARD
    emit(log, Event.SPARED, int(s.stack[top, SCRIPT_CARD]))


@compilable
def choose_value(s: State, t: TableRecord, log: Log, side: int, card: int, move: int) -> None:
    """RULES 4.5 to 4.7."""
    if move >= ids.CHOOSE_DOWN:
        kind = move - ids.CHOOSE_DOWN
        turn_up(s, log, kind)
        name_token(s, t, log, side, card, kind, 0)
    elif move >= ids.CHOOSE_UP:
        place, kind = up_token(move)
        name_token(s, t, log, side, card, kind, place)
    elif move >= ids.CHOOSE_FACEDOWN:
        push(s, Frame.SETTLE, side, card)
        move_marker(s, t, log, side, move - ids.CHOOSE_FACEDOWN, int(t.value[card]))
    else:
        ask(s, t, log, side, card, move - ids.ASK_COLOR)


@compilable
def ask(s: State, t: TableRecord, log: Log, side: int, card: int, color: int) -> None:
    """RULES 4.7."""
    emit(log, Event.ASKED, color)
    if int(s.facedown) & int(t.color_tokens[color]) != 0:
        emit(log, Event.ANSWERED_YES, color)
        push(s, Frame.ANSWER, 1 - side, card, color)
        return
    emit(log, Event.ANSWERED_NO, color)
    s.answered_no = int(s.answered_no) | 1 << color
    s.absent = int(s.absent) | 1 << color
    if open_token_fits(s, t, card):
        push(s, Frame.CHOOSE_VALUE, side, card, 1)
    else:
        discard(s, t, log, card)


# Choices of scripts


@compilable
def choose(s: State, t: TableRecord, log: Log, side: int, program: int, pc: int, move: int) -> None:
    if move == ids.PASS:
        emit(log, Event.PASSED, side)
        s.stack[int(s.depth) - 1, PC] = pc + 1 + int(t.program[program, pc, ROW_SKIP])
    elif move >= ids.CHOOSE_PICTURE:
        picture = move - ids.CHOOSE_PICTURE
        s.silenced = int(s.silenced) & ~(1 << picture)
        s.supply = int(s.supply) | 1 << picture
        emit(log, Event.PICTURE_FREED, picture)
    elif move >= ids.CHOOSE_SPACE:
        choose_space(s, t, log, side, program, pc, move - ids.CHOOSE_SPACE)
    elif move >= ids.CHOOSE_DOWN:
        choose_down(s, t, log, side, program, pc, move - ids.CHOOSE_DOWN)
    elif move == ids.CHOOSE_FACEDOWN:
        push(s, Frame.BLIND, side, program, pc)
    else:
        place, kind = up_token(move)
        affect(s, t, log, side, program, pc, kind, place)


@compilable
def choose_down(
    s: State, t: TableRecord, log: Log, side: int, program: int, pc: int, kind: int
) -> None:
    """A face-down token of the track; Nixon may send it unseen to the bag (RULES 7.7)."""
    if side == NIXON and int(t.program[program, pc, ROW_EFFECT]) == EFFECT_BAG:
        s.facedown = int(s.facedown) - one_token(kind)
        s.bag = int(s.bag) + one_token(kind)
        emit(log, Event.FACEDOWN_BAGGED, kind)
    else:
        turn_up(s, log, kind)
        affect(s, t, log, side, program, pc, kind, 0)


@compilable
def affect(
    s: State, t: TableRecord, log: Log, side: int, program: int, pc: int, kind: int, start: int
) -> None:
    """Do to a face-up token of the track what the instruction says."""
    effect, number = (
        int(t.program[program, pc, ROW_EFFECT]),
        int(t.program[program, pc, ROW_NUMBER]),
    )
    if effect == EFFECT_MOVE or effect == EFFECT_PLACE:
        if effect == EFFECT_MOVE:
            place = stop_at_five(side, start, number)
        else:
            place = number * direction(side)
        put_evidence(s, t, log, side, kind, start, place)
        if int(t.program[program, pc, ROW_FILTER]) & OTHER != 0 and abs(place) <= REST:
            s.chosen[place + REST] = int(s.chosen[place + REST]) + one_token(kind)
        return
    s.track[start + REST] = int(s.track[start + REST]) - one_token(kind)
    if effect == EFFECT_BAG:
        s.bag = int(s.bag) + one_token(kind)
        emit(log, Event.EVIDENCE_BAGGED, kind, start)
    else:
        gain_evidence(s, t, log, side, kind, start)


@compilable
def choose_space(
    s: State, t: TableRecord, log: Log, side: int, program: int, pc: int, space: int
) -> None:
    """Do to a token on the board what the instruction says."""
    effect, number = (
        int(t.program[program, pc, ROW_EFFECT]),
        int(t.program[program, pc, ROW_NUMBER]),
    )
    if effect == EFFECT_TURN:
        s.down = int(s.down) & ~(1 << space)
        s.up = int(s.up) | 1 << space
        emit(log, Event.EVIDENCE_FLIPPED, int(s.pinned[space]), space)
        check_connections(s, t, log, 1 << space, 0)
        return
    kind = take_off(s, t, log, space)
    if effect == EFFECT_BAG:
        s.bag = int(s.bag) + one_token(kind)
        emit(log, Event.EVIDENCE_BAGGED, kind, FROM_BOARD + space)
    else:
        place = number * direction(side)
        emit(log, Event.EVIDENCE_PLACED, kind, FROM_BOARD + space, place)
        lay_evidence(s, t, log, side, kind, place)


@compilable
def draw_token(
    s: State, t: TableRecord, log: Log, side: int, effect: int, space: int, kind: int
) -> None:
    s.bag = int(s.bag) - one_token(kind)
    if effect == LAY_DOWN:
        s.facedown = int(s.facedown) + one_token(kind)
        emit(log, Event.EVIDENCE_LAID_OUT, kind)
        return
    emit(log, Event.EVIDENCE_DRAWN, kind)
    if effect == EFFECT_PIN:
        gain_evidence(s, t, log, side, kind, FROM_BAG)
    else:
        place = space * direction(side)
        emit(log, Event.EVIDENCE_PLACED, kind, FROM_BAG, place)
        lay_evidence(s, t, log, side, kind, place)
