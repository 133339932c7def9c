"""Information-set Monte Carlo tree search, wholly in compiled code.

A simulation deals out what the viewer cannot know, walks down the tree by the moves that are legal
in that deal, adds a node, plays on by the policy to the start of a turn, asks the evaluation who is
ahead, and adds the answer to every edge it came by.

A node is a decision as both sides see it: its key is made of the open part of the state. So deals
share their nodes, positions reached in different ways are one, and the tree stays of use when the
game goes on. How often a move was there to be chosen is counted on its edge.

Edges are chosen by value and by a bonus, which depends on the policy's weight, on how often the
edge could have been taken, and on how often it was. A plain search has no policy and no evaluation:
it tries all moves and plays to the end at random.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from watergate.rules.core import ids
from watergate.rules.core.apply import step
from watergate.rules.core.chance import MASK, sample, scrambled
from watergate.rules.core.frames import KIND, Frame
from watergate.rules.core.jit import compilable
from watergate.rules.core.knowledge import deal_hidden
from watergate.rules.core.legal import decider, legal_moves
from watergate.rules.core.playout import MOST_ROUNDS_PLAYED
from watergate.rules.core.state import (
    CHANCE,
    EDITOR,
    NIXON,
    NOBODY,
    STATE,
    State,
    States,
    TableRecord,
)

from .evaluation import MOST_FEATURES, MOST_WIDTH, Network, editor_chance
from .policy import likely_move, weight_of

NODE = np.dtype([("key", "i8"), ("first", "i4")], align=True)
"""`first` is the number of its first edge plus 1; 0 if it has none."""

EDGE = np.dtype(
    [
        ("value", "f8"),  # the sum of the Editor's chances
        ("weight", "f4"),  # the policy's
        ("next", "i4"),  # the number of the node's next edge plus 1
        ("visits", "i4"),
        ("offered", "i4"),  # how often it could have been chosen
        ("move", "i2"),
    ],
    align=True,
)

STYLE = np.dtype(
    [
        ("exploration", "f8"),
        ("caution", "f8"),  # how much worse than its node a move is taken to be before it is tried
        ("evenness", "f8"),  # the share of the bonus that all moves get alike
        ("temperature", "f8"),  # of the policy in the tree; 0: all moves are alike
        ("rollout_temperature", "f8"),
        ("turns", "i4"),  # turns played on before the evaluation is asked; -1: to the end
        ("is_plain", "i1"),  # no policy in the tree: the bonus of UCB1
    ],
    align=True,
)

USED_NODES, USED_EDGES, DECISIONS = range(3)
LONGEST_PATH = 256
LEAST_DOUBT = 0.05
WORDS = STATE.itemsize // 8
_offsets = dict(STATE.fields or {})
FIRST_OPEN, BAG_WORD, FACEDOWN_WORD = (
    _offsets[name][1] // 8 for name in ("discard", "bag", "facedown")
)
LAST_OPEN = WORDS - 1
"""The last word is the end of the stack, never in use, and padding of no fixed content."""
EDGES_A_NODE = 8
"""How many edges a node has on the average, at most; beyond it the tree grows no more."""


class Tree(NamedTuple):
    """The tree's arrays; `slots` finds nodes by their keys, its size being a power of two."""

    counters: Any
    totals: Any  # the sum of the Editor's chances, and of how many simulations
    slots: Any
    nodes: Any
    edges: Any


class Room(NamedTuple):
    """Working space of one thread."""

    moves: Any
    weights: Any
    places: Any
    path: Any
    found: Any
    sums: Any


def new_tree(most_nodes: int) -> Tree:
    """An empty tree with room for so many nodes; memory is taken as it is used."""
    slots = 1 << (2 * most_nodes).bit_length()
    return Tree(
        counters=np.zeros(3, np.int64),
        totals=np.zeros(2, np.float64),
        slots=np.zeros(slots, np.int32),
        nodes=np.zeros(most_nodes, NODE),
        edges=np.zeros(EDGES_A_NODE * most_nodes, EDGE),
    )


def clear(tree: Tree) -> None:
    """Let the tree begin anew; what nodes and edges hold is written over."""
    for part in (tree.counters, tree.totals, tree.slots):
        part[:] = 0


def new_states() -> tuple[States, Any]:
    """Room for knowledge, a simulation and a game, as records and as numbers."""
    states = np.zeros(3, STATE)
    return states, states.view(np.int64).reshape(3, WORDS)


def new_room() -> Room:
    return Room(
        moves=np.zeros(ids.MOST_LEGAL, np.int16),
        weights=np.zeros(ids.MOST_LEGAL, np.float64),
        places=np.zeros(ids.MOVES, np.int32),
        path=np.zeros(LONGEST_PATH, np.int32),
        found=np.zeros(MOST_FEATURES, np.int16),
        sums=np.zeros(MOST_WIDTH, np.float32),
    )


