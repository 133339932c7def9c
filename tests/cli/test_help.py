"""Help in every language, for every command and option."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from typer.main import get_command

from watergate.cli import app
from watergate.texts import LANGUAGES, catalogue

from .helpers import run, run_program


def commands(command: Any = None, *path: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command with its path, the program itself and groups included."""
    command = command or get_command(app)
    yield path, command
    for name, below in getattr(command, "commands", {}).items():
        yield from commands(below, *path, name)


PATHS = [path for path, _ in commands()]


def help_of(path: tuple[str, ...], language: str) -> str:
    result = run("--language", language, *path, "--help")
    assert result.exit_code == 0, result.output
    return " ".join(result.stdout.replace("│", " ").split())


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_every_command_explains_itself_in_every_language(path: tuple[str, ...]) -> None:
    texts = {language: help_of(path, language) for language in LANGUAGES}
    assert texts["en"].startswith("Usage: ")
    assert texts["hu"].startswith("Használat: ")
    key = f"help.{'_'.join(path) or 'watergate'}"
    for language, text in texts.items():
        beginning = catalogue(language)[key].split("\n")[0]
        assert " ".join(beginning.split()) in text
        assert not re.search(r"\bhelp\.\w", text), "a key without a text"
    assert not re.search(
        r"\b(the|of|default|Options|required|exit)\b", texts["hu"].split("╭", 1)[1]
    )


def test_every_option_has_a_help_text() -> None:
    for path, command in commands():
        for param in command.params:
            if getattr(param, "hidden", False) or param.name.endswith("_completion"):
                continue
            assert param.help in catalogue("en"), (path, param.name)


def test_every_help_text_is_used() -> None:
    used = {f"help.{'_'.join(path) or 'watergate'}" for path in PATHS}
    for _, command in commands():
        for param in command.params:
            used |= {param.help, param.show_default, f"help.{param.name}"}
    frame = (
        "usage", "options", "arguments", "commands", "options_metavar", "command_metavar",
        "default", "required", "examples", "help",
    )  # fmt: skip
    used |= {f"help.{name}" for name in frame}
    assert {key for key in catalogue("en") if key.startswith("help.")} - used == set()


def test_the_locale_chooses_the_language_of_help() -> None:
    result = run_program("cards", "--help", LC_ALL="hu_HU.UTF-8")
    assert "Használat: " in result.stdout
    assert "Példák:" in result.stdout
    assert "watergate cards 9" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "english", "hungarian"),
    [
        (["hunt"], "no command 'hunt'; there are: play, ", "nincs ilyen parancs: 'hunt'"),
        (["watch", "--pac", "3"], "no option --pac; did you mean: --pace?",
         "nincs ilyen kapcsoló: --pac; talán ez: --pace?"),
        (["terminal", "--level", "9"], "--level 9: must be a number from 1 to 6",
         "--level 9: 1 és 6 közötti szám kell"),
        (["terminal", "--level", "high"], "--level high: must be a number from 1 to 6",
         "--level high: 1 és 6 közötti szám kell"),
        (["terminal", "--side", "press"], "--side press: must be one of: editor, nixon, both",
         "--side press: ezek egyike kell: editor, nixon, both"),
        (["watch", "--seed"], "--seed needs a value", "--seed: értéket kell megadni"),
        (["terminal", "--plain=3"], "--plain takes no value",
         "--plain: nem lehet értéket megadni"),
        (["show"], "missing: FILE", "hiányzik: FÁJL"),
        (["timeline", "now"], "unexpected: now", "fölösleges: now"),
        (["watch", "--editor", "dean"], "there is no player 'dean'; allowed: level:1, ",
         "nincs ilyen játékos: 'dean'; ezek vannak: level:1, "),
        (["watch", "--editor", "search:x"], "'x' is no budget; allowed: seconds like 0.5s",
         "ez nem gondolkodási keret: 'x'; lehet"),
        (["terminal", "--plain", "--opponent", "dean"], "nobody called 'dean' can play here",
         "nem ülhet ide: 'dean'; ezek ülhetnek: person, "),
        (["show", "nowhere.wg"], "nowhere.wg: No such file or directory",
         "nowhere.wg: nincs ilyen fájl vagy mappa"),
        (["play", "--port", "open"], "--port open: must be a number from 0 to 65535",
         "--port open: 0 és 65535 közötti szám kell"),
        (["db", "mend"], "no command 'mend'; there are: upgrade, ", "nincs ilyen parancs: 'mend'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)  # fmt: skip
def test_mistakes_are_told_in_a_line(arguments: list[str], english: str, hungarian: str) -> None:
    for language, said in (("en", english), ("hu", hungarian)):
        result = run(*arguments, "--language", language)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert result.stderr.startswith(said)
        assert len(result.stderr.splitlines()) <= 2
