"""The tree player: what it thinks, how long, and that it knows no more than its view."""

from __future__ import annotations

import random
import threading
import tracemalloc
from dataclasses import replace

import numpy as np
import pytest

from tests.players.test_players import play_out
from watergate import Game, Side, Viewer, WatergateError, alternative_history
from watergate.edition import Edition, standard_edition
from watergate.edition.table import table_of
from watergate.players import Budget, Thought, TreePlayer, player
from watergate.players.evaluation_network import network_for
from watergate.players.kernel.evaluation import FEATURES, MOST_FEATURES, features
from watergate.players.kernel.tree import new_tree
from watergate.players.tree import MOST_NODES, most_nodes
from watergate.rules.core.frames import KIND, Frame
from watergate.rules.core.state import top_frame

FEW = Budget(simulations=60)


def thought(game: Game, side: Side | str, *, seed: int = 1, budget: Budget = FEW) -> Thought:
    return TreePlayer(seed, budget=budget).think(game.view(side))


def asked_now_and_then(seed: int, edition: Edition | None = None) -> list[Game]:
    """A random game at some of its decisions."""
    rng, game, found = random.Random(seed), Game.start(edition, seed), []
    while isinstance(game.decider, Side) and game.ply < 150:
        if rng.random() < 0.12:
            found.append(game.copy())
        game.play(rng.choice(game.legal_ids()))
    return found


# What it thinks


@pytest.mark.parametrize("seed", [1, 2])
def test_thoughts_are_of_legal_moves_and_add_up(seed: int) -> None:
    for game in asked_now_and_then(seed):
        for side in Side:
            found = thought(game, side)
            assert found.side is side
            assert 0 <= found.win_probability <= 1
            assert found.simulations == FEW.simulations
            legal = game.view(side).moves
            assert {candidate.move for candidate in found.candidates} <= set(legal)
            if legal:
                assert found.choice == found.candidates[0].move
                visits = [candidate.visits for candidate in found.candidates]
                assert visits == sorted(visits, reverse=True)
                assert sum(visits) in (FEW.simulations, FEW.simulations - 1)
            else:
                assert found.choice is None
                assert not found.candidates
            if found.continuation and len(legal) > 1:
                assert found.continuation[0] == found.choice


def test_a_thought_can_be_told_as_plain_data() -> None:
    found = thought(Game.start(seed=3), "editor")
    told = found.to_json()
    assert told["choice"] == str(found.choice) == told["candidates"][0]["move"]
    assert told["side"] == "editor"


def test_both_sides_chances_of_one_position_are_about_one_together() -> None:
    game = Game.start(seed=5)
    budget = Budget(simulations=2000)
    chances = [thought(game, side, budget=budget).win_probability for side in Side]
    assert sum(chances) == pytest.approx(1, abs=0.25)


def test_a_game_that_is_over_needs_no_thinking() -> None:
    game = play_out("random", "random", 4)
    assert game.result is not None
    for side in Side:
        found = thought(game, side)
        assert found.win_probability == float(game.result.winner == str(side))
        assert (found.choice, found.candidates, found.simulations) == (None, (), 0)


def test_only_a_side_can_think() -> None:
    with pytest.raises(WatergateError, match="allowed are those of editor and nixon"):
        TreePlayer(1, budget=FEW).think(Game.start(seed=1).view(Viewer.SPECTATOR))


# The same seed, the same answer; and nothing hidden in it


def told(found: Thought) -> Thought:
    return replace(found, seconds=0.0)


def test_the_same_seed_and_simulations_give_the_same_thought() -> None:
    game = Game.start(seed=8)
    assert told(thought(game, "editor")) == told(thought(game, "editor"))
    someone = TreePlayer(1, budget=FEW)
    someone.think(game.view("nixon"))
    assert told(someone.think(game.view("editor"))) == told(thought(game, "editor"))
    assert told(thought(game, "editor")) != told(thought(game, "editor", seed=2))


@pytest.mark.parametrize("side", list(Side))
def test_what_the_viewer_cannot_know_changes_no_thought(side: Side) -> None:
    """RULES 9.1: over histories that look the same, the same answer for the same seed."""
    rng, altered = random.Random(4), 0
    for game in asked_now_and_then(6):
        other = alternative_history(game, side, rng, only_this_round=True)
        altered += other.position != game.position
        assert told(thought(game, side)) == told(thought(other, side))
    assert altered > 3


@pytest.mark.parametrize("name", ["level:1", "network", "search:20", "tree:40", "plain:40"])
def test_choices_are_the_same_in_alternative_histories(name: str) -> None:
    rng, altered = random.Random(5), 0
    for game in asked_now_and_then(7):
        side = game.decider
        assert isinstance(side, Side)
        other = alternative_history(game, side, rng, only_this_round=True)
        altered += other.position != game.position
        here, there = player(name, 3), player(name, 3)
        assert here.choose(game.view(side)) == there.choose(other.view(side))
    assert altered > 3


# Budgets, stopping, threads, memory


def test_a_time_limit_is_used() -> None:
    found = thought(Game.start(seed=2), "editor", budget=Budget(seconds=0.3))
    assert found.simulations > 0
    assert found.seconds > 0.25


def test_stopping_ends_a_long_think_with_an_answer() -> None:
    someone = TreePlayer(1, budget=Budget(seconds=600))
    view = Game.start(seed=2).view("editor")
    done = threading.Event()

    def stop() -> None:  # again and again: a stop before thinking does not count
        while not done.wait(0.05):
            someone.stop()

    stopping = threading.Thread(target=stop)
    stopping.start()
    found = someone.think(view)
    done.set()
    stopping.join()
    assert found.seconds < 600
    assert found.choice in view.moves


