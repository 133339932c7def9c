"""The linter: everything that is wrong with an edition, all at once.

`sound.py` looks at single values, `card_checks.py` at cards and scripts, `text_checks.py` at texts,
`board_checks.py` at threads, and this module at the rest: counts, names, colours and tokens.
"""

from __future__ import annotations

from collections.abc import Iterator

from .board_checks import check_threads
from .card_checks import check_abilities, check_cards, check_decks, check_scripts, scripts_of
from .layout import COLORS, KINDS, PICTURES, SPACES
from .model import JOKER
from .problems import Problem, shown
from .sound import Finding, Sound, check_shape, sound_part
from .source import Content
from .text_checks import check_numbers, check_texts

RESERVED = ("nixon", "initiative", "momentum", "facedown", JOKER, "supply", "bag")
"""Words that moves and scripts use beside the names of an edition."""

_COUNTS = {
    "color": (1, COLORS),
    "token": (1, KINDS),
    "space": (1, SPACES),
    "informant": (2, PICTURES),  # RULES 1.4: two of them win
}


def lint(content: Content) -> list[Problem]:
    """All problems of a content; an edition can be built of it if there are none."""
    sound = sound_part(content)
    cards, abilities = scripts_of(sound, "card"), scripts_of(sound, "ability")
    findings = [
        *check_shape(content),
        *_check_counts(content),
        *_check_names(sound),
        *_check_once(sound, "card", "number"),
        *_check_once(sound, "ability", "space"),
        *_check_once(sound, "color", "symbol"),
        *_check_colors(sound),
        *_check_tokens(sound),
        *check_threads(sound),
        *check_scripts(sound, [*cards, *abilities]),
        *check_cards(sound, cards),
        *(check_decks(sound, cards) if "card" in content.blocks else ()),
        *check_abilities(cards, abilities),
        *check_texts(sound),
        *check_numbers([*cards, *abilities]),
    ]
    return content.problems + [content.problem(*finding) for finding in findings]


def _check_counts(content: Content) -> Iterator[Finding]:
    for section, (fewest, most) in _COUNTS.items():
        if section in content.blocks:
            count = len(content.blocks[section])
            if not fewest <= count <= most:
                yield Finding(section, section, f"{count} of them", f"{fewest} to {most}")


def _check_names(sound: Sound) -> Iterator[Finding]:
    taken: dict[str, str] = {}
    for section in ("color", "space", "informant"):
        for block, [name] in sound.having(section, "name"):
            if name in RESERVED:
                allowed = f"any other word than: {', '.join(RESERVED)}"
                yield Finding(section, block.place, f"name {name!r}", allowed)
            elif name in taken:
                found = f"name {name!r}, which a {taken[name]} has too"
                allowed = "different names for all colours, spaces and informants"
                yield Finding(section, block.place, found, allowed)
            taken[name] = section


def _check_once(sound: Sound, section: str, key: str) -> Iterator[Finding]:
    seen = set()
    for block, [value] in sound.having(section, key):
        if value in seen:
            yield Finding(section, block.place, f"{key} {shown(value)} again", f"each {key} once")
        seen.add(value)


def _check_colors(sound: Sound) -> Iterator[Finding]:
    colors = sound.values("color", "name")
    allowed = f"one of: {', '.join(colors)}"
    for block, [color] in sound.having("space", "color"):
        if color not in colors:
            yield Finding("space", f"{block.place}, color", shown(color), allowed)
    for block, [color] in sound.having("card", "color"):
        if color not in [*colors, JOKER]:
            yield Finding("card", f"{block.place}, color", shown(color), f"{allowed}, {JOKER}")
    on_board = sound.values("space", "color")
    on_tokens = [color for colors in sound.values("token", "colors") for color in colors]
    for block, [color] in sound.having("color", "name"):
        if color not in on_board:
            yield Finding("color", block.place, "no space of this colour", "at least one")
        if color not in on_tokens:
            yield Finding("color", block.place, "no token of this colour", "at least one")


def _check_tokens(sound: Sound) -> Iterator[Finding]:
    known = sound.values("color", "name")
    for block, [colors] in sound.having("token", "colors"):
        for color in colors:
            if color not in known:
                place, allowed = f"{block.place}, colors", f"some of: {', '.join(known)}"
                yield Finding("token", place, shown(color), allowed)
    seen: dict[tuple[frozenset[str], bool], str] = {}
    for block, [colors, symbol] in sound.having("token", "colors", "momentum_symbol"):
        kind = (frozenset(colors), symbol)
        if kind in seen:
            found = f"the colours and symbol of {seen[kind]} again"
            yield Finding("token", block.place, found, "each kind once, with its count")
        seen.setdefault(kind, block.place)
