"""Information-set tree search led by a network: its policy leads the tree, its value ends it.

Each simulation deals out what is hidden, walks down by the moves that are legal in that deal, adds
a node, and asks the network who is ahead. The tree is that of `tree.py`. Edges are chosen by value
and by the network's chance of their move, as in AlphaZero.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from watergate.rules.core import ids
from watergate.rules.core.apply import step
from watergate.rules.core.chance import sample
from watergate.rules.core.history import HISTORY, remember
from watergate.rules.core.jit import compilable
from watergate.rules.core.knowledge import deal_hidden
from watergate.rules.core.legal import decider, legal_moves
from watergate.rules.core.playout import MOST_ROUNDS_PLAYED
from watergate.rules.core.state import CHANCE, EDITOR, NOBODY, TableRecord

from .small_network import Glance, SmallNetwork, editor_chance, find_chances, look
from .tree import (
    LONGEST_PATH,
    USED_EDGES,
    USED_NODES,
    Tree,
    forget_places,
    open_key,
    slot_of,
    winner_share,
)

EXPLORATION = 1.25


class Bench(NamedTuple):
    """Working space: states[0] is what is known, states[1] is a simulation of it."""

    states: Any
    words: Any
    """The same as numbers."""
    histories: Any
    moves: Any
    places: Any
    path: Any


def new_bench(states: Any, words: Any) -> Bench:
    return Bench(
        states=states,
        words=words,
        histories=np.zeros(2, HISTORY),
        moves=np.zeros(ids.MOST_LEGAL, np.int16),
        places=np.zeros(ids.MOVES, np.int32),
        path=np.zeros(LONGEST_PATH, np.int32),
    )


@compilable
def simulate_by_network(
    bench: Bench, t: TableRecord, hidden: Any, nothing_hidden: Any, tree: Tree, net: SmallNetwork,
    glance: Glance, streams: Any,
) -> None:  # fmt: skip
    """One simulation from the knowledge in states[0] and the history in histories[0]."""
    bench.states[1] = bench.states[0]
    bench.histories[1] = bench.histories[0]
    s, history = bench.states[1], bench.histories[1]
    deal_hidden(s, t, hidden, streams, bench.moves)
    length, value = 0, 0.5
    while length < LONGEST_PATH:
        who = decider(s)
        if who == NOBODY or int(s.round_no) > MOST_ROUNDS_PLAYED:
            value = winner_share(s)
            break
        if who == CHANCE:
            step(s, t, None, sample(s, streams))
            continue
        n = legal_moves(s, t, bench.moves)
        move = int(bench.moves[0])
        if n > 1:
            key = open_key(bench.words[1])
            slot = slot_of(tree, key)
            is_new = int(tree.slots[slot]) == 0
            if is_new and not add_empty_node(tree, slot, key):
                break
            node = tree.nodes[int(tree.slots[slot]) - 1]
            if not find_edges(tree, node, bench, n):
                look(s, t, nothing_hidden, history, who, net, glance)
                find_chances(net, glance, bench.moves, n)
                add_edges(tree, node, bench, n, glance.chances)
                if is_new:
                    value = editor_chance(s, who, net, glance)
                    forget_places(node, tree.edges, bench.places)
                    break
            edge = best_edge(tree, bench, n, who)
            forget_places(node, tree.edges, bench.places)
            bench.path[length] = edge
            length += 1
            move = int(tree.edges[edge].move)
        remember(history, s, move)
        step(s, t, None, move)
    tree.totals[0] += value
    tree.totals[1] += 1.0
    for i in range(length):
        edge_record = tree.edges[bench.path[i]]
        edge_record.visits += 1
        edge_record.value += value


@compilable
def add_empty_node(tree: Tree, slot: int, key: int) -> bool:
    """Whether there was room for another node, and for the edges of any."""
    number, edges = int(tree.counters[USED_NODES]), int(tree.counters[USED_EDGES])
    if number >= tree.nodes.size or edges + ids.MOST_LEGAL > tree.edges.size:
        return False
    tree.counters[USED_NODES] = number + 1
    tree.slots[slot] = number + 1
    tree.nodes[number].key = key
    tree.nodes[number].first = 0
    return True


@compilable
def find_edges(tree: Tree, node: Any, bench: Bench, n: int) -> bool:
    """Note where the node's edges are, by their moves; whether each legal move has one."""
    number = int(node.first)
    while number != 0:
        bench.places[int(tree.edges[number - 1].move)] = number
        number = int(tree.edges[number - 1].next)
    for k in range(n):
        if int(bench.places[int(bench.moves[k])]) == 0:
            return False
    return True


@compilable
def add_edges(tree: Tree, node: Any, bench: Bench, n: int, chances: Any) -> None:
    """Give each legal move that has no edge yet one, while there is room."""
    for k in range(n):
        move, number = int(bench.moves[k]), int(tree.counters[USED_EDGES])
        if int(bench.places[move]) == 0 and number < tree.edges.size:
            tree.counters[USED_EDGES] = number + 1
            edge = tree.edges[number]
            edge.value, edge.visits, edge.offered, edge.move = 0.0, 0, 0, move
            edge.weight = chances[k]
            edge.next = node.first
            node.first = number + 1
            bench.places[move] = number + 1


@compilable
def best_edge(tree: Tree, bench: Bench, n: int, who: int) -> int:
    """The edge to follow, among those of the legal moves."""
    edges = tree.edges
    value, visits = 0.0, 0
    for k in range(n):
        number = int(bench.places[int(bench.moves[k])])
        if number != 0:
            edge = edges[number - 1]
            edge.offered += 1
            value += float(edge.value)
            visits += int(edge.visits)
    mean = value / visits if visits != 0 else 0.5
    best, best_score = -1, -1e9
    for k in range(n):
        number = int(bench.places[int(bench.moves[k])])
        if number == 0:
            continue
        edge = edges[number - 1]
        found = float(edge.value) / int(edge.visits) if int(edge.visits) != 0 else mean
        score = found if who == EDITOR else 1.0 - found
        bonus = math.sqrt(float(edge.offered)) / (1 + int(edge.visits))
        score += EXPLORATION * float(edge.weight) * bonus
        if score > best_score:
            best, best_score = number - 1, score
    return best
