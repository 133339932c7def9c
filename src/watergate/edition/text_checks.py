"""Checks of texts: every text in every language, with the numbers of its script."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .card_checks import Script
from .fields import TEXT
from .language import numbers, written_numbers
from .problems import Place, listed, said, shown
from .sound import Finding, Sound
from .source import FIRST_LANGUAGE

TITLE = Place.of("title", "title")
_TEXTS = (
    ("color", "label"),
    ("card", "name"),
    ("card", "text"),
    ("ability", "name"),
    ("ability", "text"),
)


def check_texts(sound: Sound) -> Iterator[Finding]:
    """The title's languages are the edition's: no text may lack one or have another.

    Only those it inherits and does not use itself may be there or not.
    """
    languages = [FIRST_LANGUAGE]
    if "title" in sound.facts:
        title = sound.facts["title"]
        languages = [code for code in title if re.fullmatch("[a-z]{2,3}", code)]
        for code in title:
            if code not in languages:
                yield Finding("title", TITLE, said("language", code=shown(code)), said("a_code"))
        if FIRST_LANGUAGE not in languages:
            missing = said("no_key", key=repr(FIRST_LANGUAGE))
            yield Finding("title", TITLE, missing, said("title_in_english"))
        yield from _check_values("title", TITLE, title, languages)
    allowed = said("languages_of_title", list=listed(languages))
    for section, key in _TEXTS:
        for block, [texts] in sound.having(section, key):
            place = block.place.inside(key)
            for code in texts:
                if code not in (*languages, *sound.spare):
                    yield Finding(section, place, said("language", code=shown(code)), allowed)
            for code in languages:
                if code not in texts and code not in sound.spare:
                    yield Finding(section, place, said("no_key", key=repr(code)), allowed)
            yield from _check_values(section, place, texts, (*languages, *sound.spare))


def _check_values(
    section: str, place: Place, texts: Mapping[str, Any], languages: Sequence[str]
) -> Iterator[Finding]:
    for code in languages:
        if code in texts and not TEXT.accepts(texts[code]):
            yield Finding(section, place.language(code), shown(texts[code]), TEXT.allowed)


def check_numbers(scripts: Sequence[Script]) -> Iterator[Finding]:
    """A card's texts and its script say the same numbers."""
    for script in scripts:
        texts = script.block.fields.get("text", {})
        for code, text in texts.items():
            if script.lines and TEXT.accepts(text):
                written, meant = written_numbers(text), numbers(script.lines)
                if written != meant:
                    place = script.block.place.inside(f"text.{code}")
                    found = said("numbers", list=listed(written) or said("none"))
                    allowed = said("numbers_of_script", list=listed(meant) or said("none"))
                    yield Finding(script.section, place, found, allowed)
