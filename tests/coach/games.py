"""Games for the coach's tests, each played once."""

from __future__ import annotations

from functools import cache

from watergate import Game, Side, standard_edition
from watergate.coach import DEPTHS, Review, review
from watergate.coach.judge import Depth
from watergate.coach.open_value import OpenValue
from watergate.engine import engine
from watergate.players import player
from watergate.players.policy import shipped_policy

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


@cache
def reviewed(editor: str, nixon: str, seed: int) -> Review:
    """A quick one where the rules are compiled, and quicker elsewhere."""
    depth = DEPTHS["quick"] if engine().is_compiled else SMALL
    return review(game_of(editor, nixon, seed), depth)
