"""Knowledge: what a viewer knows of a state, and random full states that agree with it.

A *knowledge* record is a state in which what the viewer cannot know has been put back: hidden cards
of a hand lie in the deck, hidden tokens in the bag, and `Hidden` says how many there are to deal
out. `deal_hidden` deals them, every consistent deal being equally likely (RULES 9.3).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .bits import count_bits, count_tokens, nth_bit, nth_token, one_token
from .chance import random_below
from .frames import KIND, SIDE, Frame
from .jit import compilable
from .legal import legal_moves
from .state import NIXON, NO_CARD, State, TableRecord

HIDDEN = np.dtype(
    [
        ("hand", "i1", 2),  # cards of each hand the viewer does not know
        ("drawn", "i1", 2),  # 1 where the card drawn to be played at once is hidden
        ("facedown", "i1"),  # tokens face down on the track, unknown to the viewer
    ],
    align=True,
)


HIDDEN_CARD, HIDDEN_TOKEN, HIDDEN_CHOICE = -1, -2, -3
"""Among the moves of a round as a viewer saw them, instead of one that is hidden: a card drawn, a
token laid out, a face-down token chosen."""

NOBODY_SIDE = 2
"""The viewer who is on neither side."""


@compilable
def hide(s: State, t: TableRecord, hidden: Any, viewer: int) -> None:
    """Turn a state into what a side, or a spectator, knows of it: a knowledge record."""
    for side in range(2):
        hidden.hand[side], hidden.drawn[side] = 0, 0
        if side == viewer:
            continue
        hand = int(s.hand[side]) & ~int(s.known[side])
        hidden.hand[side] = count_bits(hand)
        s.hand[side] = int(s.known[side])
        s.deck[side] = int(s.deck[side]) | hand
        if int(s.drawn) != NO_CARD and int(t.cards[side]) >> int(s.drawn) & 1 != 0:
            hidden.drawn[side] = 1
            s.deck[side] = int(s.deck[side]) | 1 << int(s.drawn)
            s.drawn = NO_CARD
    hidden.facedown = 0
    if viewer != NIXON:
        hidden.facedown = count_tokens(int(s.facedown))
        s.bag = int(s.bag) + int(s.facedown)
        s.facedown = 0


@compilable
def deal_hidden(s: State, t: TableRecord, hidden: Any, streams: Any, moves: Any) -> None:
    """Complete a knowledge record at random. The streams must not be the game's own."""
    for side in range(2):
        deck = int(s.deck[side])
        for _ in range(int(hidden.hand[side])):
            card = nth_bit(deck, random_below(streams, side, count_bits(deck)))
            deck &= ~(1 << card)
            s.hand[side] = int(s.hand[side]) | 1 << card
        if int(hidden.drawn[side]) != 0:
            card = nth_bit(deck, random_below(streams, side, count_bits(deck)))
            deck &= ~(1 << card)
            s.drawn = card
        s.deck[side] = deck
    if int(hidden.facedown) != 0:
        pool = int(s.bag)
        while True:
            deal_facedown(s, t, pool, int(hidden.facedown), streams)
            if pending_is_possible(s, t, moves):
                return


@compilable
def deal_facedown(s: State, t: TableRecord, pool: int, count: int, streams: Any) -> None:
    """Tokens of no colour that is known to be absent, every set of them equally likely."""
    allowed = pool
    for color in range(int(t.colors)):
        if int(s.absent) >> color & 1 != 0:
            allowed &= ~int(t.color_tokens[color])
    facedown = 0
    for _ in range(count):
        kind = nth_token(allowed, random_below(streams, 2, count_tokens(allowed)))
        allowed -= one_token(kind)
        facedown += one_token(kind)
    s.facedown = facedown
    s.bag = pool - facedown


@compilable
def pending_is_possible(s: State, t: TableRecord, moves: Any) -> bool:
    """A choice Nixon has promised to make must exist: a yes (4.7), a value that moves something."""
    top = int(s.depth) - 1
    what = int(s.stack[top, KIND])
    if what == Frame.ANSWER or (what == Frame.CHOOSE_VALUE and int(s.stack[top, SIDE]) == NIXON):
        return legal_moves(s, t, moves) != 0
    return True
