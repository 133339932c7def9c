"""The players' entry points into compiled code, in the form that the engine has now."""

from __future__ import annotations

from typing import Any

from watergate.rules.core.chance import seed_streams
from watergate.rules.core.knowledge import deal_hidden
from watergate.rules.core.legal import legal_moves
from watergate.rules.core.observation import write_row

from .evaluation import features
from .learnt_tree import simulate_by_network
from .retrace import retrace
from .rollout import DECIDES, begin_rollout, chance_of, drawn_move, make, settle, sum_rows
from .sight import FIRST_WORD, see, see_connections
from .small_network import chance_of_choice
from .small_rollout import played_out
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


def simulate_by_network_at(
    bench: Any, tables: Any, hidden: Any, nothing_hidden: Any, tree: Any, net: Any, glance: Any,
    streams: Any, n: int,
) -> None:  # fmt: skip
    """So many simulations led by the small network."""
    for _ in range(n):
        simulate_by_network(
            bench, tables[0], hidden[0], nothing_hidden[0], tree, net, glance, streams
        )


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


def see_at(
    states: Any, i: int, tables: Any, hidden: Any, histories: Any, viewer: int, words: Any, row: Any
) -> None:
    """Write what a side knows and what follows from it into a row of zeros."""
    see(states[i], tables[0], hidden[0], histories[0], viewer, words)
    write_row(words, row)


def see_connections_at(states: Any, tables: Any, words: Any, rows: Any) -> None:
    """Write what follows from each board into rows of zeros, without an observation before it."""
    for i in range(len(rows)):
        see_connections(states[i], tables[0], words)
        write_row(words[FIRST_WORD:], rows[i])


def guess_at(guesses: Any, known: Any, tables: Any, hidden: Any, streams: Any, moves: Any) -> None:
    """Deal out what is hidden, once for each guess."""
    for i in range(len(guesses)):
        guesses[i] = known[0]
        deal_hidden(guesses[i], tables[0], hidden[0], streams, moves)


def retrace_at(
    trace: Any, starts: Any, hidden: Any, nothing_hidden: Any, course: Any, guesses: Any,
    words: Any, tables: Any, opponent: int, streams: Any, moves: Any, noted: Any,
) -> int:  # fmt: skip
    """Retrace the round to each guess; `noted` is how many rows each has. Returns their sum."""
    rows = 0
    for i in range(len(guesses)):
        noted[i] = retrace(trace, rows, starts[0], hidden[0], nothing_hidden[0], course,
                           guesses[i], words[i], tables[0], opponent, streams, moves)  # fmt: skip
        rows += max(int(noted[i]), 0)
    return rows


def choices_at(
    net: Any, glance: Any, ones: Any, ones_counts: Any, moves: Any, counts: Any, chosen: Any,
    chances: Any,
) -> None:  # fmt: skip
    """The small network's chance of the move that was chosen, row by row."""
    for k in range(len(chances)):
        chances[k] = chance_of_choice(
            net, glance, ones[k], int(ones_counts[k]), moves[k], int(counts[k]), int(chosen[k])
        )


def first_layer_at(
    ones: Any, counts: Any, rows: Any, columns: Any, weights: Any, bias: Any, sums: Any
) -> None:
    """The network's first layer for some rows."""
    for k in range(len(rows)):
        row = int(rows[k])
        sum_rows(ones[row], int(counts[row]), columns, weights, bias, sums[k])


def chances_at(moves: Any, counts: Any, chosen: Any, scores: Any, chances: Any) -> None:
    """The policy's chance of the move that was chosen, row by row."""
    for k in range(len(chances)):
        chances[k] = chance_of(moves[k], int(counts[k]), scores[k], int(chosen[k]))


def small_rollouts_at(
    values: Any, guesses: Any, picked: Any, seeds: Any, firsts: Any, histories: Any, tables: Any,
    hidden: Any, net: Any, glance: Any, place: Any, choices: int,
) -> None:  # fmt: skip
    """The Editor's chances in rollouts by the small network, each of a first move in a guess."""
    for r in range(len(values)):
        place.states[0] = guesses[int(picked[r])]
        place.histories[0] = histories[0]
        seed_streams(place.streams, int(seeds[r]))
        values[r] = played_out(
            place.states[0], place.histories[0], place.streams, place.moves, tables[0], hidden[0],
            net, glance, int(firsts[r]), choices,
        )  # fmt: skip


def begin_rollouts_at(
    rollouts: Any, guesses: Any, picked: Any, seeds: Any, firsts: Any, histories: Any, tables: Any,
    hidden: Any,
) -> None:  # fmt: skip
    """Begin a rollout in each row: from the guess that was picked for it, by its first move."""
    for r in range(len(picked)):
        rollouts.states[r] = guesses[int(picked[r])]
        rollouts.histories[r] = histories[0]
        begin_rollout(rollouts, r, tables[0], hidden[0], int(seeds[r]), int(firsts[r]))


def step_rollouts_at(
    rollouts: Any, rows: Any, scores: Any, tables: Any, hidden: Any, round_no: int
) -> None:
    """Make a move drawn by the policy in each of these rows that decides."""
    for k in range(len(rows)):
        r = int(rows[k])
        if int(rollouts.status[r]) == DECIDES:
            n, streams = int(rollouts.counts[r]), rollouts.streams[r]
            make(rollouts, r, tables[0], drawn_move(rollouts.moves[r], n, scores[k], streams))
            settle(rollouts, r, tables[0], hidden[0], round_no)
