"""The environments `watergate bench gyms` measures against: card games whose hands are hidden.

Each plays random games through its framework as a learner would: at every decision the observation
and the mask of legal moves of whoever decides are delivered, by the same calls as for ours. The
packages behind them are no dependencies of the game, so they are imported when one is built.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from time import process_time
from typing import Any

import numpy as np

from .references import Builder
from .slices import Slice

PETTINGZOO_GAMES = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6")
OPENSPIEL_GAMES = ("python_kuhn_poker", "python_liars_poker", "python_block_dominoes")
PGX_GAMES = ("kuhn_poker", "leduc_holdem")
PGX_BATCH, PGX_STEPS = 1024, 16
SEED = 1972


def references() -> Mapping[str, Mapping[str, Builder]]:
    """By the interface of ours they are compared with."""
    return {
        "pettingzoo": {name: partial(pettingzoo, name) for name in PETTINGZOO_GAMES},
        "openspiel": {name: partial(openspiel, name) for name in OPENSPIEL_GAMES},
        "batch": {f"pgx {name}": partial(pgx, name) for name in PGX_GAMES},
    }


def by_processor_time(play: Callable[[int], int]) -> Slice:
    """Play again and again; what counts is the processor's time, so that others do not disturb."""

    def run(seconds: float) -> tuple[float, float]:
        done, start = 0, process_time()
        for n in count():
            elapsed = process_time() - start
            if n and elapsed >= seconds:
                return done, elapsed
            done += play(n)
        raise AssertionError("unreachable")

    return run


def pettingzoo(name: str) -> Slice:
    return aec_games(importlib.import_module(f"pettingzoo.classic.{name}").env())


def aec_games(env: Any) -> Slice:
    """Whole games of a PettingZoo environment."""
    rng = np.random.default_rng(SEED)

    def play(n: int) -> int:
        decisions = 0
        env.reset(seed=SEED + n)
        for _ in env.agent_iter():
            observation, _, ended, truncated, _ = env.last()
            if ended or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(rng.random() * len(legal))]))
            decisions += 1
        return decisions

    return by_processor_time(play)


def openspiel(name: str) -> Slice:
    importlib.import_module(f"open_spiel.python.games.{name.removeprefix('python_')}")
    return openspiel_games(name)


def openspiel_games(name: str) -> Slice:
    """Whole games of an OpenSpiel game, observed as numbers by its Python observer."""
    pyspiel: Any = importlib.import_module("pyspiel")
    game = pyspiel.load_game(name)
    observer = importlib.import_module("open_spiel.python.observation").make_observation(game)
    rng = random.Random(SEED)

    def play(n: int) -> int:
        decisions, state = 0, game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(drawn(state.chance_outcomes(), rng.random()))
                continue
            legal = state.legal_actions()
            state.legal_actions_mask()
            observer.set_from(state, state.current_player())
            state.apply_action(legal[int(rng.random() * len(legal))])
            decisions += 1
        return decisions

    return by_processor_time(play)


def drawn(outcomes: list[tuple[int, float]], luck: float) -> int:
    """One of the outcomes of chance, by luck between 0 and 1: little work beside the game's own."""
    for outcome, odds in outcomes:
        luck -= odds
        if luck < 0:
            return outcome
    return outcomes[-1][0]


def pgx(name: str) -> Slice:
    """A batch of games in compiled code on this machine's cores; games that end begin anew."""
    jax: Any = importlib.import_module("jax")
    env = importlib.import_module("pgx").make(name)
    step = jax.vmap(importlib.import_module("pgx.experimental").auto_reset(env.step, env.init))

    def pass_on(carry: Any, _: Any) -> Any:
        state, key = carry
        key, of_moves, of_steps = jax.random.split(key, 3)
        odds = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        moves = jax.random.categorical(of_moves, odds, axis=-1)
        state = step(state, moves, jax.random.split(of_steps, PGX_BATCH))
        return (state, key), state.observation.sum()

    run = jax.jit(lambda carry: jax.lax.scan(pass_on, carry, None, length=PGX_STEPS))
    key = jax.random.PRNGKey(SEED)
    carry = jax.jit(jax.vmap(env.init))(jax.random.split(key, PGX_BATCH)), key

    def play(n: int) -> int:
        nonlocal carry
        carry, _ = jax.block_until_ready(run(carry))
        return PGX_BATCH * PGX_STEPS

    play(0)
    return by_processor_time(play)
