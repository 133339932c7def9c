"""The text parts of the drawing: header, prompt, notes and the last log lines."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from rich.text import Text

from watergate.edition import Edition, text_in
from watergate.rules import Entry, Message, View, text_of
from watergate.texts import phrase

from .signs import FAINT


def draw_header(view: View, width: int, language: str = "en") -> Text:
    numbers = {
        "round": view.round,
        "ply": view.ply,
        "bag": view.bag_count,
        "supply": view.momentum_supply,
    }
    facts = [phrase(f"show.{key}", language, number=n) for key, n in numbers.items()]
    if view.viewer != "everyone":
        facts.append(phrase(f"show.seen_by_{view.viewer}", language))
    right = " · ".join(facts)
    row = Text.assemble(("WATERGATE", "bold"))
    row.append(" " * max(1, width - len(right) - row.cell_len))
    return row.append(right)


def draw_news(view: View, edition: Edition, width: int, language: str) -> list[Text]:
    """The prompt or the result, and what the board does not show."""
    rows = []
    if view.result is not None:
        rows += _headline(f"★ {text_of(view.result.message, edition, language)}", width)
    elif view.decision is not None:
        rows += _headline(f"► {text_of(view.decision.prompt, edition, language)}", width)
    for note in _notes(view, edition, language):
        rows += [Text(line) for line in textwrap.wrap(note, width - 2, initial_indent="  ")]
    return rows


def _headline(text: str, width: int) -> list[Text]:
    return [Text(line, "bold") for line in textwrap.wrap(text, width, subsequent_indent="  ")]


def _notes(view: View, edition: Edition, language: str) -> list[str]:
    notes = []
    cards = view.chain or [*view.in_play, *([view.drawn] if view.drawn else [])]
    if cards:
        names = " ← ".join(text_in(edition.card(card).names, language) for card in cards)
        notes.append(phrase("show.in_play", language, cards=names))
    if view.events_silent:
        notes.append(text_of(Message("log.events_silenced", {}), edition, language))
    absent = [name for name in view.facedown.absent if view.facedown.count]
    notes += [
        text_of(Message("log.answered_no", {"color": name}), edition, language) for name in absent
    ]
    return notes


def draw_log(
    log: Sequence[Entry], edition: Edition, width: int, count: int, language: str
) -> list[Text]:
    """The last lines of the log, in words."""
    lines = [
        line for entry in log[-count:] for line in log_lines(entry, edition, width, language)
    ] if count else []  # fmt: skip
    return [Text(line, FAINT) for line in lines[-count:]] if count else []


def log_lines(entry: Entry, edition: Edition, width: int, language: str = "en") -> list[str]:
    """One entry of a log in words, broken into lines."""
    text = text_of(entry.message, edition, language)
    return textwrap.wrap(text, width, initial_indent="  · ", subsequent_indent="    ")
