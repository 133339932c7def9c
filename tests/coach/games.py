"""Games for the coach's tests, each played once."""

from __future__ import annotations

from functools import cache

import numpy as np

from watergate import Game, Side, standard_edition
from watergate.coach import DEPTHS, Review, review
from watergate.coach.judge import Depth
from watergate.coach.open_value import OpenValue
from watergate.engine import engine
from watergate.players import player
from watergate.players.policy import PolicyNetwork, shipped_policy
from watergate.rules.core.ids import CHANCE_MOVES
from watergate.rules.core.observation import OBSERVATION

SMALL = Depth("quick", 6, 4, 8, 2)
"""Little thought, for what must hold at any depth."""


@cache
def played(editor: str, nixon: str, seed: int, most: int) -> Game:
    game = Game.start(seed=seed)
    players = {Side.EDITOR: player(editor, seed), Side.NIXON: player(nixon, seed + 1)}
    while isinstance(game.decider, Side) and game.ply < most:
        game.play(players[game.decider].choose(game.view(game.decider)))
    return game


def game_of(editor: str, nixon: str, seed: int, most: int = 10_000) -> Game:
    """A game between two players; a copy."""
    return played(editor, nixon, seed, most).copy()


@cache
def value() -> OpenValue:
    return OpenValue(standard_edition(), shipped_policy())


def small_network() -> PolicyNetwork:
    """A network with random weights, of the right shape and very small."""
    rng, width = np.random.default_rng(1), 8
    shapes = {
        "entry": (OBSERVATION, width), "blocks.0.first": (width, width),
        "blocks.0.second": (width, width), "policy": (width, CHANCE_MOVES), "value": (width, 1),
    }  # fmt: skip
    layers = {"columns": np.arange(OBSERVATION)}
    for name, shape in shapes.items():
        layers[f"{name}.weight"] = rng.normal(0, 0.3, shape).astype(np.float32)
        layers[f"{name}.bias"] = np.zeros(shape[1], np.float32)
    for name in ("blocks.0.norm", "norm"):
        layers[f"{name}.weight"] = np.ones(width, np.float32)
        layers[f"{name}.bias"] = np.zeros(width, np.float32)
    return PolicyNetwork(layers)


@cache
def reviewed(editor: str, nixon: str, seed: int) -> Review:
    """A quick one where the rules are compiled, and quicker elsewhere."""
    depth = DEPTHS["quick"] if engine().is_compiled else SMALL
    return review(game_of(editor, nixon, seed), depth)
