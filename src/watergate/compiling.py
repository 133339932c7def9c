"""Compile everything that can be compiled, in a child process.

Whoever starts it can show that something is going on, and stop it. The code is kept in the cache
folder that `engine/machine_code.py` names, for every later start.
"""

from __future__ import annotations

import functools
import shutil
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

from watergate.edition import standard_edition
from watergate.edition.table import table_of
from watergate.engine import compiled, form_of
from watergate.engine.machine_code import Entry, cache_folder, ready_mark
from watergate.gyms.kernel import entries as gyms
from watergate.gyms.kernel import one
from watergate.gyms.kernel.game import ROWS, Games
from watergate.players.kernel import entries as players
from watergate.players.kernel.evaluation import blank_network
from watergate.players.kernel.learnt_tree import new_bench
from watergate.players.kernel.retrace import new_trace
from watergate.players.kernel.rollout import new_rollouts
from watergate.players.kernel.sight import SIGHT
from watergate.players.kernel.small_network import blank_small_network, new_glance
from watergate.players.kernel.small_rollout import new_place
from watergate.players.kernel.tree import STYLE, new_room, new_states, new_tree
from watergate.rules import Game
from watergate.rules.core.chance import seeded_streams
from watergate.rules.core.entries import RANDOM_GAME, observe_at
from watergate.rules.core.events import new_log
from watergate.rules.core.facts import VOCABULARY
from watergate.rules.core.history import HISTORY
from watergate.rules.core.ids import CHANCE_MOVES, MOST_LEGAL
from watergate.rules.core.knowledge import HIDDEN
from watergate.rules.core.observation import OBSERVATION
from watergate.rules.core.state import STATE, copied

KEEP_DAYS = 60
"""How long machine code of other versions is kept."""


def compile_in_child(*, is_quiet: bool = False) -> subprocess.Popen[bytes]:
    """Start compiling; when the child ends with 0, `engine.forget_choice` lets the code be used.

    A quiet child cannot spoil a screen with what it says. No child hears a terminal's interrupt.
    """
    # Not `-m`: functions of a __main__ module would be cached under another name.
    code = "from watergate.compiling import compile_here; compile_here()"
    stream = subprocess.DEVNULL if is_quiet else None
    return subprocess.Popen(
        [sys.executable, "-c", code], stdin=stream, stdout=stream, stderr=stream,
        start_new_session=True,
    )  # fmt: skip


def compile_here() -> None:
    """What the child does."""
    load_all()
    ready_mark().touch()
    _forget_old_code()


def load_all() -> None:
    """Run every entry point once: compiles it, or takes it from the cache."""
    _load_rules()
    _load_players()
    _load_gyms()


def _load_rules() -> None:
    tables = table_of(standard_edition())
    states, hidden = np.zeros(2, STATE), np.zeros(1, HIDDEN)
    moves, weights = np.zeros(MOST_LEGAL, np.int16), np.zeros(MOST_LEGAL, np.int16)
    streams, log = seeded_streams(1), new_log()
    e = compiled()
    e.random_games(states, tables, streams, moves, 1, np.zeros(1, RANDOM_GAME))
    states[0] = states[1]
    e.begin(states, 0, tables, log)
    n = e.outcomes(states, 0, tables, moves, weights)
    assert n and e.fault(states, 0, tables) == 0
    e.hide(states, 0, tables, hidden, 0)
    e.redeal(states, 0, tables, hidden, streams, moves)
    e.step(states, 0, tables, log, e.sample(states, 0, streams))
    e.decider(states, 0)
    e.legal(states, 0, tables, moves)
    text, ends = np.zeros(1_000, np.uint8), np.zeros(2, np.int64)
    e.facts(states, 0, tables, np.zeros(1, VOCABULARY), text, ends[:1], 0, text, ends)


def _load_players() -> None:
    tables, room, tree, net = table_of(standard_edition()), new_room(), new_tree(8), blank_network()
    states, words = new_states()
    hidden, styles, streams = np.zeros(1, HIDDEN), np.zeros(1, STYLE), seeded_streams(1)
    states[:] = Game.start(seed=1).states[0]
    visits, line = np.zeros(room.moves.size, np.int32), np.zeros(1, np.int16)
    form = functools.partial(form_of, is_compiled=True)
    form(players.worths_at)(states, 0, tables, room.moves, np.zeros(room.moves.size, np.int64))
    form(players.features_at)(states, 0, tables, 0, room.found)
    form(players.search_at)(states, words, tables, hidden, styles, tree, net, streams, room, 1)
    form(players.root_at)(words, tree, room.moves, visits, room.weights)
    form(players.line_at)(states, words, tables, hidden, tree, streams, room, line, 1)
    _load_small_network(form)
    _load_rollouts(form)


