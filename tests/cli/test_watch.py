"""`watergate watch`, `watergate compile` and `watergate bench`."""

from __future__ import annotations

import json

import pytest

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


def test_the_bench_refuses_the_plain_engine() -> None:
    result = run("bench", "engine", "--seconds", "0.1")
    assert result.exit_code == 2
    assert "WATERGATE_COMPILED" in result.stderr


@pytest.mark.slow
def test_the_bench_prints_its_figures() -> None:
    result = run_program("bench", "engine", "--seconds", "0.1", "--json", WATERGATE_COMPILED="auto")
    assert result.returncode == 0
    figures = json.loads(result.stdout)
    assert {
        "games_per_second", "decisions_per_second", "two_core_scaling", "spin_scaling",
        "state_bytes", "python_step_us", "warm_start_s", "references", "ratios",
    } <= set(figures)  # fmt: skip
