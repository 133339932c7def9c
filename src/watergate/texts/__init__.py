"""The words of the game: one catalogue a language, in files that Python and a web page both read.

`en.toml` and `hu.toml` here have the same keys, and their texts the same parameters. How a text is
written is in `icu.py`; what the parameters of the game's messages become is in `rules/wording.py`.
This package knows nothing of the game. The rules pages (`rules.en.md`, `rules.hu.md`) join it when
a wheel is built: see `learn/rulebook.py`.
"""

from __future__ import annotations

import functools
import os
import re
import tomllib
import unicodedata
from collections.abc import Mapping
from importlib import resources

from . import icu

__all__ = [
    "FALLBACK",
    "LANGUAGES",
    "catalogue",
    "folded",
    "known",
    "language_of_locale",
    "phrase",
    "sentence",
]

FALLBACK = "en"


def _languages() -> tuple[str, ...]:
    """The languages that there are catalogues of, English first."""
    files = (file.name for file in resources.files("watergate.texts").iterdir())
    found = {name.removesuffix(".toml") for name in files if name.endswith(".toml")}
    return FALLBACK, *sorted(found - {FALLBACK})


LANGUAGES = _languages()


@functools.cache
def catalogue(language: str) -> Mapping[str, str]:
    """All texts of a language by key: `log.card_drawn`, `prompt.pin`..."""
    source = resources.files("watergate.texts") / f"{language}.toml"
    sections = tomllib.loads(source.read_text(encoding="utf-8"))
    return {
        f"{section}.{key}": text
        for section, texts in sections.items()
        for key, text in texts.items()
    }


@functools.cache
def _pattern(key: str, language: str) -> icu.Pattern:
    return icu.parsed(catalogue(language)[key])


def phrase(key: str, language: str, /, **values: str | int) -> str:
    """The text of a key, with its parameters filled in; numbers as the language writes them."""
    return icu.filled(_pattern(key, language), values, language)


def sentence(text: str) -> str:
    """With a capital at the beginning, where a parameter may stand, and one mark at the end."""
    text = re.sub(r"([?!])\.$", r"\1", text)  # after a name that has its own
    return text[:1].upper() + text[1:]


def known(key: str, language: str, otherwise: str) -> str:
    """The text of a key without parameters, or what is said where there is none."""
    return catalogue(language).get(key, otherwise)


def language_of_locale() -> str:
    """The language that the user's environment asks for, if we have it; otherwise English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            code = value.replace("-", "_").split("_")[0].split(".")[0].lower()
            return code if code in LANGUAGES else FALLBACK
    return FALLBACK


def folded(text: str) -> str:
    """A text as it is searched for: without capitals and accents."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
