"""The OpenSpiel game, under OpenSpiel's own tests and ours."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import (
    cfr,
    expected_game_score,
    exploitability,
    generate_playthrough,
    ismcts,
    mcts,
)
from open_spiel.python.observation import make_observation

from watergate import Game, IllegalMove, Side, alternative_history
from watergate.gyms import openspiel
from watergate.rules.core.ids import CHANCE_MOVES
from watergate.rules.core.observation import OBSERVATION, first_of
from watergate.rules.observation import observation_of

API_TEST = """
import runpy, sys
import watergate.gyms.openspiel
sys.argv = ["api_test", "--test_only_games=^watergate$"]
runpy.run_module("open_spiel.integration_tests.api_test", run_name="__main__", alter_sys=True)
"""
SIM_GAME = """
import numpy, pyspiel
import watergate.gyms.openspiel
from open_spiel.python.tests.games_sim_test import GamesSimTest
numpy.random.seed(1)
GamesSimTest().sim_game(pyspiel.load_game("watergate"))
"""
FULL_TREE = """
import sys, unittest
import pyspiel
import watergate.gyms.openspiel
from absl import flags
from open_spiel.integration_tests import api_test
flags.FLAGS.mark_as_parsed()
api_test.TOTAL_NUM_STATES["toy"] = 127, 540, 300
api_test.PERFECT_RECALL_NUM_STATES["toy"] = 356
class Toy(api_test.EnforceAPIOnFullTreeBase):
    game, game_name = pyspiel.load_game("watergate(edition=toy,rounds=1)"), "toy"
