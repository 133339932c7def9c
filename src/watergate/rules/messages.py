"""Messages: a key and parameters, the one form of prompts, log lines and refusals; and their texts.

The texts are in the catalogues of `watergate.texts`, in a small subset of ICU MessageFormat:
`{name}` and `{name, plural, one {# step} other {# steps}}` (`texts/icu.py`). What a parameter
becomes (cards by their names in the edition, tokens and spaces in words) is in `wording.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from watergate.edition import Edition
from watergate.texts import LANGUAGES, catalogue, language_of_locale, phrase, sentence

from .wording import move_in_words, word

__all__ = [
    "LANGUAGES", "Message", "Params", "catalogue", "language_of_locale", "move_in_words", "text_of",
]  # fmt: skip


@with_config(ConfigDict(extra="forbid"))
class Params(TypedDict, total=False):
    """Everything a message can speak of, by name; which are there depends on the key."""

    side: str
    card: int
    other_card: int
    ability: int
    part: str
    token: str
    marker: str
    start: str
    end: str
    at: str
    color: str
    colors: list[str]
    space: str
    picture: str
    spaces: list[str]
    pictures: list[str]
    number: int
    way: str
    rule: str
    move: str


@dataclass(frozen=True, slots=True)
class Message:
    key: str
    params: Params


def text_of(message: Message, edition: Edition, language: str = "en") -> str:
    """The message in words: a sentence, beginning with a capital."""
    words = {
        name: word(name, value, edition, language) for name, value in message.params.items()
    }  # fmt: skip
    # A name that ends in a question mark ends the sentence.
    return sentence(phrase(message.key, language, **words)).replace("?.", "?")