def test_the_smallest_budget_brings_a_move() -> None:
    view = Game.start(seed=2).view("editor")
    for budget in (Budget(simulations=1), Budget(seconds=1e-9)):
        assert TreePlayer(1, budget=budget).choose(view) in view.moves


def test_a_stop_before_thinking_does_not_count() -> None:
    someone = TreePlayer(1, budget=FEW)
    someone.stop()
    assert someone.think(Game.start(seed=2).view("editor")).simulations == FEW.simulations


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_share_the_simulations(threads: int) -> None:
    someone = TreePlayer(1, budget=FEW, threads=threads)
    found = someone.think(Game.start(seed=2).view("editor"))
    assert found.simulations == FEW.simulations
    assert found.choice in Game.start(seed=2).view("editor").moves


@pytest.mark.parametrize("threads", [0, 65])
def test_an_impossible_number_of_threads_is_refused(threads: int) -> None:
    with pytest.raises(WatergateError, match="allowed are 1 to 64"):
        TreePlayer(1, budget=FEW, threads=threads)


def test_a_decision_with_one_move_is_made_at_once() -> None:
    someone = TreePlayer(1, budget=Budget(seconds=600))
    game = next(
        game for seed in range(9) for game in asked_now_and_then(seed) if len(game.moves) == 1
    )
    assert someone.choose(game.view(str(game.decider))) == game.moves[0]


def test_the_tree_has_bounds_whatever_the_budget() -> None:
    """All nodes and edges there can ever be, for a minute of thought or an hour, in one place."""
    assert most_nodes(Budget(seconds=3600), 1) == MOST_NODES
    assert 4 * most_nodes(Budget(seconds=3600), 4) <= MOST_NODES
    tree = new_tree(MOST_NODES)
    assert sum(part.nbytes for part in tree) < 400 << 20


def test_a_full_tree_still_answers() -> None:
    someone = TreePlayer(1, budget=Budget(simulations=400))
    view = Game.start(seed=2).view("editor")
    someone.think(view, Budget(simulations=1))  # makes room for a small tree only
    branch = someone._branches[0]
    branch._tree = new_tree(40)
    branch.most_nodes = MOST_NODES
    found = someone.think(view)
    assert found.simulations == 400
    assert found.choice in view.moves


def test_thinking_again_takes_no_more_memory() -> None:
    someone = TreePlayer(1, budget=FEW)
    views = [game.view(str(game.decider)) for game in asked_now_and_then(3)]
    someone.think(views[0])
    tracemalloc.start()
    try:
        for view in views:
            someone.think(view)
        assert tracemalloc.get_traced_memory()[0] < 4 << 20
    finally:
        tracemalloc.stop()


def test_a_closed_player_lets_go_of_its_trees() -> None:
    someone = TreePlayer(1, budget=FEW)
    view = Game.start(seed=2).view("editor")
    first = someone.choose(view)
    someone.close()
    assert someone._branches == []
    assert TreePlayer(1, budget=FEW).choose(view) == first


# Budgets and names


@pytest.mark.parametrize(
    ("text", "budget"),
    [("5000", Budget(simulations=5000)), ("0.25s", Budget(seconds=0.25)), ("2s", Budget(2.0))],
)
def test_budgets_are_read(text: str, budget: Budget) -> None:
    assert Budget.parse(text) == budget


@pytest.mark.parametrize("text", ["", "s", "-1", "0", "0s", "1e9s", "9999s", "5 s", "99999999999"])
def test_what_is_no_budget_is_refused(text: str) -> None:
    with pytest.raises(WatergateError, match=r"allowed"):
        Budget.parse(text)


def test_a_budget_needs_a_limit() -> None:
    with pytest.raises(WatergateError, match="needs seconds or simulations"):
        Budget()


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("level:7", "there is no level '7'; allowed: 1, 2, 3, 4, 5, 6"),
        ("level", "there is no level ''"),
        ("search", "'' is no budget"),
        ("search:fast", "'fast' is no budget"),
        ("search:10,threads=x", "'x' threads: a number is allowed"),
        ("search:10,threads=0", "0 threads: allowed are 1 to 64"),
        ("tree:10,threads=0", "0 threads: allowed are 1 to 64"),
        ("rollout:60", "there is no player 'rollout:60'"),
        ("random:3", "there is no player 'random:3'"),
    ],
)
def test_wrong_names_say_what_is_allowed(name: str, problem: str) -> None:
    with pytest.raises(WatergateError) as refusal:
        player(name)
    assert problem in str(refusal.value)


# The evaluation


def test_every_fact_has_a_number_of_its_own_block() -> None:
    table = table_of(standard_edition()).view(np.recarray)[0]
    found = np.zeros(MOST_FEATURES, np.int16)
    asked = 0
    for seed in range(12):
        game = Game.start(seed=seed)
        while isinstance(game.decider, Side):
            state = game.states.view(np.recarray)[0]
            if top_frame(state)[KIND] == Frame.PLAY:
                n = features(state, table, (1 << 62) - 1, found)
                numbers = [int(number) for number in found[:n]]
                assert len(set(numbers)) == n
                assert all(0 <= number < FEATURES for number in numbers)
                asked += 1
            game.play(random.Random(seed + game.ply).choice(game.legal_ids()))
    assert asked > 100


def test_the_network_fits_the_facts_and_the_cards() -> None:
    net = network_for(standard_edition())
    assert net.rows.shape == (FEATURES + 1, net.last.size - 1)
    assert np.isfinite(net.rows).all()
    assert np.isfinite(net.last).all()
    cards = table_of(standard_edition())[0]["cards"]
    assert int(net.cards[0]) & int(cards[0] | cards[1]) == int(cards[0] | cards[1])
