"""Checks of texts: every text in every language, with the numbers of its script."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .card_checks import Script
from .fields import TEXT
from .language import numbers, written_numbers
from .problems import shown
from .sound import Finding, Sound
from .source import FIRST_LANGUAGE

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
                yield Finding("title", "title", f"language {shown(code)}", "a code like en")
        if FIRST_LANGUAGE not in languages:
            yield Finding("title", "title", f"no {FIRST_LANGUAGE!r}", "a title in en at least")
        yield from _check_values("title", "title", title, languages)
    allowed = f"the languages of the title: {', '.join(languages)}"
    for section, key in _TEXTS:
        for block, [texts] in sound.having(section, key):
            place = f"{block.place}, {key}"
            for code in texts:
                if code not in (*languages, *sound.spare):
                    yield Finding(section, place, f"language {shown(code)}", allowed)
            for code in languages:
                if code not in texts and code not in sound.spare:
                    yield Finding(section, place, f"no {code!r}", allowed)
            yield from _check_values(section, place, texts, (*languages, *sound.spare))


def _check_values(
    section: str, place: str, texts: Mapping[str, Any], languages: Sequence[str]
) -> Iterator[Finding]:
    for code in languages:
        if code in texts and not TEXT.accepts(texts[code]):
            yield Finding(section, f"{place}.{code}", shown(texts[code]), TEXT.allowed)


def check_numbers(scripts: Sequence[Script]) -> Iterator[Finding]:
    """A card's texts and its script say the same numbers."""
    for script in scripts:
        texts = script.block.fields.get("text", {})
        for code, text in texts.items():
            if script.lines and TEXT.accepts(text):
                written, meant = written_numbers(text), numbers(script.lines)
                if written != meant:
                    place = f"{script.block.place}, text.{code}"
                    allowed = f"those of the script, in digits: {_listed(meant)}"
                    yield Finding(script.section, place, f"numbers: {_listed(written)}", allowed)


def _listed(values: Sequence[int]) -> str:
    return ", ".join(str(value) for value in values) or "none"
