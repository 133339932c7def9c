"""The digest of a position, as the core writes it, is that of the view it leads to."""

from __future__ import annotations

import random

import pytest

from watergate.rules import Game, Viewer
from watergate.rules.core.state import NO_SIDE, STOPPED
from watergate.rules.digest import digest


@pytest.mark.parametrize("seed", [1, 4])
def test_a_position_has_the_digests_of_its_views(seed: int) -> None:
    rng, game = random.Random(seed), Game.start(seed=seed)
    has_drawn = False
    while game.decider is not None:
        game.play(rng.choice(game.legal_ids()))
        is_drawn = game.view(Viewer.SPECTATOR, log=False).drawn_by is not None
        if is_drawn or not game.ply % 10 or game.decider is None:
            _check(game)
        has_drawn = has_drawn or is_drawn
    assert has_drawn, "no card was drawn to be played at once: take another seed"


def test_a_stopped_game_with_an_empty_bag_has_the_digests_of_its_views() -> None:
    game = Game.start(seed=1)
    states = game.states
    states["winner"], states["won_by"] = NO_SIDE, STOPPED
    states["bag"] = 0
    _check(Game(states, game.edition))


def _check(game: Game) -> None:
    for viewer in Viewer:
        assert game.glimpse(viewer).digest == digest(game.view(viewer, log=False))