suite = unittest.defaultTestLoader.loadTestsFromTestCase(Toy)
sys.exit(not unittest.TextTestRunner().run(suite).wasSuccessful())
"""
"""In processes of their own: importing these defines flags for the whole process."""
KINDS = {
    "all": (True, pyspiel.PrivateInfoType.SINGLE_PLAYER),
    "public": (True, pyspiel.PrivateInfoType.NONE),
    "private": (False, pyspiel.PrivateInfoType.SINGLE_PLAYER),
}


def after(moves: tuple[int, ...]) -> Any:
    """The state after these moves of the rules, draws included."""
    state = pyspiel.load_game(openspiel.NAME).new_initial_state()
    for move in moves:
        state.apply_action(move - CHANCE_MOVES if state.is_chance_node() else move)
    return state


def played(seed: int, moves: int) -> Game:
    game, rng = Game.start(seed=seed), random.Random(seed)
    for _ in range(moves):
        if game.decider is not None:
            game.play(rng.choice(game.legal_ids()))
    return game


def observer(kind: str, *, recalls: bool = False) -> Any:
    public, private = KINDS[kind]
    return make_observation(
        pyspiel.load_game(openspiel.NAME),
        pyspiel.IIGObservationType(
            public_info=public, perfect_recall=recalls, private_info=private
        ),
    )


@pytest.mark.parametrize(
    ("program", "says"),
    [(API_TEST, "Ran 5 tests"), (SIM_GAME, "Sim of game watergate"), (FULL_TREE, "Ran 8 tests")],
    ids=["api_test", "sim_game", "full_tree"],
)
def test_it_passes_openspiels_own_tests(program: str, says: str) -> None:
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    assert says in done.stderr + done.stdout


def test_the_toy_can_be_won_by_both_and_solved() -> None:
    game = pyspiel.load_game("watergate(edition=toy,rounds=1)")
    solver = cfr.CFRSolver(game)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    values = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    assert -1 < values[0] < 1
    assert sum(values) == pytest.approx(0)
    assert exploitability.exploitability(game, policy) < 0.1
    with pytest.raises(ValueError, match="at least 1 round, not 0"):
        pyspiel.load_game("watergate(edition=toy,rounds=0)")


@pytest.mark.parametrize("player", [0, 1])
def test_information_states_of_the_toy_are_the_same_as_text_and_as_numbers(player: int) -> None:
    game = pyspiel.load_game("watergate(edition=toy,rounds=1)")
    seen = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    states, pairs = [game.new_initial_state()], set()
    for state in states:
        if not state.is_terminal():
            states += [state.child(action) for action in state.legal_actions()]
        seen.set_from(state, player)
        pairs.add((state.information_state_string(player), seen.tensor.tobytes()))
    assert max(len(state.history()) for state in states) == game.max_game_length()
    texts, numbers = zip(*pairs, strict=True)
    assert len(set(texts)) == len(set(numbers)) == len(pairs) > 50


def test_a_resampled_toy_recalls_the_same_numbers() -> None:
    state = pyspiel.load_game("watergate(edition=toy,rounds=1)").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[-1])
    player, sampler = state.current_player(), pyspiel.UniformProbabilitySampler(0.0, 1.0)
    other = state.resample_from_infostate(player, sampler)
    assert other.information_state_tensor(player) == state.information_state_tensor(player)
    other.apply_action(other.legal_actions()[0])
    state.apply_action(state.legal_actions()[0])
    assert other.information_state_tensor(player) == state.information_state_tensor(player)


def test_a_mask_is_that_of_whoever_is_asked() -> None:
    state = after(Game.start(seed=1).history_ids)
    player = state.current_player()
    for asked in (None, player):
        mask = state.legal_actions_mask() if asked is None else state.legal_actions_mask(asked)
        assert [action for action, is_legal in enumerate(mask) if is_legal] == state.legal_actions()
        assert len(mask) == state.num_distinct_actions()
    assert not any(state.legal_actions_mask(1 - player))
    draw = pyspiel.load_game(openspiel.NAME).new_initial_state()
    mask = draw.legal_actions_mask()
    assert [action for action, can_come in enumerate(mask) if can_come] == draw.legal_actions()
    assert len(mask) == draw.get_game().max_chance_outcomes()


def test_openspiels_playthrough_is_replayed_to_the_letter(tmp_path: Path) -> None:
    flags.FLAGS.mark_as_parsed()
    path = tmp_path / "watergate.txt"
    moves = [move - CHANCE_MOVES * (move >= CHANCE_MOVES) for move in played(3, 25).history_ids]
    text = generate_playthrough.playthrough(openspiel.NAME, moves)
    path.write_text(text, encoding="utf-8")
    expected, actual = generate_playthrough.replay(str(path))
    assert expected == actual
    assert text.count("# Apply action") >= len(moves)


def test_states_follow_the_rules() -> None:
    game = played(2, 1000)
    assert game.decider is None
    state = pyspiel.load_game(openspiel.NAME).new_initial_state()
    for ply, move in enumerate(game.history_ids):
        past = game.at(ply)
        if state.is_chance_node():
            outcomes = dict(state.chance_outcomes())
            assert sum(outcomes.values()) == pytest.approx(1)
            assert [action + CHANCE_MOVES for action in outcomes] == past.legal_ids()
            state.apply_action(move - CHANCE_MOVES)
        else:
            assert Side(state.current_player()) is past.decider
            assert state.legal_actions() == past.legal_ids()
            text = state.action_to_string(move)
            assert text == str(past.notation.moves[move])
            state.apply_action(move)
    assert state.is_terminal()
    assert game.result is not None
    winner = Side[str(game.result.winner).upper()]
    assert state.returns()[winner] == 1
    assert sum(state.returns()) == 0


def test_a_clone_goes_its_own_way() -> None:
    state = after(played(5, 12).history_ids)
    before = str(state), state.information_state_string(0)
    twin = state.clone()
    assert (str(twin), twin.information_state_string(0)) == before
    twin.apply_action(twin.legal_actions()[0])
    assert str(twin) != before[0]
    assert (str(state), state.information_state_string(0)) == before
    assert str(pickle.loads(pickle.dumps(state))) == before[0]


def test_a_clone_outlives_what_it_was_made_of() -> None:
    game = played(5, 1000)
    state = pyspiel.load_game(openspiel.NAME).new_initial_state()
    for move in game.history_ids:
        state = state.clone()
        state.apply_action(move - CHANCE_MOVES if state.is_chance_node() else move)
    assert state.is_terminal()
    assert state.one.game.position == game.position


def test_an_illegal_move_is_refused() -> None:
    with pytest.raises(IllegalMove, match="move 0 is not legal; legal: "):
        after(Game.start(seed=1).history_ids).apply_action(0)


@pytest.mark.parametrize("side", list(Side))
def test_observers_tell_what_the_view_tells(side: Side) -> None:
    for moves in (0, 10, 30):
        game = played(7, moves)
        state = after(game.history_ids)
        rows = {}
        for kind in KINDS:
            seen = observer(kind)
            seen.set_from(state, int(side))
            rows[kind] = seen.tensor.astype(np.uint8)
        view = game.view(side)
        assert rows["all"].tobytes() == observation_of(view).tobytes()
        assert state.observation_tensor(int(side)) == rows["all"].tolist()
        own = view.player(side)
        hand = first_of("hand")
        assert set(own.hand or ()) - set(own.known_in_hand) == set(
            np.flatnonzero(rows["private"][hand : hand + 64])
        )
        assert not (rows["private"] & rows["public"]).any()
        assert rows["public"].shape == (OBSERVATION,)


@pytest.mark.parametrize("side", list(Side))
def test_a_side_is_told_the_same_in_histories_it_cannot_tell_apart(side: Side) -> None:
    rng, player = random.Random(5), int(side)
    differ = 0
    for seed in range(6):
        game = played(seed, 20 + 15 * seed)
        one, two = (
            after(each.history_ids) for each in (game, alternative_history(game, side, rng))
        )
        differ += one.information_state_string(1 - player) != two.information_state_string(
            1 - player
        )
        assert one.information_state_string(player) == two.information_state_string(player)
        assert one.observation_string(player) == two.observation_string(player)
        assert one.observation_tensor(player) == two.observation_tensor(player)
        for kind in KINDS:
            seen = observer(kind)
            assert seen.string_from(one, player) == seen.string_from(two, player)
        public = observer("public", recalls=True)
        assert public.string_from(one, 0) == public.string_from(two, 0)
    assert differ > 0


def test_an_information_state_recalls_every_move_of_its_player() -> None:
    game = played(4, 60)
    lines = after(game.history_ids).information_state_string(0).splitlines()
    assert lines[0] == "editor"
    for ply, (move, line) in enumerate(zip(game.history, lines[2:], strict=True)):
        if game.at(ply).decider is Side.EDITOR:
            assert line.startswith(f"{move}: ")


@pytest.mark.parametrize("side", list(Side))
def test_a_resampled_state_is_alike_for_its_player_and_another_game(side: Side) -> None:
    player = int(side)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    game = played(6, 2)
    while game.decider is not side:
        game.play(game.legal_ids()[0])
    state = after(game.history_ids)
    hands = set()
    for _ in range(20):
        other = state.resample_from_infostate(player, sampler)
        assert other.current_player() == player
        assert other.legal_actions() == state.legal_actions()
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        hands.add(other.information_state_string(1 - player))
        rng = random.Random(1)
        while not other.is_terminal():
            other.apply_action(rng.choice(other.legal_actions()))
    assert len(hands) > 5


def test_the_other_side_of_a_resampled_state_remembers_nothing_of_the_real_deal() -> None:
    """Its past is what everybody was told, so a search learns nothing from it."""
    game = Game.start(seed=3)
    state = after(game.history_ids)
    other = state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0.0, 1.0))
    told = other.information_state_string(1)
    assert "card_drawn nixon" not in told
    assert "card_drawn_hidden nixon" in told
    assert "card_drawn nixon" in state.information_state_string(1)


def test_openspiels_search_plays_it() -> None:
    state = after(Game.start(seed=2).history_ids)
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        state.get_game(), mcts.RandomRolloutEvaluator(1, rng), 2.0, 30, random_state=rng
    )
    for _ in range(3):
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_openspiels_learning_environment_plays_it() -> None:
    env = rl_environment.Environment(
        openspiel.NAME, observation_type=rl_environment.ObservationType.OBSERVATION
    )
    env.seed(1)
    step = env.reset()
    rng, count = random.Random(1), 0
    while not step.last():
        legal = step.observations["legal_actions"][step.observations["current_player"]]
        step = env.step([rng.choice(legal)])
        count += 1
    assert sorted(step.rewards) == [-1, 1]
    assert count > 20


def test_observers_that_there_are_not_are_refused() -> None:
    game: Any = pyspiel.load_game(openspiel.NAME)
    with pytest.raises(ValueError, match="no observer sees the private information of all"):
        game.make_py_observer(
            pyspiel.IIGObservationType(
                public_info=True, perfect_recall=False,
                private_info=pyspiel.PrivateInfoType.ALL_PLAYERS,
            )
        )  # fmt: skip
    with pytest.raises(ValueError, match="observers take no parameters"):
        game.make_py_observer(None, {"colour": "blue"})


def test_another_edition_is_a_parameter(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "standard"\nname = "mine"\n', encoding="utf-8")
    game: Any = pyspiel.load_game(f"{openspiel.NAME}(edition={path})")
    assert game.edition.name == "mine"
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    twin = pickle.loads(pickle.dumps(state))
    assert str(twin) == str(state)
    assert twin.get_game().edition.name == "mine"
