"""Simulations give the same games however they are run, and records are those very games."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from watergate import Game, load, standard_edition
from watergate.engine import PLAIN, forget_choice
from watergate.lab.simulate import (
    STOPPED,
    SimulationPlan,
    game_between,
    is_going_on,
    play_batch,
    random_game,
    recorded_game,
    rounds_of,
    simulate,
    summary,
    way_of,
    winner_of,
)
from watergate.rules.core.entries import RANDOM_GAME
from watergate.rules.core.state import NOBODY, WON_BY_CONNECTION, WON_BY_MOMENTUM, WON_BY_SUPPLY


@pytest.mark.parametrize("batch", [1, 2, 3, 100])
def test_results_do_not_depend_on_the_batch(batch: int) -> None:
    whole = simulate(SimulationPlan(5, 77), batch=5)
    assert simulate(SimulationPlan(5, 77), batch=batch).tobytes() == whole.tobytes()


def test_game_g_is_the_game_of_seed_plus_g() -> None:
    assert simulate(SimulationPlan(4, 10))[3] == simulate(SimulationPlan(1, 13))[0]


@pytest.mark.slow
@pytest.mark.parametrize("players", [("random", "random"), ("random", "priorities")])
def test_results_do_not_depend_on_the_jobs(players: tuple[str, str]) -> None:
    plan = SimulationPlan(6, 5, *players)
    assert simulate(plan, jobs=2, batch=2).tobytes() == simulate(plan, jobs=1).tobytes()


def test_progress_counts_every_game() -> None:
    told: list[int] = []
    simulate(SimulationPlan(5, 1), batch=2, progress=told.append)
    assert told == [2, 2, 1]


@pytest.mark.parametrize("seed", [0, 1, 1972, 10**18])
def test_a_recorded_random_game_is_the_engines_game(seed: int) -> None:
    in_engine = play_batch(SimulationPlan(1, seed), 0, 1)[0]
    game = random_game(standard_edition(), seed)
    decisions = sum(isinstance_of_side(game, ply) for ply in range(game.ply))
    assert game.ply == in_engine["plies"]
    assert decisions == in_engine["decisions"]
    assert game.round == in_engine["rounds"]
    assert game.result is not None
    assert game.result.winner == winner_of(in_engine)
    assert game.result.way == way_of(in_engine)


def isinstance_of_side(game: Game, ply: int) -> bool:
    return int(PLAIN.decider(game.state_at(ply), 0)) in (0, 1)


def test_records_hold_the_games_of_the_simulation(tmp_path: Path) -> None:
    plan = SimulationPlan(2, 40, record=tmp_path, tags={"Date": "1972-06-17"})
    results = simulate(plan)
    assert results.tobytes() == simulate(SimulationPlan(2, 40)).tobytes()
    for n, seed in enumerate((40, 41)):
        game = load(plan.record_path(seed))
        assert game.ply == results[n]["plies"]
        assert game.tags == {
            "Editor": "random", "Nixon": "random", "Seed": str(seed), "Date": "1972-06-17"
        }  # fmt: skip


def test_a_game_between_players_can_be_repeated() -> None:
    edition = standard_edition()
    games = [game_between("random", "priorities", edition, 3) for _ in range(2)]
    assert games[0].history_ids == games[1].history_ids
    assert not is_going_on(games[0])


def test_players_meet_the_luck_of_the_seed() -> None:
    first_deals = [recorded_game(SimulationPlan(1, 8, "random", nixon), 8).history_ids[:12]
                   for nixon in ("random", "priorities")]  # fmt: skip
    assert first_deals[0] == first_deals[1]


def test_the_summary_counts_every_end() -> None:
    results = np.zeros(5, RANDOM_GAME)
    results["winner"] = [0, 1, 1, 1, NOBODY]
    results["won_by"] = [WON_BY_CONNECTION, WON_BY_MOMENTUM, WON_BY_MOMENTUM, WON_BY_SUPPLY, 0]
    results["rounds"] = [4, 5, 6, 9, 101]
    results["decisions"] = 10
    found = summary(results)
    assert {side: s.count for side, s in found.winners.items()} == {"editor": 1, "nixon": 3}
    counts = {way: s.count for way, s in found.ways.items()}
    assert counts == {"momentum": 2, "supply": 1, "connection": 1, STOPPED: 1}
    assert found.rounds.most == 100
    assert found.rounds.mean == pytest.approx((4 + 5 + 6 + 9 + 100) / 5)
    assert list(rounds_of(results)) == [4, 5, 6, 9, 100]
    assert [winner_of(r) for r in results[-2:]] == ["nixon", None]
    assert way_of(results[-1]) == STOPPED


@pytest.mark.slow
def test_plain_and_compiled_engine_play_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {}
    for wish in ("never", "always"):
        monkeypatch.setenv("WATERGATE_COMPILED", wish)
        forget_choice()
        found[wish] = play_batch(SimulationPlan(3, 99), 0, 3).tolist()
    forget_choice()
    assert found["never"] == found["always"]
