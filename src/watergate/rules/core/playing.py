"""Playing cards: which part of which card may be used, reaction windows, chains of reactions."""

from __future__ import annotations

from watergate.edition.layout import EVENT, REMOVED, VALUE_MOVE

from .bits import lowest_bit
from .changes import discard, leave_hand, markers_on_track, move_evidence, put_on_pile, stop_at_five
from .events import Event, emit
from .frames import (
    ACTION_CARD,
    ACTION_PROGRAM,
    PLACE_SHIFT,
    SIDE,
    VALUE_CARD,
    VALUE_KIND,
    VALUE_PLACE,
    Frame,
)
from .jit import compilable
from .state import EDITOR, NIXON, REST, Log, State, TableRecord, pop, push


@compilable
def may_be_asked(s: State, t: TableRecord, card: int) -> int:
    """The colours the Editor may ask for with a card (RULES 4.7, 4.8)."""
    if int(s.facedown) == 0:
        return 0
    return int(t.ask_colors[card]) & ~int(s.answered_no)


@compilable
def open_token_fits(s: State, t: TableRecord, card: int) -> bool:
    """Whether a card's value part can move a marker or face-up evidence."""
    if markers_on_track(s) != 0:
        return True
    fits = int(t.fits[card])
    for place in range(2 * REST + 1):
        if int(s.track[place]) & fits != 0:
            return True
    return False


@compilable
def value_moves_something(s: State, t: TableRecord, side: int, card: int) -> bool:
    """Whether a card's value part can move something, as its player sees it (RULES 4.3)."""
    if open_token_fits(s, t, card):
        return True
    if side == NIXON:
        return int(s.facedown) & int(t.fits[card]) != 0
    return may_be_asked(s, t, card) != 0


@compilable
def requirement_met(s: State, t: TableRecord, cards: int) -> int:
    """Of these cards, those whose requirement is met (RULES 4.10)."""
    missing = int(t.pictures) & ~int(s.supply)
    while missing != 0:
        picture = lowest_bit(missing)
        missing &= missing - 1
        cards &= ~int(t.needs[picture])
    if int(s.nixon_has_had_turn) == 0:
        cards &= ~int(t.later_turn)
    return cards


@compilable
def reusable_cards(s: State, t: TableRecord, side: int) -> int:
    """RULES 7.19."""
    cards = int(s.removed[side]) & ~int(t.reactions) & ~int(t.reusers) & int(t.cards[side])
    return requirement_met(s, t, cards) if cards != 0 else 0


@compilable
def unsilenced(s: State, t: TableRecord, side: int, cards: int) -> int:
    """Of these cards, those whose action 7.21 does not forbid."""
    if int(s.events_silent) != 0 and side == EDITOR:
        cards &= ~int(t.cards_of_kind[EVENT])
    return cards


@compilable
def usable_actions(s: State, t: TableRecord, side: int, cards: int) -> int:
    """Of these cards, those whose action the side may use on a turn."""
    cards = unsilenced(s, t, side, cards & ~int(t.reactions))
    if cards & int(t.reusers) != 0 and reusable_cards(s, t, side) == 0:
        cards &= ~int(t.reusers)
    return requirement_met(s, t, cards)


# Reactions (RULES 8)


@compilable
def fitting_reactions(s: State, t: TableRecord, side: int, trigger: int) -> int:
    return unsilenced(s, t, side, int(t.answers[side, trigger]))


@compilable
def announce(s: State, log: Log, card: int) -> None:
    """A card and its part are announced: it is the first of a chain."""
    emit(log, Event.CHAIN_BEGINS, card)
    s.chain[0] = card
    s.chain_length = 1


@compilable
def open_window(s: State, t: TableRecord, side: int, trigger: int) -> bool:
    """Let a side react if it could hold a fitting card for all its opponent knows (RULES 8.11)."""
    hand = int(s.hand[side])
    unseen = hand | int(s.deck[side])
    if hand != 0 and fitting_reactions(s, t, side, trigger) & unseen != 0:
        push(s, Frame.REACT, side, trigger)
        return True
    return False


