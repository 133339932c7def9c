"""Names of players in options: shell completion, and substitutes where the network cannot play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from watergate.edition import Edition
from watergate.players import OTHER_PLAYERS, PLAYERS, plays_by_tree
from watergate.players.seating import OTHER_SEATS, SEATS
from watergate.terminal.opponents import name_of

from .common import language, say, words


def complete_player(incomplete: str) -> Iterator[tuple[str, str]]:
    """Names that begin like this, each with what it is called."""
    return _complete(incomplete, (*PLAYERS, *_beginnings(OTHER_PLAYERS)))


def complete_seat(incomplete: str) -> Iterator[tuple[str, str]]:
    return _complete(incomplete, (*SEATS, *_beginnings(OTHER_SEATS)))


def _beginnings(names: tuple[str, ...]) -> list[str]:
    """What names with a part of one's own begin with: `search:`."""
    return [f"{name.partition(':')[0]}:" for name in names]


def _complete(incomplete: str, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for name in names:
        if name.startswith(incomplete):
            yield name, name_of(name, language()) if name in SEATS else ""


def say_who_plays(names: Iterable[str], edition: Edition) -> None:
    """Say whose place the tree search takes in an edition that the network does not know."""
    if others := sorted({name for name in names if plays_by_tree(name, edition)}):
        say(words("cli.plays_by_tree", names=", ".join(others), edition=edition.name))
