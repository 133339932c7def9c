"""What a bare install can do, and what it says where an extra is missing."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from .helpers import PLAIN, recorded

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = ("all", "gyms", "openspiel", "plots", "ray", "server", "terminal")
PACKAGES = (
    "alembic", "asyncpg", "fastapi", "gymnasium", "h11", "httptools",
    "matplotlib", "open_spiel", "pettingzoo", "prometheus_client", "pydantic_settings", "pyspiel",
    "ray", "sqlalchemy", "starlette", "textual", "uvicorn", "uvloop", "websockets",
)  # fmt: skip
BARE = f"""
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {PACKAGES}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
from watergate.cli import main
main()
"""
EXAMPLE_BOT = ROOT / "examples" / "bot.py"


def run_bare(*arguments: str, said: str = "", **environment: str) -> tuple[int, str, str]:
    """The program as it is without any extra: its code, what it printed, what it complained of."""
    done = subprocess.run(
        [sys.executable, "-c", BARE, *arguments], capture_output=True, text=True, check=False,
        input=said, encoding="utf-8", env={**os.environ, **PLAIN, **environment},
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def test_the_packages_of_all_extras_are_missing_here() -> None:
    needed = [text for extra in EXTRAS for text in PROJECT["optional-dependencies"][extra]]
    names = {text.split(">=")[0].split("[")[0].replace("-", "_") for text in needed}
    assert names - {"watergate"} <= set(PACKAGES)


@pytest.mark.parametrize(
    "command",
    [
        ["--help"], ["--version"], ["play", "--help"], ["serve", "--help"], ["db", "--help"],
        ["terminal", "--help"], ["bench", "engine", "--help"], ["rules", "4.7"], ["cards", "hunt"],
        ["history"], ["timeline"], ["edition", "show"],
        ["watch", "--seed", "4", "--editor", "random", "--nixon", "random"],
        ["simulate", "-n", "2", "--seed", "7", "--editor", "priorities"],
        ["arena", "random", f"cmd:{sys.executable} {EXAMPLE_BOT}", "-n", "2", "--seed", "7"],
    ],
    ids=lambda command: " ".join(command[:2]),
)  # fmt: skip
def test_a_bare_install_is_enough(command: list[str]) -> None:
    code, shown, complaints = run_bare(*command)
    assert (code, "install" in complaints) == (0, False), complaints
    assert shown


def test_records_need_no_extra(tmp_path: Path) -> None:
    _, path = recorded(tmp_path)
    assert run_bare("check", str(path))[0] == 0
    assert run_bare("show", str(path), "--ply", "60")[0] == 0
    code, _, complaints = run_bare("lab", "balance", "-n", "2", "--player", "random", "--seed", "1",
                                   "--out", str(tmp_path / "balance"))  # fmt: skip
    assert code == 0, complaints


def test_a_bot_needs_no_extra() -> None:
    code, _, complaints = run_bare("bot", "--player", "random", said="quit\n")
    assert (code, complaints) == (0, "")


def test_plain_mode_needs_no_extra(tmp_path: Path) -> None:
    arguments = ("terminal", "--plain", "--seed", "3", "--opponent", "random")
    code, shown, complaints = run_bare(*arguments, said="quit\n", XDG_DATA_HOME=str(tmp_path))
    assert code == 0, complaints
    assert "Editor" in shown


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        (["play", "--no-browser"], "server"),
        (["serve"], "server"),
        (["serve", "--show-settings"], "server"),
        (["db", "upgrade"], "server"),
        (["db", "backup", "games.sqlite3"], "server"),
        (["db", "restore", "games.sqlite3"], "server"),
        (["db", "check"], "server"),
        (["db", "export", "games"], "server"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else value,
)
def test_a_missing_extra_is_named_in_one_sentence(command: list[str], extra: str) -> None:
    code, shown, complaints = run_bare(*command)
    assert (code, shown) == (2, "")
    assert complaints == (
        f"this command needs more packages; install them with: pip install 'watergate[{extra}]'\n"
    )
    assert extra in PROJECT["optional-dependencies"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_the_terminal_application_names_its_extra(tmp_path: Path) -> None:
    import pty

    leader, follower = pty.openpty()
    try:
        done = subprocess.run(
            [sys.executable, "-c", BARE, "--lang", "hu", "terminal"], stdin=follower,
            stdout=subprocess.DEVNULL, stderr=follower, check=False,
            env={**os.environ, **PLAIN, "TERM": "xterm", "XDG_DATA_HOME": str(tmp_path)},
        )  # fmt: skip
        told = os.read(leader, 10_000).decode()
    finally:
        os.close(leader)
        os.close(follower)
    assert done.returncode == 2
    assert "pip install 'watergate[terminal]'" in told
    assert "telepítésük" in told
    assert "Traceback" not in told


def test_outside_the_source_the_benchmarks_are_said_to_be_there(tmp_path: Path) -> None:
    (tmp_path / "lib" / "site").mkdir(parents=True)
    (tmp_path / "lib" / "site" / "watergate").symlink_to(ROOT / "src" / "watergate")
    done = subprocess.run(
        [sys.executable, "-c", BARE, "bench", "engine", "--json"], capture_output=True, text=True,
        check=False, cwd=tmp_path,
        env={**os.environ, **PLAIN, "PYTHONPATH": str(tmp_path / "lib" / "site")},
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stdout == ""
    assert "a checkout of the repository" in done.stderr
    assert len(done.stderr.splitlines()) == 1