@compilable
def react(s: State, t: TableRecord, log: Log, side: int, card: int) -> None:
    """The reaction, itself the use of a card's action, may be answered in turn (RULES 8.7)."""
    s.chain[int(s.chain_length)] = card
    s.chain_length = int(s.chain_length) + 1
    if side == NIXON and int(s.turn) == EDITOR:
        s.nixon_has_had_turn = 1  # RULES 7.21
    emit(log, Event.REACTED, side, card)
    open_window(s, t, 1 - side, int(t.kind[card]))


@compilable
def settle_chain(s: State, t: TableRecord, log: Log) -> bool:
    """Send the reactions of a chain to their piles; True if the card at the bottom stands."""
    last = int(s.chain_length) - 1
    for i in range(1, last + 1):
        card = int(s.chain[i])
        if (last - i) % 2 == 0:
            put_on_pile(s, t, log, card, pile_after_action(t, card))
        else:
            emit(log, Event.CARD_CANCELLED, card)
            put_on_pile(s, t, log, card, int(t.cancelled_to[int(s.chain[i + 1])]))
    return last % 2 == 0


@compilable
def end_chain(s: State, log: Log) -> None:
    for i in range(int(s.chain_length)):
        s.chain[i] = 0
    s.chain_length = 0
    emit(log, Event.CHAIN_ENDS)


@compilable
def pile_after_action(t: TableRecord, card: int) -> int:
    """RULES 4.4: REMOVED for an event, the discard pile for others."""
    return REMOVED if int(t.kind[card]) == EVENT else 0


@compilable
def resolve_action(s: State, t: TableRecord, log: Log) -> None:
    """The windows after an announced action are over (RULES 8.7)."""
    top = int(s.depth) - 1
    side = int(s.stack[top, SIDE])
    program, card = int(s.stack[top, ACTION_PROGRAM]), int(s.stack[top, ACTION_CARD])
    pop(s)
    stands = settle_chain(s, t, log)
    canceller = int(s.chain[1])
    end_chain(s, log)
    if stands:
        push(s, Frame.SCRIPT, side, program, 0, card, pile_after_action(t, card))
    else:
        emit(log, Event.CARD_CANCELLED, card)
        put_on_pile(s, t, log, card, int(t.cancelled_to[canceller]))


@compilable
def resolve_value(s: State, t: TableRecord, log: Log) -> None:
    """The windows after a token was named are over: it moves one way or the other (RULES 8.4)."""
    top = int(s.depth) - 1
    side, card = int(s.stack[top, SIDE]), int(s.stack[top, VALUE_CARD])
    kind, place = int(s.stack[top, VALUE_KIND]), int(s.stack[top, VALUE_PLACE]) - PLACE_SHIFT
    pop(s)
    stands = settle_chain(s, t, log)
    end_chain(s, log)
    if stands:
        push(s, Frame.SETTLE, side, card)
    else:
        side = 1 - side
        discard(s, t, log, card)
    move_evidence(s, t, log, side, kind, place, int(t.value[card]))


@compilable
def name_token(
    s: State, t: TableRecord, log: Log, side: int, card: int, kind: int, place: int
) -> None:
    """A value part is to move this face-up token; a reaction may come first (RULES 8.4)."""
    announce(s, log, card)
    push(s, Frame.VALUE, side, card, kind, place + PLACE_SHIFT)
    if open_window(s, t, 1 - side, VALUE_MOVE):
        end = stop_at_five(side, place, int(t.value[card]))
        emit(log, Event.EVIDENCE_NAMED, side, kind, place, end)


@compilable
def discard_hand(s: State, t: TableRecord, log: Log, side: int) -> None:
    hand = int(s.hand[side])
    while hand != 0:
        card = lowest_bit(hand)
        hand &= hand - 1
        leave_hand(s, side, card)
        discard(s, t, log, card)
