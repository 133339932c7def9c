"""`watergate lab balance`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.processes import interrupt, start_program, wait_until

from .helpers import PLAIN, Hesitant, recorded, run, run_program
from .test_languages import assert_hungarian

RANDOM = ("lab", "balance", "--player", "random", "--seed", "3")


def figures_in(folder: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads((folder / "figures.json").read_text(encoding="utf-8"))
    return found


def test_a_report_on_a_player_against_itself(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "report"
    result = run(*RANDOM, "-n", "2", "--out", str(folder))
    assert result.exit_code == 0, result.output
    assert "Nixon wins" in result.stdout
    assert "balance.html" in result.stderr
    assert (folder / "balance.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    found = figures_in(folder)
    assert (found["games"], found["seeds"]) == (2, [3, 4])
    assert sorted(path.name for path in folder.iterdir()) == [
        "balance.html", "figures.json", "records", "settings.json"
    ]  # fmt: skip


def test_json_is_what_the_folder_holds_and_more_games_follow(tmp_path: Path) -> None:
    options = ("--out", str(tmp_path), "--json")
    first = run(*RANDOM, "-n", "1", *options)
    assert first.stdout == (tmp_path / "figures.json").read_text(encoding="utf-8")
    taken = run(*RANDOM, "-n", "2", *options)
    assert taken.exit_code == 2
    assert "--resume" in taken.stderr
    more = run("lab", "balance", "--resume", "-n", "2", *options)
    assert more.exit_code == 0, more.output
    assert json.loads(more.stdout)["games"] == 2
    assert "1 game played" in more.stderr
    again = run("lab", "balance", "--resume", *options)
    assert again.stdout == more.stdout


def test_records_from_elsewhere(tmp_path: Path) -> None:
    for name, seeds in (("one", (1, 2)), ("two", (2, 3))):
        (tmp_path / name).mkdir()
        for seed in seeds:
            recorded(tmp_path / name, seed)
    sources = ("--from", str(tmp_path / "one"), "--from", str(tmp_path / "two"))
    result = run("lab", "balance", *sources, "--out", str(tmp_path / "report"))
    assert result.exit_code == 0, result.output
    found = figures_in(tmp_path / "report")
    assert found["games"] == 3
    assert found["left_out"] == {"failed": 0, "unfinished": 0, "midway": 0, "twice": 1}
    assert not (tmp_path / "report" / "records").exists()


def test_a_changed_board_is_compared(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('extends = "standard"\nname = "mine"\nmomentum_tokens = 8\n')
    plain, changed = tmp_path / "plain", tmp_path / "changed"
    assert run(*RANDOM, "-n", "1", "--out", str(plain)).exit_code == 0
    options = ("--edition", str(mine), "--compare", str(plain), "--out", str(changed))
    result = run(*RANDOM, "-n", "1", *options)
    assert result.exit_code == 0, result.output
    assert figures_in(changed)["edition"] == "mine"
    page = (changed / "balance.html").read_text(encoding="utf-8")
    assert "Compared with another report" in page
    assert "The other: edition standard" in page
    other = run("lab", "balance", "--from", str(changed))
    assert other.exit_code == 2
    assert "name its file with --edition" in other.stderr


def test_in_hungarian(tmp_path: Path) -> None:
    recorded(tmp_path)
    result = run("lab", "balance", "--from", str(tmp_path), "--out", str(tmp_path), "--lang", "hu")
    assert result.exit_code == 0, result.output
    assert "Nixon nyer" in result.stdout
    assert_hungarian((result.stdout + result.stderr).replace(str(tmp_path), ""))
    page = (tmp_path / "balance.html").read_text(encoding="utf-8")
    assert '<html lang="hu">' in page
    assert "Mennyire kiegyenlített" in page


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--player", "agnew"), "no player 'agnew'"),
        (("--resume",), "no run to resume"),
        (("--from", "nowhere"), "nowhere is no folder"),
        (("--from", "."), "no whole game"),
        (("--from", ".", "-n", "5"), "-n is about playing"),
        (("--from", ".", "--seed", "0"), "--seed is about playing"),
        (("--from", ".", "--player", "random"), "--player is about playing"),
        (("--from", ".", "--resume"), "--resume is about playing"),
        (("--compare", "nowhere"), "nowhere: No such file"),
        (("--edition", "nowhere.toml"), "nowhere.toml"),
    ],
)
def test_mistakes_are_told(
    arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("lab", "balance", *arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert "Traceback" not in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_help_has_examples() -> None:
    assert "balance" in run("lab", "--help").stdout
    text = " ".join(run("lab", "balance", "--help").stdout.split())
    for words in ("watergate lab balance --from games/ --out report/", "--compare", "level:6"):
        assert words in text


def test_as_a_program_interrupted_and_gone_on_with(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken folder"
    player = Hesitant(tmp_path, games=2)  # both sides of the first
    options = ("lab", "balance", "--player", player.name, "--seed", "3", "-n", "2")

    def has_one_game_and_waits() -> bool:
        return player.waits and len(list(broken.rglob("*.wg"))) == 1

    with start_program(*options, "--out", str(broken), **PLAIN) as program:
        wait_until(has_one_game_and_waits, program)
        said = interrupt(program)
    assert program.returncode == 130
    assert f"watergate lab balance --out '{broken}' --resume" in said
    assert "Traceback" not in said
    player.go_on()
    resumed = run_program("lab", "balance", "--out", str(broken), "--resume", "--jobs", "2")
    assert resumed.returncode == 0, resumed.stderr
    assert run(*options, "--out", str(whole)).exit_code == 0
    for path in (path for path in whole.rglob("*") if path.is_file()):
        assert (broken / path.relative_to(whole)).read_bytes() == path.read_bytes(), path.name
    assert len(list(broken.rglob("*"))) == len(list(whole.rglob("*")))