def _load_small_network(form: Callable[[Entry], Entry]) -> None:
    tables, net, place, trace = (
        table_of(standard_edition()), blank_small_network(), new_place(), new_trace(1),
    )  # fmt: skip
    glance, guesses, rows = new_glance(net), Game.start(seed=1).states, np.zeros(1, np.int64)
    form(players.small_rollouts_at)(
        np.zeros(1), guesses, rows, rows, rows - 1, np.zeros(1, HISTORY), tables,
        np.zeros(1, HIDDEN), net, glance, place, 1,
    )  # fmt: skip
    states, words = new_states()
    states[:] = guesses
    form(players.simulate_by_network_at)(
        new_bench(states, words), tables, np.zeros(1, HIDDEN), np.zeros(1, HIDDEN), new_tree(8),
        net, glance, seeded_streams(1), 1,
    )  # fmt: skip
    form(players.choices_at)(
        net, glance, trace.ones, trace.ones_counts, trace.moves, trace.counts, trace.chosen,
        np.zeros(1),
    )  # fmt: skip


def _load_rollouts(form: Callable[[Entry], Entry]) -> None:
    tables, streams, moves = table_of(standard_edition()), seeded_streams(1), new_room().moves
    known, hidden, rows = Game.start(seed=1).states, np.zeros(1, HIDDEN), np.zeros(1, np.int64)
    guesses, trace, rollouts = np.zeros(1, STATE), new_trace(1), new_rollouts(1)
    columns, weights = np.full(SIGHT, -1, np.int64), np.zeros((1, 1), np.float32)
    form(players.see_at)(
        known, 0, tables, hidden, np.zeros(1, HISTORY), 0, rollouts.words, np.zeros(SIGHT, np.uint8)
    )
    form(players.see_connections_at)(
        known, tables, rollouts.words, np.zeros((1, SIGHT - OBSERVATION), np.uint8)
    )
    form(players.guess_at)(guesses, known, tables, hidden, streams, moves)
    form(players.retrace_at)(
        trace, known, hidden, hidden, np.zeros(0, np.int64), guesses,
        guesses.view(np.int64).reshape(1, -1), tables, 0, streams, moves, rows.copy(),
    )  # fmt: skip
    form(players.begin_rollouts_at)(
        rollouts, guesses, rows, rows, rows - 1, np.zeros(1, HISTORY), tables, hidden
    )
    scores, sums = np.zeros((1, CHANCE_MOVES), np.float32), np.zeros((1, 1), np.float32)
    form(players.first_layer_at)(
        rollouts.ones, rollouts.ones_counts, rows, columns, weights, weights[0], sums
    )
    form(players.step_rollouts_at)(rollouts, rows, scores, tables, hidden, 1)
    form(players.chances_at)(trace.moves[:1], rows + 1, rows, scores, np.zeros(1))


def _load_gyms() -> None:
    form = functools.partial(form_of, is_compiled=True)
    states, tables = copied(Game.start(seed=1).states), table_of(standard_edition())
    hidden, histories = np.zeros(1, HIDDEN), np.zeros(1, HISTORY)
    form(observe_at)(states, 0, tables, hidden, histories, 0, np.zeros(OBSERVATION, np.uint8))
    memory = np.zeros(one.ONE_GAME.itemsize, np.uint8)
    memory.view(one.ONE_GAME)["state"] = states
    game, table = memory.ctypes.data, tables.ctypes.data
    form(one.advance_one)(game, table, one.NO_MOVE)
    for kind in (np.uint8, np.float32):
        form(one.observe_one)(game, table, 0, np.zeros(OBSERVATION, kind))
    games = Games(**{name: np.zeros((1, *shape), kind) for name, (kind, shape) in ROWS.items()})
    facts = games, tables, states, hidden, True, 0, 1
    form(gyms.reset_games)(*facts)
    form(gyms.step_games)(*facts, games.moves[:, 0].astype(np.int64))
    form(gyms.random_steps)(*facts, 1, True)


def _forget_old_code() -> None:
    for folder in cache_folder().parent.glob("rules-*"):
        if time.time() - folder.stat().st_mtime > KEEP_DAYS * 86_400:
            shutil.rmtree(folder, ignore_errors=True)
