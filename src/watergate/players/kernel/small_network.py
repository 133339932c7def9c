"""The small network: the moves' chances and the Editor's, asked at every node of a search.

It learnt what the large network plays (`lab/selfplay/apprentice.py`), and is asked thousands of
times a second on one core. The first layer adds up a row of weights for everything the decider
knows; inputs are zeros and ones. The policy stands on that alone. The value is told the *secrets*
too, what the decider's opponent holds and which tokens lie face down: in a guess they are there to
be seen, and the value of a position does not depend on who is about to decide.

What takes its time is fetching weights. So they are whole numbers of 16 bits, each row in units of
its own, and so are the numbers between the layers while they are multiplied.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from watergate.edition.layout import CARDS, KINDS
from watergate.rules.core.bits import lowest_bit
from watergate.rules.core.ids import CHANCE_MOVES, MOST_LEGAL
from watergate.rules.core.jit import compilable, compilable_sums, compilable_unchecked
from watergate.rules.core.observation import ALIKE, WORD
from watergate.rules.core.state import State, TableRecord

from .sight import SIGHT, new_sight, see

SECRETS = CARDS + KINDS * ALIKE
"""What the value is told: the cards of the decider's opponent and the one drawn (none has the
number 0, so that stands for no card), and the face-down tokens."""


MOST_NUMBER = 8191
"""Units of the largest of the numbers between the layers."""


class Blocks(NamedTuple):
    """Residual blocks with a narrower layer inside; weights have a row for each number of that."""

    first: Any
    first_units: Any
    first_bias: Any
    second: Any
    second_units: Any
    second_bias: Any


class SmallNetwork(NamedTuple):
    """Its layers; the first two have a row for each number that may be 1."""

    columns: Any  # for each number of an observation its row in `entry`, or -1
    entry: Any
    entry_bias: Any
    secret: Any
    entry_unit: Any  # of these three
    policy_blocks: Blocks
    policy: Any
    policy_bias: Any
    value_blocks: Blocks
    value: Any
    value_bias: Any


class Glance(NamedTuple):
    """Working space, and what was found: the chances of the legal moves."""

    words: Any
    rows: Any
    sums: Any
    x: Any
    whole_x: Any
    shares: Any
    rows_in_use: Any
    chances: Any


def blank_small_network() -> SmallNetwork:
    """A network that knows nothing."""

    def zeros(*shape: int) -> Any:
        return np.zeros(shape, np.float32)

    def wholes(*shape: int) -> Any:
        return np.zeros(shape, np.int16)

    blocks = Blocks(
        wholes(1, 8, 8), zeros(1, 8), zeros(1, 8), wholes(1, 8, 8), zeros(1, 8), zeros(1, 8)
    )
    return SmallNetwork(
        np.full(SIGHT, -1, np.int32), wholes(1, 8), np.zeros(8, np.int32), wholes(SECRETS, 8),
        zeros(1), blocks, zeros(CHANCE_MOVES, 8), zeros(CHANCE_MOVES), blocks, zeros(8), zeros(1),
    )  # fmt: skip


def new_glance(net: SmallNetwork) -> Glance:
    _, inner, width = net.policy_blocks.first.shape
    return Glance(
        words=new_sight(),
        rows=np.zeros(SIGHT, np.int32),
        sums=np.zeros(width, np.int32),
        x=np.zeros(width, np.float32),
        whole_x=np.zeros(width, np.int16),
        shares=np.zeros(inner, np.float32),
        rows_in_use=np.zeros(inner, np.int32),
        chances=np.zeros(MOST_LEGAL, np.float64),
    )


@compilable
def look(
    s: State, t: TableRecord, nothing_hidden: Any, history: Any, who: int, net: SmallNetwork,
    glance: Glance,
) -> None:  # fmt: skip
    """Compute the first layer of what the decider of a full state knows; first of all."""
    see(s, t, nothing_hidden, history, who, glance.words)
    count = list_rows(glance.words, net.columns, glance.rows)
    add_rows(glance.rows, count, net.entry, net.entry_bias, glance.sums)


@compilable_unchecked
def list_rows(words: Any, columns: Any, rows: Any) -> int:
    """Write the rows of the first layer that what is known adds up; returns how many."""
    n = 0
    for k in range(SIGHT // WORD):
        mask = int(words[k])
        while mask != 0:
            column = columns[WORD * k + lowest_bit(mask)]
            mask &= mask - 1
            if column >= 0:
                rows[n] = column
                n += 1
    return n


@compilable_unchecked
def add_rows(rows: Any, count: int, weights: Any, bias: Any, sums: Any) -> None:
    """The first layer: four rows at a time, so that the sums are fetched less often."""
    width = len(sums)
    for j in range(width):
        sums[j] = bias[j]
    for k in range(0, count - 3, 4):
        a, b = weights[rows[k]], weights[rows[k + 1]]
        c, d = weights[rows[k + 2]], weights[rows[k + 3]]
        for j in range(width):
            four = np.int32(a[j]) + np.int32(b[j]) + np.int32(c[j]) + np.int32(d[j])
            sums[j] = np.int32(sums[j] + four)
    for k in range(count // 4 * 4, count):
        add_row(weights[rows[k]], sums)


@compilable
def find_chances(net: SmallNetwork, glance: Glance, moves: Any, n: int) -> None:
    """Write the policy's chances of the legal moves into `glance.chances`."""
    think(net, net.policy_blocks, glance)
    chances, most = glance.chances, -1e9
    for k in range(n):
        move = int(moves[k])
        chances[k] = product(net.policy[move], glance.x) + net.policy_bias[move]
        most = max(most, float(chances[k]))
    total = 0.0
    for k in range(n):
        chances[k] = math.exp(float(chances[k]) - most)
        total += float(chances[k])
    for k in range(n):
        chances[k] = float(chances[k]) / total


