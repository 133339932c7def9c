"""Run the command line, in this process or as a program of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from typer.testing import CliRunner, Result

from watergate import Game, save, standard_edition
from watergate.cli import app
from watergate.lab.simulate import random_game

PLAIN = {"WATERGATE_COMPILED": "never", "TERM": "dumb", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}


def run(*arguments: str) -> Result:
    """In this process, always uncompiled, so that no test waits for a compiler."""
    return CliRunner().invoke(app, list(arguments), env=PLAIN)


def run_program(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """As a program of its own, through its entry point."""
    code = "from watergate.cli import main; main()"
    # The workers of the test runner set a width; a pipe has none.
    inherited = {
        name: text for name, text in os.environ.items() if name not in ("COLUMNS", "LINES")
    }
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False,
        encoding="utf-8", env={**inherited, **PLAIN, "PYTHONIOENCODING": "utf-8", **environment},
    )  # fmt: skip


def recorded(folder: Path, seed: int = 1972) -> tuple[Game, Path]:
    """A whole random game and the file with its record."""
    game, path = random_game(standard_edition(), seed), folder / f"{seed}.wg"
    save(game, path)
    return game, path
