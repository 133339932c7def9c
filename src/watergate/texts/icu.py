"""A small subset of ICU MessageFormat, the form in which all texts are written.

    {name}                                              the parameter's value
    {name, plural, one {# step} other {# steps}}        a form for the number, which is #

The forms are CLDR's; each language has some of them (English `one` and `other`, Polish `one`, `few`
and `many` too), and `other` serves where a text leaves one out. Forms may hold parameters, and
plurals of their own. There is no quoting: a text has no braces that are not syntax,
and no apostrophe right before a brace, so that every full implementation reads it as we do.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from babel import Locale
from babel.plural import PluralRule

from .figures import whole

FORMS = ("zero", "one", "two", "few", "many", "other")


@dataclass(frozen=True, slots=True)
class Argument:
    """`{name}`."""

    name: str


@dataclass(frozen=True, slots=True)
class Plural:
    """`{name, plural, ...}`, with the pattern of each form."""

    name: str
    forms: Mapping[str, Pattern]


@dataclass(frozen=True, slots=True)
class Count:
    """`#` inside a plural: its number."""


Pattern = tuple[str | Argument | Plural | Count, ...]


class BadPattern(ValueError):
    """A text that is not written in this subset."""


def parsed(text: str) -> Pattern:
    """Understand a text; BadPattern if it is not written well."""
    reader = _Reader(text)
    pattern = reader.pattern(in_plural=False)
    if reader.at < len(text):
        raise reader.wrong("a '}' too many")
    return pattern


def filled(pattern: Pattern, values: Mapping[str, str | int], language: str) -> str:
    """The text with these values for its parameters; all it speaks of must be there."""
    return "".join(_pieces(pattern, values, language, ""))


def parameters(pattern: Pattern) -> set[str]:
    """The names a text speaks of."""
    found: set[str] = set()
    for piece in pattern:
        if isinstance(piece, Argument):
            found.add(piece.name)
        elif isinstance(piece, Plural):
            found.add(piece.name)
            for form in piece.forms.values():
                found |= parameters(form)
    return found


@functools.cache
def plural_rule(language: str) -> PluralRule:
    """CLDR's rule that says which form goes with a number."""
    return Locale(language).plural_form


@functools.lru_cache(maxsize=1024)
def _form(number: int, language: str) -> str:
    return plural_rule(language)(number)


def _pieces(
    pattern: Pattern, values: Mapping[str, str | int], language: str, count: str
) -> Iterator[str]:
    for piece in pattern:
        if isinstance(piece, str):
            yield piece
        elif isinstance(piece, Argument):
            value = values[piece.name]
            yield whole(value, language) if isinstance(value, int) else value
        elif isinstance(piece, Plural):
            number = int(values[piece.name])
            form = piece.forms.get(_form(number, language), piece.forms["other"])
            yield from _pieces(form, values, language, whole(number, language))
        else:
            yield count


class _Reader:
    """Goes through a text once; `at` is how far it has come."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def wrong(self, what: str) -> BadPattern:
        return BadPattern(f"{what} at character {self.at + 1} of {self.text!r}")

    def pattern(self, *, in_plural: bool) -> Pattern:
        """As far as the text's end or the '}' that closes the form this is in."""
        pieces: list[str | Argument | Plural | Count] = []
        plain = re.compile(r"[^{}#]+" if in_plural else r"[^{}]+")
        while self.at < len(self.text) and self.text[self.at] != "}":
            if self.text[self.at] == "{":
                if self.text[self.at - 1 : self.at] == "'":
                    raise self.wrong("an apostrophe before a brace")
                self.at += 1
                pieces.append(self.argument())
            elif in_plural and self.text[self.at] == "#":
                self.at += 1
                pieces.append(Count())
            else:
                pieces.append(self.taken(plain, "text"))
        return tuple(pieces)

    def argument(self) -> Argument | Plural:
        name = self.taken(re.compile(r"[a-z_]+"), "parameter's name")
        if self.text[self.at : self.at + 1] == "}":
            self.at += 1
            return Argument(name)
        self.taken(re.compile(r", plural,"), "'}' or ', plural,'")
        forms: dict[str, Pattern] = {}
        while self.text[self.at : self.at + 1] != "}":
            head = self.taken(re.compile(rf" *({'|'.join(FORMS)}) \{{"), "form like 'other {'")
            forms[head.strip(" {")] = self.pattern(in_plural=True)
            self.taken(re.compile("}"), "'}'")
        self.at += 1
        if "other" not in forms:
            raise self.wrong("a plural without 'other'")
        return Plural(name, forms)

    def taken(self, wanted: re.Pattern[str], name: str) -> str:
        found = wanted.match(self.text, self.at)
        if found is None:
            raise self.wrong(f"no {name}")
        self.at = found.end()
        return found.group()
