"""The rules page, divided and searched."""

from __future__ import annotations

import re

import pytest

from watergate import standard_edition
from watergate.learn.rulebook import find, mentions, page, rules_of_card, sections
from watergate.texts import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_of_the_page_is_lost(language: str) -> None:
    lines = [line for line in page(language).splitlines() if line and not line.startswith("#")]
    kept = [line for s in sections(language) for line in s.markdown.splitlines() if line]
    assert kept == lines


def test_all_languages_have_the_same_rules() -> None:
    numbers = {code: [s.number for s in sections(code)] for code in LANGUAGES}
    assert numbers["hu"] == numbers["en"]
    assert len(set(numbers["en"])) > 75
    assert {"1.1", "4.7", "7.21", "9.5", "R1", "R4"} <= set(numbers["en"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_by_its_number(language: str) -> None:
    [rule] = find("4.7", language)
    assert rule.markdown.startswith("**4.7**")
    assert rule.heading.startswith("4. ")
    assert find("4.7.", language) == [rule]
    assert "4.8" not in rule.markdown
    assert [s.number for s in find("r2", language)] == ["R2"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_chapter(language: str) -> None:
    assert [s.number for s in find("6", language)] == [f"6.{n}" for n in range(1, 7)]


def test_a_word() -> None:
    assert {"4.5", "4.7"} <= {s.number for s in find("JOKER", "en")}
    assert {"4.5", "4.7"} <= {s.number for s in find("joker", "hu")}
    assert find("lendulet", "hu") == find("Lendület", "hu") != []
    assert find("agnew", "en") == []
    assert find(" ", "en") == []


def test_who_mentions_a_rule() -> None:
    assert {"4.3", "8.11", "9.3"} <= set(mentions("4.7", "en"))
    assert mentions("4.1", "en") == []


@pytest.mark.parametrize(
    ("card", "rules"),
    [
        (9, ["7.3"]), (4, ["7.1", "7.2"]), (24, ["7.1", "7.2"]), (14, ["7.8", "8.3"]),
        (20, ["7.14", "7.20"]), (21, ["7.15", "7.21"]), (41, ["7.19", "8.6"]),
        (42, ["7.19", "8.4"]), (31, ["7.16"]),
    ],
)  # fmt: skip
def test_the_rules_of_a_card(card: int, rules: list[str]) -> None:
    assert rules_of_card(card) == rules


def test_every_card_has_a_rule_of_chapter_7() -> None:
    for card in standard_edition().cards:
        assert any(number.startswith("7.") for number in rules_of_card(card.number)), card
    assert rules_of_card(60) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_names_every_card(language: str) -> None:
    words = re.sub(r"\s+", " ", page(language))
    for card in standard_edition().cards:
        assert f"{card.names[language]} ({card.number})" in words, card.names[language]
