"""The observation: what a side knows, as a row of zeros and ones, for programs that learn.

Every number is a yes or a no. A count is written as a row of "at least one", "at least two", …, a
choice as one yes among noes. `PIECES` is the one list of what stands where; `docs/observation.md`
shows it. A row is made of what the side knows alone: of a state and of the knowledge record made
from it (`knowledge.py`) the rows are the same.

It is put together as bits, WORD of them in each of a few numbers, which takes hardly a branch, and
written out as a row afterwards (`write_row`; `gyms/kernel/spreading.py` does it faster).
"""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

from watergate.edition.layout import CARDS, COLORS, KINDS, PICTURES, PROGRAMS, SPACES

from .bits import count_bits, count_of_kind, count_tokens, lowest_bit
from .frames import KIND, PART_A, PART_B, PART_C, SIDE, Frame
from .history import PLAYS, USES
from .jit import compilable, compilable_unchecked
from .legal import decider
from .state import EDITOR, NIXON, NO_CARD, OFF, REST, State, TableRecord

ALIKE = 4
"""Tokens alike on one place of the track or face down that are told apart by number."""
POOL = 6
"""Unknown tokens of one kind that are told apart by number."""
PLACES = 2 * REST + 1
MARKER_PLACES = 12
"""N5 to E5, and off the track."""
CARD_BITS = 6
PASSES = 8
WORD = 32
"""Bits of a word, so that none is lost when a mask is moved to its place in 63 bits."""
_LOWEST_BITS = 0x0111111111111111
"""Of the four bits of each kind of token the lowest."""
_ALL = (1 << WORD) - 1


class Piece(NamedTuple):
    """A part of an observation: its name, its shape, and what a yes in it means."""

    name: str
    shape: tuple[int, ...]
    meaning: str

    @property
    def size(self) -> int:
        size = 1
        for extent in self.shape:
            size *= extent
        return size


_FRAME_KINDS, _PARTS = len(Frame), 64
_FRAME = _FRAME_KINDS + 2 + PROGRAMS + 2 * _PARTS
"""Numbers of one frame of the stack: its kind, whose it is, and three of its parts."""

_TOLD = (
    Piece("viewer", (2,), "whose observation it is: the Editor's, Nixon's"),
    Piece("decider", (2,), "who decides: the Editor, Nixon; neither at a draw or after the end"),
    Piece("hand", (CARDS,), "card n is in a hand, as far as the viewer knows"),
    Piece("unseen", (CARDS,), "card n is in its deck or, unknown to the viewer, in its hand"),
    Piece("discard", (CARDS,), "card n is in its discard pile"),
    Piece("removed", (CARDS,), "card n is removed from the game"),
    Piece("in_play", (CARDS,), "card n is in play"),
    Piece("drawn", (CARDS,), "card n was drawn to be played at once; only for who drew it"),
    Piece("hand_count", (2, 8), "a side's hand has more than n cards"),
    Piece("drawn_by", (2,), "this side has drawn a card to be played at once"),
    Piece("uses", (USES, CARDS), "card n was played: value, action, discarded, reaction"),
    Piece("order", (PLAYS, CARD_BITS), "the n-th play of this round: bit b of the card's number"),
    Piece("passes", (2, PASSES), "a side has passed more than n times in this round"),
    Piece("initiative_at", (MARKER_PLACES,), "the initiative marker is on N5, …, E5, or off it"),
    Piece("momentum_at", (MARKER_PLACES,), "the momentum marker is on N5, …, E5, or off it"),
    Piece("initiative", (2,), "the initiative card points to this side"),
    Piece("momentum", (2, 8), "a side has gained more than n momentum tokens"),
    Piece("momentum_supply", (12,), "more than n momentum tokens are in the supply"),
    Piece("track", (PLACES, KINDS, ALIKE), "on N4, …, E4 lie more than n face-up tokens of a kind"),
    Piece("facedown", (KINDS, ALIKE), "more than n face-down tokens are of a kind; only for Nixon"),
    Piece("facedown_count", (8,), "more than n tokens lie face down"),
    Piece("absent", (COLORS,), "everyone knows that no face-down token has this colour"),
    Piece("answered_no", (COLORS,), "this colour may not be asked for again in this round"),
    Piece("pool", (KINDS, POOL), "more than n tokens of a kind are in the bag or hidden"),
    Piece("up", (SPACES,), "this space of the board has face-up evidence"),
    Piece("down", (SPACES,), "this space of the board has face-down evidence"),
    Piece("pinned", (SPACES, KINDS), "the evidence on this space is of this kind"),
    Piece("supply", (PICTURES,), "this picture is in the supply"),
    Piece("recruited", (PICTURES,), "this informant is on the board, face up"),
    Piece("silenced", (PICTURES,), "this informant is on the board, face down"),
    Piece("round", (16,), "more than n rounds have begun"),
    Piece("turn", (2,), "it is this side's turn"),
    Piece("last_player", (2,), "this side played the last card"),
    Piece("extra_turn", (2,), "this side takes another turn"),
    Piece("nixon_has_had_turn", (1,), "Nixon has had a turn in this round"),
    Piece("events_silent", (1,), "events have no effect in this round"),
    Piece("chain", (CARDS,), "card n is in the chain of reactions"),
    Piece("chain_end", (CARDS,), "card n is the last of the chain"),
    Piece("pending", (_FRAME,), "the pending decision: kind, side, and its parts a, b, c"),
    Piece("below", (_FRAME,), "what waits below it on the stack, likewise"),
)  # fmt: skip
_ROOM = -sum(piece.size for piece in _TOLD) % WORD
PIECES = (*_TOLD, Piece("room", (_ROOM,), "nothing: it fills the last word")) if _ROOM else _TOLD

