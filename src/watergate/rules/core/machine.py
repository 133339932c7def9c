"""The machine: carries out everything that needs no choice.

`advance` works on the top frame of the stack until that frame is a decision or a draw, or until
somebody has won. What a card does is its program (`edition/table.py`); nothing here knows a card.
"""

from __future__ import annotations

from watergate.edition.layout import (
    EACH,
    INITIATIVE,
    MOMENTUM,
    ON_BOARD,
    ROW_CARD_KIND,
    ROW_EFFECT,
    ROW_FILTER,
    ROW_MARKERS,
    ROW_NUMBER,
    ROW_OP,
    ROW_PICTURE,
    ROW_SPACE,
    ROW_STEPS,
    Op,
)

from .bits import lowest_kind, one_token
from .changes import (
    check_connections,
    discard,
    gain_momentum,
    markers_on_track,
    move_marker,
    put_marker,
    put_on_pile,
    refill_deck,
    stop,
    take_initiative,
    win,
)
from .choices import may_choose_down, may_choose_spaces, may_choose_up
from .events import Event, emit
from .frames import (
    CARD,
    CARDS_LEFT,
    DEAL_TO_PLAY,
    FIRST_DECISION,
    KIND,
    LAY_DOWN,
    PC,
    PROGRAM,
    SCRIPT_CARD,
    SCRIPT_PILE,
    SIDE,
    STEP,
    Frame,
)
from .jit import compilable
from .playing import discard_hand, resolve_action, resolve_value
from .state import (
    EDITOR,
    NIXON,
    NO_CARD,
    NOBODY,
    OFF,
    REST,
    WON_BY_SUPPLY,
    Log,
    State,
    TableRecord,
    direction,
    pop,
    push,
)

CARDS_WITH_INITIATIVE, CARDS_WITHOUT = 5, 4
EVIDENCE_A_ROUND = 3
MOST_IDLE_ROUNDS = 10
"""After so many rounds in a row without a card there is no decision to come (RULES 9.6)."""
MOST_ROUNDS = 1_000_000_000
"""Where the round counter stays, so that it cannot overflow (RULES 9.5)."""


@compilable
def advance(s: State, t: TableRecord, log: Log) -> None:
    while int(s.winner) == NOBODY:
        top = int(s.depth) - 1
        what = int(s.stack[top, KIND])
        if what >= FIRST_DECISION:
            return
        if what == Frame.SCRIPT:
            run_instruction(s, t, log, top)
        elif what == Frame.DEAL:
            deal(s, log, top)
        elif what == Frame.TURN:
            next_turn(s, log)
        elif what == Frame.LAY_OUT:
            lay_out(s, top)
        elif what == Frame.SETTLE:
            card = int(s.stack[top, CARD])
            pop(s)
            discard(s, t, log, card)
        elif what == Frame.VALUE:
            resolve_value(s, t, log)
        elif what == Frame.ACTION:
            resolve_action(s, t, log)
        elif what == Frame.GAIN_HALF:
            gain_half(s, top)
        elif what == Frame.EVALUATION:
            evaluate(s, t, log, top)
        else:
            begin_round(s, log)


# Rounds and turns


@compilable
def begin_round(s: State, log: Log) -> None:
    """RULES 3; where no card is left anywhere, RULES 9.6."""
    decks = int(s.deck[EDITOR]) | int(s.deck[NIXON])
    is_idle = decks | int(s.discard[EDITOR]) | int(s.discard[NIXON]) == 0
    if is_idle and int(s.idle_rounds) == MOST_IDLE_ROUNDS:
        stop(s, log)
        return
    s.idle_rounds = int(s.idle_rounds) + 1 if is_idle else 0
    pop(s)
    s.round_no = min(int(s.round_no) + 1, MOST_ROUNDS)
    s.turn = NOBODY
    s.extra_turn = NOBODY
    s.nixon_has_had_turn = 0
    s.events_silent = 0
    s.answered_no = 0
    s.absent = 0
    first = int(s.initiative)
    s.last_player = 1 - first
    emit(log, Event.ROUND_BEGINS, int(s.round_no))
    push(s, Frame.TURN, NOBODY)
    push(s, Frame.LAY_OUT, NIXON, EVIDENCE_A_ROUND)
    push(s, Frame.DEAL, 1 - first, CARDS_WITHOUT)
    push(s, Frame.DEAL, first, CARDS_WITH_INITIATIVE)


