"""`watergate rules`, `cards`, `history` and `timeline`, in both languages."""

from __future__ import annotations

import pydoc
from pathlib import Path

import pytest
from rich.console import Console

from watergate import standard_edition
from watergate.cli import learn
from watergate.history import history
from watergate.texts import LANGUAGES

from .helpers import run, run_program


def words_of(*arguments: str) -> str:
    result = run(*arguments)
    assert result.exit_code == 0, result.stderr
    return " ".join(result.stdout.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_whole_rules(language: str) -> None:
    words = words_of("--lang", language, "rules")
    for number in ("1.1", "4.13", "7.21", "9.5"):
        assert number in words


@pytest.mark.parametrize(
    ("language", "said"), [("en", "has to ask"), ("hu", "kérdeznie kell, ha egy lap értékével")]
)
def test_one_rule(language: str, said: str) -> None:
    words = words_of("rules", "4.7", "--lang", language)
    assert said in words
    assert "8.11" in words  # mentions it
    assert "4.12" not in words


def test_rules_that_speak_of_something() -> None:
    words = words_of("rules", "lendületszimbólum", "--lang", "hu")
    assert "5.7 A lendületszimbólum" in words
    assert "4.2" not in words


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_cards(language: str) -> None:
    words = words_of("cards", "--lang", language)
    for card in standard_edition().cards:
        assert f" {card.number} " in words
    assert {"en": "Conspirators", "hu": "Összeesküvők"}[language] in words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_by_number(language: str) -> None:
    for number in (3, 14, 20, 34, 42):
        words = words_of("cards", str(number), "--lang", language)
        card = standard_edition().card(number)
        story = history().cards[number].texts[language]
        for said in (card.names[language], card.texts[language], story):
            assert " ".join(said.split()) in words
        assert "7." in words


def test_one_card_in_english() -> None:
    words = words_of("cards", "deep throat")
    assert "30 Deep Throat The Editor · event · value 2 · green" in words
    assert "2. The initiative token moves 3 steps toward the owner." in words
    assert "Rules: 7.16" in words
    assert "People: " in words


def test_one_card_in_hungarian() -> None:
    words = words_of("--lang", "hu", "cards", "mitchell")
    assert "14 John Mitchell Nixon · összeesküvő, reakció · érték: 2 · kék" in words
    assert "Reakció egy ilyen lap akciójára: esemény." in words
    assert "Szabályok: 7.8, 8.3" in words
    assert "Martha Mitchell beszervezése" in words


def test_a_card_of_another_edition(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'extends = "standard"\nname = "mine"\n[[card]]\nnumber = 9\nname.en = "Agnew"\n'
        'text.en = "Momentum 1 step."\nscript = "move momentum 1"\n'
    )
    words = words_of("cards", "agnew", "--lang", "hu", "--edition", str(file))
    assert "9 Agnew" in words
    assert "A lendületjelző 1 lépést tesz" in words
    assert "Történelem" not in words


@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody(language: str) -> None:
    words = words_of("history", "--lang", language)
    for person in history().people.values():
        assert person.name in words


@pytest.mark.parametrize(("language", "said"), [("en", "Cards: "), ("hu", "Lapok: ")])
def test_one_person(language: str, said: str) -> None:
    words = words_of("history", "sirica", "--lang", language)
    person = history().people["john_sirica"]
    assert person.texts[language] in words
    assert f"({person.born}–{person.died})" in words
    assert said in words


def test_people_and_cards_of_one_name() -> None:
    words = words_of("history", "dean")
    assert "born 1938" in words
    assert "6 Secure the support of John Dean" in words
    assert "27 Recruit John Dean" in words


@pytest.mark.parametrize(
    ("language", "first", "last"),
    [("en", "17 June 1972", "9 August 1974"), ("hu", "1972. június 17.", "1974. augusztus 9.")],
)
def test_the_timeline(language: str, first: str, last: str) -> None:
    words = words_of("timeline", "--lang", language)
    assert words.index(first) < words.index(last)
    for event in history().timeline:
        assert event.titles[language] in words


@pytest.mark.parametrize("command", ["rules", "cards", "history"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_found(command: str, language: str) -> None:
    result = run(command, "xyzzy", "--lang", language)
    assert result.exit_code == 2
    assert "'xyzzy'" in result.stderr
    assert result.stdout == ""


def test_a_terminal_gets_a_pager(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setenv("LC_ALL", "hu_HU.UTF-8")
    monkeypatch.setattr(pydoc, "pager", shown.append)
    monkeypatch.setattr(learn, "out", lambda: Console(force_terminal=True, width=100))
    learn.timeline()
    assert len(shown) == 1
    assert "1972. június 17." in shown[0]


def test_as_a_program_in_the_language_of_the_locale() -> None:
    result = run_program("cards", "9", LC_ALL="hu_HU.UTF-8")
    assert result.returncode == 0
    assert "összeesküvő" in result.stdout
    assert "\x1b" not in result.stdout
    assert max(len(line) for line in result.stdout.splitlines()) <= 100