_ENDS = tuple(itertools.accumulate(piece.size for piece in PIECES))
OBSERVATION = _ENDS[-1]
"""The numbers of an observation."""
WORDS = OBSERVATION // WORD + 3
"""The words of an observation, and room for what a mask has beyond the last one: nothing."""
_FIRST = {piece.name: end - piece.size for piece, end in zip(PIECES, _ENDS, strict=True)}
(
    _VIEWER, _DECIDER, _HAND, _UNSEEN, _DISCARD, _REMOVED, _IN_PLAY, _DRAWN, _HAND_COUNT, _DRAWN_BY,
    _USES, _ORDER, _PASSES, _INITIATIVE_AT, _MOMENTUM_AT, _INITIATIVE, _MOMENTUM, _MOMENTUM_SUPPLY,
    _TRACK, _FACEDOWN, _FACEDOWN_COUNT, _ABSENT, _ANSWERED_NO, _POOL, _UP, _DOWN, _PINNED, _SUPPLY,
    _RECRUITED, _SILENCED, _ROUND, _TURN, _LAST_PLAYER, _EXTRA_TURN, _NIXON_HAS_HAD_TURN,
    _EVENTS_SILENT, _CHAIN, _CHAIN_END, _PENDING, _BELOW,
) = itertools.islice(_FIRST.values(), len(_TOLD))  # fmt: skip


def first_of(name: str) -> int:
    """Where a piece begins."""
    return _FIRST[name]


@compilable
def observe(s: State, t: TableRecord, hidden: Any, history: Any, viewer: int, words: Any) -> None:
    """Put a side's observation together, as bits.

    `hidden` says how much a knowledge record hides; for a state it is all zeros.
    """
    for n in range(WORDS):
        words[n] = 0
    put_one(words, _VIEWER + viewer)
    put_side(words, _DECIDER, decider(s))
    observe_cards(s, t, hidden, viewer, words)
    observe_history(s, history, words)
    observe_markers(s, words)
    observe_evidence(s, t, hidden, viewer, words)
    observe_board(s, words)
    observe_turn(s, words)
    observe_frame(s, 1, _PENDING, words)
    observe_frame(s, 2, _BELOW, words)


