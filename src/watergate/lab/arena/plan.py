"""The plan of an arena: its settings, and the list of games that follows from them.

Any two players make a match, and each match has so many duplicate pairs: pair p is played twice
with the luck of seed S + p, the sides swapped. All matches play their pair p before any plays the
next, so that a tournament that is broken off has about as many games of each.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from watergate.edition import Edition
from watergate.players import player
from watergate.players.policy import knows
from watergate.rules import WatergateError

from .sprt import Hypotheses

MOST_PLAYERS = 100


class ArenaError(WatergateError):
    """An arena that cannot be played as it was asked for. Says why."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played. Games count from 1, matches and pairs from 0."""

    game: int
    match: int
    pair: int
    seed: int
    editor: str
    nixon: str


@dataclass(frozen=True)
class Plan:
    """The settings of an arena: all that decides about its results."""

    players: tuple[str, ...]
    pairs: int
    seed: int
    edition: Edition
    records: bool = False
    test: Hypotheses | None = None
    luck: bool = False
    """Whether the luck of each game is counted."""

    def __post_init__(self) -> None:
        if not 2 <= len(self.players) <= MOST_PLAYERS:
            raise ArenaError(f"players: {len(self.players)}; allowed: 2 to {MOST_PLAYERS}")
        for name in self.players:
            if not name.isprintable():
                raise ArenaError(f"the name {name!r} has signs that cannot be printed")
            if self.players.count(name) > 1:
                raise ArenaError(f"{name!r} stands there twice; name each player once")
        if self.test is not None and len(self.players) != 2:
            raise ArenaError(
                f"a test compares two players, not {len(self.players)}; leave out --sprt or players"
            )
        if self.luck and not knows(self.edition):
            raise ArenaError(
                f"the network counts the luck, and has not learnt {self.edition.name!r}; "
                "leave out --luck"
            )

    @functools.cached_property
    def matches(self) -> list[tuple[str, str]]:
        return list(itertools.combinations(self.players, 2))

    @property
    def games(self) -> int:
        return 2 * self.pairs * len(self.matches)

    def fixtures(self) -> Iterator[Fixture]:
        return (self.fixture(game) for game in range(1, self.games + 1))

    def fixture(self, game: int) -> Fixture:
        """The game of a number, from 1 to `games`."""
        place, swapped = divmod(game - 1, 2)
        pair, match = divmod(place, len(self.matches))
        editor, nixon = self.matches[match][:: -1 if swapped else 1]
        return Fixture(game, match, pair, self.seed + pair, editor, nixon)


def try_players(plan: Plan) -> None:
    """Make every player once, so that a wrong name is refused before anything is played."""
    for name in plan.players:
        one = player(name, 0, plan.edition)
        with suppress(Exception):
            one.close()
