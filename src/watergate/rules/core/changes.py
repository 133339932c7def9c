"""The single changes a game is made of: a marker moves, a token is gained, a card goes to a pile.

Each is carried out whole, checks victory where it can bring one (RULES 1.5), and writes its event.
Where a choice is needed, a frame is pushed instead.
"""

from __future__ import annotations

from watergate.edition.layout import (
    ABILITY,
    DISCARD,
    INITIATIVE,
    MOMENTUM,
    MOMENTUM_SPACES,
    REMOVED,
    ROW_OP,
    Op,
)

from .bits import lowest_bit, one_token
from .events import Event, emit
from .frames import PLACE_SHIFT, Frame
from .jit import compilable
from .state import (
    EDITOR,
    NIXON,
    NO_CARD,
    NO_SIDE,
    OFF,
    REST,
    STOPPED,
    WON_BY_CONNECTION,
    WON_BY_MOMENTUM,
    Log,
    State,
    TableRecord,
    direction,
    push,
)


@compilable
def win(s: State, log: Log, side: int, way: int) -> None:
    s.winner = side
    s.won_by = way
    emit(log, Event.WON, side, way)


@compilable
def stop_at_five(side: int, start: int, steps: int) -> int:
    """Where something ends that moves toward a side (RULES 4.9)."""
    if side == EDITOR:
        return min(start + steps, 5)
    return max(start - steps, -5)


@compilable
def stop(s: State, log: Log) -> None:
    """RULES 9.6."""
    s.winner = NO_SIDE
    s.won_by = STOPPED
    emit(log, Event.STOPPED)


# Markers


@compilable
def marker_place(s: State, marker: int) -> int:
    return int(s.initiative_at) if marker == INITIATIVE else int(s.momentum_at)


@compilable
def markers_on_track(s: State) -> int:
    markers = 0
    if int(s.initiative_at) != OFF:
        markers |= INITIATIVE
    if int(s.momentum_at) != OFF:
        markers |= MOMENTUM
    return markers


@compilable
def move_marker(s: State, t: TableRecord, log: Log, side: int, marker: int, steps: int) -> None:
    start = marker_place(s, marker)
    if start != OFF:
        put_marker(s, t, log, side, marker, stop_at_five(side, start, steps))


@compilable
def put_marker(s: State, t: TableRecord, log: Log, side: int, marker: int, place: int) -> None:
    """Put a marker that is on the track on a place; on the side's 5 it is gained."""
    start = marker_place(s, marker)
    if start == OFF or start == place:
        return
    emit(log, Event.MARKER_MOVED, marker, start, place)
    gained = place == 5 * direction(side)
    if marker == INITIATIVE:
        s.initiative_at = OFF if gained else place
        if gained:
            take_initiative(s, log, side)
    else:
        s.momentum_at = place
        if gained:
            gain_momentum(s, t, log, side)


@compilable
def take_initiative(s: State, log: Log, side: int) -> None:
    s.initiative = side
    emit(log, Event.INITIATIVE_TAKEN, side)


@compilable
def gain_momentum(s: State, t: TableRecord, log: Log, side: int) -> None:
    """RULES 5.2 to 5.5."""
    s.momentum_at = OFF
    count = int(s.momentum[side]) + 1
    if count > MOMENTUM_SPACES:
        emit(log, Event.MOMENTUM_OUT, side)
        return
    s.momentum[side] = count
    emit(log, Event.MOMENTUM_GAINED, side, count)
    if side == NIXON:
        if count == MOMENTUM_SPACES:
            win(s, log, NIXON, WON_BY_MOMENTUM)
    elif int(t.program[ABILITY + count, 0, ROW_OP]) != Op.END:
        emit(log, Event.ABILITY, count)
        push(s, Frame.SCRIPT, EDITOR, ABILITY + count, 0, NO_CARD, DISCARD)


# Evidence


@compilable
def turn_up(s: State, log: Log, kind: int) -> None:
    """A face-down token on the track is turned face up; it lies on 0."""
    s.facedown = int(s.facedown) - one_token(kind)
    s.track[REST] = int(s.track[REST]) + one_token(kind)
    emit(log, Event.TURNED_UP, kind)


@compilable
def move_evidence(
    s: State, t: TableRecord, log: Log, side: int, kind: int, start: int, steps: int
) -> int:
    """Move a face-up token of the track toward a side; returns where it ends."""
    return put_evidence(s, t, log, side, kind, start, stop_at_five(side, start, steps))


@compilable
def put_evidence(
    s: State, t: TableRecord, log: Log, side: int, kind: int, start: int, place: int
) -> int:
    if start != place:
        s.track[start + REST] = int(s.track[start + REST]) - one_token(kind)
        emit(log, Event.EVIDENCE_MOVED, kind, start, place)
        lay_evidence(s, t, log, side, kind, place)
    return place


@compilable
def lay_evidence(s: State, t: TableRecord, log: Log, side: int, kind: int, place: int) -> None:
    """A token arrives face up on a place of the track; on the side's 5 it is gained."""
    if place == 5 * direction(side):
        gain_evidence(s, t, log, side, kind, place)
    else:
        s.track[place + REST] = int(s.track[place + REST]) + one_token(kind)


