"""The players' entry points into compiled code, in the form that the engine has now."""

from __future__ import annotations

from typing import Any

from watergate.rules.core.legal import legal_moves

from .evaluation import features
from .tree import expected_line, list_root, simulate
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