@compilable_unchecked
def write_row(words: Any, row: Any) -> None:
    """Write the bits of an observation into a row of zeros."""
    for n in range(len(row) // WORD):
        mask = int(words[n])
        while mask != 0:
            row[WORD * n + lowest_bit(mask)] = 1
            mask &= mask - 1


@compilable_unchecked
def put(words: Any, first: int, mask: int) -> None:
    """Put a mask at its place; it may reach over three words."""
    n, shift = first // WORD, first % WORD
    low, high = (mask & _ALL) << shift, (mask >> WORD) << shift
    words[n] = int(words[n]) | low & _ALL
    words[n + 1] = int(words[n + 1]) | low >> WORD | high & _ALL
    words[n + 2] = int(words[n + 2]) | high >> WORD


@compilable_unchecked
def put_one(words: Any, at: int) -> None:
    words[at // WORD] = int(words[at // WORD]) | 1 << at % WORD


@compilable
def put_more_than(words: Any, first: int, size: int, count: int) -> None:
    """A count, as a row of more than 0, more than 1, …"""
    put(words, first, (1 << min(count, size)) - 1)


@compilable
def put_side(words: Any, first: int, side: int) -> None:
    put(words, first, 1 << side & 3)  # neither where it is chance or nobody


@compilable
def observe_cards(s: State, t: TableRecord, hidden: Any, viewer: int, words: Any) -> None:
    other = 1 - viewer
    unknown = int(s.hand[other]) & ~int(s.known[other])
    drawn = int(s.drawn)
    if drawn != NO_CARD:
        drawer = int(t.owner[drawn])
        put_one(words, _DRAWN_BY + drawer)
        if drawer == viewer:
            put_one(words, _DRAWN + drawn)
        else:
            unknown |= 1 << drawn
    elif int(hidden.drawn[other]) != 0:
        put_one(words, _DRAWN_BY + other)
    put(words, _HAND, int(s.hand[viewer]) | int(s.known[other]))
    put(words, _UNSEEN, int(s.deck[EDITOR]) | int(s.deck[NIXON]) | unknown)
    put(words, _DISCARD, int(s.discard[EDITOR]) | int(s.discard[NIXON]))
    put(words, _REMOVED, int(s.removed[EDITOR]) | int(s.removed[NIXON]))
    put(words, _IN_PLAY, int(s.in_play))
    for side in range(2):
        held = count_bits(int(s.hand[side])) + int(hidden.hand[side])
        put_more_than(words, _HAND_COUNT + 8 * side, 8, held)


@compilable
def observe_history(s: State, history: Any, words: Any) -> None:
    if int(history.round_no) != int(s.round_no):
        return
    for use in range(USES):
        put(words, _USES + CARDS * use, int(history.uses[use]))
    for n in range(PLAYS):
        card = int(history.order[n])
        if card == NO_CARD:
            break
        put(words, _ORDER + CARD_BITS * n, card)
    for side in range(2):
        put_more_than(words, _PASSES + PASSES * side, PASSES, int(history.passes[side]))


@compilable
def observe_markers(s: State, words: Any) -> None:
    off = MARKER_PLACES - 1
    at = int(s.initiative_at)
    put_one(words, _INITIATIVE_AT + (off if at == OFF else at + 5))
    at = int(s.momentum_at)
    put_one(words, _MOMENTUM_AT + (off if at == OFF else at + 5))
    put_one(words, _INITIATIVE + int(s.initiative))
    for side in range(2):
        put_more_than(words, _MOMENTUM + 8 * side, 8, int(s.momentum[side]))
    put_more_than(words, _MOMENTUM_SUPPLY, 12, int(s.momentum_supply))


@compilable
def observe_evidence(s: State, t: TableRecord, hidden: Any, viewer: int, words: Any) -> None:
    for place in range(PLACES):
        put(words, _TRACK + KINDS * ALIKE * place, as_rows(int(s.track[place])))
    facedown, pool = int(s.facedown), int(s.bag)
    put_more_than(words, _FACEDOWN_COUNT, 8, count_tokens(facedown) + int(hidden.facedown))
    if viewer == NIXON:
        put(words, _FACEDOWN, as_rows(facedown))
    else:
        pool += facedown
    for kind in range(int(t.kinds)):
        put_more_than(words, _POOL + POOL * kind, POOL, count_of_kind(pool, kind))
    put(words, _ABSENT, int(s.absent))
    put(words, _ANSWERED_NO, int(s.answered_no))


@compilable
def as_rows(word: int) -> int:
    """A word of tokens with each count as a row of ALIKE bits: 1 as 0001, 2 as 0011, 3 as 0111."""
    one, two = word & _LOWEST_BITS, word >> 1 & _LOWEST_BITS
    many = (word >> 2 | word >> 3) & _LOWEST_BITS
    return one | two | many | (two | many) << 1 | (one & two | many) << 2 | many << 3


@compilable
def observe_board(s: State, words: Any) -> None:
    put(words, _UP, int(s.up))
    put(words, _DOWN, int(s.down))
    spaces = int(s.up) | int(s.down)
    while spaces != 0:
        space = lowest_bit(spaces)
        put_one(words, _PINNED + KINDS * space + int(s.pinned[space]))
        spaces &= spaces - 1
    put(words, _SUPPLY, int(s.supply))
    put(words, _RECRUITED, int(s.recruited))
    put(words, _SILENCED, int(s.silenced))


@compilable
def observe_turn(s: State, words: Any) -> None:
    put_more_than(words, _ROUND, 16, int(s.round_no))
    put_side(words, _TURN, int(s.turn))
    put_side(words, _LAST_PLAYER, int(s.last_player))
    put_side(words, _EXTRA_TURN, int(s.extra_turn))
    put(words, _NIXON_HAS_HAD_TURN, int(s.nixon_has_had_turn))
    put(words, _EVENTS_SILENT, int(s.events_silent))
    for n in range(int(s.chain_length)):
        put_one(words, _CHAIN + int(s.chain[n]))
    if int(s.chain_length) != 0:
        put_one(words, _CHAIN_END + int(s.chain[int(s.chain_length) - 1]))


@compilable
def observe_frame(s: State, depth: int, first: int, words: Any) -> None:
    top = int(s.depth) - depth
    if top < 0:
        return
    put_one(words, first + int(s.stack[top, KIND]))
    put_side(words, first + _FRAME_KINDS, int(s.stack[top, SIDE]))
    parts = first + _FRAME_KINDS + 2
    put_one(words, parts + int(s.stack[top, PART_A]))
    put_one(words, parts + PROGRAMS + int(s.stack[top, PART_B]))
    put_one(words, parts + PROGRAMS + _PARTS + int(s.stack[top, PART_C]))
