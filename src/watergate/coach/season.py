"""Many games in sum: how much of a record was luck, and where decisions were lost.

Each game counts with its result, and with the same without the luck of cards and evidence
(`account.py`). Luck is zero on the average, so both have the same mean; without luck the figures
scatter less, and the interval of the mean is narrower.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import TypeAdapter

from watergate.edition import Side

from .models import Judgement, Review, Tally
from .review import counted_loss

PHASES = ((2, "early"), (5, "middle"), (math.inf, "late"))
"""Up to which round a phase of the game goes."""
SURE = 1.96
"""Standard errors on either side of a mean, for an interval of 95 %."""


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of some games, and how far off it may be: half of its 95 % interval."""

    mean: float
    within: float | None
    """None for a single game."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's games on one side against one opponent; None for all of them."""

    player: str
    side: str | None
    opponent: str | None
    games: int
    share: Mean
    """Of games won."""
    adjusted: Mean
    """The same without luck."""
    fewer: float | None
    """The share of games that would have been enough for an interval as narrow as the plain one."""


@dataclass(frozen=True, slots=True)
class Habits:
    """What a player loses by decisions, a game, by kind of decision and by phase."""

    player: str
    kinds: list[Tally]
    phases: list[Tally]


@dataclass(frozen=True, slots=True)
class Season:
    games: int
    standings: list[Standing]
    habits: list[Habits]

    def to_json(self) -> bytes:
        return _SEASON.dump_json(self)


_SEASON: TypeAdapter[Season] = TypeAdapter(Season)


@dataclass
class _Games:
    results: list[float] = field(default_factory=list)
    adjusted: list[float] = field(default_factory=list)


def season_of(games: Iterable[tuple[Mapping[str, str], Review]]) -> Season:
    """What games come to, each given by the tags of its record and its review."""
    lines: dict[tuple[Any, ...], _Games] = {}
    decisions: dict[str, list[Judgement]] = {}
    played: dict[str, int] = {}
    number = 0
    for tags, review in games:
        number += 1
        names = {side: tags.get(side.name.title()) or str(side) for side in Side}
        for side in Side:
            me, other = names[side], names[side.opponent]
            played[me] = played.get(me, 0) + 1
            own = (one for one in review.decisions if one.side == str(side))
            decisions.setdefault(me, []).extend(own)
            account = review.account
            points = [account.result, account.adjusted]
            if side is Side.NIXON:
                points = [1 - each for each in points]
            for line in ((me, None, None), (me, str(side), None), (me, str(side), other)):
                found = lines.setdefault(line, _Games())
                found.results.append(points[0])
                found.adjusted.append(points[1])
    standings = [_standing(line, found) for line, found in lines.items()]
    standings.sort(key=lambda row: (row.player, row.side or "", row.opponent or ""))
    habits = [_habits(name, own, played[name]) for name, own in sorted(decisions.items())]
    return Season(number, standings, habits)


def mean_of(values: list[float]) -> Mean:
    """The mean of some numbers, with its interval."""
    if len(values) < 2:
        return Mean(values[0], None)
    return Mean(statistics.fmean(values), SURE * statistics.stdev(values) / math.sqrt(len(values)))


def _standing(line: tuple[Any, ...], found: _Games) -> Standing:
    plain, adjusted = mean_of(found.results), mean_of(found.adjusted)
    fewer = None
    if plain.within and adjusted.within is not None:
        fewer = (adjusted.within / plain.within) ** 2
    player, side, opponent = line
    return Standing(player, side, opponent, len(found.results), plain, adjusted, fewer)


def _habits(player: str, own: list[Judgement], games: int) -> Habits:
    return Habits(player, _sums(own, lambda one: one.kind, games), _sums(own, _phase, games))


def _phase(one: Judgement) -> str:
    return next(name for last, name in PHASES if one.round <= last)


def _sums(own: list[Judgement], name: Any, games: int) -> list[Tally]:
    losses: dict[str, list[float]] = {}
    for one in own:
        losses.setdefault(name(one), []).append(counted_loss(one))
    tallies = [Tally(key, len(found), math.fsum(found) / games) for key, found in losses.items()]
    return sorted(tallies, key=lambda tally: (-tally.loss, tally.name))