@compilable
def deal(s: State, log: Log, top: int) -> None:
    """RULES 3.1, one card at a time."""
    side, left = int(s.stack[top, SIDE]), int(s.stack[top, CARDS_LEFT])
    if left == 0:
        pop(s)
        return
    if int(s.deck[side]) == 0:
        if int(s.discard[side]) == 0:
            pop(s)
            return
        refill_deck(s, log, side)
    s.stack[top, CARDS_LEFT] = left - 1
    push(s, Frame.DRAW_CARD, side, int(s.stack[top, DEAL_TO_PLAY]))


@compilable
def lay_out(s: State, top: int) -> None:
    """RULES 3.2."""
    left = int(s.stack[top, CARDS_LEFT])
    if left == 0 or int(s.bag) == 0:
        pop(s)
        return
    s.stack[top, CARDS_LEFT] = left - 1
    push(s, Frame.DRAW_TOKEN, NIXON, LAY_DOWN)


@compilable
def next_turn(s: State, log: Log) -> None:
    """RULES 4.1 and 8.8."""
    if int(s.turn) == NIXON:
        s.nixon_has_had_turn = 1
    side = 1 - int(s.last_player) if int(s.extra_turn) == NOBODY else int(s.extra_turn)
    s.extra_turn = NOBODY
    if int(s.hand[side]) == 0:
        side = 1 - side
    if int(s.hand[side]) == 0:
        pop(s)
        s.turn = NOBODY
        push(s, Frame.EVALUATION, NOBODY, 1)
        return
    s.turn = side
    emit(log, Event.TURN_BEGINS, side)
    push(s, Frame.PLAY, side)


# Evaluation


@compilable
def evaluate(s: State, t: TableRecord, log: Log, top: int) -> None:
    """RULES 6, one step at a time."""
    step = int(s.stack[top, STEP])
    s.stack[top, STEP] = step + 1
    if step <= 5:
        emit(log, Event.EVALUATION_1 + step - 1, step)
    if step == 1:
        clear_zero(s, log)
    elif step == 2:
        place = int(s.initiative_at)
        if place != OFF:
            s.initiative_at = OFF
            take_initiative(s, log, owner_of_half(place, 1 - int(s.initiative)))
    elif step == 3:
        place = int(s.momentum_at)
        if place == 0:
            s.momentum_at = OFF
            s.momentum_supply = int(s.momentum_supply) + 1
            emit(log, Event.MOMENTUM_RETURNED)
        elif place != OFF:
            gain_momentum(s, t, log, owner_of_half(place, NOBODY))
    elif step == 4:
        s.initiative_at = 0
        emit(log, Event.INITIATIVE_PLACED)
        if int(s.momentum_supply) == 0:
            win(s, log, NIXON, WON_BY_SUPPLY)
        else:
            s.momentum_supply = int(s.momentum_supply) - 1
            s.momentum_at = 0
            emit(log, Event.MOMENTUM_PLACED)
    elif step == 5:
        push(s, Frame.GAIN_HALF, 1 - int(s.initiative))
        push(s, Frame.GAIN_HALF, int(s.initiative))
    else:
        pop(s)
        push(s, Frame.ROUND, NOBODY)


@compilable
def owner_of_half(place: int, at_zero: int) -> int:
    if place == 0:
        return at_zero
    return EDITOR if place > 0 else NIXON


@compilable
def clear_zero(s: State, log: Log) -> None:
    """RULES 6.1."""
    bag_each(log, int(s.track[REST]), Event.EVIDENCE_BAGGED)
    bag_each(log, int(s.facedown), Event.FACEDOWN_BAGGED)
    s.bag = int(s.bag) + int(s.track[REST]) + int(s.facedown)
    s.track[REST] = 0
    s.facedown = 0


@compilable
def bag_each(log: Log, word: int, event: int) -> None:
    """Tell that each of these tokens leaves 0 for the bag."""
    if log is not None:
        while word != 0:
            kind = lowest_kind(word)
            word -= one_token(kind)
            emit(log, event, kind)


@compilable
def gain_half(s: State, top: int) -> None:
    """RULES 6.5."""
    side = int(s.stack[top, SIDE])
    for distance in range(1, REST + 1):
        if int(s.track[REST + distance * direction(side)]) != 0:
            push(s, Frame.GAIN, side)
            return
    pop(s)


# Scripts


