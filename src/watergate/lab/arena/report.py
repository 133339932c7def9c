"""The report of an arena: standings, matches, ratings, ways of winning, failures.

Shares count a game that was stopped (RULES 9.5) as half a point to each. Their intervals rest on
what is independent: games with the same pair number share their luck, so all of a player's games
with one number are one observation. Where the luck of each game is counted, it is a control variate
that makes them narrower.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

import numpy as np

from watergate.edition import Side
from watergate.lab.simulate import STOPPED
from watergate.lab.statistics import Interval, Spread, score_interval, spread, without
from watergate.rules.names import WAYS

from .folder import settings_of
from .match import FAILED, Played
from .plan import Plan
from .ratings import Rating, Ratings, fit
from .sprt import Decision, counts_of
from .tournament import Tournament

FEWEST_PAIRS = 10
"""So many observations tell how much of the scores was luck."""


@dataclass(frozen=True, slots=True)
class WithoutLuck:
    """A share and its interval, less what the luck of cards and evidence explains of it."""

    share: float
    interval: Interval
    fewer: float | None
    """By which share fewer games give an interval as narrow as the plain one; None where the plain
    scores do not vary."""


@dataclass(frozen=True, slots=True)
class Score:
    """Points out of games, and where the true share lies with 95 % confidence."""

    points: float
    games: int
    interval: Interval
    without_luck: WithoutLuck | None = None
    """None where luck was not counted, or over too few games."""

    @property
    def share(self) -> float | None:
        return self.points / self.games if self.games else None


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's results over all its games."""

    player: str
    rating: Rating
    total: Score
    roles: Mapping[Side, Score]
    failures: int


@dataclass(frozen=True, slots=True)
class Match:
    """Two players' results against each other, as the first one's."""

    players: tuple[str, str]
    total: Score
    roles: Mapping[Side, Score]
    pairs: Sequence[int]
    """How many whole pairs brought the first player 0, 1/4, 1/2, 3/4 and 1."""


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that an arena reports."""

    plan: Plan
    games: Sequence[Played]
    is_over: bool
    ratings: Ratings
    standings: Sequence[Standing]
    """The best first."""
    matches: Sequence[Match]
    ways: Mapping[Side, Mapping[str, int]]
    """How often each side won in each way; stopped games stand under both."""
    rounds: Spread | None
    decisions: Spread | None
    llr: float
    decision: Decision

    @property
    def failures(self) -> list[Played]:
        return [game for game in self.games if game.failed]

    def against(self, one: str, other: str) -> Score | None:
        """The first player's score against the second; None for itself."""
        for match in self.matches:
            if match.players == (one, other):
                return match.total
            if match.players == (other, one):
                return _turned(match.total)
        return None


def report_on(tournament: Tournament) -> Report:
    plan, games = tournament.plan, tournament.games
    ratings = fit(plan.players, (((g.editor, g.nixon), g.editor_score) for g in games))
    standings = [_standing(name, ratings, games) for name in plan.players]
    ended = [game for game in games if not game.failed]
    return Report(
        plan=plan,
        games=games,
        is_over=tournament.is_over,
        ratings=ratings,
        standings=sorted(standings, key=lambda s: -s.rating.elo),
        matches=[_match(plan, number, games) for number in range(len(plan.matches))],
        ways=_ways(games),
        rounds=spread([game.rounds for game in ended]) if ended else None,
        decisions=spread([game.decisions for game in ended]) if ended else None,
        llr=tournament.llr,
        decision=tournament.decision,
    )


def score_of(name: str, games: Iterable[Played]) -> Score:
    """A player's score in its games; those with the same luck are one observation."""
    by_luck: dict[int, list[Played]] = {}
    for game in games:
        by_luck.setdefault(game.pair, []).append(game)
    means = [fmean(game.score(name) for game in pair) for pair in by_luck.values()]
    points = sum(game.score(name) for pair in by_luck.values() for game in pair)
    without_luck = _without_luck(name, means, list(by_luck.values()))
    return Score(points, sum(map(len, by_luck.values())), score_interval(means), without_luck)


def _without_luck(
    name: str, means: Sequence[float], pairs: Sequence[Sequence[Played]]
) -> WithoutLuck | None:
    lucks = [[game.luck_for(name) for game in pair] for pair in pairs]
    if len(pairs) < FEWEST_PAIRS or any(luck is None for pair in lucks for luck in pair):
        return None
    control = [fmean(luck for luck in pair if luck is not None) for pair in lucks]
    left, plain = without(means, control), float(np.var(means))
    fewer = 1 - float(np.var(left)) / plain if plain else None
    return WithoutLuck(float(left.mean()), score_interval(means, control=control), fewer)


