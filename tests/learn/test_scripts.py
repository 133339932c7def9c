"""A card's script in words, and finding cards and people."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from watergate import Side, standard_edition
from watergate.edition.language import FORMS, numbers, read_script
from watergate.learn.lookup import cards_called, people_called, story_of
from watergate.learn.scripts import script_in_words
from watergate.texts import LANGUAGES

EDITION = standard_edition()
OTHERS = """
require later turn
choose up to two evidence faceup blue, move 1
choose evidence faceup on board, bag
choose evidence facedown on board, turn
choose evidence off-zero, to 2
share 1 steps among evidence
spare journalist
"""


def in_words(script: str, language: str = "en", owner: Side = Side.EDITOR) -> list[str]:
    lines, _ = read_script(script, colors=["blue", "green"], pictures=["dean"])
    return script_in_words(lines, owner, EDITION, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_script_can_be_said_with_all_its_numbers(language: str) -> None:
    for card in EDITION.cards:
        told = script_in_words(card.script, card.side, EDITION, language)
        assert len(told) == len(card.script)
        for line, text in zip(card.script, told, strict=True):
            for number in numbers([line]):
                assert re.search(rf"(\b|[EN]){number}\b", text), text
            assert not re.search(r"[{}_]|faceup|facedown", text)
            assert text[0].isupper() or text[0].isdigit()
            assert text.endswith(".")


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_that_no_card_has_now(language: str) -> None:
    assert len(in_words(OTHERS, language)) == len(OTHERS.split("\n")) - 2


def test_every_form_with_every_word_is_put_into_words_here() -> None:
    others, _ = read_script(OTHERS, colors=["blue"], pictures=[])
    tried: dict[str, set[str]] = {form.name: set() for form in FORMS}
    for line in (*others, *(line for card in EDITION.cards for line in card.script)):
        tried[line.form] |= {line.form, *line.words}
    for form in FORMS:
        assert tried[form.name] == {form.name, *form.pattern.groupindex}, form.name


def test_sides() -> None:
    assert in_words("place momentum 5", owner=Side.NIXON) == ["The momentum token goes to N5."]
    assert in_words("place initiative 0") == ["The initiative token goes to 0."]
    assert in_words("draw evidence, to 2", "hu")[0].endswith(": E2.")


def test_a_choice() -> None:
    assert in_words("choose evidence faceup green, pin") == [
        "One evidence token on the track (face up, with green on it): pinned by the owner."
    ]
    assert in_words("choose two evidence, move 1", "hu") == [
        "Két különböző bizonyíték a kutatási sávon: egyenként 1 lépés a tulajdonos felé."
    ]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("9", [9]), ("Howard Hunt", [9]), ("hunt", [9]), ("follow the money", [42]),
        ("kovesd", [42]), ("mely torok", [30]), ("beszervezése", [*range(23, 30)]),
        ("mitchell", [5, 14, 26]), ("agnew", []), ("99", []), ("gambit", [20]),
    ],
)  # fmt: skip
def test_cards_by_name(name: str, found: list[int]) -> None:
    assert [card.number for card in cards_called(name, EDITION)] == found


def test_people_by_name() -> None:
    assert [person.key for person in people_called("sirica")] == ["john_sirica"]
    assert {person.key for person in people_called("mitchell")} == {
        "john_mitchell", "martha_mitchell",
    }  # fmt: skip
    assert people_called("Nobody") == []


def test_only_cards_of_the_standard_edition_have_a_story() -> None:
    hunt = EDITION.card(9)
    assert story_of(hunt) is not None
    assert story_of(replace(hunt, names={"en": "Somebody else"})) is None
    assert story_of(replace(hunt, number=60)) is None
