"""The benches run and their figures are of the right kind; how large they are is not tested."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator

import pytest

from bench import search
from bench.engine import bench_engine
from bench.gyms import bench_gyms
from bench.gyms_references import OPENSPIEL_GAMES, by_processor_time
from bench.references import found_references, random_play, searches
from bench.review import bench_review
from bench.search import bench_search
from bench.slices import STAGES, Slice, measured, scaling
from bench.threads import bench_threads, numbers_up_to
from watergate import Game, Side, WatergateError, redeal, standard_edition
from watergate.engine import forget_choice
from watergate.players.tree import PLAIN, STRONG
from watergate.rules.core.state import STATE


@pytest.fixture
def choose_engine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    def choose(wish: str) -> None:
        monkeypatch.setenv("WATERGATE_COMPILED", wish)
        forget_choice()

    yield choose
    monkeypatch.undo()
    forget_choice()


def test_scaling_compares_slices_side_by_side() -> None:
    assert scaling([10, 20, 10], [20, 30, 18]) == pytest.approx(0.9)


def test_slices_alternate_after_all_are_warm() -> None:
    ran: list[str] = []

    def work(name: str) -> Slice:
        def run(seconds: float) -> tuple[float, float]:
            ran.append(name)
            return 6.0, 2.0

        return run

    told: list[str] = []
    rates = measured({"a": work("a"), "b": work("b")}, 1.0, told.append)
    assert ran == ["a", "b"] * 6
    assert told[:2] == ["slice 1 of 5: a", "slice 1 of 5: b"]
    assert rates == {"a": [3.0] * 5, "b": [3.0] * 5}


@pytest.mark.parametrize("bench", [bench_engine, bench_search, bench_threads, bench_gyms])
def test_the_plain_engine_is_not_measured(
    bench: Callable[[float], object], choose_engine: Callable[[str], None]
) -> None:
    choose_engine("never")
    with pytest.raises(WatergateError, match="compiled engine"):
        bench(0.1)


def test_a_review_is_measured(choose_engine: Callable[[str], None]) -> None:
    choose_engine("never")
    with pytest.raises(WatergateError, match="compiled engine"):
        bench_review()
    choose_engine("always")
    figures = bench_review("quick", games=1)
    assert (figures.depth, figures.games) == ("quick", 1)
    assert 0 < figures.seconds == figures.most_seconds
    assert figures.decisions_per_game > 20
    assert set(figures.as_json()) == {
        "depth", "games", "decisions_per_game", "rollouts_per_game", "seconds", "most_seconds",
        "noise",
    }  # fmt: skip


def test_threads_are_measured_up_to_the_number_that_is_asked_for(
    choose_engine: Callable[[str], None],
) -> None:
    assert [numbers_up_to(most) for most in (1, 2, 6, 16)] == [
        [1], [1, 2], [1, 2, 4, 6], [1, 2, 4, 8, 16],
    ]  # fmt: skip
    choose_engine("always")
    figures = bench_threads(0.1, most=2)
    assert set(figures.speedups) == set(figures.rates) == {"search", "tree", "spin"}
    for name, found in figures.speedups.items():
        assert found[1] == 1.0
        assert found[2] > 0
        assert figures.rates[name] > 0


def test_a_reference_without_its_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    found, missing = found_references(random_play())
    assert list(found) == ["python-chess"]
    assert missing == ["hearts", "gin_rummy"]
    assert found_references(searches(10)) == ({}, ["hearts", "gin_rummy"])


def test_the_measured_views_are_choices_of_both_sides_at_every_stage() -> None:
    views = search.measured_views()
    assert len(views) == len(search.GAMES) * len(STAGES) * len(Side)
    for side in Side:
        rounds = [view.round for view in views if view.viewer.side is side]
        assert rounds[0] < rounds[1] < rounds[2]
    for view in views:
        assert view.result is None
        assert len(view.moves) > 1
        guess = Game(redeal(view, random.Random(1)), standard_edition())
        assert guess.decider is view.viewer.side
        assert list(guess.moves) == list(view.moves)


def test_the_measured_views_are_always_the_same() -> None:
    first, second = (search.measured_views() for _ in "12")
    assert [view.position for view in first] == [view.position for view in second]


def test_decisions_are_counted_in_both_styles() -> None:
    late = search.measured_views()[2:3]
    strong, plain = (search.decisions_per_simulation(late, style, 5) for style in (STRONG, PLAIN))
    assert 0 < strong < plain
    assert plain == search.decisions_per_simulation(late, PLAIN, 5)


@pytest.mark.slow
def test_all_figures_of_the_engine_are_there(choose_engine: Callable[[str], None]) -> None:
    choose_engine("always")
    figures = bench_engine(0.1)
    assert figures.state_bytes == STATE.itemsize
    assert figures.decisions_per_second > figures.games_per_second > 0
    assert "python-chess" in figures.references
    for name, ratio in figures.ratios.items():
        assert ratio == pytest.approx(figures.decisions_per_second / figures.references[name])


@pytest.mark.slow
def test_all_figures_of_the_search_are_there(
    choose_engine: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    choose_engine("always")
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    other = {"another": lambda: lambda seconds: (50.0, 0.5)}
    monkeypatch.setattr(search, "searches", lambda simulations: {**searches(simulations), **other})
    figures = bench_search(0.1, simulations=50)
    assert figures.references == {"another": 100.0}
    assert figures.missing == ["hearts", "gin_rummy"]
    assert figures.spin_scaling > 0
    for speed in (figures.player, figures.plain):
        assert speed.decisions_per_second == pytest.approx(
            speed.simulations_per_second * speed.decisions_per_simulation
        )
        assert speed.ratios == {"another": pytest.approx(speed.simulations_per_second / 100)}
        assert speed.two_core_scaling > 0
    assert set(figures.as_json()) == {
        "simulations_per_second", "decisions_per_second", "decisions_per_simulation",
        "two_core_scaling", "ratios", "plain", "spin_scaling", "views", "simulations_a_view",
        "references", "missing",
    }  # fmt: skip


def test_a_slice_of_processor_time_counts_whole_plays() -> None:
    asked: list[int] = []

    def play(n: int) -> int:
        asked.append(n)
        return 7

    done, elapsed = by_processor_time(play)(0.01)
    assert done == 7 * len(asked)
    assert asked == list(range(len(asked)))
    assert elapsed >= 0.01


@pytest.mark.slow
def test_all_figures_of_the_environments_are_there(choose_engine: Callable[[str], None]) -> None:
    choose_engine("always")
    figures = bench_gyms(0.1)
    ours = {
        "batch",
        "pettingzoo",
        "openspiel",
        "openspiel, idle",
        "gymnasium",
        "gymnasium, one game",
    }
    assert ours <= set(figures.interfaces)
    assert all(rate > 0 for rate in figures.interfaces.values())
    assert list(figures.references["openspiel"]) == list(OPENSPIEL_GAMES)
    fastest = max(figures.references["openspiel"].values())
    assert figures.ratios["openspiel"] == pytest.approx(figures.interfaces["openspiel"] / fastest)
    known = {
        *figures.interfaces,
        *(name for found in figures.references.values() for name in found),
    }
    assert not known & set(figures.missing)
    assert {"cuda", "leduc_holdem_v4", "pgx kuhn_poker"} <= known | set(figures.missing)
    assert figures.two_core_scaling > 0
    assert figures.two_core_efficiency > 0
    assert figures.as_json()["spin_scaling"] == figures.spin_scaling
