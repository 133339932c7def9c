"""Which form of the rules is in use, and that the machine code is kept where it belongs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from watergate import WatergateError, standard_edition
from watergate.edition.table import table_of
from watergate.rules import engine as engines
from watergate.rules.ids import MOST_LEGAL
from watergate.rules.state import STATE


@pytest.fixture(autouse=True)
def choose_anew() -> Iterator[None]:
    engines.forget_choice()
    yield
    engines.forget_choice()


def test_never_means_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATERGATE_COMPILED", "never")
    assert engines.engine() is engines.PLAIN


def test_always_means_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATERGATE_COMPILED", "always")
    assert engines.engine().is_compiled


@pytest.mark.parametrize("ready", [True, False])
def test_auto_means_compiled_when_the_code_is_there(
    monkeypatch: pytest.MonkeyPatch, ready: bool
) -> None:
    monkeypatch.setenv("WATERGATE_COMPILED", "auto")
    monkeypatch.setattr(engines, "is_ready", lambda: ready)
    assert engines.engine().is_compiled is ready


def test_another_wish_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATERGATE_COMPILED", "perhaps")
    with pytest.raises(WatergateError, match="auto, always, never"):
        engines.engine()


def test_random_games_are_played_uncompiled_too() -> None:
    results = np.zeros(2, engines.RANDOM_GAME)
    moves, streams = np.zeros(MOST_LEGAL, np.int16), np.zeros(6, np.int64)
    tables = table_of(standard_edition())
    engines.PLAIN.random_games(np.zeros(2, STATE), tables, streams, moves, 5, results)
    assert (results["winner"] < 2).all()
    assert (results["decisions"] > 50).all()
    assert (results["plies"] > results["decisions"]).all()


def test_compiling_runs_every_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "compiled", lambda: engines.PLAIN)
    engines.compile_entries()


def test_the_state_is_small() -> None:
    assert STATE.itemsize < 512


def test_the_cache_is_named_after_what_it_depends_on() -> None:
    assert engines.cache_folder().name.startswith("rules-")
    assert isinstance(engines.is_ready(), bool)


def test_watching_costs_nothing_that_matters() -> None:
    """A fresh process makes its first moves without compiling anything."""
    code = "from watergate import Game; g = Game.start(seed=1); print(len(g.moves) > 0)"
    env = {**os.environ, "WATERGATE_COMPILED": "never", "NUMBA_DEBUG_CACHE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout == "True\n"
    assert Path(sys.executable).exists()
