"""An edition as plain Python values: what the TOML files say, checked and typed.

Nothing here knows how the game is played; `table.py` turns an edition into the form the rules read.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Side(IntEnum):
    """The two sides (RULES 1.1)."""

    EDITOR = 0
    NIXON = 1

    @property
    def opponent(self) -> Side:
        return Side(1 - self)

    def __str__(self) -> str:
        return ("editor", "nixon")[self]

    __hash__ = int.__hash__  # that of an enumeration is slow


class Kind(StrEnum):
    """What sort of card it is (RULES 4.4)."""

    EVENT = "event"
    CONSPIRATOR = "conspirator"
    JOURNALIST = "journalist"


JOKER = "joker"

Texts = Mapping[str, str]
"""One text in several languages: language code to text. English is always there."""


def text_in(texts: Texts, language: str) -> str:
    """The text in a language; in English where it has none, as editions by users may."""
    return texts[language] if language in texts else texts["en"]


@dataclass(frozen=True, slots=True)
class Statement:
    """One line of a script, understood: its form and the words that fill it."""

    form: str
    words: Mapping[str, str]
    text: str

    def number(self, name: str) -> int:
        return int(self.words[name])


@dataclass(frozen=True, slots=True)
class Card:
    number: int
    side: Side
    kind: Kind
    value: int
    color: str
    names: Texts
    texts: Texts
    script: tuple[Statement, ...]

    @property
    def is_joker(self) -> bool:
        return self.color == JOKER

    @property
    def is_reaction(self) -> bool:
        return any(statement.form == "answer" for statement in self.script)

    @property
    def informant(self) -> str | None:
        """The picture this card needs in the supply, if any (RULES 7.1)."""
        needed = [s.words["picture"] for s in self.script if s.form == "require picture"]
        return needed[0] if needed else None


@dataclass(frozen=True, slots=True)
class Color:
    name: str
    symbol: str
    names: Texts


@dataclass(frozen=True, slots=True)
class TokenKind:
    """Evidence tokens that differ in nothing."""

    colors: tuple[str, ...]
    momentum_symbol: bool
    count: int

    @property
    def name(self) -> str:
        """The notation: colours joined by a hyphen, a star for the momentum symbol."""
        return "-".join(self.colors) + ("*" if self.momentum_symbol else "")


@dataclass(frozen=True, slots=True)
class Space:
    name: str
    color: str
    radius: float
    angle: float


@dataclass(frozen=True, slots=True)
class Informant:
    name: str
    full_name: str
    radius: float
    angle: float


@dataclass(frozen=True, slots=True)
class Ability:
    """What filling a space of the Editor's momentum card sets off (RULES 5.4)."""

    space: int
    names: Texts
    texts: Texts
    script: tuple[Statement, ...]


@dataclass(frozen=True)
class Edition:
    """The game as data.

    `digest` names what is played with: editions that differ in texts and drawing alone share it,
    and are equal.
    """

    name: str
    titles: Texts
    colors: tuple[Color, ...]
    token_kinds: tuple[TokenKind, ...]
    momentum_tokens: int
    cards: tuple[Card, ...]
    abilities: tuple[Ability, ...]
    spaces: tuple[Space, ...]
    informants: tuple[Informant, ...]
    threads: tuple[tuple[str, str], ...]
    digest: str

    @functools.cached_property
    def card_by_number(self) -> Mapping[int, Card]:
        return {card.number: card for card in self.cards}

    def card(self, number: int) -> Card:
        return self.card_by_number[number]

    def __hash__(self) -> int:
        return hash(self.digest)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Edition) and other.digest == self.digest
