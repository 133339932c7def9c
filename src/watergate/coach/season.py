"""Summary of many reviewed games: how much of a record was luck, and where decisions were lost.

Each game counts with its result, and with the same without the luck of cards and evidence
(`account.py`). Luck is zero on the average, so both have the same mean; without luck the figures
scatter less, and the interval of the mean is narrower.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from pydantic import TypeAdapter

from watergate.edition import Side

from .models import Review, SideReview, Tally

PHASES = ((2, "early"), (5, "middle"), (math.inf, "late"))
"""Up to which round a phase of the game goes."""
SURE = 1.96
"""Standard errors on either side of a mean, for an interval of 95 %, of very many games."""


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of some games, and how far off it may be: half of its 95 % interval."""

    mean: float
    within: float | None
    """None for a single game, and where all came out the same: then nothing tells how far."""


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A player's games on one side, against one opponent, or both; None for all of them."""

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
class Tallies:
    """A player's games in sum: how they came out, and what was lost by decisions, a game."""

    standings: list[SeasonLine]
    """All games first, then by side, by opponent, and by both."""
    kinds: list[Tally]
    """Where most is lost first."""
    phases: list[Tally]
    """In the order of the game."""


@dataclass(frozen=True, slots=True)
class Season:
    games: int
    players: dict[str, Tallies]

    def to_json(self) -> bytes:
        return _SEASON.dump_json(self)


@dataclass(frozen=True, slots=True)
class Played:
    """What a reviewed game counts with for one of its players; a chance is that player's."""

    side: str
    opponent: str
    result: float
    adjusted: float
    decisions: SideReview | None
    """None where the other side alone was reviewed."""


@dataclass(frozen=True, slots=True)
class _Outcome:
    result: float
    adjusted: float


@dataclass(frozen=True, slots=True)
class _Gist:
    """The little of a written review that counts here: the rest is left unread."""

    account: _Outcome
    editor: SideReview | None
    nixon: SideReview | None


_SEASON: TypeAdapter[Season] = TypeAdapter(Season)
_GIST: TypeAdapter[_Gist] = TypeAdapter(_Gist)


def played_of(review: Review | _Gist, side: Side, opponent: str) -> Played:
    """What a review says of the game of one side."""
    account, is_editor = review.account, side is Side.EDITOR
    result, adjusted = (
        chance if is_editor else 1 - chance for chance in (account.result, account.adjusted)
    )
    decisions = review.editor if is_editor else review.nixon
    return Played(str(side), opponent, result, adjusted, decisions)


def played_of_json(review: bytes | str, side: Side, opponent: str) -> Played:
    """The same of a review as it was written by `to_json`."""
    return played_of(_GIST.validate_json(review), side, opponent)


def season_of(games: Iterable[tuple[Mapping[str, str], Review]]) -> Season:
    """What games come to, each given by the tags of its record and its review."""
    played: dict[str, list[Played]] = {}
    number = 0
    for tags, review in games:
        number += 1
        names = {side: tags.get(side.name.title()) or str(side) for side in Side}
        for side in Side:
            found = played_of(review, side, names[side.opponent])
            played.setdefault(names[side], []).append(found)
    return Season(number, {name: tallies_of(own) for name, own in sorted(played.items())})


def tallies_of(games: Sequence[Played]) -> Tallies:
    """What one player's games come to."""
    lines: dict[tuple[str | None, str | None], list[Played]] = {}
    for game in games:
        for side in (None, game.side):
            for opponent in (None, game.opponent):
                lines.setdefault((side, opponent), []).append(game)
    order = sorted(
        lines, key=lambda line: (line[1] is not None, line[0] is not None, *map(str, line))
    )
    judged = [game.decisions for game in games if game.decisions is not None]
    kinds = _sums((one.kinds for one in judged), lambda name: name, len(judged))
    phases = _sums((one.rounds for one in judged), lambda name: phase_of(int(name)), len(judged))
    return Tallies(
        [_standing(*line, lines[line]) for line in order],
        sorted(kinds, key=lambda tally: (-tally.loss, tally.name)),
        sorted(phases, key=lambda tally: [name for _, name in PHASES].index(tally.name)),
    )


def mean_of(values: Sequence[float]) -> Mean:
    """The mean of some numbers, with its interval."""
    mean, number = statistics.fmean(values), len(values)
    spread = statistics.stdev(values) if number > 1 else 0.0
    return Mean(mean, _errors(number) * spread / math.sqrt(number) if spread else None)


def phase_of(number: int) -> str:
    """The phase of the game that a round belongs to."""
    return next(name for last, name in PHASES if number <= last)


def _errors(number: int) -> float:
    """Standard errors on either side of a mean of a few games, whose spread is only guessed at from
    them: Student's t, by the expansion of Fisher and Cornish."""
    z, v = SURE, number - 1
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    )


def _standing(side: str | None, opponent: str | None, games: Sequence[Played]) -> SeasonLine:
    plain = mean_of([game.result for game in games])
    adjusted = mean_of([game.adjusted for game in games])
    fewer = None
    if plain.within is not None and adjusted.within is not None:
        fewer = (adjusted.within / plain.within) ** 2
    return SeasonLine(side, opponent, len(games), plain, adjusted, fewer)


def _sums(
    tallies: Iterable[Sequence[Tally]], group: Callable[[str], str], games: int
) -> list[Tally]:
    """Tallies of several games in sum, the loss a game."""
    decisions: dict[str, int] = {}
    losses: dict[str, list[float]] = {}
    for tally in (one for of_game in tallies for one in of_game):
        name = group(tally.name)
        decisions[name] = decisions.get(name, 0) + tally.decisions
        losses.setdefault(name, []).append(tally.loss)
    return [Tally(name, decisions[name], math.fsum(losses[name]) / games) for name in losses]
