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
from .problems import Place, Problem, listed, said, shown
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


MOST_BLOCKS = 200
"""Of one section, and of threads ten times as many: beyond that nothing else is looked at."""


def lint(content: Content) -> list[Problem]:
    """All problems of a content; an edition can be built of it if there are none."""
    too_many = [content.problem(*finding) for finding in _check_room(content)]
    if too_many:
        return content.problems + too_many
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


def _check_room(content: Content) -> Iterator[Finding]:
    """Sections so large that to check them would take long."""
    sizes = {section: len(blocks) for section, blocks in content.blocks.items()}
    threads = content.facts.get("threads")
    sizes["threads"] = -(-len(threads) // 10) if isinstance(threads, list) else 0
    for section, size in sizes.items():
        if size > MOST_BLOCKS:
            most = MOST_BLOCKS * (10 if section == "threads" else 1)
            place = Place.of(section, section)
            yield Finding(section, place, said("too_many"), said("at_most", most=most))


def _check_counts(content: Content) -> Iterator[Finding]:
    for section, (fewest, most) in _COUNTS.items():
        if section in content.blocks:
            count = len(content.blocks[section])
            if not fewest <= count <= most:
                found, allowed = said("so_many", number=count), said("range", low=fewest, high=most)
                yield Finding(section, Place.of(section, section), found, allowed)


def _check_names(sound: Sound) -> Iterator[Finding]:
    taken: dict[str, str] = {}
    for section in ("color", "space", "informant"):
        for block, [name] in sound.having(section, "name"):
            if name in RESERVED:
                found, allowed = said("name", name=repr(name)), said("not", list=listed(RESERVED))
                yield Finding(section, block.place, found, allowed)
            elif name in taken:
                found = said("name_taken", name=repr(name), section=taken[name])
                yield Finding(section, block.place, found, said("different_names"))
            taken[name] = section


def _check_once(sound: Sound, section: str, key: str) -> Iterator[Finding]:
    seen = set()
    for block, [value] in sound.having(section, key):
        if value in seen:
            found = said("again", key=key, value=shown(value))
            yield Finding(section, block.place, found, said("once", key=key))
        seen.add(value)


def _check_colors(sound: Sound) -> Iterator[Finding]:
    colors = sound.values("color", "name")
    allowed = said("one_of", list=listed(colors))
    for block, [color] in sound.having("space", "color"):
        if color not in colors:
            yield Finding("space", block.place.inside("color"), shown(color), allowed)
    for block, [color] in sound.having("card", "color"):
        if color not in [*colors, JOKER]:
            with_joker = said("one_of", list=listed([*colors, JOKER]))
            yield Finding("card", block.place.inside("color"), shown(color), with_joker)
    on_board = sound.values("space", "color")
    on_tokens = [color for colors in sound.values("token", "colors") for color in colors]
    for block, [color] in sound.having("color", "name"):
        if color not in on_board:
            yield Finding("color", block.place, said("no_space"), said("at_least_one"))
        if color not in on_tokens:
            yield Finding("color", block.place, said("no_token"), said("at_least_one"))


def _check_tokens(sound: Sound) -> Iterator[Finding]:
    known = sound.values("color", "name")
    for block, [colors] in sound.having("token", "colors"):
        for color in colors:
            if color not in known:
                place, allowed = block.place.inside("colors"), said("some_of", list=listed(known))
                yield Finding("token", place, shown(color), allowed)
    seen: dict[tuple[frozenset[str], bool], str] = {}
    for block, [colors, symbol] in sound.having("token", "colors", "momentum_symbol"):
        kind = (frozenset(colors), symbol)
        if kind in seen:
            found = said("token_again", block=seen[kind])
            yield Finding("token", block.place, found, said("tokens_once"))
        seen.setdefault(kind, block.place)
