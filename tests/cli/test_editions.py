"""`watergate edition`."""

from __future__ import annotations

from pathlib import Path

from watergate import standard_edition

from .helpers import run, run_program


def test_every_card_is_shown() -> None:
    result = run_program("edition", "show")
    assert result.returncode == 0
    words = " ".join(result.stdout.split())
    for card in standard_edition().cards:
        assert f" {card.number} " in words
    assert "move momentum 2" in words
    assert "martha_mitchell" in words
    assert max(len(line) for line in result.stdout.splitlines()) <= 100


def test_no_problems(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "standard"\nname = "mine"\n')
    result = run("edition", "check", str(file))
    assert result.exit_code == 0
    assert "no problems" in result.stdout


def test_all_problems_are_listed(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "standard"\nname = "mine"\nmomentum_tokens = "x"\nwhat = 1\n')
    result = run("edition", "check", str(file))
    assert result.exit_code == 1
    assert "momentum_tokens" in result.stdout
    assert "what" in result.stdout
    assert "2 problems" in result.stdout


def test_a_missing_file_is_a_wrong_use() -> None:
    result = run("edition", "check", "nowhere.toml")
    assert result.exit_code == 2
    assert "nowhere.toml" in result.stderr
