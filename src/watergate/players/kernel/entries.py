"""The players' entry points into compiled code, in the form that the engine has now."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from watergate.edition import standard_edition
from watergate.edition.table import table_of
from watergate.rules import Game
from watergate.rules.chance import seeded_streams
from watergate.rules.engine import Entry, as_plain, compile_entry, engine
from watergate.rules.legal import legal_moves
from watergate.rules.redeal import HIDDEN

from .evaluation import blank_network, features
from .tree import STYLE, expected_line, list_root, new_room, new_states, new_tree, simulate
from .worth import move_worth


def worths_at(states: Any, i: int, tables: Any, moves: Any, worths: Any) -> int:
    """Write the legal moves of the pending decision and what each is worth; returns how many."""
    n = legal_moves(states[i], tables[0], moves)
    for k in range(n):
        worths[k] = move_worth(states[i], tables[0], int(moves[k]))
    return n


def search_at(
    states: Any, words: Any, tables: Any, hidden: Any, styles: Any, tree: Any, net: Any,
    streams: Any, room: Any, n: int,
) -> None:  # fmt: skip
    """So many simulations from the knowledge in states[0]; states[1] is working space."""
    for _ in range(n):
        simulate(states, words, tables[0], hidden[0], styles[0], tree, net, streams, room)


def root_at(words: Any, tree: Any, moves: Any, visits: Any, values: Any) -> int:
    """Write the moves looked at, how often, and the sums of values; returns how many."""
    return list_root(words, tree, moves, visits, values)


def line_at(
    states: Any, words: Any, tables: Any, hidden: Any, tree: Any, streams: Any, room: Any,
    line: Any, least: int,
) -> int:  # fmt: skip
    """Write the moves that play is expected to go on with; returns how many."""
    return expected_line(states, words, tables[0], hidden[0], tree, streams, room, line, least)


def features_at(states: Any, i: int, tables: Any, cards: int, found: Any) -> int:
    """Write the facts that are true at the start of a turn; returns how many."""
    return features(states[i], tables[0], cards, found)


@functools.cache
def _entry(function: Entry, compiled: bool) -> Entry:
    return compile_entry(function) if compiled else as_plain(function)


def entry(function: Entry) -> Entry:
    """An entry point as it runs now: compiled, or plain."""
    return _entry(function, engine().is_compiled)


def compile_players() -> None:
    """Run what players need once, which compiles and caches it."""
    tables, room, tree, net = table_of(standard_edition()), new_room(), new_tree(8), blank_network()
    states, words = new_states()
    hidden, styles, streams = np.zeros(1, HIDDEN), np.zeros(1, STYLE), seeded_streams(1)
    states[:] = Game.start(seed=1).states[0]
    visits, line = np.zeros(room.moves.size, np.int32), np.zeros(1, np.int16)
    compiled = functools.partial(_entry, compiled=True)
    compiled(worths_at)(states, 0, tables, room.moves, np.zeros(room.moves.size, np.int64))
    compiled(features_at)(states, 0, tables, 0, room.found)
    compiled(search_at)(states, words, tables, hidden, styles, tree, net, streams, room, 1)
    compiled(root_at)(words, tree, room.moves, visits, room.weights)
    compiled(line_at)(states, words, tables, hidden, tree, streams, room, line, 1)
