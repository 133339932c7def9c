"""What the game is about: the history behind each card, the people, and the affair day by day.

`history.toml` and `timeline.toml` hold the texts, in our own words and in every language of the
catalogue; this module reads them into plain values. It knows nothing of how the game is played:
cards are known by number, informants by their names in the standard edition.
"""

from __future__ import annotations

import datetime
import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

Texts = Mapping[str, str]
"""One text in several languages: language code to text."""


@dataclass(frozen=True, slots=True)
class Story:
    """What lies behind a card. `people` are keys of `History.people`."""

    texts: Texts
    people: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the affair; `died` is None for the living, `born` where the year is not known."""

    key: str
    name: str
    roles: Texts
    texts: Texts
    people: tuple[str, ...]
    born: int | None
    died: int | None
    is_informant: bool


@dataclass(frozen=True, slots=True)
class Event:
    """One day of the affair."""

    date: datetime.date
    titles: Texts
    texts: Texts


@dataclass(frozen=True, slots=True)
class History:
    cards: Mapping[int, Story]
    people: Mapping[str, Person]
    """The informants first, then all others."""
    timeline: tuple[Event, ...]

    def cards_about(self, person: str) -> list[int]:
        """The numbers of the cards whose story names a person."""
        return [number for number, story in self.cards.items() if person in story.people]


@functools.cache
def history() -> History:
    raw = _read("history.toml")
    people = {
        key: _person(key, fields, is_informant=section == "informant")
        for section in ("informant", "person")
        for key, fields in raw[section].items()
    }
    return History(
        cards={
            int(number): Story(_texts(fields), tuple(fields["people"]))
            for number, fields in raw["card"].items()
        },
        people=people,
        timeline=tuple(
            Event(event["date"], event["title"], event["text"])
            for event in _read("timeline.toml")["event"]
        ),
    )


def _read(name: str) -> dict[str, Any]:
    source = resources.files("watergate.history") / name
    return tomllib.loads(source.read_text(encoding="utf-8"))


def _person(key: str, fields: Mapping[str, Any], *, is_informant: bool) -> Person:
    return Person(
        key=key,
        name=fields["name"],
        roles=fields["role"],
        texts=_texts(fields),
        people=tuple(fields["people"]),
        born=fields.get("born"),
        died=fields.get("died"),
        is_informant=is_informant,
    )


def _texts(fields: Mapping[str, Any]) -> Texts:
    """The texts stand under the codes of their languages, which have two letters."""
    return {key: text for key, text in fields.items() if len(key) == 2}
