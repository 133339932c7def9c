"""Names of sides, tokens and places in positions, views and logs, in the order of their numbers."""

from __future__ import annotations

from dataclasses import dataclass

from watergate.edition import Edition
from watergate.edition.caching import kept_by_edition

from .caching import cached
from .core.state import NOBODY, OFF

SIDES = ("editor", "nixon", "chance", "nobody")
WAYS = ("-", "momentum", "supply", "connection", "stopped")
"""How a game ended, by the numbers of `core/state.py`."""
MARKERS = ("facedown", "initiative", "momentum")


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """What an edition calls its things; one object an edition."""

    kinds: tuple[str, ...]
    colors: tuple[str, ...]
    spaces: tuple[str, ...]
    pictures: tuple[str, ...]


@kept_by_edition
def names_of(edition: Edition) -> Names:
    return Names(
        kinds=tuple(kind.name for kind in edition.token_kinds),
        colors=tuple(color.name for color in edition.colors),
        spaces=tuple(space.name for space in edition.spaces),
        pictures=tuple(informant.name for informant in edition.informants),
    )


@cached
def place_name(place: int) -> str:
    """A position of the track in the notation of RULES 2.1: 2 is E2, -3 is N3."""
    return "0" if place == 0 else f"{'E' if place > 0 else 'N'}{abs(place)}"


def place_or_none(place: int) -> str | None:
    return None if place == OFF else place_name(place)


def side_or_none(side: int) -> str | None:
    return None if side == NOBODY else SIDES[side]


@cached
def numbers_of(mask: int) -> tuple[int, ...]:
    """The numbers of the bits of a mask, rising."""
    left, found = int(mask), []
    while left:
        lowest = left & -left
        found.append(lowest.bit_length() - 1)
        left ^= lowest
    return tuple(found)


@cached
def kinds_of(word: int) -> tuple[int, ...]:
    """The kinds of a word of tokens, each as often as it is there."""
    return tuple(kind for kind in range(15) for _ in range(int(word) >> 4 * kind & 15))


@cached
def named(names: tuple[str, ...], mask: int) -> tuple[str, ...]:
    """The names of the bits of a mask."""
    return tuple(names[n] for n in numbers_of(mask))


@cached
def tokens_named(names: tuple[str, ...], word: int) -> tuple[str, ...]:
    """The names of the tokens of a word."""
    return tuple(names[kind] for kind in kinds_of(word))
