"""Messages: a key and parameters, the one form of prompts, log lines and refusals; and their texts.

A text is a template with the names of parameters in braces; cards, pictures and colours appear by
their names in the edition. The catalogues are files (`texts/`), so that a page can read them too.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from watergate.edition import Edition

LANGUAGES = ("en",)


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


@functools.cache
def catalogue(language: str) -> Mapping[str, str]:
    """All texts of a language by key: `log.card_drawn`, `prompt.pin`..."""
    source = Path(__file__).parent / "texts" / f"{language}.toml"
    sections = tomllib.loads(source.read_text(encoding="utf-8"))
    return {f"{section}.{key}": text for section, texts in sections.items()
            for key, text in texts.items()}  # fmt: skip


def text_of(message: Message, edition: Edition, language: str = "en") -> str:
    """The message in words."""
    texts = catalogue(language)
    words = {name: _word(name, value, edition, texts, language)
             for name, value in message.params.items()}  # fmt: skip
    return texts[message.key].format_map(words)


def _word(
    name: str, value: object, edition: Edition, texts: Mapping[str, str], language: str
) -> str:
    if name in ("card", "other_card") and isinstance(value, int):
        return edition.card(value).names[language]
    if name == "ability":
        names = {ability.space: ability.names[language] for ability in edition.abilities}
        return names[int(str(value))]
    if name == "picture":
        return _full_name(str(value), edition)
    if name == "pictures" and isinstance(value, list):
        return ", ".join(_full_name(picture, edition) for picture in value)
    if isinstance(value, list):
        return ", ".join(value)
    return texts.get(f"{name}.{value}", str(value))


def _full_name(picture: str, edition: Edition) -> str:
    return next(i.full_name for i in edition.informants if i.name == picture)
