"""The standard edition in two languages, and editions of users who write in English alone."""

from __future__ import annotations

import tomllib

import pytest

from watergate.edition import Ability, Card, Edition, standard_edition, text_in
from watergate.edition.language import numbers, written_numbers
from watergate.edition.loader import content_of, edition_of
from watergate.texts import LANGUAGES

from .helpers import FILE, one_problem, problem, problems_in_variant, problems_of, whole_edition

HUNT = "[[card]]\nnumber = 9\nscript = 'move momentum 3'\n"


def variant(changes: str) -> Edition:
    raw = tomllib.loads(f'extends = "standard"\nname = "mine"\n{changes}')
    return edition_of(content_of(raw, FILE))


def test_the_standard_edition_has_all_languages() -> None:
    edition = standard_edition()
    named: list[Card | Ability] = [*edition.cards, *edition.abilities]
    texts = [edition.titles, *(color.names for color in edition.colors)]
    texts += [thing.names for thing in named] + [thing.texts for thing in named]
    assert all(tuple(text) == LANGUAGES for text in texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_of_a_script_stands_in_the_texts(language: str) -> None:
    edition = standard_edition()
    things: list[Card | Ability] = [*edition.cards, *edition.abilities]
    for thing in things:
        assert written_numbers(thing.texts[language]) == numbers(thing.script)


def test_no_two_cards_share_a_name() -> None:
    for language in LANGUAGES:
        names = [card.names[language] for card in standard_edition().cards]
        assert len(set(names)) == len(names)


def test_a_new_english_text_drops_its_translation() -> None:
    hunt = variant(HUNT + "text.en = 'Momentum 3 steps.'").card(9)
    assert hunt.texts == {"en": "Momentum 3 steps."}
    assert hunt.names == standard_edition().card(9).names
    assert text_in(hunt.texts, "hu") == "Momentum 3 steps."


def test_a_translation_alone_leaves_the_rest() -> None:
    edition = variant("[[card]]\nnumber = 15\nname.hu = 'Piti betörés'")
    standard = standard_edition().card(15).names
    assert edition.card(15).names == {"en": standard["en"], "hu": "Piti betörés"}


def test_an_english_title_alone_stays_english() -> None:
    edition = variant("title.en = 'Mine'")
    assert text_in(edition.titles, "hu") == "Mine"
    assert text_in(edition.card(17).names, "hu") == "Az elnök beszél"


def test_a_file_that_uses_a_language_uses_it_throughout() -> None:
    changes = "[[card]]\nnumber = 15\nname.hu = 'Piti'\n"
    found = one_problem(changes + HUNT + "text.en = 'Momentum 3 steps.'")
    assert found == problem("card 9, text", "no 'hu'", "the languages of the title: en, hu")
    allowed = "the languages of this file's other texts"
    assert one_problem("title.en = 'Mine'\n" + changes) == problem("title", "no 'hu'", allowed)


def test_a_title_that_is_none() -> None:
    assert [p.place for p in problems_in_variant("title = 3")] == ["title"]


def test_a_stale_translation_is_found_by_its_numbers() -> None:
    raw = whole_edition()
    raw["card"][0]["text"]["hu"] = "7 lépés"
    [found] = problems_of(raw)
    assert (found.place, found.found) == ("card 2, text.hu", "numbers: 7")
