"""The bench runs and its figures are of the right kind; how large they are is not tested."""

from __future__ import annotations

import pytest

from watergate import WatergateError
from watergate.lab import bench
from watergate.rules.engine import engine
from watergate.rules.state import STATE


def test_scaling_compares_slices_side_by_side() -> None:
    assert bench._scaling([10, 20, 10], [20, 30, 18]) == pytest.approx(0.9)


def test_the_plain_engine_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATERGATE_COMPILED", "never")
    engine.cache_clear()
    try:
        with pytest.raises(WatergateError, match="compiled engine"):
            bench.bench_engine(0.1)
    finally:
        engine.cache_clear()


@pytest.mark.slow
def test_all_figures_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATERGATE_COMPILED", "always")
    engine.cache_clear()
    try:
        figures = bench.bench_engine(0.1)
    finally:
        engine.cache_clear()
    assert figures.state_bytes == STATE.itemsize
    assert figures.decisions_per_second > figures.games_per_second > 0
    assert "python-chess" in figures.references
    for name, ratio in figures.ratios.items():
        assert ratio == pytest.approx(figures.decisions_per_second / figures.references[name])