def _turned(score: Score) -> Score:
    less = score.without_luck
    turned = less and WithoutLuck(1 - less.share, _turned_over(less.interval), less.fewer)
    points = score.games - score.points
    return Score(points, score.games, _turned_over(score.interval), turned)


def _turned_over(interval: Interval) -> Interval:
    return Interval(1 - interval.high, 1 - interval.low)


def _roles(name: str, games: Sequence[Played]) -> dict[Side, Score]:
    return {
        Side.EDITOR: score_of(name, (game for game in games if game.editor == name)),
        Side.NIXON: score_of(name, (game for game in games if game.nixon == name)),
    }


def _standing(name: str, ratings: Ratings, games: Sequence[Played]) -> Standing:
    own = [game for game in games if name in (game.editor, game.nixon)]
    failures = sum(
        name == (game.editor if game.failed == str(Side.EDITOR) else game.nixon)
        for game in own if game.failed
    )  # fmt: skip
    return Standing(name, ratings.players[name], score_of(name, own), _roles(name, own), failures)


def _match(plan: Plan, number: int, games: Sequence[Played]) -> Match:
    name, _ = players = plan.matches[number]
    own = [game for game in games if game.match == number]
    pairs: dict[int, list[float]] = {}
    for game in own:
        pairs.setdefault(game.pair, []).append(game.score(name))
    whole = [sum(scores) / 2 for scores in pairs.values() if len(scores) == 2]
    return Match(players, score_of(name, own), _roles(name, own), counts_of(whole))


def _ways(games: Sequence[Played]) -> dict[Side, dict[str, int]]:
    found = Counter((game.winner, game.way) for game in games)
    ways = [*WAYS[1:], STOPPED, FAILED]
    return {
        side: {way: found[(str(side) if way != STOPPED else "", way)] for way in ways}
        for side in Side
    }


# As plain data


def report_as_json(report: Report) -> dict[str, Any]:
    """The report as plain data: the same for the same plan, wherever it was played."""
    test = report.plan.test
    return {
        "settings": asdict(settings_of(report.plan)),
        "games": len(report.games),
        "complete": report.is_over,
        "players": [_standing_as_json(standing) for standing in report.standings],
        "editor_role": _rating_as_json(report.ratings.editor),
        "matches": [_match_as_json(match) for match in report.matches],
        "ways": {str(side): dict(ways) for side, ways in report.ways.items()},
        "rounds": _spread_as_json(report.rounds),
        "decisions": _spread_as_json(report.decisions),
        "failures": [
            {"game": game.game, "player": getattr(game, game.failed), "side": game.failed,
             "reason": game.reason} for game in report.failures
        ],
        "sprt": None if test is None else {
            "llr": report.llr, "lower": test.lower, "upper": test.upper,
            "decision": str(report.decision),
        },
    }  # fmt: skip


def _standing_as_json(standing: Standing) -> dict[str, Any]:
    return {
        "player": standing.player,
        **_rating_as_json(standing.rating),
        "score": _score_as_json(standing.total),
        **{str(side): _score_as_json(score) for side, score in standing.roles.items()},
        "failures": standing.failures,
    }


def _match_as_json(match: Match) -> dict[str, Any]:
    return {
        "players": list(match.players),
        "score": _score_as_json(match.total),
        **{str(side): _score_as_json(score) for side, score in match.roles.items()},
        "pairs": list(match.pairs),
    }


def _rating_as_json(rating: Rating) -> dict[str, float]:
    return {"elo": rating.elo, "low": rating.interval.low, "high": rating.interval.high}


def _score_as_json(score: Score) -> dict[str, Any]:
    return {
        "points": score.points,
        "games": score.games,
        "share": score.share,
        "low": score.interval.low,
        "high": score.interval.high,
        "without_luck": None if score.without_luck is None else {
            "share": score.without_luck.share,
            "low": score.without_luck.interval.low,
            "high": score.without_luck.interval.high,
            "fewer_games": score.without_luck.fewer,
        },
    }  # fmt: skip


def _spread_as_json(numbers: Spread | None) -> dict[str, float] | None:
    if numbers is None:
        return None
    return {"mean": numbers.mean, "min": numbers.least, "max": numbers.most}


def crosstable(report: Report, cell: Callable[[Score | None], str]) -> list[list[str]]:
    """Everybody against everybody, the best first, with a head: rows of texts."""
    names = [standing.player for standing in report.standings]
    return [["", *names]] + [
        [one, *(cell(report.against(one, other)) for other in names)] for one in names
    ]
