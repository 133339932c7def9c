"""The programs `watergate bench` measures against, in the same run on the same machine.

The engine's references play uniformly random games on one thread and count what our engine counts:
decisions of players, forced ones included, chance excluded. Time spent on chance inside a game is
theirs to bear, as it is ours. The search player's references are information-set tree searches of
card games, also on one thread, and count simulations.

These are yardsticks of speed only: nothing here plays Watergate, and no strength is compared. The
packages behind them (`chess`, `open_spiel`) are no dependencies of the game, so they are imported
only when a reference is built; and by name, because `pyspiel` has no types to check against.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from time import perf_counter
from types import ModuleType
from typing import Any

from .slices import STAGES, Slice, repeat

Builder = Callable[[], Slice]
"""Makes a reference ready to run; an ImportError says that its package is missing."""

CHESS_PLY_CAP = 400
SPIEL_GAMES = ("hearts", "gin_rummy")

DEALS = 32
SAMPLED_GAMES_PER_DEAL = 8
ROLLOUTS_PER_CALL = 32
SEED = 1972


@dataclass(frozen=True)
class Deal:
    """An OpenSpiel state just after the deal, and how long a random game from it is on average."""

    state: Any
    mean_decisions: float


def random_play() -> Mapping[str, Builder]:
    """The engine's references, in decisions a second."""
    return {
        "python-chess": python_chess,
        **{name: partial(open_spiel, name) for name in SPIEL_GAMES},
    }


def searches(simulations: int) -> Mapping[str, Builder]:
    """The search player's references, in simulations a second; so many at each position."""
    return {name: partial(open_spiel_search, name, simulations) for name in SPIEL_GAMES}


def found_references(builders: Mapping[str, Builder]) -> tuple[dict[str, Slice], list[str]]:
    """Every reference that can run here, and the names of those whose packages are missing.

    Building the OpenSpiel ones takes about a second, spent on sampling how long their games are.
    """
    found, missing = {}, []
    for name, build in builders.items():
        try:
            found[name] = build()
        except ImportError:
            missing.append(name)
    return found, missing


def python_chess() -> Slice:
    """Random chess in pure Python; a game ends when it is over without any claim, or at the cap."""
    chess = _package("chess", requirement="chess")
    rng = random.Random(SEED)

    def play_one_game() -> int:
        board = chess.Board()
        plies = 0
        while plies < CHESS_PLY_CAP and not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            plies += 1
        return plies

    def run(seconds: float) -> tuple[int, float]:
        decisions = 0
        start = perf_counter()
        while (elapsed := perf_counter() - start) < seconds:
            decisions += play_one_game()
        return decisions, elapsed

    return run


def open_spiel(game_name: str) -> Slice:
    """Random games of an OpenSpiel card game, played wholly in C++.

    Python cannot call OpenSpiel's rollout evaluator itself, but a tree search of one simulation
    does nothing except evaluate its root: so many random games to the end, from the state given.
    Such a search needs a root where a player is to move, so the games start from a pool of deals
    made beforehand, and the cost of dealing is left out. Later chance, such as gin rummy's draws,
    is played and timed but not counted.

    The rollouts do not say how long they were. Games sampled at random through the Python API,
    before any clock runs, give the mean number of decisions from each deal, and every rollout
    counts as that many. Hearts takes the same number from a given deal however it is played, so
    its count is exact; that of gin rummy is an estimate, good to one or two percent.
    """
    pyspiel = _package("pyspiel", requirement="open_spiel")
    rng = random.Random(SEED)
    game = pyspiel.load_game(game_name)
    deals = [_deal(game, rng) for _ in range(DEALS)]
    search = pyspiel.MCTSBot(
        game=game,
        evaluator=pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS_PER_CALL, seed=SEED),
        uct_c=1.0,
        max_simulations=1,
        max_memory_mb=1,
        solve=False,
        seed=SEED,
        verbose=False,
    )

    def run(seconds: float) -> tuple[int, float]:
        decisions = 0.0
        pool = cycle(deals)
        start = perf_counter()
        while (elapsed := perf_counter() - start) < seconds:
            deal = next(pool)
            search.mcts_search(deal.state)
            decisions += ROLLOUTS_PER_CALL * deal.mean_decisions
        return round(decisions), elapsed

    return run


def open_spiel_search(game_name: str, simulations: int) -> Slice:
    """OpenSpiel's information-set tree search of a card game, wholly in C++.

    It works as our plain search does: every simulation deals anew what is hidden, adds a node and
    plays one random game to the end. Its positions are chosen as our views are: choices early, in
    the middle and late in a random game. Where nothing is to be chosen it would not search at all.

    Nodes are told apart by what a player knows, or sees where a game offers only that; what is seen
    does not always determine what is legal, so the search is told to expect that.
    """
    pyspiel = _package("pyspiel", requirement="open_spiel")
    game = pyspiel.load_game(game_name)
    positions = _choices(game, random.Random(SEED))
    by_sight = not game.get_type().provides_information_state_string
    bot = pyspiel.ISMCTSBot(
        seed=SEED,
        evaluator=pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=SEED),
        uct_c=1.0,
        max_simulations=simulations,
        final_policy_type=pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        use_observation_string=by_sight,
        allow_inconsistent_action_sets=by_sight,
    )

    def one_pass(n: int) -> None:
        for state in positions:
            bot.step(state)

    return lambda seconds: repeat(seconds, one_pass, len(positions) * simulations)


def _package(name: str, requirement: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise ModuleNotFoundError(
            f"this reference needs the package {name}: pip install {requirement}", name=name
        ) from error


def _deal(game: Any, rng: random.Random) -> Deal:
    state = game.new_initial_state()
    while state.is_chance_node():
        _let_chance_act(state, rng)
    sampled = sum(_play_to_the_end(state.clone(), rng) for _ in range(SAMPLED_GAMES_PER_DEAL))
    return Deal(state, sampled / SAMPLED_GAMES_PER_DEAL)


def _choices(game: Any, rng: random.Random) -> list[Any]:
    """States of one random game in which a player has a choice, one for each stage."""
    choices, state = [], game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            _let_chance_act(state, rng)
            continue
        legal = state.legal_actions()
        if len(legal) > 1:
            choices.append(state.clone())
        state.apply_action(rng.choice(legal))
    return [choices[int(stage * len(choices))] for stage in STAGES]


def _play_to_the_end(state: Any, rng: random.Random) -> int:
    """Play `state` on at random and count the decisions of its players."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            _let_chance_act(state, rng)
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
    return decisions


def _let_chance_act(state: Any, rng: random.Random) -> None:
    outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(rng.choices(outcomes, probabilities)[0])
