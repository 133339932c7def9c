"""The server's bench runs, loses nothing and gives figures; how large they are is not tested."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bench import boardgame_io, server
from bench.server import bench_server
from watergate import WatergateError
from watergate.engine import forget_choice


@pytest.fixture
def choose_engine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    def choose(wish: str) -> None:
        monkeypatch.setenv("WATERGATE_COMPILED", wish)
        forget_choice()

    yield choose
    monkeypatch.undo()
    forget_choice()


def test_a_percentile_is_a_value_that_so_many_do_not_exceed() -> None:
    values = [float(n) for n in range(200, 0, -1)]
    assert server.percentile(values, 50) == 100
    assert server.percentile(values, 99) == 198
    assert server.percentile([7.0], 99) == 7
    assert math.isnan(server.percentile([], 50))


def test_the_plain_engine_is_not_measured(choose_engine: Callable[[str], None]) -> None:
    choose_engine("never")
    with pytest.raises(WatergateError, match="compiled engine"):
        bench_server(0.1)


@pytest.mark.slow
def test_nothing_is_lost_and_all_figures_are_there(
    choose_engine: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    choose_engine("always")
    monkeypatch.setattr(server, "command", lambda: None)
    told: list[str] = []
    figures = bench_server(2.0, games=3, pace=30, pairs=3, crowds=2, progress=told.append)
    assert figures.lost == 0
    assert figures.refused == {}
    assert figures.acknowledged > 0
    assert figures.moves_per_second > 0
    assert figures.cpu_us_per_move > 0
    assert figures.bytes_per_act > 0
    assert 0 < figures.ack_p50_ms <= figures.ack_p99_ms
    assert figures.reconnects > 0
    assert figures.reconnect_p99_ms > 0
    assert figures.references == figures.ratios == {}
    assert figures.missing == ["boardgame.io"]
    assert "slice 5 of 5" in told
    assert {
        "moves_per_second", "ack_p50_ms", "ack_p99_ms", "reconnect_p99_ms", "kib_per_game",
        "references",
    } <= set(figures.as_json())  # fmt: skip


def test_a_reference_that_is_not_installed_has_no_command(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setattr(boardgame_io, "FOLDER", tmp_path)
    assert boardgame_io.command() is None