@compilable
def simulate(
    states: Any, words: Any, t: TableRecord, hidden: Any, style: Any, tree: Tree, net: Network,
    streams: Any, room: Room,
) -> None:  # fmt: skip
    """One simulation from the knowledge in states[0]; states[1] is working space.

    `words` are the bytes of the states as numbers.
    """
    states[1] = states[0]
    s = states[1]
    deal_hidden(s, t, hidden, streams, room.moves)
    length = 0
    while length < LONGEST_PATH:
        who = decider(s)
        if who == NOBODY:
            break
        if who == CHANCE:
            step(s, t, None, sample(s, streams))
            continue
        n = legal_moves(s, t, room.moves)
        move = int(room.moves[0])
        if n > 1:
            key = open_key(words[1])
            slot = slot_of(tree, key)
            if int(tree.slots[slot]) == 0:
                add_node(s, t, style, tree, slot, key, room.moves, n)
                break
            node = int(tree.slots[slot]) - 1
            edge = select(s, t, style, tree, node, who, room, n)
            if edge < 0:
                break
            room.path[length] = edge
            length += 1
            move = int(tree.edges[edge].move)
        tree.counters[DECISIONS] += 1
        step(s, t, None, move)
    value = play_on(s, t, style, tree, net, streams, room)
    tree.totals[0] += value
    tree.totals[1] += 1.0
    for i in range(length):
        edge = tree.edges[room.path[i]]
        edge.visits += 1
        edge.value += value


@compilable
def open_key(words: Any) -> int:
    """The key of a decision: all of a state but hands, decks, bag and face-down evidence."""
    key = 0
    for i in range(FIRST_OPEN, LAST_OPEN):
        word = int(words[i])
        if word != 0 and i != FACEDOWN_WORD and i != BAG_WORD:
            key = scrambled(key, (word & MASK) ^ (word >> 62 & 3) ^ (i << 56))
    return key


@compilable
def slot_of(tree: Tree, key: int) -> int:
    """Where a key's node is in the table, or would be."""
    mask = int(tree.slots.size) - 1
    slot = key & mask
    while int(tree.slots[slot]) != 0 and int(tree.nodes[int(tree.slots[slot]) - 1].key) != key:
        slot = (slot + 1) & mask
    return slot


@compilable
def add_node(
    s: State, t: TableRecord, style: Any, tree: Tree, slot: int, key: int, moves: Any, n: int
) -> None:
    number = int(tree.counters[USED_NODES])
    if number >= tree.nodes.size or int(tree.counters[USED_EDGES]) + n > tree.edges.size:
        return
    tree.counters[USED_NODES] = number + 1
    tree.slots[slot] = number + 1
    node = tree.nodes[number]
    node.key = key
    node.first = 0
    for k in range(n):
        add_edge(s, t, style, tree, node, int(moves[k]))


@compilable
def add_edge(s: State, t: TableRecord, style: Any, tree: Tree, node: Any, move: int) -> int:
    number = int(tree.counters[USED_EDGES])
    tree.counters[USED_EDGES] = number + 1
    edge = tree.edges[number]
    edge.value = 0.0
    edge.visits = 0
    edge.offered = 0
    edge.move = move
    edge.weight = weight_of(s, t, move, float(style.temperature))
    edge.next = node.first
    node.first = number + 1
    return number


@compilable
def select(
    s: State, t: TableRecord, style: Any, tree: Tree, node: int, who: int, room: Room, n: int
) -> int:
    """The edge to follow, among those whose move is legal in this deal; -1 if there is no room.

    `room.places` holds the number of each move's edge plus 1; it is all zeros between calls.
    """
    moves, places, edges = room.moves, room.places, tree.edges
    record = tree.nodes[node]
    number = int(record.first)
    while number != 0:
        places[int(edges[number - 1].move)] = number
        number = int(edges[number - 1].next)
    total, value, visits = 0.0, 0.0, 0
    for k in range(n):
        move = int(moves[k])
        number = int(places[move])
        if number == 0:
            if int(tree.counters[USED_EDGES]) >= edges.size:
                forget_places(record, edges, places)
                return -1
            number = add_edge(s, t, style, tree, record, move) + 1
            places[move] = number
        edge = edges[number - 1]
        edge.offered += 1
        total += float(edge.weight)
        value += float(edge.value)
        visits += int(edge.visits)
    mean = value / visits if visits != 0 else 0.5
    # Where nearly all is won or lost, small differences count: less is given for not knowing.
    doubt = max(2.0 * math.sqrt(mean * (1.0 - mean)), LEAST_DOUBT)
    untried = (mean if who == EDITOR else 1.0 - mean) - doubt * float(style.caution)
    evenness = float(style.evenness)
    best, best_score = -1, -1e9
    for k in range(n):
        number = int(places[int(moves[k])]) - 1
        edge = edges[number]
        share = (1.0 - evenness) * float(edge.weight) / total + evenness / n
        score = untried
        if int(edge.visits) != 0:
            mean = float(edge.value) / int(edge.visits)
            score = mean if who == EDITOR else 1.0 - mean
        score += bonus(style, int(edge.offered), int(edge.visits), share, doubt)
        if score > best_score:
            best, best_score = number, score
    forget_places(record, edges, places)
    return best