@compilable
def run_instruction(s: State, t: TableRecord, log: Log, top: int) -> None:
    """Carry out the next instruction of the script on top, as far as possible (RULES 4.10)."""
    side = int(s.stack[top, SIDE])
    program, pc = int(s.stack[top, PROGRAM]), int(s.stack[top, PC])
    op = int(t.program[program, pc, ROW_OP])
    s.stack[top, PC] = pc + 1
    if op == Op.END:
        card, pile = int(s.stack[top, SCRIPT_CARD]), int(s.stack[top, SCRIPT_PILE])
        pop(s)
        if card != NO_CARD:
            put_on_pile(s, t, log, card, pile)
    elif op == Op.MOVE_MARKER:
        markers = int(t.program[program, pc, ROW_MARKERS])
        steps = int(t.program[program, pc, ROW_STEPS])
        if markers == INITIATIVE | MOMENTUM:
            if markers_on_track(s) != 0:
                push(s, Frame.EITHER, side, steps)
        else:
            move_marker(s, t, log, side, markers, steps)
    elif op == Op.CHOOSE:
        choose(s, t, side, program, pc)
    elif op == Op.PIN_PICTURE:
        pin_picture(s, t, log, side, int(t.program[program, pc, ROW_PICTURE]))
    elif op == Op.DRAW_EVIDENCE:
        if int(s.bag) != 0:
            effect = int(t.program[program, pc, ROW_EFFECT])
            push(s, Frame.DRAW_TOKEN, side, effect, int(t.program[program, pc, ROW_NUMBER]))
    elif op == Op.PLACE_MARKER:
        place = int(t.program[program, pc, ROW_SPACE]) * direction(side)
        put_marker(s, t, log, side, int(t.program[program, pc, ROW_MARKERS]), place)
    elif op == Op.FORGET:
        forget_chosen(s)
    elif op == Op.FREE_PICTURE:
        if int(s.silenced) != 0:
            push(s, Frame.CHOOSE, side, program, pc)
    elif op == Op.RETURN_EVIDENCE:
        return_evidence(s, log)
    elif op == Op.DRAW_CARD:
        if int(s.deck[side]) | int(s.discard[side]) != 0:
            push(s, Frame.PLAY_DRAWN, side)
            push(s, Frame.DEAL, side, 1, 1)
    elif op == Op.LOSE_CARD:
        if int(s.hand[1 - side]) != 0:
            push(s, Frame.LOSE_CARD, 1 - side)
    elif op == Op.ANOTHER_TURN:
        s.extra_turn = side
        emit(log, Event.ANOTHER_TURN, side)
    elif op == Op.SILENCE_EVENTS:
        s.events_silent = 1
        emit(log, Event.EVENTS_SILENCED)
    elif op == Op.END_ROUND:
        # With both hands empty, evaluation follows by itself (RULES 4.1).
        emit(log, Event.ROUND_ENDED, side)
        discard_hand(s, t, log, EDITOR)
        discard_hand(s, t, log, NIXON)
    else:  # Op.SPARE
        hand, kind = int(s.hand[side]), int(t.program[program, pc, ROW_CARD_KIND])
        if hand != 0 and (hand | int(s.deck[side])) & int(t.cards_of_kind[kind]) != 0:  # RULES 8.11
            push(s, Frame.SPARE, side, kind)


@compilable
def choose(s: State, t: TableRecord, side: int, program: int, pc: int) -> None:
    """Ask for what an instruction speaks of, if there is any."""
    bits = int(t.program[program, pc, ROW_FILTER])
    if bits & ON_BOARD != 0:
        if may_choose_spaces(s, bits) == 0:
            return
    elif not may_choose_down(s, bits) and not may_choose_up(s, t, program, pc):
        return
    if bits & EACH != 0:
        # The instruction comes again until nothing is left to choose.
        s.stack[int(s.depth) - 1, PC] = pc
    push(s, Frame.CHOOSE, side, program, pc)


@compilable
def forget_chosen(s: State) -> None:
    for place in range(2 * REST + 1):
        s.chosen[place] = 0


@compilable
def pin_picture(s: State, t: TableRecord, log: Log, side: int, picture: int) -> None:
    """RULES 7.1."""
    s.supply = int(s.supply) & ~(1 << picture)
    if side == EDITOR:
        emit(log, Event.PICTURE_RECRUITED, side, picture)
        s.recruited = int(s.recruited) | 1 << picture
        check_connections(s, t, log, 0, 1 << picture)
    else:
        emit(log, Event.PICTURE_SILENCED, side, picture)
        s.silenced = int(s.silenced) | 1 << picture


@compilable
def return_evidence(s: State, log: Log) -> None:
    """All evidence goes back to 0 (RULES 7.18)."""
    for place in range(2 * REST + 1):
        word = int(s.track[place])
        if place == REST or word == 0:
            continue
        s.track[place] = 0
        s.track[REST] = int(s.track[REST]) + word
        if log is not None:
            while word != 0:
                kind = lowest_kind(word)
                word -= one_token(kind)
                emit(log, Event.EVIDENCE_MOVED, kind, place - REST, 0)
