"""What holds for every command: help, version, mistakes told plainly, exit codes, plain pipes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import SlowStart, interrupt, start_program, wait_until
from watergate import __version__

from .helpers import PLAIN, run, run_program

COMMANDS = [
    ["watch"], ["show"], ["check"], ["review"], ["exercises"], ["lab", "exercises"], ["simulate"],
    ["compile"], ["edition", "show"], ["edition", "check"], ["bench", "engine"],
    ["bench", "search"], ["bench", "review"], ["rules"], ["cards"], ["history"], ["timeline"],
]  # fmt: skip
BROKEN_EDITION = (
    'extends = "standard"\nname = "mine"\n[[card]]\nnumber = 9\nvalue = 99\nvlaue = 2\n'
)


def test_the_version() -> None:
    assert run("--version").stdout == f"watergate {__version__}\n"


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_has_help_with_an_example(command: list[str]) -> None:
    result = run(*command, "--help")
    assert result.exit_code == 0
    assert "Example" in result.stdout
    assert f"watergate {' '.join(command)}" in result.stdout


def test_without_a_command_the_commands_are_listed() -> None:
    result = run()
    assert "simulate" in result.output + result.stderr


@pytest.mark.parametrize(
    "command",
    [["watch"], ["simulate", "-n", "1"], ["show", "any.wg"], ["check", "any.wg"]],
    ids=lambda command: command[0],
)
def test_a_broken_edition_is_told_with_all_its_problems(command: list[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(BROKEN_EDITION)
    result = run(*command, "--edition", str(file))
    assert result.exit_code == 2
    assert "value" in result.stderr
    assert "vlaue" in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


def test_a_missing_edition_is_told() -> None:
    result = run("simulate", "-n", "1", "--edition", "nowhere.toml")
    assert result.exit_code == 2
    assert "nowhere.toml" in result.stderr


def test_a_missing_file_is_told_in_one_line() -> None:
    result = run_program("show", "nowhere.wg")
    assert result.returncode == 2
    assert result.stderr == "nowhere.wg: No such file or directory\n"


def test_a_wrong_wish_for_an_engine_is_told() -> None:
    result = run_program("simulate", "-n", "1", WATERGATE_COMPILED="perhaps")
    assert result.returncode == 2
    assert "allowed: auto, always, never" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_an_interrupt_ends_it_with_a_word() -> None:
    players = ("--nixon", "random", "--editor", "random")
    with start_program("watch", "--pace", "60", "--seed", "1", *players, **PLAIN) as program:
        assert program.stdout is not None
        assert program.stdout.readline()  # so it is at work
        errors = interrupt(program)
    assert program.returncode == 130
    assert errors == "Stopped.\n"


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_an_interrupt_while_the_engine_is_made_ends_both_with_a_word(tmp_path: Path) -> None:
    child = SlowStart(tmp_path, "compile_here")
    own = {"XDG_CACHE_HOME": str(tmp_path), **child.environment, **PLAIN}
    with start_program("compile", **own) as program:
        wait_until(child.has_begun, program)
        assert program.stderr is not None
        assert program.stderr.readline()  # the program waits for it
        errors = interrupt(program)
    assert program.returncode == 130
    assert errors == "Stopped.\n"


def test_a_pipe_gets_no_colour() -> None:
    result = run_program("edition", "show")
    assert result.returncode == 0
    assert "\x1b" not in result.stdout


def test_a_closed_pipe_is_no_error() -> None:
    code = "from watergate.cli import main; main()"
    process = subprocess.run(
        f'{sys.executable} -c "{code}" edition show | head -1',
        shell=True, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "Traceback" not in process.stderr
