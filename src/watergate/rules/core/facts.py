"""The facts of a view as JSON, written straight from a state: what its digest is made of.

`rules/digest.py` says what stands where, and makes the same text of a view. Here all words are
looked up in a *vocabulary*, which has each as JSON: the names of an edition, and what follows them
below. Who sees what is said by three bits, a *sight*.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from watergate.edition.layout import COLORS, KINDS, PICTURES, SPACES

from .bits import count_bits, count_of_kind, count_tokens, lowest_bit
from .changes import pictures_connected, spaces_connected
from .jit import compilable
from .state import NO_CARD, NO_SIDE, NOBODY, OFF, REST, STOPPED, State, TableRecord

# The words, by the numbers of the first of their sort.
KIND_WORDS = 0
COLOR_WORDS = KIND_WORDS + KINDS
SPACE_WORDS = COLOR_WORDS + COLORS
PICTURE_WORDS = SPACE_WORDS + SPACES
SIDE_WORDS = PICTURE_WORDS + PICTURES
WAY_WORDS = SIDE_WORDS + NOBODY
LAST_PLACE = REST + 1
PLACE_WORDS = WAY_WORDS + STOPPED + 1
"""From -LAST_PLACE on."""
FALSE_WORD = PLACE_WORDS + 2 * LAST_PLACE + 1
TRUE_WORD, NULL_WORD = FALSE_WORD + 1, FALSE_WORD + 2
WORDS = NULL_WORD + 1

VOCABULARY = np.dtype(
    [
        ("ends", "i4", WORDS + 1),  # where each word ends, behind where the first begins
        ("kinds", "i1", KINDS),  # in the order of their names
    ],
    align=True,
)

SEES_HAND, SEES_FACEDOWN = 1, 4
"""Bits of a sight: the Editor's hand, shifted by one Nixon's, and face-down evidence."""

COMMA, OPEN, CLOSE, ZERO = 44, 91, 93, 48
"""Letters, as bytes."""


@compilable
def write_shared(s: State, t: TableRecord, w: Any, ply: int) -> int:
    """Write what every viewer sees; returns how much that is. `w`: the vocabulary, the letters of
    its words, and the text to be written."""
    text = w[2]
    text[0] = OPEN
    at = put_number(w, put_number(w, 1, ply), int(s.round_no))
    at = put_side(w, at, int(s.turn))
    at = put_side(w, at, int(s.initiative))
    at = put_place(w, at, int(s.initiative_at))
    at = put_place(w, at, int(s.momentum_at))
    at = put_number(w, at, int(s.momentum_supply))
    at = put_numbers(w, at, int(s.in_play))
    at = put_chain(w, at, s)
    drawn = int(s.drawn)
    at = put_side(w, at, NOBODY if drawn == NO_CARD else int(t.owner[drawn]))
    at = put_truth(w, at, int(s.events_silent) != 0)
    at = put_number(w, at, count_tokens(int(s.bag)))
    at = put_number(w, at, count_tokens(int(s.facedown)))
    at = put_words(w, at, COLOR_WORDS, int(s.absent))
    at = put_words(w, at, COLOR_WORDS, int(s.answered_no))
    for side in range(2):
        at = put_number(w, at, int(s.momentum[side]))
        at = put_number(w, at, count_bits(int(s.hand[side])))
        at = put_numbers(w, at, int(s.known[side]))
        at = put_number(w, at, count_bits(int(s.deck[side])))
        at = put_numbers(w, at, int(s.discard[side]))
        at = put_numbers(w, at, int(s.removed[side]))
    at = put_track(w, closed(w, at), s)
    at = put_board(w, at, s, t)
    return put_result(w, at, s) - 1  # no comma behind it


@compilable
def write_own(s: State, t: TableRecord, w: Any, at: int, sight: int) -> int:
    """Go on with what not everyone sees, as somebody sees it; where the text ends then."""
    text, drawn, facedown = w[2], int(s.drawn), int(s.facedown)
    sees_facedown = sight & SEES_FACEDOWN != 0
    text[at] = OPEN
    at += 1
    if drawn != NO_CARD and sight & SEES_HAND << int(t.owner[drawn]) != 0:
        at = put_number(w, at, drawn)
    else:
        at = put_null(w, at)
    for side in range(2):
        unseen = int(s.deck[side])
        if sight & SEES_HAND << side != 0:
            at = put_numbers(w, at, int(s.hand[side]))
        else:
            at = put_null(w, at)
            unseen |= int(s.hand[side])
            if drawn != NO_CARD:
                unseen |= 1 << drawn & int(t.cards[side])
        at = put_numbers(w, at, unseen)
    at = put_tokens(w, at, facedown) if sees_facedown else put_null(w, at)
    at = put_counts(w, at, t, int(s.bag) + (0 if sees_facedown else facedown))
    return closed(w, at) - 1  # no comma behind it


# Each of these writes something and a comma behind it, and returns where the text goes on.


@compilable
def put_word(w: Any, at: int, word: int) -> int:
    vocabulary, letters, text = w
    for n in range(int(vocabulary.ends[word]), int(vocabulary.ends[word + 1])):
        text[at] = letters[n]
        at += 1
    text[at] = COMMA
    return at + 1


@compilable
def put_null(w: Any, at: int) -> int:
    return put_word(w, at, NULL_WORD)


@compilable
def put_truth(w: Any, at: int, is_true: bool) -> int:
    return put_word(w, at, TRUE_WORD if is_true else FALSE_WORD)


@compilable
def put_side(w: Any, at: int, side: int) -> int:
    return put_null(w, at) if side == NOBODY else put_word(w, at, SIDE_WORDS + side)


@compilable
def put_place(w: Any, at: int, place: int) -> int:
    if place == OFF:
        return put_null(w, at)
    return put_word(w, at, PLACE_WORDS + LAST_PLACE + place)


@compilable
def put_number(w: Any, at: int, number: int) -> int:
    text, unit = w[2], 1
    while unit * 10 <= number:
        unit *= 10
    while unit != 0:
        text[at] = ZERO + number // unit % 10
        at += 1
        unit //= 10
    text[at] = COMMA
    return at + 1


@compilable
def opened(w: Any, at: int) -> int:
    """A list begins, without a comma."""
    w[2][at] = OPEN
    return at + 1


@compilable
def closed(w: Any, at: int) -> int:
    """A list ends, in the place of the comma behind the last thing in it."""
    text = w[2]
    if text[at - 1] == COMMA:
        at -= 1
    text[at] = CLOSE
    text[at + 1] = COMMA
    return at + 2


@compilable
def put_numbers(w: Any, at: int, mask: int) -> int:
    """The numbers of the bits of a mask, rising."""
    at = opened(w, at)
    while mask != 0:
        at = put_number(w, at, lowest_bit(mask))
        mask &= mask - 1
    return closed(w, at)


@compilable
def put_words(w: Any, at: int, first: int, mask: int) -> int:
    """The words of the bits of a mask."""
    at = opened(w, at)
    while mask != 0:
        at = put_word(w, at, first + lowest_bit(mask))
        mask &= mask - 1
    return closed(w, at)


@compilable
def put_tokens(w: Any, at: int, tokens: int) -> int:
    """The kinds of a word of tokens, each as often as it is there."""
    at = opened(w, at)
    for kind in range(KINDS):
        for _ in range(count_of_kind(tokens, kind)):
            at = put_word(w, at, KIND_WORDS + kind)
    return closed(w, at)


@compilable
def put_counts(w: Any, at: int, t: TableRecord, tokens: int) -> int:
    """How many there are of each kind, in the order of the names."""
    at = opened(w, at)
    for n in range(int(t.kinds)):
        kind = int(w[0].kinds[n])
        count = count_of_kind(tokens, kind)
        if count != 0:
            at = put_word(w, opened(w, at), KIND_WORDS + kind)
            at = closed(w, put_number(w, at, count))
    return closed(w, at)


@compilable
def put_chain(w: Any, at: int, s: State) -> int:
    at = opened(w, at)
    for n in range(int(s.chain_length)):
        at = put_number(w, at, int(s.chain[n]))
    return closed(w, at)


@compilable
def put_track(w: Any, at: int, s: State) -> int:
    at = opened(w, at)
    for n in range(2 * REST + 1):
        for kind in range(KINDS):
            for _ in range(count_of_kind(int(s.track[n]), kind)):
                at = put_word(w, opened(w, at), KIND_WORDS + kind)
                at = closed(w, put_place(w, at, n - REST))
    return closed(w, at)


@compilable
def put_board(w: Any, at: int, s: State, t: TableRecord) -> int:
    up, spaces = int(s.up), spaces_connected(s, t)
    pinned = up | int(s.down)
    at = opened(w, opened(w, at))
    while pinned != 0:
        space = lowest_bit(pinned)
        pinned &= pinned - 1
        at = put_word(w, opened(w, at), SPACE_WORDS + space)
        at = put_word(w, at, KIND_WORDS + int(s.pinned[space]))
        at = closed(w, put_truth(w, at, up >> space & 1 != 0))
    at = put_words(w, closed(w, at), SPACE_WORDS, spaces)
    at = put_words(w, at, PICTURE_WORDS, int(s.supply))
    at = put_words(w, at, PICTURE_WORDS, int(s.recruited))
    at = put_words(w, at, PICTURE_WORDS, int(s.silenced))
    at = put_words(w, at, PICTURE_WORDS, pictures_connected(s, t, spaces))
    return closed(w, at)


@compilable
def put_result(w: Any, at: int, s: State) -> int:
    winner = int(s.winner)
    if winner == NOBODY:
        return put_null(w, at)
    at = put_side(w, opened(w, at), NOBODY if winner == NO_SIDE else winner)
    return closed(w, put_word(w, at, WAY_WORDS + int(s.won_by)))