@compilable
def editor_chance(s: State, who: int, net: SmallNetwork, glance: Glance) -> float:
    """The Editor's chance to win a full state. Ask for the moves' chances before: this spoils
    what was seen."""
    add_secrets(s, who, net.secret, glance.sums)
    think(net, net.value_blocks, glance)
    odds = float(product(net.value, glance.x) + net.value_bias[0])
    return 1.0 / (1.0 + math.exp(-odds))


@compilable
def add_secrets(s: State, who: int, secret: Any, sums: Any) -> None:
    add_row(secret[int(s.drawn)], sums)
    cards = int(s.hand[1 - who]) & ~(1 << int(s.drawn))
    while cards != 0:
        add_row(secret[lowest_bit(cards)], sums)
        cards &= cards - 1
    word, kind = int(s.facedown), 0
    while word != 0:
        for n in range(min(word & 15, ALIKE)):
            add_row(secret[CARDS + ALIKE * kind + n], sums)
        word >>= 4
        kind += 1


@compilable_unchecked
def add_row(row: Any, sums: Any) -> None:
    for j in range(len(sums)):
        sums[j] = np.int32(sums[j] + np.int32(row[j]))


@compilable_unchecked
def think(net: SmallNetwork, blocks: Blocks, glance: Glance) -> None:
    """The layers between the first and the last."""
    sums, x, whole_x = glance.sums, glance.x, glance.whole_x
    unit = np.float32(net.entry_unit[0])
    for j in range(len(x)):
        x[j] = np.float32(max(sums[j], 0)) * unit
    for n in range(len(blocks.first)):
        unit = in_units(x, whole_x)
        in_use = 0
        for i in range(len(blocks.first_bias[n])):  # most of these come to nothing
            total = whole_product(blocks.first[n, i], whole_x) * unit * blocks.first_units[n, i]
            total += blocks.first_bias[n, i]
            if total > 0:
                glance.shares[in_use] = total * blocks.second_units[n, i]
                glance.rows_in_use[in_use] = i
                in_use += 1
        add_shares(blocks.second[n], glance.rows_in_use, glance.shares, in_use, x)
        for j in range(len(x)):
            x[j] += blocks.second_bias[n, j]


@compilable_unchecked
def add_shares(weights: Any, rows: Any, shares: Any, count: int, x: Any) -> None:
    """Add so many rows of weights, each times its share; four at a time, as above."""
    for k in range(0, count - 3, 4):
        a, b = weights[rows[k]], weights[rows[k + 1]]
        c, d = weights[rows[k + 2]], weights[rows[k + 3]]
        p, q, r, s = shares[k], shares[k + 1], shares[k + 2], shares[k + 3]
        for j in range(len(x)):
            two, others = np.float32(a[j]) * p + np.float32(b[j]) * q, np.float32(c[j]) * r
            x[j] += two + others + np.float32(d[j]) * s
    for k in range(count // 4 * 4, count):
        row, share = weights[rows[k]], shares[k]
        for j in range(len(x)):
            x[j] += np.float32(row[j]) * share


@compilable_unchecked
def in_units(numbers: Any, wholes: Any) -> Any:
    """Write numbers as whole numbers of a unit, and return that."""
    most = np.float32(1e-9)
    for j in range(len(numbers)):
        most = max(most, abs(numbers[j]))
    scale, half = np.float32(MOST_NUMBER) / most, np.float32(MOST_NUMBER + 1.5)
    for j in range(len(numbers)):  # cut off, a number that is not negative is rounded
        wholes[j] = np.int16(np.int32(numbers[j] * scale + half) - np.int32(MOST_NUMBER + 1))
    return most / np.float32(MOST_NUMBER)


@compilable_unchecked
def whole_product(one: Any, other: Any) -> Any:
    total = np.int32(0)
    for i in range(len(one)):
        total = np.int32(total + np.int32(one[i]) * np.int32(other[i]))
    return np.float32(total)


@compilable_sums
def product(one: Any, other: Any) -> Any:
    total = np.float32(0)
    for i in range(len(one)):
        total += one[i] * other[i]
    return total


@compilable
def chance_of_choice(
    net: SmallNetwork, glance: Glance, ones: Any, count: int, moves: Any, n: int, move: int
) -> float:
    """The policy's chance of one of the legal moves; `ones` are the numbers that are 1."""
    known = 0
    for k in range(count):
        if int(net.columns[int(ones[k])]) >= 0:
            glance.rows[known] = net.columns[int(ones[k])]
            known += 1
    add_rows(glance.rows, known, net.entry, net.entry_bias, glance.sums)
    find_chances(net, glance, moves, n)
    for k in range(n):
        if int(moves[k]) == move:
            return float(glance.chances[k])
    return 0.0
