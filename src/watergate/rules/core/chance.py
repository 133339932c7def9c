"""Chance as a player: what can be drawn, and random streams to draw with.

There is one stream a purpose, so that two games from one seed with sides swapped meet the same luck
for as long as they draw the same things. The generator is splitmix on 62 bits, written so that
compiled code and plain Python give the same numbers.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import numpy.typing as npt

from . import ids
from .bits import count_bits, count_of_kind, count_tokens, nth_bit, nth_token
from .frames import KIND, SIDE, Frame
from .jit import compilable
from .state import State, TableRecord

DECK_STREAMS, BAG_STREAM, LOSS_STREAM, BLIND_STREAM, MOVE_STREAM = 0, 2, 3, 4, 5
"""The streams: one for each side's deck, the bag, lost cards, blind picks, and random players."""
STREAMS = 6

# 62 bits, in halves of 31: compiled code takes signed overflow for impossible, so none may happen.
MASK, _HALF_BITS, _HALF = (1 << 62) - 1, 31, (1 << 31) - 1
_GAMMA, _MIX_ONE, _MIX_TWO = 0x1E3779B97F4A7C15, 0x3F58476D1CE4E5B9, 0x14D049BB133111EB

Streams = npt.NDArray[np.int64]


def seeded_streams(seed: int) -> Streams:
    """Streams for tests, arenas and practice: the same seed gives the same luck."""
    streams = np.zeros(STREAMS, np.int64)
    seed_streams(streams, seed & MASK)
    return streams


def system_streams() -> Streams:
    """Streams nobody can foretell, for live games."""
    return np.frombuffer(bytearray(os.urandom(8 * STREAMS)), np.int64) & MASK


@compilable
def _times(x: int, y: int) -> int:
    """The product of two 62-bit numbers, its lower 62 bits, without ever exceeding 63 bits."""
    x_high, x_low = x >> _HALF_BITS, x & _HALF
    y_high, y_low = y >> _HALF_BITS, y & _HALF
    middle = (x_high * y_low & MASK) + (x_low * y_high & MASK)
    return (x_low * y_low + ((middle & _HALF) << _HALF_BITS)) & MASK


@compilable
def random_bits(streams: Any, stream: int) -> int:
    """The next 62 random bits of a stream."""
    x = (int(streams[stream]) + _GAMMA) & MASK
    streams[stream] = x
    x = _times(x ^ (x >> 30), _MIX_ONE)
    x = _times(x ^ (x >> 27), _MIX_TWO)
    return x ^ (x >> 31)


@compilable
def scrambled(x: int, y: int) -> int:
    """A 62-bit number made of two: for keys of tables, and seeds of several parts."""
    x = _times(x ^ (x >> 30), _MIX_ONE) ^ y
    x = _times(x ^ (x >> 27), _MIX_TWO)
    return x ^ (x >> 31)


@compilable
def seed_streams(streams: Any, seed: int) -> None:
    streams[0] = seed & MASK
    for i in range(1, STREAMS):
        streams[i] = random_bits(streams, 0)
    streams[0] = random_bits(streams, 0)


@compilable
def random_below(streams: Any, stream: int, n: int) -> int:
    return ((random_bits(streams, stream) >> 31) * n) >> 31


@compilable
def sample(s: State, streams: Any) -> int:
    """A random outcome of the pending draw, as a move id."""
    top = int(s.depth) - 1
    what, side = int(s.stack[top, KIND]), int(s.stack[top, SIDE])
    if what == Frame.DRAW_CARD:
        cards = int(s.deck[side])
        n = random_below(streams, DECK_STREAMS + side, count_bits(cards))
        return ids.CARD_DRAWN + nth_bit(cards, n)
    if what == Frame.DRAW_TOKEN:
        word = int(s.bag)
        n = random_below(streams, BAG_STREAM, count_tokens(word))
        return ids.TOKEN_DRAWN + nth_token(word, n)
    if what == Frame.BLIND:
        word = int(s.facedown)
        n = random_below(streams, BLIND_STREAM, count_tokens(word))
        return ids.TOKEN_REVEALED + nth_token(word, n)
    cards = int(s.hand[side])
    n = random_below(streams, LOSS_STREAM, count_bits(cards))
    return ids.CARD_LOST + nth_bit(cards, n)


@compilable
def outcomes(s: State, t: TableRecord, moves: Any, weights: Any) -> int:
    """Write what the pending draw can bring, and how likely each is; returns how many."""
    top = int(s.depth) - 1
    what, side = int(s.stack[top, KIND]), int(s.stack[top, SIDE])
    n = 0
    if what == Frame.DRAW_TOKEN or what == Frame.BLIND:
        word = int(s.bag) if what == Frame.DRAW_TOKEN else int(s.facedown)
        block = ids.TOKEN_DRAWN if what == Frame.DRAW_TOKEN else ids.TOKEN_REVEALED
        for kind in range(int(t.kinds)):
            if count_of_kind(word, kind) != 0:
                moves[n] = block + kind
                weights[n] = count_of_kind(word, kind)
                n += 1
        return n
    cards = int(s.deck[side]) if what == Frame.DRAW_CARD else int(s.hand[side])
    block = ids.CARD_DRAWN if what == Frame.DRAW_CARD else ids.CARD_LOST
    for i in range(count_bits(cards)):
        moves[n] = block + nth_bit(cards, i)
        weights[n] = 1
        n += 1
    return n
