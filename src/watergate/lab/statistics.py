"""The few statistics that simulations report. Pure: numbers in, numbers out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Z_95 = 1.959963984540054
"""How many standard deviations a 95 % interval of the normal distribution reaches to each side."""

Numbers = npt.NDArray[np.integer] | npt.NDArray[np.floating] | Sequence[float]


@dataclass(frozen=True, slots=True)
class Interval:
    """Where a value lies with 95 % confidence."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Share:
    """How many of all, with Wilson's interval for the share."""

    count: int
    of: int

    @property
    def share(self) -> float:
        return self.count / self.of if self.of else math.nan

    @property
    def interval(self) -> Interval:
        return wilson(self.count, self.of)


@dataclass(frozen=True, slots=True)
class Spread:
    """The mean of some numbers with its normal interval, and the least and largest of them."""

    mean: float
    interval: Interval
    least: float
    most: float


def wilson(count: int, of: int, z: float = Z_95) -> Interval:
    """Wilson's score interval for a share; it stays within 0 and 1, also at the ends."""
    if not 0 <= count <= of:
        raise ValueError(f"{count} of {of} is no share")
    if of == 0:
        return Interval(0.0, 1.0)
    share, z2 = count / of, z * z
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    reach = z / (1 + z2 / of) * math.sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    low = 0.0 if count == 0 else middle - reach
    high = 1.0 if count == of else middle + reach
    return Interval(low, high)


def spread(numbers: Numbers, z: float = Z_95) -> Spread:
    """Mean and normal interval (with the sample's deviation) of at least one number."""
    values = np.asarray(numbers, np.float64)
    if values.size == 0:
        raise ValueError("no numbers have no mean")
    mean = float(values.mean())
    deviation = float(values.std(ddof=1)) if values.size > 1 else math.inf
    reach = z * deviation / math.sqrt(values.size)
    return Spread(
        mean, Interval(mean - reach, mean + reach), float(values.min()), float(values.max())
    )


def without(scores: Numbers, control: Numbers) -> npt.NDArray[np.float64]:
    """Scores less what a control variate explains of them: a number beside each score that is zero
    on the average. Its weight is the slope of the scores over it; they may leave 0 to 1 by that."""
    values, beside = np.asarray(scores, np.float64), np.asarray(control, np.float64)
    away = beside - beside.mean()
    square = float(away @ away)
    return values - beside * (float(values @ away) / square if square else 0.0)


def score_interval(scores: Numbers, z: float = Z_95, *, control: Numbers | None = None) -> Interval:
    """An interval for the mean of independent scores between 0 and 1, few or equal ones too.

    Agresti and Coull's interval, for any scores: half of z squared scores of 0 and as many of 1 are
    added before mean and deviation are taken. For scores of 0 and 1 alone it is theirs. With a
    control variate it is taken `without` it.
    """
    values = np.asarray(scores, np.float64)
    if values.size and not (values.min() >= 0 and values.max() <= 1):
        raise ValueError("scores lie between 0 and 1")
    if control is not None:
        values = without(values, control)
    size = values.size + z * z
    mean = (float(values.sum()) + z * z / 2) / size
    variance = (float(np.square(values).sum()) + z * z / 2) / size - mean * mean
    reach = z * math.sqrt(variance / size)
    return Interval(max(0.0, mean - reach), min(1.0, mean + reach))
