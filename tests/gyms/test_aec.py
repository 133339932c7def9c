"""The PettingZoo environment, under PettingZoo's own tests and ours."""

from __future__ import annotations

import pickle
import random
import warnings
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test, state_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from watergate import Game, IllegalMove, Side, Viewer, alternative_history
from watergate.errors import WatergateError
from watergate.gyms import aec
from watergate.gyms.one_game import OneGame
from watergate.rules.core.state import STATE
from watergate.rules.observation import observation_of

ABOUT_OUTSIDERS = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or "
    "gymnasium.spaces.discrete",
}
"""What their test says of every environment with masks that is not PettingZoo's own."""


def play_at_random(env: Any, seed: int, *, most: int = 10**6) -> int:
    """Legal moves at random up to the end; how many."""
    rng = np.random.default_rng(seed)
    count = 0
    for _ in env.agent_iter(most):
        observation, _, ended, truncated, _ = env.last()
        if ended or truncated:
            env.step(None)
        else:
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            count += 1
    return count


def test_it_passes_pettingzoos_api_test(capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(aec.env(), num_cycles=1000)
    assert {str(warning.message) for warning in caught} == ABOUT_OUTSIDERS
    assert "Passed API test" in capsys.readouterr().out


def test_it_passes_pettingzoos_seed_test() -> None:
    seed_test(aec.env, num_cycles=200)


def test_it_passes_pettingzoos_state_test() -> None:
    state_test(aec.env(), turn_based_aec_to_parallel(aec.env()))


def test_it_passes_pettingzoos_render_test(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(aec.env, {"ansi": lambda text: "WATERGATE" in text})
    assert "WATERGATE" in capsys.readouterr().out


def test_pettingzoo_finds_it_by_name() -> None:
    env = pettingzoo.make("aec", aec.ID)
    env.reset(seed=1)
    assert env.agents == ["editor_0", "nixon_1"]
    assert str(env.unwrapped) == "watergate_v0"


@pytest.mark.parametrize("folds", [True, False])
def test_games_end_with_a_winner_and_every_mask_is_that_of_the_rules(folds: bool) -> None:
    env = aec.raw_env(folds=folds)
    env.reset(seed=4)
    rng = np.random.default_rng(4)
    total = dict.fromkeys(aec.AGENTS, 0.0)
    for agent in env.agent_iter():
        observation, reward, ended, truncated, _ = env.last()
        total[agent] += reward
        if ended or truncated:
            assert observation["action_mask"].all()
            env.step(None)
            continue
        game = env._one.game
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        assert legal == game.legal_ids()
        assert len(legal) > folds
        assert aec.AGENTS[agent] is game.decider
        view = game.view(game.decider)
        assert observation["observation"].tobytes() == observation_of(view).tobytes()
        env.step(rng.choice(legal))
    assert env.agents == []
    assert sorted(total.values()) == [-1.0, 1.0]


def test_a_seed_plays_the_game_of_that_seed_and_then_other_ones() -> None:
    env, other = aec.raw_env(), aec.raw_env()
    for one in (env, other):
        one.reset(seed=8)
    assert env._one.game.position == Game.start(seed=8).position
    firsts = []
    for _ in range(3):
        for one in (env, other):
            one.reset()
        assert env.state().tobytes() == other.state().tobytes()
        firsts.append(env._one.game.position)
    assert len(set(firsts)) == 3


def test_a_pickled_environment_plays_on_alike() -> None:
    env = aec.env()
    env.reset(seed=6)
    play_at_random(env, 1, most=30)
    twin = pickle.loads(pickle.dumps(env))
    assert play_at_random(env, 2) == play_at_random(twin, 2) > 0
    for one in (env, twin):
        one.reset()
    assert env.state().tobytes() == twin.state().tobytes()


def test_an_illegal_move_is_an_error_that_lists_the_legal_ones() -> None:
    env = aec.raw_env()
    env.reset(seed=1)
    before = env.state().tobytes()
    for wrong in (0, -1, 703, 10**6, None):
        with pytest.raises(IllegalMove, match=rf"move {wrong} is not legal; legal: \d+, \d+"):
            env.step(wrong)
    assert env.state().tobytes() == before


def test_with_pettingzoos_guards_an_illegal_move_loses() -> None:
    env = aec.env()
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(0)
    assert all(env.terminations.values())
    assert env.rewards[agent] == -1


def test_a_game_of_more_than_100_rounds_is_broken_off() -> None:
    state = Game.start(seed=1).states
    state["round_no"] = 101
    one = OneGame(Game(np.frombuffer(state.tobytes(), STATE), Game.start(seed=1).edition))
    assert one.is_over
    assert one.is_truncated
    assert one.legal_ids() == []
    assert one.returns == (0.0, 0.0)
    with pytest.raises(IllegalMove, match="none, the game is over"):
        one.play(64)


def test_an_unknown_render_mode_is_refused() -> None:
    with pytest.raises(WatergateError, match="render mode 'gif'; allowed: human, ansi, rgb_array"):
        aec.env(render_mode="gif")


def replayed(game: Game) -> aec.raw_env:
    """An environment in which this game has been played, draws and all."""
    env = aec.raw_env(render_mode="ansi", folds=False)
    env.reset()
    env._one = OneGame(Game.new())
    for move in game.history_ids:
        env._one.play(move)
    return env


@pytest.mark.parametrize("side", list(Side))
def test_a_side_observes_the_same_in_histories_it_cannot_tell_apart(side: Side) -> None:
    rng, agent = random.Random(3), f"{side}_{int(side)}"
    differ = 0
    for seed in range(6):
        game = Game.start(seed=seed)
        for _ in range(20 + 15 * seed):
            game.play(rng.choice(game.legal_ids()))
        other = alternative_history(game, side, rng)
        one, two = replayed(game), replayed(other)
        differ += one.state().tobytes() != two.state().tobytes()
        for part, row in one.observe(agent).items():
            assert row.tobytes() == two.observe(agent)[part].tobytes()
        if game.decider is side:
            assert one.render() == two.render()
        for viewer in (Viewer.SPECTATOR, side):
            assert one._one.game.view(viewer) == two._one.game.view(viewer)
        assert one._one.observe_openly().tobytes() == two._one.observe_openly().tobytes()
    assert differ > 0
