"""Ratings in Elo from games with unequal roles, by maximum likelihood.

The model: P(A as Editor beats B as Nixon) = logistic(rA - rB + offset), in units of 400 / ln 10
Elo. The ratings have mean 0; the offset is what the Editor's role is worth. Each match counts one
more pair in which everybody scored a half, so that a player who won or lost everything has a finite
rating. Pure: numbers in, numbers out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from watergate.lab.statistics import Z_95, Interval

ELO = 400 / math.log(10)
"""Elo points in one unit of the logistic."""
_ROUNDS = 200

Array = npt.NDArray[np.float64]
Meeting = tuple[str, str]
"""Who was Editor, and who was Nixon."""


@dataclass(frozen=True, slots=True)
class Rating:
    """Elo points, with their standard error."""

    elo: float
    error: float

    @property
    def interval(self) -> Interval:
        return Interval(self.elo - Z_95 * self.error, self.elo + Z_95 * self.error)


@dataclass(frozen=True, slots=True)
class Ratings:
    """Everybody's rating, and what the Editor's role is worth."""

    players: Mapping[str, Rating]
    editor: Rating


def fit(players: Sequence[str], games: Iterable[tuple[Meeting, float]]) -> Ratings:
    """Ratings from games: who met whom, and the Editor's score."""
    design, points, times = _cells(players, games)
    values = _maximum(design, points, times)
    # The ratings could all be shifted together; the pseudo-inverse holds their mean at 0.
    errors = np.sqrt(np.diag(np.linalg.pinv(_information(design, times, values), hermitian=True)))
    found = [
        Rating(ELO * float(value), ELO * float(error))
        for value, error in zip(values, errors, strict=True)
    ]
    return Ratings(dict(zip(players, found, strict=False)), found[-1])


def _cells(
    players: Sequence[str], games: Iterable[tuple[Meeting, float]]
) -> tuple[Array, Array, Array]:
    """A row for each ordered meeting: its part in the model, the Editor's points, the games."""
    meetings = {(a, b): n for n, (a, b) in enumerate(
        (a, b) for a in players for b in players if a != b
    )}  # fmt: skip
    place = {name: n for n, name in enumerate(players)}
    design = np.zeros((len(meetings), len(players) + 1))
    for (editor, nixon), row in meetings.items():
        design[row, place[editor]], design[row, place[nixon]], design[row, -1] = 1, -1, 1
    points, times = np.full(len(meetings), 0.5), np.ones(len(meetings))
    for meeting, score in games:
        points[meetings[meeting]] += score
        times[meetings[meeting]] += 1
    return design, points, times


def _maximum(design: Array, points: Array, times: Array) -> Array:
    """Newton's method, with halved steps where a whole one would go too far."""
    values = np.zeros(design.shape[1])
    for _ in range(_ROUNDS):
        slope = design.T @ (points - times * _logistic(design @ values))
        step = np.linalg.pinv(_information(design, times, values), hermitian=True) @ slope
        here, scale = _likelihood(design, points, times, values), 1.0
        while _likelihood(design, points, times, values + scale * step) < here and scale > 1e-9:
            scale /= 2
        values = values + scale * step
        if np.abs(scale * step).max() < 1e-10:
            break
    return values


def _logistic(x: Array) -> Array:
    return np.asarray(0.5 * (1 + np.tanh(x / 2)))


def _likelihood(design: Array, points: Array, times: Array, values: Array) -> float:
    x = design @ values
    return float(np.sum(points * x - times * np.logaddexp(0, x)))


def _information(design: Array, times: Array, values: Array) -> Array:
    """Fisher's information about ratings and offset."""
    chance = _logistic(design @ values)
    return np.asarray(design.T @ (design * (times * chance * (1 - chance))[:, None]))
