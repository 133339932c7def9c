"""Effect of using a card on winning, with its error. Pure: sums in, numbers out.

A use of a card is compared with all that its side played in the same round of all games. With w for
what the owner won of a game, x for the uses of the card and m for the plays of its side in it, both
by round r:

    baseline(r)   Σ m(r)·w / Σ m(r)
    difference    the mean over all uses of w - baseline(r)

Long games, and so the rounds that only they have, are won by one side more often than by the other.
Because the comparison is made round by round, a card is not taken for good or bad merely because it
comes early, late, or again and again.

Games are independent, plays within a game are not: the interval rests on what each game as a whole
adds to the difference (linearisation, with games as clusters). To keep it honest where few games
use the card, z² games are added for it, half of them won, as in Agresti and Coull's interval; the
difference itself is left as it is.

A game's outcome takes three values only, so that a few sums for each of them say everything: memory
does not grow with the number of games.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from watergate.edition import Side
from watergate.lab.statistics import Z_95, Interval

ROUNDS = 12
"""Rounds that are told apart; the last one stands for all that follow it too."""
OUTCOMES = ("editor", "nixon", "")

Vector = npt.NDArray[np.float64]
"""A number for each round."""


def vector_of(by_round: Counter[int]) -> Vector:
    """How often something was done, by round from 1 on."""
    vector = np.zeros(ROUNDS)
    for number, n in by_round.items():
        vector[min(number, ROUNDS) - 1] += n
    return vector


def _sums() -> Vector:
    return np.zeros((len(OUTCOMES), ROUNDS))


def _products() -> Vector:
    return np.zeros((len(OUTCOMES), ROUNDS, ROUNDS))


@dataclass(slots=True)
class Sums:
    """Sums over games by who won them: of what was done, and of its products by rounds."""

    games: Counter[str] = field(default_factory=Counter)
    x: Vector = field(default_factory=_sums)
    xx: Vector = field(default_factory=_products)
    xm: Vector = field(default_factory=_products)

    def add(self, winner: str, x: Vector, m: Vector) -> None:
        """Add a game in which it was done x times, out of m plays; x is not all 0."""
        self.games[winner] += 1
        n = OUTCOMES.index(winner)
        self.x[n] += x
        self.xx[n] += np.outer(x, x)
        self.xm[n] += np.outer(x, m)


@dataclass(frozen=True, slots=True)
class Compared:
    """The owner's share of wins over uses, and how it differs from the baseline."""

    uses: int
    games: int
    share: float
    difference: float
    interval: Interval


def scores_of(side: Side) -> Vector:
    """What each outcome counts for a side: 1, 0, or a half if the game was stopped."""
    values = {str(side): 1.0, str(side.opponent): 0.0}
    return np.array([values.get(winner, 0.5) for winner in OUTCOMES])


def compared(card: Sums, plays: Sums, side: Side, z: float = Z_95) -> Compared | None:
    """A card's use against all plays of its side; None if it was never used so."""
    uses = float(card.x.sum())
    if uses == 0:
        return None
    scores = scores_of(side)
    all_plays = plays.x.sum(axis=0)
    baseline = scores @ plays.x / np.maximum(all_plays, 1)
    weights = card.x.sum(axis=0) / uses
    share, usual = float(scores @ card.x.sum(axis=1)) / uses, float(weights @ baseline)
    difference = share - usual
    games = card.games.total()
    each = uses / games
    size = uses + z * z * each
    middle = (difference * uses + (0.5 - usual) * z * z * each) / size
    centre = usual + middle
    variance = z * z * (each / size) ** 2 * (centre**2 + (1 - centre) ** 2) / 2
    for n, score in enumerate(scores):
        a = (score - baseline - middle) / size
        b = weights * (score - baseline) / np.maximum(all_plays, 1)
        variance += float(a @ card.xx[n] @ a - 2 * a @ card.xm[n] @ b + b @ plays.xx[n] @ b)
    reach = z * math.sqrt(max(variance, 0.0))
    interval = Interval(min(middle - reach, difference), max(middle + reach, difference))
    return Compared(round(uses), games, share, difference, interval)
