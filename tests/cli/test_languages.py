"""`--lang` on every command, and the language of the locale."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from watergate import Viewer, standard_edition
from watergate.lab.simulate import random_game
from watergate.show import draw
from watergate.show.panels import shortened
from watergate.show.signs import letters

from .helpers import recorded, run, run_program

ENGLISH = re.compile(r"\b(the|and|of|is|round|hand|wins|game|token|problem|moves)\b", re.IGNORECASE)


def assert_hungarian(text: str) -> None:
    assert [line for line in text.splitlines() if ENGLISH.search(line)] == []


@pytest.mark.parametrize("where", ["before", "behind", "with =", "twice"])
def test_where_it_may_stand(where: str, tmp_path: Path) -> None:
    _, path = recorded(tmp_path)
    arguments = {
        "before": ["--lang", "hu", "check", str(path)],
        "behind": ["check", str(path), "--lang", "hu"],
        "with =": ["check", "--lang=hu", str(path)],
        "twice": ["--lang", "en", "check", str(path), "--lang", "hu"],
    }[where]
    result = run(*arguments)
    assert result.exit_code == 0
    assert "1 játék: 1 rendben, 0 hibás" in result.stdout


def test_a_language_that_is_not_there_is_refused() -> None:
    for arguments in (["--lang", "klingon", "timeline"], ["timeline", "--lang", "klingon"]):
        result = run(*arguments)
        assert result.exit_code == 2
        words = " ".join(result.stderr.replace("│", " ").split())
        assert "no texts in 'klingon'; there are: en, hu" in words
        assert "Traceback" not in result.stderr


def test_a_language_must_be_said() -> None:
    result = run("timeline", "--lang")
    assert result.exit_code == 2
    assert "--lang" in result.stderr


def test_after_two_dashes_it_is_no_option() -> None:
    result = run("check", "--", "--lang")
    assert result.exit_code == 1
    assert "--lang: No such file" in result.stdout


def test_the_choice_does_not_outlive_its_command() -> None:
    assert "nincs" in run("--lang", "hu", "cards", "xyzzy").stderr.lower()
    assert "No card" in run("cards", "xyzzy").stderr


def test_the_locale_decides_otherwise() -> None:
    result = run_program("timeline", LC_ALL="hu_HU.UTF-8")
    assert "1972. június 17." in result.stdout
    result = run_program("timeline", "--lang", "en", LC_ALL="hu_HU.UTF-8")
    assert "17 June 1972" in result.stdout


def test_the_summary_of_a_simulation() -> None:
    result = run("simulate", "-n", "3", "--seed", "5", "--lang", "hu")
    assert result.exit_code == 0
    for words in ("a Szerkesztő nyer", "leállítva 100 forduló után", "forduló játszmánként"):
        assert words in result.stdout
    assert re.search(r"\d,\d\d%", result.stdout)
    assert "--seed 5" in result.stderr
    assert_hungarian(result.stdout.replace("random", "") + result.stderr)


def test_json_is_the_same_in_all_languages() -> None:
    results = [run("simulate", "-n", "2", "--seed", "5", "--json", "--lang", code).stdout
               for code in ("en", "hu")]  # fmt: skip
    assert results[0] == results[1]
    assert json.loads(results[0])["games"] == 2


def test_the_drawing(tmp_path: Path) -> None:
    _, path = recorded(tmp_path)
    result = run("show", str(path), "--ply", "60", "--as", "editor", "--lang", "hu")
    assert result.exit_code == 0
    for words in ("SZERKESZTŐ", "a Szerkesztő nézi", "lendület", "kéz "):
        assert words in result.stdout
    assert_hungarian(result.stdout)


@pytest.mark.parametrize("viewer", list(Viewer))
@pytest.mark.parametrize("width", [80, 100])
def test_every_position_fits_the_terminal_in_hungarian(viewer: Viewer, width: int) -> None:
    edition = standard_edition()
    game = random_game(edition, 8)
    for ply in range(0, game.ply + 1, 31):
        view = game.at(ply).view(viewer)
        lines = draw(view, edition, width, language="hu").plain.splitlines()
        assert max(cell_len(line) for line in lines) == width
        assert width < 100 or len(lines) <= 40


def test_hungarian_names_keep_their_end() -> None:
    assert shortened("Alexander Butterfield támogatása", 25, "hu") == "… Butterfield támogatása"


def test_hungarian_letters_of_the_colours() -> None:
    assert letters(standard_edition(), "hu") == {"blue": "K", "yellow": "S", "green": "Z"}


def test_a_game_to_watch() -> None:
    result = run("watch", "--seed", "4", "--editor", "random", "--nixon", "random", "--lang", "hu")
    assert result.exit_code == 0
    assert "1. forduló" in result.stdout
    assert "megnyeri a játékot" in result.stdout
    assert "Ugyanez a játék újra: --seed 4" in result.stderr
    assert_hungarian(result.stdout + result.stderr)


def test_the_edition() -> None:
    result = run("edition", "show", "--lang", "hu")
    assert result.exit_code == 0
    words = " ".join(result.stdout.split())
    for said in ("Alapkiadás", "Nixon lapjai", "Howard Hunt", "hangszalag", "9 lendületjelző"):
        assert said in words


def test_mistakes(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "standard"\nname = "mine"\nwhat = 1\n')
    checked = run("edition", "check", str(file), "--lang", "hu")
    assert checked.exit_code == 1
    assert "1 hiba\n" in checked.stdout
    used = run("watch", "--edition", str(file), "--lang", "hu")
    assert used.exit_code == 2
    assert "Ez a kiadás nem használható; 1 hiba van benne:" in used.stderr
    binary = tmp_path / "bytes.wg"
    binary.write_bytes(b"\xff\xfe\x00")
    assert "nem szövegfájl" in run("show", str(binary), "--lang", "hu").stderr
    bench = run("bench", "engine", "--seconds", "0.1", "--lang", "hu")
    assert bench.exit_code == 2
    assert "a lefordított motor kell" in bench.stderr
