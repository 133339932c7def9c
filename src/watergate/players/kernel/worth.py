"""What a move is worth at first sight: the priorities of each side as one number a move.

The numbers are hundredths of a momentum token, roughly. Everything is read off tables and scripts,
so it works for any edition; and only off what the deciding side sees, so nothing is given away.
The functions are compilable, for players that need them fast.
"""

from __future__ import annotations

from watergate.edition.layout import (
    EFFECT_MOVE,
    EFFECT_PIN,
    EFFECT_PLACE,
    EFFECT_TURN,
    FACEUP,
    INITIATIVE,
    MOMENTUM,
    MOMENTUM_SPACES,
    ON_BOARD,
    ROW_COLOR,
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
from watergate.rules.core import ids
from watergate.rules.core.bits import count_bits, lowest_bit, lowest_kind, without_kind
from watergate.rules.core.changes import empty_spaces, marker_place, stop_at_five
from watergate.rules.core.choices import may_choose_at, may_choose_spaces
from watergate.rules.core.frames import (
    ACTION_PROGRAM,
    KIND,
    PART_A,
    PART_B,
    PLACE_SHIFT,
    SIDE,
    VALUE_CARD,
    VALUE_KIND,
    VALUE_PLACE,
    Frame,
)
from watergate.rules.core.jit import compilable
from watergate.rules.core.state import EDITOR, NIXON, OFF, REST, State, TableRecord, direction

WIN = 1_000_000
STEP_TO_CONNECTION = 60
"""What one step nearer to the Editor's win on the board is worth to either side."""
FAR = 12
"""The distance of a connection that is blocked."""
PLACES = (-100, -36, -30, -24, -16, 0, 16, 24, 30, 36, 100)
"""What a token on the opponent's 5 to one's own 5 is worth, in percent of its weight."""
MOMENTUM_WEIGHT, INITIATIVE_WEIGHT, EVIDENCE_WEIGHT = 100, 45, 70
KEEP_REACTION = 12
REACT_ABOVE = 38
"""A reaction is kept for what would cost more than this."""
LOST_CARD, EXTRA_TURN, DRAWN_CARD, SILENCE, DRAWN_TOKEN = 25, 20, 20, 30, 30


# The board


@compilable
def neighbours(t: TableRecord, spaces: int) -> int:
    found = 0
    while spaces != 0:
        found |= int(t.threads[lowest_bit(spaces)])
        spaces &= spaces - 1
    return found


@compilable
def connection_costs(
    t: TableRecord, up: int, down: int, recruited: int, supply: int
) -> tuple[int, int, int]:
    """How many tokens and pictures the Editor lacks to connect the three nearest informants."""
    free = int(t.spaces) & ~down
    reached = int(t.nixon_threads) & free & up
    edge = int(t.nixon_threads) & free
    nearest, second, third = FAR, FAR, FAR
    pictures = recruited | supply
    for lacking in range(FAR):
        if lacking > 0:
            reached |= edge
        while True:  # spaces with evidence cost nothing more
            edge = neighbours(t, reached) & free & ~reached | int(t.nixon_threads) & free & ~reached
            if edge & up == 0:
                break
            reached |= edge & up
        left = pictures
        while left != 0:
            picture = lowest_bit(left)
            left &= left - 1
            if int(t.picture_threads[picture]) & reached != 0:
                pictures &= ~(1 << picture)
                cost = lacking + (0 if recruited >> picture & 1 != 0 else 1)
                if cost < nearest:
                    nearest, second, third = cost, nearest, second
                elif cost < second:
                    second, third = cost, second
                elif cost < third:
                    third = cost
        if pictures == 0 or edge == 0:
            break
    return nearest, second, third


@compilable
def distance(t: TableRecord, up: int, down: int, recruited: int, supply: int) -> int:
    """How many tokens and pictures the Editor lacks to connect two informants, paths not shared."""
    nearest, second, _ = connection_costs(t, up, down, recruited, supply)
    return nearest + second


@compilable
def board_worth(s: State, t: TableRecord, side: int, up: int, down: int, recruited: int,
                supply: int) -> int:  # fmt: skip
    """What a changed board would be worth to a side, against the board as it is."""
    before = distance(t, int(s.up), int(s.down), int(s.recruited), int(s.supply))
    after = distance(t, up, down, recruited, supply)
    if after == 0:
        return WIN if side == EDITOR else -WIN
    # The nearer the connection, the more each step counts.
    worth = (before - after) * (STEP_TO_CONNECTION + 120 // (1 + min(before, after)))
    return worth if side == EDITOR else -worth


@compilable
def pin_worth(s: State, t: TableRecord, side: int, space: int) -> int:
    up, down = int(s.up), int(s.down)
    if side == EDITOR:
        up |= 1 << space
    else:
        down |= 1 << space
    return board_worth(s, t, side, up, down, int(s.recruited), int(s.supply))


@compilable
def best_pin(s: State, t: TableRecord, side: int, kind: int) -> int:
    """The best a side can do by pinning a token of a kind; 0 if it cannot."""
    spaces = int(t.spaces_of_kind[kind]) & empty_spaces(s, t)
    best = 0
    while spaces != 0:
        best = max(best, pin_worth(s, t, side, lowest_bit(spaces)))
        spaces &= spaces - 1
    return best


@compilable
def picture_worth(s: State, t: TableRecord, side: int, picture: int) -> int:
    recruited, supply = int(s.recruited), int(s.supply) & ~(1 << picture)
    if side == EDITOR:
        recruited |= 1 << picture
    return board_worth(s, t, side, int(s.up), int(s.down), recruited, supply) + 15


@compilable
def cleared_worth(s: State, t: TableRecord, side: int, space: int, turned: bool) -> int:
    """A token leaves the board, or is turned face up."""
    up, down = int(s.up) & ~(1 << space), int(s.down) & ~(1 << space)
    if turned:
        up |= 1 << space
    return board_worth(s, t, side, up, down, int(s.recruited), int(s.supply))


# The track


@compilable
def place_worth(side: int, place: int) -> int:
    return PLACES[5 + place * direction(side)]


@compilable
def marker_worth(s: State, side: int, marker: int, end: int) -> int:
    """What it is worth to a side that a marker on the track goes to a place."""
    start = marker_place(s, marker)
    if start == OFF:
        return 0
    weight = INITIATIVE_WEIGHT
    if marker == MOMENTUM:
        weight = MOMENTUM_WEIGHT
        nixon = int(s.momentum[NIXON])
        if nixon == MOMENTUM_SPACES - 1:
            if end == -5:
                return WIN if side == NIXON else -WIN
            weight *= 3  # the next one wins the game
        elif side == EDITOR and int(s.momentum[EDITOR]) >= MOMENTUM_SPACES:
            weight //= 2
    return (place_worth(side, end) - place_worth(side, start)) * weight // 100


@compilable
def token_worth(s: State, t: TableRecord, side: int, kind: int, start: int, end: int) -> int:
    """The same for an evidence token; gained, it is worth what pinning it does."""
    worth = (place_worth(side, end) - place_worth(side, start)) * EVIDENCE_WEIGHT // 100
    if end == 5 * direction(side):
        worth += best_pin(s, t, side, kind)
    return worth


@compilable
def best_token(s: State, t: TableRecord, side: int, fits: int, steps: int) -> int:
    """The best face-up token of these to move this far; a face-down one where none is better."""
    best = -WIN
    for index in range(2 * REST + 1):
        place = index - REST
        word = int(s.track[index]) & fits
        while word != 0:
            kind = lowest_kind(word)
            word = without_kind(word, kind)
            end = stop_at_five(side, place, steps)
            best = max(best, token_worth(s, t, side, kind, place, end))
    down = int(s.facedown)
    if side == NIXON:
        down &= fits
    if down != 0 and fits != 0:
        end = stop_at_five(side, 0, steps)
        worth = token_worth(s, t, side, lowest_kind(down), 0, min(max(end, -4), 4))
        best = max(best, worth if side == NIXON else worth * 2 // 3)
    return best


# Cards


@compilable
def value_worth(s: State, t: TableRecord, side: int, card: int) -> int:
    """The best a card's value part can do."""
    steps = int(t.value[card])
    best = best_token(s, t, side, int(t.fits[card]), steps)
    for marker in (INITIATIVE, MOMENTUM):
        start = marker_place(s, marker)
        if start != OFF:
            best = max(best, marker_worth(s, side, marker, stop_at_five(side, start, steps)))
    return best


@compilable
def action_worth(s: State, t: TableRecord, side: int, program: int) -> int:
    """What a script is worth, each instruction taken by itself."""
    total = 0
    pc = 0
    while int(t.program[program, pc, ROW_OP]) != Op.END:
        total += instruction_worth(s, t, side, program, pc)
        pc += 1
    return total


@compilable
def instruction_worth(s: State, t: TableRecord, side: int, program: int, pc: int) -> int:
    op = int(t.program[program, pc, ROW_OP])
    if op == Op.MOVE_MARKER or op == Op.PLACE_MARKER:
        return markers_worth(s, t, side, program, pc)
    if op == Op.CHOOSE:
        return choice_worth(s, t, side, program, pc)
    if op == Op.PIN_PICTURE:
        return picture_worth(s, t, side, int(t.program[program, pc, ROW_PICTURE]))
    if op == Op.FREE_PICTURE:
        return 30 if int(s.silenced) != 0 else 0
    if op == Op.DRAW_EVIDENCE:
        return DRAWN_TOKEN * (2 if int(t.program[program, pc, ROW_EFFECT]) == EFFECT_PIN else 1)
    if op == Op.RETURN_EVIDENCE:
        total = 0
        for index in range(2 * REST + 1):
            place, tokens = index - REST, count_bits(int(s.track[index]))
            total -= place_worth(side, place) * tokens * EVIDENCE_WEIGHT // 100
        return total
    if op == Op.LOSE_CARD:
        return LOST_CARD if int(s.hand[1 - side]) != 0 else 0
    if op == Op.ANOTHER_TURN:
        return EXTRA_TURN if int(s.hand[side]) != 0 else 0
    if op == Op.DRAW_CARD:
        return DRAWN_CARD
    if op == Op.SILENCE_EVENTS:
        return SILENCE * count_bits(int(s.hand[EDITOR])) // 4
    return 0


@compilable
def markers_worth(s: State, t: TableRecord, side: int, program: int, pc: int) -> int:
    """The best marker of those an instruction moves or places."""
    markers = int(t.program[program, pc, ROW_MARKERS])
    best = -WIN
    for marker in (INITIATIVE, MOMENTUM):
        start = marker_place(s, marker)
        if markers & marker != 0 and start != OFF:
            if int(t.program[program, pc, ROW_OP]) == Op.PLACE_MARKER:
                end = int(t.program[program, pc, ROW_SPACE]) * direction(side)
            else:
                end = stop_at_five(side, start, int(t.program[program, pc, ROW_STEPS]))
            best = max(best, marker_worth(s, side, marker, end))
    return best if best > -WIN else 0


@compilable
def choice_worth(s: State, t: TableRecord, side: int, program: int, pc: int) -> int:
    """The best choice of an instruction that says `choose evidence`, or 0 if there is none."""
    bits, color = int(t.program[program, pc, ROW_FILTER]), int(t.program[program, pc, ROW_COLOR])
    best = -WIN
    if bits & ON_BOARD != 0:
        spaces = may_choose_spaces(s, bits)
        turned = int(t.program[program, pc, ROW_EFFECT]) == EFFECT_TURN
        while spaces != 0:
            best = max(best, cleared_worth(s, t, side, lowest_bit(spaces), turned))
            spaces &= spaces - 1
        return best if best > -WIN else 0
    for index in range(2 * REST + 1):
        word = may_choose_at(s, t, index, bits, color)
        while word != 0:
            kind = lowest_kind(word)
            word = without_kind(word, kind)
            best = max(best, affected_worth(s, t, side, program, pc, kind, index - REST))
    if best == -WIN and bits & ~FACEUP != 0 and int(s.facedown) != 0:
        best = affected_worth(s, t, side, program, pc, 0, 0) // 2
    return best if best > -WIN else 0


@compilable
def affected_worth(
    s: State, t: TableRecord, side: int, program: int, pc: int, kind: int, start: int
) -> int:
    """What it is worth that an instruction affects a token of the track."""
    effect, number = (
        int(t.program[program, pc, ROW_EFFECT]),
        int(t.program[program, pc, ROW_NUMBER]),
    )
    if effect == EFFECT_MOVE:
        return token_worth(s, t, side, kind, start, stop_at_five(side, start, number))
    if effect == EFFECT_PLACE:
        return token_worth(s, t, side, kind, start, number * direction(side))
    if effect == EFFECT_PIN:
        return token_worth(s, t, side, kind, start, 5 * direction(side))
    return -place_worth(side, start) * EVIDENCE_WEIGHT // 100


# Moves


@compilable
def move_worth(s: State, t: TableRecord, move: int) -> int:
    """What a legal move of the pending decision is worth to the side that decides."""
    top = int(s.depth) - 1
    what, side = int(s.stack[top, KIND]), int(s.stack[top, SIDE])
    a, b = int(s.stack[top, PART_A]), int(s.stack[top, PART_B])
    if what == Frame.PIN:
        return pin_worth(s, t, side, move - ids.PIN_AT)
    if what == Frame.CHOOSE_VALUE:
        return named_worth(s, t, side, int(t.value[a]), move)
    if what == Frame.EITHER:
        marker = move - ids.CHOOSE_FACEDOWN
        return marker_worth(s, side, marker, stop_at_five(side, marker_place(s, marker), a))
    if what == Frame.CHOOSE:
        return chosen_worth(s, t, side, a, b, move)
    if what == Frame.REACT:
        return 0 if move == ids.PASS else harm(s, t, side) - REACT_ABOVE
    if what == Frame.ANSWER:
        return -best_pin(s, t, 1 - side, move - ids.CHOOSE_DOWN)
    if what == Frame.GAIN:
        return best_pin(s, t, side, (move - ids.CHOOSE_UP) % 16)
    if what == Frame.REUSE:
        return action_worth(s, t, side, move - ids.REUSE_CARD)
    if what == Frame.SPARE:
        return 0 if move == ids.PASS else 3 - int(t.value[move - ids.REMOVE_CARD])
    return played_worth(s, t, side, move)


@compilable
def played_worth(s: State, t: TableRecord, side: int, move: int) -> int:
    block, card = move // 64 * 64, move % 64
    worth = 0
    if block == ids.PLAY_VALUE:
        worth = value_worth(s, t, side, card)
    elif block == ids.PLAY_ACTION:
        worth = action_worth(s, t, side, card)
        if int(t.reusers) >> card & 1 != 0:
            worth = 40
    if int(t.reactions) >> card & 1 != 0:
        worth -= KEEP_REACTION
    return worth


@compilable
def named_worth(s: State, t: TableRecord, side: int, steps: int, move: int) -> int:
    """A value part moves what the move names."""
    if move >= ids.CHOOSE_DOWN:
        kind, place = move - ids.CHOOSE_DOWN, 0
    elif move >= ids.CHOOSE_UP:
        kind, place = (move - ids.CHOOSE_UP) % 16, (move - ids.CHOOSE_UP) // 16 - REST
    elif move >= ids.CHOOSE_FACEDOWN:
        marker = move - ids.CHOOSE_FACEDOWN
        return marker_worth(s, side, marker, stop_at_five(side, marker_place(s, marker), steps))
    else:  # a question: perhaps
        return place_worth(side, stop_at_five(side, 0, steps)) * EVIDENCE_WEIGHT * 2 // 300
    return token_worth(s, t, side, kind, place, stop_at_five(side, place, steps))


@compilable
def chosen_worth(s: State, t: TableRecord, side: int, program: int, pc: int, move: int) -> int:
    if move == ids.PASS:
        return 0
    if move >= ids.CHOOSE_PICTURE:
        supply = int(s.supply) | 1 << (move - ids.CHOOSE_PICTURE)
        return board_worth(s, t, side, int(s.up), int(s.down), int(s.recruited), supply)
    if move >= ids.CHOOSE_SPACE:
        turned = int(t.program[program, pc, ROW_EFFECT]) == EFFECT_TURN
        return cleared_worth(s, t, side, move - ids.CHOOSE_SPACE, turned)
    if move >= ids.CHOOSE_DOWN:
        return affected_worth(s, t, side, program, pc, move - ids.CHOOSE_DOWN, 0)
    if move == ids.CHOOSE_FACEDOWN:
        return affected_worth(s, t, side, program, pc, 0, 0) * 2 // 3
    token = move - ids.CHOOSE_UP
    return affected_worth(s, t, side, program, pc, token % 16, token // 16 - REST)


@compilable
def harm(s: State, t: TableRecord, side: int) -> int:
    """What the use of a card that this side may answer is worth to its opponent."""
    if int(s.chain_length) > 1:  # the opponent has answered: what it stops was worth as much
        return REACT_ABOVE + 1
    below = int(s.depth) - 2
    if int(s.stack[below, KIND]) != Frame.VALUE:
        return action_worth(s, t, 1 - side, int(s.stack[below, ACTION_PROGRAM]))
    kind, place = int(s.stack[below, VALUE_KIND]), int(s.stack[below, VALUE_PLACE]) - PLACE_SHIFT
    steps = int(t.value[int(s.stack[below, VALUE_CARD])])
    theirs = token_worth(s, t, 1 - side, kind, place, stop_at_five(1 - side, place, steps))
    return theirs + token_worth(s, t, side, kind, place, stop_at_five(side, place, steps)) // 2
