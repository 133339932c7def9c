"""Whole games between two searches in compiled code, to learn the evaluation from."""

from __future__ import annotations

from typing import Any

import numpy as np

from watergate.rules.apply import step
from watergate.rules.chance import sample
from watergate.rules.jit import compilable
from watergate.rules.legal import decider, legal_moves
from watergate.rules.playout import MOST_ROUNDS_PLAYED
from watergate.rules.redeal import hide
from watergate.rules.state import CHANCE, NOBODY, PLAY, TableRecord

from .evaluation import MOST_FEATURES, Network, features
from .policy import likely_move, random_share
from .tree import Room, Tree, clear, list_root, simulate

SAMPLE = np.dtype([("n", "i2"), ("features", "i2", MOST_FEATURES), ("chance", "f4")], align=True)
"""The facts true at the start of a turn, and the Editor's chance as the search saw it."""
MOST_SAMPLES = 256
"""Room for the turns of any game that ends by itself."""


@compilable
def play_game(
    states: Any, words: Any, t: TableRecord, hidden: Any, style: Any, tree: Tree, net: Network,
    luck: Any, streams: Any, room: Room, simulations: int, boldness: float, samples: Any,
) -> int:  # fmt: skip
    """Play states[2] to its end; returns how many samples were written.

    With `boldness` as probability, a move is drawn by its visits instead of being the most visited.
    Without simulations, moves are drawn by the policy.
    """
    s = states[2]
    count = 0
    visits, values = np.zeros(room.moves.size, np.int32), np.zeros(room.moves.size, np.float64)
    while int(s.round_no) <= MOST_ROUNDS_PLAYED:
        who = decider(s)
        if who == NOBODY:
            break
        if who == CHANCE:
            step(s, t, None, sample(s, luck))
            continue
        n = legal_moves(s, t, room.moves)
        if n == 1:
            step(s, t, None, int(room.moves[0]))
            continue
        is_play = int(s.stack[int(s.depth) - 1, 0]) == PLAY and count < samples.size
        if is_play:
            samples[count].n = features(s, t, int(net.cards[0]), samples[count].features)
            samples[count].chance = -1.0
        if simulations == 0:
            temperature = float(style.rollout_temperature)
            move = likely_move(s, t, room.moves, n, temperature, streams, room.weights)
        else:
            states[0] = states[2]
            hide(states[0], t, hidden, who)
            clear(tree)
            tree.totals[0] = 0.0
            tree.totals[1] = 0.0
            for _ in range(simulations):
                simulate(states, words, t, hidden, style, tree, net, streams, room)
            n = list_root(words, tree, room.moves, visits, values)
            if is_play:
                samples[count].chance = tree.totals[0] / tree.totals[1]
            move = drawn_move(room.moves, visits, n, random_share(streams) < boldness, streams)
        if is_play:
            count += 1
        step(s, t, None, move)
    return count


@compilable
def drawn_move(moves: Any, visits: Any, n: int, is_bold: bool, streams: Any) -> int:
    """The most visited move; a bold player draws one by visits."""
    best, total = 0, 0
    for k in range(n):
        total += int(visits[k])
        if int(visits[k]) > int(visits[best]):
            best = k
    if is_bold:
        left = int(random_share(streams) * total)
        for k in range(n):
            left -= int(visits[k])
            if left < 0:
                return int(moves[k])
    return int(moves[best])
