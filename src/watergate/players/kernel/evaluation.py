"""The evaluation: how likely the Editor is to win, as a small network judges the start of a turn.

A position is described by *features*, facts that are true or not: who is to play, where M and I
are, how far the informants are from Nixon, which cards are in the hands. The network adds up a row
of weights for each true fact, cuts negative sums to zero, and weighs these sums once more.

All facts are read off the edition's table, except for the cards, which are known by number: an
edition passes those of its cards that the network has learnt (`Network.cards`).
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from watergate.rules.core.bits import (
    count_bits,
    count_tokens,
    lowest_bit,
    lowest_kind,
    without_kind,
)
from watergate.rules.core.changes import empty_spaces
from watergate.rules.core.frames import SIDE
from watergate.rules.core.jit import compilable, compilable_unchecked
from watergate.rules.core.state import EDITOR, NIXON, OFF, REST, State, TableRecord

from .worth import connection_costs, distance

MOST_FEATURES = 128
"""Room for the true facts of any position."""

(
    TO_PLAY, HAS_INITIATIVE, NIXON_MOMENTUM, EDITOR_MOMENTUM, MOMENTUM_SUPPLY, MOMENTUM_AT,
    INITIATIVE_AT, CARDS_HELD, VALUE_HELD, REACTIONS_HELD, NEAREST, SECOND, THIRD, RECRUITED,
    SILENCED, UP, DOWN, FACE_DOWN, EDITOR_PIN, NIXON_PIN, TRACK, IN_HAND, IN_DECK, FEATURES,
) = (
    0, 2, 4, 10, 18, 28, 40, 52, 68, 100, 108, 116, 124, 132, 140, 148, 160, 172, 180, 204, 228,
    264, 328, 392,
)  # fmt: skip
"""Where each block of features begins; the last is how many there are."""

MOST_WIDTH = 64


class Network(NamedTuple):
    """The two layers, their biases at the end of each, and the cards that were learnt, as bits."""

    rows: Any
    last: Any
    cards: Any


def blank_network(width: int = 32) -> Network:
    """A network that knows nothing."""
    return Network(
        np.zeros((FEATURES + 1, width), np.float32),
        np.zeros(width + 1, np.float32),
        np.zeros(1, np.int64),
    )


@compilable
def features(s: State, t: TableRecord, cards: int, found: Any) -> int:
    """Write the numbers of all facts that are true; returns how many. To be asked at a PLAY."""
    found[0] = TO_PLAY + int(s.stack[int(s.depth) - 1, SIDE])
    found[1] = HAS_INITIATIVE + int(s.initiative)
    found[2] = NIXON_MOMENTUM + min(int(s.momentum[NIXON]), 5)
    found[3] = EDITOR_MOMENTUM + min(int(s.momentum[EDITOR]), 7)
    found[4] = MOMENTUM_SUPPLY + min(int(s.momentum_supply), 9)
    found[5] = MOMENTUM_AT + (11 if int(s.momentum_at) == OFF else int(s.momentum_at) + 5)
    found[6] = INITIATIVE_AT + (11 if int(s.initiative_at) == OFF else int(s.initiative_at) + 5)
    nearest, second, third = connection_costs(
        t, int(s.up), int(s.down), int(s.recruited), int(s.supply)
    )
    found[7] = NEAREST + min(nearest, 7)
    found[8] = SECOND + min(second, 7)
    found[9] = THIRD + min(third, 7)
    found[10] = RECRUITED + min(count_bits(int(s.recruited)), 7)
    found[11] = SILENCED + min(count_bits(int(s.silenced)), 7)
    found[12] = UP + min(count_bits(int(s.up)), 11)
    found[13] = DOWN + min(count_bits(int(s.down)), 11)
    found[14] = FACE_DOWN + min(count_tokens(int(s.facedown)), 7)
    found[15] = EDITOR_PIN + min(after_best_pin(s, t, EDITOR), 23)
    found[16] = NIXON_PIN + min(after_best_pin(s, t, NIXON), 23)
    n = 17
    for place in range(2 * REST + 1):
        tokens = count_tokens(int(s.track[place]))
        if tokens != 0:
            found[n] = TRACK + 4 * place + min(tokens, 4) - 1
            n += 1
    for side in range(2):
        hand = int(s.hand[side])
        held, value = 0, 0
        left = hand
        while left != 0:
            card = lowest_bit(left)
            left &= left - 1
            held += 1
            value += int(t.value[card])
        found[n] = CARDS_HELD + 8 * side + min(held, 7)
        found[n + 1] = VALUE_HELD + 16 * side + min(value, 15)
        found[n + 2] = REACTIONS_HELD + 4 * side + min(count_bits(hand & int(t.reactions)), 3)
        n = list_cards(hand & cards, IN_HAND, found, n + 3)
        n = list_cards(int(s.deck[side]) & cards, IN_DECK, found, n)
    return n


@compilable
def list_cards(mask: int, block: int, found: Any, n: int) -> int:
    while mask != 0:
        found[n] = block + lowest_bit(mask)
        mask &= mask - 1
        n += 1
    return n


@compilable
def after_best_pin(s: State, t: TableRecord, side: int) -> int:
    """The Editor's distance once a side has pinned the best token of its half of the track."""
    up, down = int(s.up), int(s.down)
    recruited, supply = int(s.recruited), int(s.supply)
    best = distance(t, up, down, recruited, supply)
    tokens = 0
    for step in range(1, REST + 1):
        tokens |= int(s.track[REST + step if side == EDITOR else REST - step])
    spaces = 0
    while tokens != 0:
        kind = lowest_kind(tokens)
        tokens = without_kind(tokens, kind)
        spaces |= int(t.spaces_of_kind[kind])
    spaces &= empty_spaces(s, t)
    while spaces != 0:
        space = spaces & -spaces
        spaces &= spaces - 1
        if side == EDITOR:
            best = min(best, distance(t, up | space, down, recruited, supply))
        else:
            best = max(best, distance(t, up, down | space, recruited, supply))
    return best


@compilable
def editor_chance(s: State, t: TableRecord, net: Network, found: Any, sums: Any) -> float:
    """The Editor's chance to win."""
    n = features(s, t, int(net.cards[0]), found)
    return 1.0 / (1.0 + math.exp(-output(net.rows, net.last, found, n, sums)))


@compilable_unchecked
def output(rows: Any, last: Any, found: Any, n: int, sums: Any) -> float:
    width = rows.shape[1]
    for j in range(width):
        sums[j] = rows[rows.shape[0] - 1, j]
    for i in range(n):
        row = rows[found[i]]
        for j in range(width):
            sums[j] += row[j]
    total = last[width]
    for j in range(width):
        if sums[j] > 0:
            total += sums[j] * last[j]
    return float(total)