@compilable
def bonus(style: Any, offered: int, visits: int, share: float, doubt: float) -> float:
    """What an edge is given for not being known well."""
    if int(style.is_plain) != 0:
        if visits == 0:
            return 1e6
        return float(style.exploration) * math.sqrt(math.log(float(offered)) / visits)
    return float(style.exploration) * doubt * share * math.sqrt(float(offered)) / (1 + visits)


@compilable
def forget_places(record: Any, edges: Any, places: Any) -> None:
    number = int(record.first)
    while number != 0:
        places[int(edges[number - 1].move)] = 0
        number = int(edges[number - 1].next)


@compilable
def play_on(
    s: State, t: TableRecord, style: Any, tree: Tree, net: Network, streams: Any, room: Room
) -> float:
    """The Editor's chance, after playing on by the policy until the evaluation may be asked."""
    turns, temperature = int(style.turns), float(style.rollout_temperature)
    while True:
        who = decider(s)
        if who == NOBODY:
            return winner_share(s)
        if int(s.round_no) > MOST_ROUNDS_PLAYED:
            return 0.5
        if who == CHANCE:
            move = sample(s, streams)
        else:
            if int(s.stack[int(s.depth) - 1, KIND]) == Frame.PLAY:
                if turns == 0:
                    return editor_chance(s, t, net, room.found, room.sums)
                turns -= 1
            n = legal_moves(s, t, room.moves)
            tree.counters[DECISIONS] += 1
            move = likely_move(s, t, room.moves, n, temperature, streams, room.weights)
        step(s, t, None, move)


@compilable
def winner_share(s: State) -> float:
    """What a finished game counts for the Editor; a half if it was stopped (RULES 9.6)."""
    if int(s.winner) == EDITOR:
        return 1.0
    return 0.0 if int(s.winner) == NIXON else 0.5


@compilable
def list_root(words: Any, tree: Tree, moves: Any, visits: Any, values: Any) -> int:
    """Write what the edges of states[0] found, sums of values; returns how many there are."""
    slot = slot_of(tree, open_key(words[0]))
    n = 0
    if int(tree.slots[slot]) != 0:
        number = int(tree.nodes[int(tree.slots[slot]) - 1].first)
        while number != 0:
            edge = tree.edges[number - 1]
            moves[n] = edge.move
            visits[n] = edge.visits
            values[n] = edge.value
            number = int(edge.next)
            n += 1
    return n


@compilable
def most_visited(tree: Tree, node: int, moves: Any, n: int) -> int:
    """The most visited edge of a node among those of the legal moves; -1 if there is none."""
    best, most = -1, 0
    number = int(tree.nodes[node].first)
    while number != 0:
        edge = tree.edges[number - 1]
        if int(edge.visits) > most:
            for k in range(n):
                if int(moves[k]) == int(edge.move):
                    best, most = number - 1, int(edge.visits)
        number = int(edge.next)
    return best


@compilable
def expected_line(
    states: Any, words: Any, t: TableRecord, hidden: Any, tree: Tree, streams: Any, room: Room,
    line: Any, least: int,
) -> int:  # fmt: skip
    """Write the most visited moves from the root on, until cards are dealt or visits are few."""
    states[1] = states[0]
    s = states[1]
    deal_hidden(s, t, hidden, streams, room.moves)
    length = 0
    while length < line.size:
        who = decider(s)
        if who == NOBODY or int(s.round_no) != int(states[0].round_no):
            break
        if who == CHANCE:
            step(s, t, None, sample(s, streams))
            continue
        n = legal_moves(s, t, room.moves)
        move = int(room.moves[0])
        if n > 1:
            slot = slot_of(tree, open_key(words[1]))
            if int(tree.slots[slot]) == 0:
                break
            edge = most_visited(tree, int(tree.slots[slot]) - 1, room.moves, n)
            if edge < 0 or int(tree.edges[edge].visits) < least:
                break
            move = int(tree.edges[edge].move)
        if n > 1 or move != ids.PASS:
            line[length] = move
            length += 1
        step(s, t, None, move)
    return length
