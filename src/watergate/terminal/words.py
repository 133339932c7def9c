"""Texts of the application in one language: its own, the game's messages, and names."""

from __future__ import annotations

from collections.abc import Mapping

from watergate.edition import Edition, Kind, Side, text_in
from watergate.rules import Entry, Message, text_of
from watergate.rules.wording import color_in_words, picture_in_words, space_in_words
from watergate.texts import phrase


class Words:
    """Says things about an edition in a language."""

    def __init__(self, edition: Edition, language: str) -> None:
        self.edition, self.language = edition, language

    def __call__(self, key: str, **values: str | int) -> str:
        """A text of the section `[terminal]` of the catalogue."""
        return phrase(f"terminal.{key}", self.language, **values)

    def say(self, message: Message) -> str:
        return text_of(message, self.edition, self.language)

    def refusal(self, message: Message) -> str:
        """A refusal with the number of its rule behind."""
        return f"{self.say(message)} ({self('rule', number=message.params['rule'])})"

    def entry(self, entry: Entry) -> str:
        return self.say(entry.message)

    def card(self, number: int) -> str:
        return self.of(self.edition.card(number).names)

    def kind(self, kind: Kind) -> str:
        return phrase(f"kind.{kind}", self.language)

    def side(self, side: Side | str) -> str:
        return self(f"side_{side}")

    def color(self, name: str) -> str:
        """The name of a colour, or what a joker is called."""
        return color_in_words(name, self.edition, self.language)

    def token(self, name: str) -> str:
        """An evidence token by its colours, with a star for the momentum symbol."""
        kind = next(kind for kind in self.edition.token_kinds if kind.name == name)
        return "/".join(map(self.color, kind.colors)) + " *" * kind.momentum_symbol

    def picture(self, name: str) -> str:
        return picture_in_words(name, self.edition)

    def space(self, name: str) -> str:
        """A space's name as it stands on the drawing of the board."""
        return space_in_words(name, self.language, "show.space_")

    def of(self, texts: Mapping[str, str]) -> str:
        """An edition's text in this language."""
        return text_in(texts, self.language)
