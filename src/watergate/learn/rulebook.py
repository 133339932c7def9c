"""The rules page of each language, divided into sections that can be shown alone.

The pages are `docs/rules.md` and `docs/rules.hu.md`. A wheel carries them as `texts/rules.en.md`
and `texts/rules.hu.md` (`force-include` in pyproject.toml); in a source checkout, which is what an
editable install uses, they are read from `docs`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import watergate.texts
from watergate.texts import FALLBACK, folded

_HEADING = re.compile(r"#+ ")
_RULE = re.compile(r"(?:- )?\*\*((?:\d+\.|R)\d+)\*\*")
_CARDS = re.compile(r"\((\d+(?:, \d+)*|\d+ to \d+)\)")


@dataclass(frozen=True, slots=True)
class Section:
    """A numbered rule, or the unnumbered text under a heading; `number` is empty then."""

    number: str
    heading: str
    markdown: str

    @property
    def chapter(self) -> str:
        return self.number.partition(".")[0]


@functools.cache
def page(language: str) -> str:
    """The whole page, as Markdown."""
    texts = Path(watergate.texts.__file__).parent
    packed = texts / f"rules.{language}.md"
    source = packed if packed.exists() else texts.parents[2] / "docs" / _file(language)
    return source.read_text(encoding="utf-8")


def _file(language: str) -> str:
    return "rules.md" if language == FALLBACK else f"rules.{language}.md"


@functools.cache
def sections(language: str) -> tuple[Section, ...]:
    return tuple(_sections(page(language)))


def _sections(text: str) -> Iterator[Section]:
    heading, number, lines = "", "", list[str]()
    for line in text.splitlines():
        rule = _RULE.match(line)
        if rule or _HEADING.match(line):
            if any(lines):
                yield Section(number, heading, "\n".join(lines).strip())
            lines = []
            number = rule[1] if rule else ""
            heading = heading if rule else line.lstrip("# ")
        if not _HEADING.match(line):
            lines.append(line)
    yield Section(number, heading, "\n".join(lines).strip())


def find(word: str, language: str) -> list[Section]:
    """The rule of a number, the rules of a chapter, or every section that contains a word."""
    all_sections = sections(language)
    wanted = folded(word.strip().rstrip("."))
    if not wanted:
        return []
    numbered = [s for s in all_sections if wanted in (s.number.lower(), s.chapter)]
    if numbered:
        return numbered
    return [s for s in all_sections if wanted in folded(f"{s.heading}\n{s.markdown}")]


def mentions(number: str, language: str) -> list[str]:
    """The numbers of the other rules that refer to one."""
    wanted = re.compile(rf"(?<![\d.]){re.escape(number)}(?!\.?\d)")
    return [
        section.number for section in sections(language)
        if section.number not in ("", number) and wanted.search(section.markdown)
    ]  # fmt: skip


def rules_of_card(number: int) -> list[str]:
    """The numbers of the rules of chapters 7 and 8 that speak of a card, by its number in brackets.

    What the text over the rules of a section says of some cards, as of all that recruit, holds for
    these rules.
    """
    found: list[str] = []
    over: tuple[str, set[int]] = ("", set())
    for section in sections("en"):
        cards = _cards_in(section.markdown)
        if not section.number:
            over = (section.heading, cards)
        elif section.chapter in ("7", "8"):
            inherited = over[1] if over[0] == section.heading else set()
            if number in cards | inherited:
                found.append(section.number)
    return found


def _cards_in(markdown: str) -> set[int]:
    """The card numbers in brackets, as (9), (3, 24) and (2 to 8); those in tables do not count."""
    text = "\n".join(line for line in markdown.splitlines() if not line.startswith("|"))
    cards: set[int] = set()
    for listed in _CARDS.findall(text):
        ends = [int(end) for end in re.findall(r"\d+", listed)]
        cards |= set(range(ends[0], ends[1] + 1)) if " to " in listed else set(ends)
    return cards
