"""`watergate show` and `watergate check`."""

from __future__ import annotations

from pathlib import Path

import pytest

from .helpers import recorded, run, run_program


def test_a_record_is_drawn_in_100_columns(tmp_path: Path) -> None:
    _, path = recorded(tmp_path)
    result = run_program("show", str(path))
    assert result.returncode == 0
    assert max(len(line) for line in result.stdout.splitlines()) <= 100
    assert len(result.stdout.splitlines()) <= 40
    assert "wins the game" in result.stdout
    assert "\x1b" not in result.stdout


def test_a_ply_as_a_side_sees_it(tmp_path: Path) -> None:
    game, path = recorded(tmp_path)
    result = run("show", str(path), "--ply", "20", "--as", "editor")
    assert result.exit_code == 0
    assert "ply 20" in result.stdout
    assert "as seen by the Editor" in result.stdout
    hidden = game.at(20).view("nixon").nixon.hand or ()
    assert hidden
    for number in hidden:
        assert f" {number} {game.edition.card(number).names['en']} " not in result.stdout


def test_so_many_lines_of_the_log(tmp_path: Path) -> None:
    _, path = recorded(tmp_path)
    assert run("show", str(path), "--log", "50").stdout.count("  · ") >= 45
    assert run("show", str(path), "--log", "0").stdout.count("  · ") == 0


def test_a_position_is_drawn(tmp_path: Path) -> None:
    game, _ = recorded(tmp_path)
    file = tmp_path / "position.txt"
    file.write_text(game.at(30).position + "\n")
    result = run("show", str(file))
    assert result.exit_code == 0
    assert "NIXON" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["--ply", "99999"], "there is no ply 99,999"), (["--as", "agnew"], "agnew")],
)
def test_wrong_wishes_are_refused(tmp_path: Path, arguments: list[str], said: str) -> None:
    _, path = recorded(tmp_path)
    result = run("show", str(path), *arguments)
    assert result.exit_code == 2
    assert said in result.stderr


def test_what_is_no_record_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "bytes.wg"
    file.write_bytes(b"\xff\xfe\x00")
    result = run_program("show", str(file))
    assert result.returncode == 2
    assert result.stderr.splitlines() == [f"{file}: not a text file"]


def test_good_records_pass(tmp_path: Path) -> None:
    for seed in (1, 2):
        recorded(tmp_path, seed)
    result = run("check", str(tmp_path))
    assert result.exit_code == 0
    assert "2 records: 2 ok, 0 wrong" in result.stdout


def test_bad_records_are_named_with_their_line(tmp_path: Path) -> None:
    _, good = recorded(tmp_path, 1)
    bad, missing = tmp_path / "bad.wg", tmp_path / "missing.wg"
    bad.write_text(good.read_text().replace("\n3. ", "\n3. draw 2 ; was: ", 1))
    line = next(
        n for n, text in enumerate(bad.read_text().splitlines(), 1) if text.startswith("3. ")
    )
    result = run("check", str(good), str(bad), str(missing))
    assert result.exit_code == 1
    lines = {text.partition(": ")[0]: text for text in result.stdout.splitlines()}
    assert ": ok, " in lines[str(good)]
    assert f"line {line}: " in lines[str(bad)]
    assert "No such file" in lines[str(missing)]
    assert "3 records: 1 ok, 2 wrong" in result.stdout
    assert f"{line}. sor: most nem szabályos" in run("--lang", "hu", "check", str(bad)).stdout
