"""The Gymnasium environments, under Gymnasium's own checks and ours."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from watergate import Game, Side
from watergate.errors import WatergateError
from watergate.gyms import Batch, single
from watergate.gyms.batch import IllegalMove
from watergate.gyms.single import WatergateEnv
from watergate.gyms.vector import WatergateVectorEnv
from watergate.rules.observation import observation_of


def play_at_random(env: Any, seed: int) -> tuple[float, int]:
    """The reward of a game with legal moves at random, and how many they were."""
    observation, _ = env.reset(seed=seed)
    rng, ended, truncated, count, total = np.random.default_rng(seed), False, False, 0, 0.0
    while not ended and not truncated:
        legal = np.flatnonzero(observation["action_mask"])
        observation, reward, ended, truncated, _ = env.step(rng.choice(legal))
        count, total = count + 1, total + reward
    return total, count


def test_it_passes_gymnasiums_check(capsys: pytest.CaptureFixture[str]) -> None:
    check_env(gymnasium.make(single.ID).unwrapped)
    options = {"opponent": "priorities", "side": "either", "render_mode": "ansi"}
    check_env(gymnasium.make(single.ID, **options).unwrapped)
    assert "WATERGATE" in capsys.readouterr().out


@pytest.mark.parametrize("side", ["editor", "nixon", "either"])
@pytest.mark.parametrize("opponent", ["random", "priorities", "tree:20"])
def test_an_agent_plays_whole_games_against_any_player(opponent: str, side: str) -> None:
    env = gymnasium.make(single.ID, opponent=opponent, side=side)
    results = [play_at_random(env, seed) for seed in range(2)]
    assert all(reward in (-1.0, 1.0) and count > 10 for reward, count in results)
    env.close()


def test_the_agent_is_asked_for_its_own_decisions_with_what_it_knows() -> None:
    env = WatergateEnv("random", "nixon")
    observation, _ = env.reset(seed=3)
    rng = np.random.default_rng(1)
    for _ in range(60):
        game = env._one.game
        assert game.decider is Side.NIXON
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        assert legal == game.legal_ids()
        row = observation_of(game.view(Side.NIXON))
        assert observation["observation"].tobytes() == row.tobytes()
        observation, _, ended, _, _ = env.step(rng.choice(legal))
        if ended:
            assert observation["action_mask"].all()
            observation, _ = env.reset()


def test_either_side_is_drawn_by_the_seed() -> None:
    env = WatergateEnv(side="either")
    env.reset(seed=1)
    sides = []
    for _ in range(20):
        env.reset()
        sides.append(env.side)
    assert set(sides) == set(Side)


def test_an_illegal_move_loses_and_says_why() -> None:
    env = WatergateEnv()
    env.reset(seed=1)
    _, reward, ended, truncated, info = env.step(0)
    assert (reward, ended, truncated) == (-1.0, True, False)
    assert info[single.ILLEGAL_MOVE].startswith("move 0 is not legal; legal: ")


def test_it_draws_the_table() -> None:
    env = WatergateEnv("random", "nixon", render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture is not None
    assert not isinstance(picture, str)
    assert picture.shape[1:] == (1000, 3)
    assert 0.01 < (picture < 128).mean() < 0.3


def test_bad_options_are_refused() -> None:
    with pytest.raises(WatergateError, match="side 'left'; allowed: editor, nixon, either"):
        WatergateEnv(side="left")
    with pytest.raises(WatergateError, match="'nobody'"):
        WatergateEnv("nobody")


def test_a_vector_environment_plays_the_games_of_the_batch() -> None:
    envs: Any = gymnasium.make_vec(single.SELF_PLAY_ID, 5)
    batch = Batch(5)
    observations, infos = envs.reset(seed=9)
    batch.reset(9)
    rng = np.random.default_rng(1)
    ends = 0
    for _ in range(300):
        assert envs.observation_space.contains(observations)
        assert observations["observation"].tobytes() == batch.observations.tobytes()
        assert infos["deciders"].tolist() == batch.deciders.tolist()
        moves = [rng.choice(np.flatnonzero(mask)) for mask in observations["action_mask"]]
        movers = infos["deciders"]
        observations, rewards, ended, truncated, infos = envs.step(moves)
        batch.step(moves)
        assert rewards.tolist() == [batch.rewards[i, who] for i, who in enumerate(movers)]
        assert (np.abs(rewards) == (ended & ~truncated)).all()
        ends += ended.sum()
    assert ends > 0
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


def test_arrays_of_a_vector_environment_are_kept_unless_they_are_shared() -> None:
    for copy in (True, False):
        envs = WatergateVectorEnv(2, copy=copy)
        first, _ = envs.reset(seed=1)
        before = first["observation"].tobytes()
        envs.step(envs.batch.moves[:, 0])
        assert (first["observation"].tobytes() == before) is copy


def test_a_vector_environment_resets_by_seed_and_refuses_illegal_moves() -> None:
    envs = WatergateVectorEnv(2)
    firsts = [envs.reset(seed=4)[0]["observation"].tobytes() for _ in range(2)]
    others = {envs.reset()[0]["observation"].tobytes() for _ in range(3)}
    assert firsts[0] == firsts[1]
    assert len({*firsts, *others}) == 4
    with pytest.raises(IllegalMove, match="game 0: move 0 is not legal"):
        envs.step([0, 0])
    envs.close()


def test_a_seed_is_that_of_the_game() -> None:
    env = WatergateEnv()
    env.reset(seed=12)
    assert env._one.game.start_position == Game.start(seed=12).start_position
    assert env._one.game.history_ids[:5] == Game.start(seed=12).history_ids[:5]