@compilable
def gain_evidence(s: State, t: TableRecord, log: Log, side: int, kind: int, origin: int) -> None:
    """A token that has left the track, or was drawn, is to be pinned (RULES 5.6, 5.8).

    `origin` is the place it has left, or FROM_BAG.
    """
    if int(t.spaces_of_kind[kind]) & empty_spaces(s, t) != 0:
        emit(log, Event.EVIDENCE_GAINED, side, kind, origin)
        push(s, Frame.PIN, side, kind, origin + PLACE_SHIFT)
    else:
        s.bag = int(s.bag) + one_token(kind)
        emit(log, Event.EVIDENCE_BAGGED, kind, origin)


@compilable
def empty_spaces(s: State, t: TableRecord) -> int:
    return int(t.spaces) & ~(int(s.up) | int(s.down))


@compilable
def pin(s: State, t: TableRecord, log: Log, side: int, kind: int, origin: int, space: int) -> None:
    """RULES 5.6, 5.7, in the order of 1.5."""
    s.pinned[space] = kind
    if side == EDITOR:
        s.up = int(s.up) | 1 << space
        emit(log, Event.EVIDENCE_PINNED_UP, side, kind, origin, space)
    else:
        s.down = int(s.down) | 1 << space
        emit(log, Event.EVIDENCE_PINNED_DOWN, side, kind, origin, space)
    if side == EDITOR and check_connections(s, t, log, 1 << space, 0):
        return
    if int(t.symbol_kinds) >> kind & 1 != 0:
        move_marker(s, t, log, side, MOMENTUM, 1)


@compilable
def take_off(s: State, t: TableRecord, log: Log, space: int) -> int:
    """A token leaves its space on the board; returns its kind."""
    kind = int(s.pinned[space])
    was_linked = log is not None and spaces_connected(s, t) >> space & 1 != 0
    s.pinned[space] = 0
    s.up = int(s.up) & ~(1 << space)
    s.down = int(s.down) & ~(1 << space)
    emit(log, Event.EVIDENCE_TAKEN_OFF, kind, space)
    if was_linked:
        spaces = spaces_connected(s, t)
        emit(log, Event.UNLINKED, spaces, pictures_connected(s, t, spaces))
    return kind


# Connections


@compilable
def spaces_connected(s: State, t: TableRecord) -> int:
    """The spaces with face-up evidence that threads join to Nixon (RULES 1.4)."""
    up = int(s.up)
    reached = int(t.nixon_threads) & up
    frontier = reached
    while frontier != 0:
        space = lowest_bit(frontier)
        frontier &= frontier - 1
        found = int(t.threads[space]) & up & ~reached
        reached |= found
        frontier |= found
    return reached


@compilable
def pictures_connected(s: State, t: TableRecord, spaces: int) -> int:
    """The recruited informants that touch one of the spaces."""
    connected = 0
    pictures = int(s.recruited)
    while pictures != 0:
        picture = lowest_bit(pictures)
        pictures &= pictures - 1
        if int(t.picture_threads[picture]) & spaces != 0:
            connected |= 1 << picture
    return connected


@compilable
def check_connections(s: State, t: TableRecord, log: Log, space: int, picture: int) -> bool:
    """The Editor's victory (RULES 1.4), after this space or picture (as a mask) came face up."""
    spaces = spaces_connected(s, t)
    pictures = pictures_connected(s, t, spaces)
    if spaces & space | pictures & picture != 0:
        emit(log, Event.LINKED, spaces, pictures)
    if pictures & (pictures - 1) == 0:
        return False
    win(s, log, EDITOR, WON_BY_CONNECTION)
    return True


# Cards


@compilable
def discard(s: State, t: TableRecord, log: Log, card: int) -> None:
    put_on_pile(s, t, log, card, DISCARD)


@compilable
def put_on_pile(s: State, t: TableRecord, log: Log, card: int, pile: int) -> None:
    side = int(t.owner[card])
    s.in_play = int(s.in_play) & ~(1 << card)
    if pile == REMOVED:
        s.removed[side] = int(s.removed[side]) | 1 << card
        emit(log, Event.CARD_TO_REMOVED, side, card)
    else:
        s.discard[side] = int(s.discard[side]) | 1 << card
        emit(log, Event.CARD_TO_DISCARD, side, card)


@compilable
def leave_hand(s: State, side: int, card: int) -> None:
    s.hand[side] = int(s.hand[side]) & ~(1 << card)
    s.known[side] = int(s.known[side]) & ~(1 << card)


@compilable
def take_into_play(s: State, side: int, card: int) -> None:
    """A card leaves the hand, or is the one just drawn; it is in no pile now (RULES 3.1)."""
    if int(s.drawn) == card:
        s.drawn = NO_CARD
    leave_hand(s, side, card)
    s.in_play = int(s.in_play) | 1 << card
    s.last_player = side


@compilable
def refill_deck(s: State, log: Log, side: int) -> None:
    """RULES 3.1. The deck was empty, so whatever is in the hand now is known to be there (9.3)."""
    s.known[side] = int(s.hand[side])
    s.deck[side] = int(s.discard[side])
    s.discard[side] = 0
    emit(log, Event.DECK_REFILLED, side)
