"""The levels: what they are made of, and that they play."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.players.test_tree import asked_now_and_then
from tests.thorough import THOROUGH
from watergate import Game, Side, standard_edition
from watergate.edition import Edition
from watergate.players import LEVELS, Budget, Level, LevelPlayer
from watergate.players.levels import Manner

OTHER = replace(standard_edition(), name="mine", digest="0" * 16)
"""An edition that the network does not know."""


def manners(level: Level) -> tuple[Manner, Manner]:
    return level.by_network, level.by_tree


def test_levels_are_numbered_and_think_ever_more() -> None:
    assert [level.number for level in LEVELS] == [1, 2, 3, 4, 5, 6]
    for ladder in zip(*map(manners, LEVELS), strict=True):
        assert [one.haste for one in ladder] == sorted((one.haste for one in ladder), reverse=True)
        simulations = [(one.budget and one.budget.simulations) or 0 for one in ladder]
        assert simulations == sorted(simulations)
        assert all(((one.budget and one.budget.seconds) or 0) < 3 for one in ladder)


def test_the_strongest_level_takes_a_second_and_a_half_at_most() -> None:
    budget = LEVELS[-1].by_network.budget
    assert budget is not None
    assert budget.seconds == 1.5


@pytest.mark.parametrize("edition", [standard_edition(), OTHER], ids=["known", "unknown"])
def test_a_hasty_level_says_what_it_would_play_beside_what_is_best(edition: Edition) -> None:
    someone = LevelPlayer(LEVELS[0], 1, edition)
    differs = 0
    for game in asked_now_and_then(11, edition):
        found = someone.think(game.view(str(game.decider)))
        assert found.choice in game.moves
        differs += found.choice != found.candidates[0].move
    assert differs


def modest(level: Level) -> Level:
    """A level with a fraction of its budgets."""

    def less(one: Manner, part: int) -> Manner:
        if one.budget is None:
            return one
        return replace(one, budget=Budget(simulations=2 + (one.budget.simulations or 0) // part))

    return Level(level.number, less(level.by_network, 100), less(level.by_tree, 2000))


@pytest.mark.parametrize("chosen", LEVELS, ids=lambda level: level.number)
def test_levels_play_other_editions_too(chosen: Level) -> None:
    someone = LevelPlayer(modest(chosen), 1, OTHER)
    for game in asked_now_and_then(12, OTHER)[:4]:
        assert someone.choose(game.view(str(game.decider))) in game.moves


@pytest.mark.slow
@pytest.mark.parametrize("part", range(THOROUGH))
@pytest.mark.parametrize("chosen", LEVELS, ids=lambda level: level.number)
def test_levels_make_legal_moves_only(chosen: Level, part: int) -> None:
    """Whole games, at a fraction of a level's budget."""
    games = 1 if chosen.by_network.budget else 15
    for seed in range(games * part, games * part + games):
        game = Game.start(seed=seed)
        players = {side: LevelPlayer(modest(chosen), seed) for side in Side}
        while isinstance(game.decider, Side):
            game.play(players[game.decider].choose(game.view(game.decider)))
        assert game.result is not None
