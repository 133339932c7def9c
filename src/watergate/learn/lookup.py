"""Find cards and people by number or by a part of their name, in any language."""

from __future__ import annotations

from watergate.edition import Card, Edition, standard_edition
from watergate.history import Person, Story, history
from watergate.texts import folded


def cards_called(name: str, edition: Edition) -> list[Card]:
    """The card of a number, or all whose name, in any language, contains these letters."""
    if name.strip().isdecimal():
        return [card for card in edition.cards if str(card.number) == name.strip()]
    wanted = _plain(name)
    found = [] if not wanted else [
        card for card in edition.cards
        if any(wanted in _plain(text) for text in card.names.values())
    ]  # fmt: skip
    exact = [card for card in found if wanted in map(_plain, card.names.values())]
    return exact or found


def people_called(name: str) -> list[Person]:
    """All whose name contains these letters; just the one if it is exactly so."""
    wanted = _plain(name)
    everyone = history().people.values()
    found = [person for person in everyone if wanted and wanted in _plain(person.name)]
    return [person for person in found if wanted == _plain(person.name)] or found


def story_of(card: Card) -> Story | None:
    """The history behind a card; none for a card that is not the standard edition's."""
    standard = standard_edition().card_by_number.get(card.number)
    if standard is None or standard.names["en"] != card.names["en"]:
        return None
    return history().cards[card.number]


def _plain(name: str) -> str:
    """As it is compared: letters and digits only, without capitals and accents."""
    return " ".join("".join(c if c.isalnum() else " " for c in folded(name)).split())
