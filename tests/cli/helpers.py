"""Run the command line, in this process or as a program of its own."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

from typer.testing import CliRunner, Result

from tests.processes import PROGRAM
from watergate import Game, save, standard_edition
from watergate.cli import app
from watergate.lab.simulate import random_game

PLAIN = {"WATERGATE_COMPILED": "never", "TERM": "dumb", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}


def run(*arguments: str) -> Result:
    """In this process, always uncompiled, so that no test waits for a compiler."""
    return CliRunner().invoke(app, list(arguments), env=PLAIN)


def run_program(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """As a program of its own, through its entry point."""
    # The workers of the test runner set a width; a pipe has none.
    inherited = {
        name: text for name, text in os.environ.items() if name not in ("COLUMNS", "LINES")
    }
    return subprocess.run(
        [*PROGRAM, *arguments], capture_output=True, text=True, check=False,
        encoding="utf-8", env={**inherited, **PLAIN, "PYTHONIOENCODING": "utf-8", **environment},
    )  # fmt: skip


def recorded(folder: Path, seed: int = 1972) -> tuple[Game, Path]:
    """A whole random game and the file with its record."""
    game, path = random_game(standard_edition(), seed), folder / f"{seed}.wg"
    save(game, path)
    return game, path


HESITANT = """
import json, os, sys, time
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "protocol":
        print("protocol 1", flush=True)
    elif word == "newgame":
        with open({begun!r}, "a+") as begun:
            begun.write("x")
            begun.flush()
            begun.seek(0)
            hesitates = len(begun.read()) > {games} and not os.path.exists({told!r})
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "position":
        view = json.loads(rest)
    elif word == "go":
        if hesitates:
            open({waits!r}, "w").close()
            time.sleep(3600)
        print("bestmove", view["decision"]["moves"][0]["text"], flush=True)
    elif word == "quit":
        break
"""


class Hesitant:
    """A program that plays so many games at once, and any more only when it is told to."""

    def __init__(self, folder: Path, games: int) -> None:
        self._told, self._waits = folder / "told", folder / "waits"
        files = {"begun": folder / "begun", "told": self._told, "waits": self._waits}
        named = {name: str(path) for name, path in files.items()}
        script = folder / "bot.py"
        script.write_text(HESITANT.format(games=games, **named), encoding="utf-8")
        self.name = f"cmd:3000s:{shlex.join([sys.executable, str(script)])}"

    @property
    def waits(self) -> bool:
        return self._waits.exists()

    def go_on(self) -> None:
        self._told.touch()
