"""Sequential probability ratio test of two hypotheses about a player's share of points.

It looks at the scores of duplicate pairs (0, 1/4, 1/2, 3/4 or 1), not of games: the two games of a
pair share their luck and so are not independent, pairs are. It is the generalised sequential
probability ratio test: the data's greatest likelihood with the mean held at one hypothesis, against
that with the mean held at the other. Pure: numbers in, numbers out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
_TRACE = 1e-3
"""What a score that never came up counts as, so that every mean can be reached."""


class Decision(StrEnum):
    """What a test has found."""

    OPEN = "open"
    LOW = "low"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """Whether the share is `low` or `high`, with the wished error rates.

    `alpha` is the chance to decide for high where low is true, `beta` that of the other mistake.
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not 0 < self.low < self.high < 1:
            raise ValueError(f"{self.low}:{self.high} is no test; allowed: 0 < low < high < 1")
        for rate in (self.alpha, self.beta):
            if not 0 < rate < 0.5:
                raise ValueError(f"{rate} is no error rate; allowed: above 0 and below 0.5")

    @property
    def lower(self) -> float:
        """At or below this, the log-likelihood ratio decides for low."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At or above this, it decides for high."""
        return math.log((1 - self.beta) / self.alpha)

    def decision(self, llr: float) -> Decision:
        if llr <= self.lower:
            return Decision.LOW
        return Decision.HIGH if llr >= self.upper else Decision.OPEN


def counts_of(scores: Iterable[float]) -> list[int]:
    """How often each of `PAIR_SCORES` came up."""
    found = [round(4 * score) for score in scores]
    return [found.count(quarters) for quarters in range(len(PAIR_SCORES))]


def log_likelihood_ratio(counts: Sequence[int], test: Hypotheses) -> float:
    """How much better `high` explains the counts of pair scores than `low` does; 0 for no pairs."""
    if not any(counts):
        return 0.0
    weights = [max(float(count), _TRACE) for count in counts]
    shares = [weight / sum(weights) for weight in weights]
    low, high = (nearest_with_mean(shares, mean) for mean in (test.low, test.high))
    return sum(counts) * sum(
        share * math.log(p / q) for share, p, q in zip(shares, high, low, strict=True)
    )


def nearest_with_mean(shares: Sequence[float], mean: float) -> list[float]:
    """The probabilities of the scores, with a given mean, under which these shares are likeliest.

    They are share / (1 + t * (score - mean)) for the one t that gives that mean. The sum below
    falls as t grows, between the two values where a probability would turn negative.
    """
    away = [score - mean for score in PAIR_SCORES]
    terms = list(zip(shares, away, strict=True))
    low, high = -1 / away[-1], -1 / away[0]
    for _ in range(60):
        t = (low + high) / 2
        if sum(share * a / (1 + t * a) for share, a in terms) > 0:
            low = t
        else:
            high = t
    t = (low + high) / 2
    return [share / (1 + t * a) for share, a in terms]
