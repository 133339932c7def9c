"""Which form of the rules is in use, and that the machine code is kept where it belongs."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from watergate import WatergateError, compiling, standard_edition
from watergate import engine as engines
from watergate.edition.table import table_of
from watergate.engine import machine_code
from watergate.engine.machine_code import Entry
from watergate.players.kernel import entries as players_entries
from watergate.rules.core import entries as rules_entries
from watergate.rules.core.entries import RANDOM_GAME
from watergate.rules.core.ids import MOST_LEGAL
from watergate.rules.core.state import STATE


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
    results = np.zeros(2, RANDOM_GAME)
    moves, streams = np.zeros(MOST_LEGAL, np.int16), np.zeros(6, np.int64)
    tables = table_of(standard_edition())
    engines.PLAIN.random_games(np.zeros(2, STATE), tables, streams, moves, 5, results)
    assert (results["winner"] < 2).all()
    assert (results["decisions"] > 50).all()
    assert (results["plies"] > results["decisions"]).all()


def test_every_entry_point_is_compiled_beforehand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever is left out would be compiled while somebody waits for it."""
    run: set[str] = set()

    def noted(function: Entry, is_compiled: bool) -> Entry:
        def entry(*arguments: Any) -> Any:
            run.add(function.__name__)
            return function_of(function)(*arguments)

        return entry

    def function_of(function: Entry) -> Entry:
        return plain(function, is_compiled=False)

    plain = engines.form_of
    monkeypatch.setattr(engines, "form_of", noted)
    monkeypatch.setattr(compiling, "form_of", noted)
    monkeypatch.setattr(compiling, "compiled", lambda: engines._engine(is_compiled=True))
    compiling.load_all()
    listed = {
        name for module in (rules_entries, players_entries)
        for name, function in vars(module).items()
        if getattr(function, "__module__", "") == module.__name__
    }  # fmt: skip
    assert listed - run == set()


def test_the_state_is_small() -> None:
    assert STATE.itemsize < 512


@pytest.fixture
def copied_package(tmp_path: Path) -> Path:
    """A copy of the package, whose files may be changed."""
    folder = tmp_path / "watergate"
    ignored = shutil.ignore_patterns("page", "__pycache__")
    return Path(shutil.copytree(Path(machine_code.__file__).parent.parent, folder, ignore=ignored))


def folder_of(package: Path) -> str:
    """Where a copy of the package would keep its machine code."""
    code = "from watergate.engine.machine_code import cache_folder; print(cache_folder().name)"
    env = {**os.environ, "PYTHONPATH": str(package.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_the_cache_is_named_after_what_is_compiled_and_nothing_else(copied_package: Path) -> None:
    before = folder_of(copied_package)
    for name in ("rules/wording.py", "edition/loader.py", "players/search.py", "texts/en.toml"):
        with (copied_package / name).open("a") as file:
            file.write("\n# a word more\n")
        assert folder_of(copied_package) == before, name
    for name in ("rules/core/changes.py", "edition/layout.py", "players/kernel/tree.py"):
        with (copied_package / name).open("a") as file:
            file.write("\n# a word more\n")
        after = folder_of(copied_package)
        assert after != before, name
        before = after


def test_what_is_compiled_imports_nothing_that_is_not() -> None:
    """Else the digest would not notice its change."""
    package = Path(machine_code.__file__).parent.parent
    sources = list(machine_code.compiled_sources())
    assert len(sources) > 20
    allowed = {source.relative_to(package).with_suffix("").as_posix() for source in sources}
    for source in sources:
        here = source.relative_to(package).parent
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                for name in imported(node, here):
                    assert name in allowed, f"{source.name} imports {name}"


def imported(node: ast.ImportFrom, here: Path) -> Iterator[str]:
    """The modules of the package that a statement imports."""
    module = (node.module or "").replace(".", "/")
    if node.level == 0 and not module.startswith("watergate/"):
        return
    folder = (here / module).as_posix() if node.level else module.removeprefix("watergate/")
    if node.module is None or (Path(machine_code.__file__).parent.parent / folder).is_dir():
        yield from (f"{folder}/{alias.name}" for alias in node.names)
    else:
        yield folder


def test_a_first_move_compiles_nothing() -> None:
    """Without machine code a fresh process plays at once, uncompiled."""
    code = (
        "import sys\n"
        "from numba.core.dispatcher import Dispatcher\n"
        "def refuse(*_): raise SystemExit('something was compiled')\n"
        "Dispatcher.compile = refuse\n"
        "from watergate import Game; g = Game.start(seed=1); g.play(g.moves[0]); g.view('editor')"
    )
    env = {**os.environ, "WATERGATE_COMPILED": "never"}
    subprocess.run([sys.executable, "-c", code], env=env, check=True)
    env["WATERGATE_COMPILED"] = "always"
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=False)
    assert b"something was compiled" in done.stderr
