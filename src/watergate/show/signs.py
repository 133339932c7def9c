"""How tokens, colours and sides look in a terminal. Colour is never the only sign.

A token is five characters: its colours as letters, a star for the momentum symbol, and a frame that
says how it lies.

    ( b )   an empty space for blue       [ B*]   face up, with the momentum symbol
    ░B/Y░   face down, blue and yellow    ░ ? ░   face down, not known
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

from watergate.edition import JOKER, Edition, Side, text_in
from watergate.texts import phrase

SIDE_STYLE = {Side.EDITOR: "bold cyan", Side.NIXON: "bold red"}
FAINT = "bright_black"
SHADE = "░"
UNKNOWN = ((f"{SHADE} ? {SHADE}", FAINT),)
Runs = tuple[tuple[str, str], ...]
"""Pieces of text with their styles, as `rich` assembles them."""
_STYLES = {"blue": "bright_blue", "yellow": "yellow", "green": "green", "red": "red"}


def letters(edition: Edition, language: str = "en") -> Mapping[str, str]:
    """A capital letter for each colour: the first of its label that is still free."""
    return _letters(tuple((color.name, text_in(color.names, language)) for color in edition.colors))


@functools.cache
def _letters(labels: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for name, label in labels:
        free = [letter for letter in label.upper() if letter not in found.values()]
        found[name] = free[0] if free else "?"
    return found


def color_style(color: str) -> str:
    return _STYLES.get(color, "")


def card_color(color: str, edition: Edition, language: str = "en") -> str:
    if color == JOKER:
        return phrase("show.joker", language)
    return letters(edition, language)[color]


def plain(runs: Runs) -> str:
    return "".join(text for text, _ in runs)


def empty_space(color: str, edition: Edition, language: str = "en") -> Runs:
    return ((f"( {letters(edition, language)[color].lower()} )", color_style(color)),)


def token(name: str, edition: Edition, *, face_up: bool, language: str = "en") -> Runs:
    """A token in its frame, each colour's letter in that colour."""
    kind = next(kind for kind in edition.token_kinds if kind.name == name)
    weight = "bold " if face_up else ""
    signs = letters(edition, language)
    runs = [(signs[color], weight + color_style(color)) for color in kind.colors]
    if len(runs) == 1:
        face = [(" ", ""), *runs, ("*" if kind.momentum_symbol else " ", weight)]
    else:
        star = [("*", weight)] if kind.momentum_symbol else [("/", FAINT)]
        face = [runs[0], *star, *runs[1:]]
    return framed(tuple((text, style.strip()) for text, style in face), face_up=face_up)


def framed(runs: Runs, *, face_up: bool) -> Runs:
    left, right, style = ("[", "]", "bold") if face_up else (SHADE, SHADE, FAINT)
    return ((left, style), *runs, (right, style))


def short_name(name: str, full_name: str) -> str:
    """As much of an informant's full name as the short one has words: McCord, Martha Mitchell."""
    words = full_name.split()
    return " ".join(words[-(name.count("_") + 1) :])
