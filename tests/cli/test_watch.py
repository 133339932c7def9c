"""`watergate watch` and `watergate bench`."""

from __future__ import annotations

import json

import pytest

from bench import commands, search

from .helpers import run, run_program


def test_a_game_to_watch() -> None:
    result = run("watch", "--seed", "4", "--editor", "random", "--nixon", "random")
    assert result.exit_code == 0
    assert "After round 1" in result.stdout
    assert "The end" in result.stdout
    assert "wins the game" in result.stdout
    assert "--seed 4" in result.stderr
    assert max(len(line) for line in result.stdout.splitlines()) <= 100


@pytest.mark.slow
def test_the_usual_players_as_a_program() -> None:
    runs = [run_program("watch", "--seed", "4") for _ in range(2)]
    assert runs[0].returncode == 0
    assert runs[0].stdout == runs[1].stdout


@pytest.mark.parametrize("what", ["engine", "search"])
def test_the_bench_refuses_the_plain_engine(what: str) -> None:
    result = run("bench", what, "--seconds", "0.1")
    assert result.exit_code == 2
    assert "WATERGATE_COMPILED" in result.stderr


@pytest.mark.slow
def test_the_bench_prints_its_figures() -> None:
    result = run_program("bench", "engine", "--seconds", "0.1", "--json", WATERGATE_COMPILED="auto")
    assert result.returncode == 0
    figures = json.loads(result.stdout)
    assert {
        "games_per_second", "decisions_per_second", "two_core_scaling", "spin_scaling",
        "state_bytes", "python_step_us", "warm_start_s", "references", "ratios", "missing",
    } <= set(figures)  # fmt: skip


@pytest.mark.slow
def test_the_bench_of_the_search_prints_its_figures() -> None:
    result = run_program("bench", "search", "--seconds", "0.1", "--json", WATERGATE_COMPILED="auto")
    assert result.returncode == 0
    figures = json.loads(result.stdout)
    speed = {
        "simulations_per_second", "decisions_per_second", "decisions_per_simulation",
        "two_core_scaling", "ratios",
    }  # fmt: skip
    assert speed == set(figures["plain"])
    assert speed | {"spin_scaling", "views", "references", "missing"} <= set(figures)
    assert {*figures["references"], *figures["missing"]} == {"hearts", "gin_rummy"}


@pytest.mark.parametrize(("language", "said"), [("en", "Left out"), ("hu", "Kimaradt")])
def test_the_bench_of_the_search_as_a_table(
    language: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    speed = search.Speed(123_456.0, 1_000_000.0, 8.1, 0.95, {"hearts": 5.25})
    figures = search.SearchFigures(
        player=speed, plain=speed, spin_scaling=0.97, views=12, simulations_a_view=1000,
        references={"hearts": 23_516.0}, missing=["gin_rummy"],
    )  # fmt: skip
    monkeypatch.setattr(commands, "_measured", lambda work: figures)
    result = run("bench", "search", "--lang", language)
    assert result.exit_code == 0
    for text in ("123", "456", "hearts", "12 × 1", "×"):
        assert text in result.stdout
    assert said in result.stderr
    assert "gin_rummy" in result.stderr
    assert "pip install open_spiel" in result.stderr
