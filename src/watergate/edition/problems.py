"""Mistakes in edition files, and their messages in every language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from watergate.texts import FALLBACK, phrase

_LONGEST_QUOTE = 80
_LARGEST_NUMBER = 10**18


class Words(str):
    """A text in English that can be said in other languages too: see `said`."""

    key: str = ""
    params: Mapping[str, str | int] = {}


def said(key: str, /, **params: str | int) -> Words:
    """A text of the catalogue's `[lint]`."""
    words = Words(phrase(f"lint.{key}", FALLBACK, **params))
    words.key, words.params = key, params
    return words


def told(text: str | int, language: str) -> str | int:
    """A text in a language, if it knows how; what stands in a file stays as it is."""
    if not isinstance(text, Words):
        return text
    params = {name: told(value, language) for name, value in text.params.items()}
    return phrase(f"lint.{text.key}", language, **params)


class Place(str):
    """Where a mistake is: a text, in the words of the file, that knows its parts.

    `section` is a top-level key, `block` the number of a block or thread in it from 0, `field` a
    key of the block (`value`, `text.en`), `line` one of its script from 1.
    """

    section: str = ""
    block: int | None = None
    field: str = ""
    line: int = 0

    @classmethod
    def of(cls, section: str, text: str, block: int | None = None) -> Place:
        place = cls(text)
        place.section, place.block = section, block
        return place

    def inside(self, field: str, line: int = 0) -> Place:
        """A key of the block that is this place."""
        place = Place.of(self.section, f"{self}, {field}" + (f" line {line}" if line else ""))
        place.block, place.field, place.line = self.block, field, line
        return place

    def language(self, code: str) -> Place:
        """One language of the texts that are this place."""
        place = Place.of(self.section, f"{self}.{code}", self.block)
        place.field = f"{self.field}.{code}" if self.field else code
        return place


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake: where it is, what is written there, and what may be written there."""

    file: str
    place: str
    found: str
    allowed: str

    def __str__(self) -> str:
        return self.in_language(FALLBACK)

    def in_language(self, language: str) -> str:
        """The whole sentence; the place is in the words of the file."""
        return f"{self.file}: {self.place}: {self.in_words(language)}"

    def in_words(self, language: str) -> str:
        """What is wrong, without the place."""
        return str(told(said("problem", found=self.found, allowed=self.allowed), language))


class EditionError(Exception):
    """An edition that cannot be used; `problems` are all of its mistakes."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


def shown(value: object) -> str:
    """A value of a TOML file in few words; never fails, however large or deep the value is."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() if abs(value) > _LARGEST_NUMBER:
            return said("huge_number")  # too many digits to be written out
        case str() if len(value) > _LONGEST_QUOTE:
            return repr(value[:_LONGEST_QUOTE]) + "..."
        case list():
            return said("a_list")
        case dict():
            return said("a_table")
        case int() | float() | str():
            return repr(value)
        case _:
            return str(value)


def listed(values: Sequence[object]) -> str:
    return ", ".join(str(value) for value in values)
