"""The small network: the moves' chances and the Editor's, asked at every node of a search.

It learnt what the large network plays (`lab/selfplay/apprentice.py`), and is asked thousands of
times a second on one core. The first layer adds up a row of weights for everything the decider
knows; inputs are zeros and ones. The policy stands on that alone. The value is told the *secrets*
too, what the decider's opponent holds and which tokens lie face down: in a guess they are there to
be seen, and the value of a position does not depend on who is about to decide.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from watergate.edition.layout import CARDS, KINDS
from watergate.rules.core.bits import lowest_bit
from watergate.rules.core.ids import CHANCE_MOVES, MOST_LEGAL
from watergate.rules.core.jit import compilable, compilable_sums, compilable_unchecked
from watergate.rules.core.observation import ALIKE, OBSERVATION, WORD, WORDS, observe
from watergate.rules.core.state import State, TableRecord

SECRETS = CARDS + KINDS * ALIKE
"""What the value is told: the cards of the decider's opponent and the one drawn (none has the
number 0, so that stands for no card), and the face-down tokens."""


class Blocks(NamedTuple):
    """Residual blocks with a narrower layer inside; weights have a row for each of their sums."""

    first: Any
    first_bias: Any
    second: Any
    second_bias: Any


class SmallNetwork(NamedTuple):
    """Its layers: the first two have a row for each number that may be 1, the others one for each
    of their sums."""

    columns: Any  # for each number of an observation its row in `entry`, or -1
    entry: Any
    entry_bias: Any
    secret: Any
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
    inner: Any
    chances: Any


def blank_small_network() -> SmallNetwork:
    """A network that knows nothing."""

    def zeros(*shape: int) -> Any:
        return np.zeros(shape, np.float32)

    blocks = Blocks(zeros(1, 8, 8), zeros(1, 8), zeros(1, 8, 8), zeros(1, 8))
    return SmallNetwork(
        np.full(OBSERVATION, -1, np.int32), zeros(1, 8), zeros(8), zeros(SECRETS, 8),
        blocks, zeros(CHANCE_MOVES, 8), zeros(CHANCE_MOVES), blocks, zeros(8), zeros(1),
    )  # fmt: skip


def new_glance(net: SmallNetwork) -> Glance:
    _, inner, width = net.policy_blocks.first.shape
    return Glance(
        words=np.zeros(WORDS, np.int64),
        rows=np.zeros(OBSERVATION, np.int32),
        sums=np.zeros(width, np.float32),
        x=np.zeros(width, np.float32),
        inner=np.zeros(inner, np.float32),
        chances=np.zeros(MOST_LEGAL, np.float64),
    )


@compilable
def look(
    s: State, t: TableRecord, nothing_hidden: Any, history: Any, who: int, net: SmallNetwork,
    glance: Glance,
) -> None:  # fmt: skip
    """Compute the first layer of what the decider of a full state knows; first of all."""
    observe(s, t, nothing_hidden, history, who, glance.words)
    count = list_rows(glance.words, net.columns, glance.rows)
    add_rows(glance.rows, count, net.entry, net.entry_bias, glance.sums)


@compilable_unchecked
def list_rows(words: Any, columns: Any, rows: Any) -> int:
    """Write the rows of the first layer that what is known adds up; returns how many."""
    n = 0
    for k in range(OBSERVATION // WORD):
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
            sums[j] += a[j] + b[j] + c[j] + d[j]
    for k in range(count // 4 * 4, count):
        a = weights[rows[k]]
        for j in range(width):
            sums[j] += a[j]


@compilable
def find_chances(net: SmallNetwork, glance: Glance, moves: Any, n: int) -> None:
    """Write the policy's chances of the legal moves into `glance.chances`."""
    think(glance.sums, net.policy_blocks, glance.x, glance.inner)
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
    think(glance.sums, net.value_blocks, glance.x, glance.inner)
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
    sums += row


@compilable
def think(sums: Any, blocks: Blocks, x: Any, inner: Any) -> None:
    """The layers between the first and the last."""
    for j in range(len(x)):
        x[j] = max(sums[j], np.float32(0))
    for n in range(len(blocks.first)):
        for i in range(len(inner)):
            total = product(blocks.first[n, i], x) + blocks.first_bias[n, i]
            inner[i] = max(total, np.float32(0))
        for j in range(len(x)):
            x[j] += product(blocks.second[n, j], inner) + blocks.second_bias[n, j]


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
