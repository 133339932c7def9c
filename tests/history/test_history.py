"""The history behind the game is complete, in every language, and leads nowhere wrong."""

from __future__ import annotations

import datetime

from watergate import standard_edition
from watergate.history import Texts, history
from watergate.texts import LANGUAGES

EDITION = standard_edition()
HISTORY = history()


def assert_complete(texts: Texts) -> None:
    assert set(texts) == set(LANGUAGES)
    for text in texts.values():
        assert text == text.strip() != ""
        assert "\n" not in text


def test_every_card_has_its_story() -> None:
    assert set(HISTORY.cards) == {card.number for card in EDITION.cards}
    for story in HISTORY.cards.values():
        assert_complete(story.texts)
        assert story.people


def test_every_informant_and_person_is_described() -> None:
    informants = [key for key, person in HISTORY.people.items() if person.is_informant]
    assert set(informants) == {informant.name for informant in EDITION.informants}
    assert list(HISTORY.people)[: len(informants)] == informants
    for key, person in HISTORY.people.items():
        assert person.key == key
        assert person.name
        assert_complete(person.roles)
        assert_complete(person.texts)
        born, died = person.born, person.died
        assert born is None or 1890 <= born < (died or 2026) <= 2026


def test_every_link_leads_to_somebody() -> None:
    linked = {person for story in HISTORY.cards.values() for person in story.people}
    for key, person in HISTORY.people.items():
        assert key not in person.people
        linked |= set(person.people)
    assert linked == set(HISTORY.people)


def test_cards_about_a_person() -> None:
    assert {6, 27} <= set(HISTORY.cards_about("dean"))


def test_the_timeline_runs_from_the_break_in_to_the_resignation() -> None:
    dates = [event.date for event in HISTORY.timeline]
    assert dates == sorted(set(dates))
    assert datetime.date(1972, 6, 1) <= dates[0] <= datetime.date(1972, 6, 30)
    assert datetime.date(1974, 8, 1) <= dates[-1] <= datetime.date(1974, 8, 31)
    for event in HISTORY.timeline:
        assert_complete(event.titles)
        assert_complete(event.texts)
