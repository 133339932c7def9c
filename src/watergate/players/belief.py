"""Belief (opponent model): how likely hidden cards and tokens are, by how the opponent played.

Guesses are dealt out at random, each as likely as any other. Then the round is retraced in each of
them (`kernel/retrace.py`), and the network's policy says how likely the opponent's moves were: that
is the guess's weight. Rounds are sealed, so nothing from before this round matters. Every weight
keeps a floor, so that odd play rules nothing out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from watergate.edition import Edition, Side
from watergate.edition.table import table_of
from watergate.engine import entry
from watergate.rules import View
from watergate.rules.core.chance import Streams
from watergate.rules.core.ids import MOST_LEGAL
from watergate.rules.core.knowledge import HIDDEN
from watergate.rules.core.state import STATE, States
from watergate.rules.names import kinds_of, names_of, numbers_of
from watergate.rules.observation import history_of
from watergate.rules.redeal import knowledge_of

from .kernel.entries import chances_at, choices_at, guess_at, retrace_at
from .kernel.retrace import Trace, new_trace
from .kernel.small_network import SmallNetwork, new_glance
from .policy import PolicyNetwork

ODD_PLAY = 0.08
"""The share of moves that are taken to be made for no reason the network knows."""
ROWS_AT_ONCE = 512

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Belief:
    """Guesses at the full state, as likely as their weights, which add up to 1."""

    side: Side
    """Whose belief it is."""
    guesses: States
    weights: Floats
    histories: npt.NDArray[Any]
    """The open history of the round (an array of one)."""

    def cards(self) -> dict[int, float]:
        """For each card the opponent may hold unseen: how likely it is held."""
        other = 1 - int(self.side)
        chances: dict[int, float] = {}
        hands = self.guesses["hand"][:, other] & ~self.guesses["known"][:, other]
        for hand, weight in zip(hands.tolist(), self.weights.tolist(), strict=True):
            for card in numbers_of(hand):
                chances[card] = chances.get(card, 0.0) + weight
        return dict(sorted(chances.items()))

    def tokens(self, edition: Edition) -> dict[str, float]:
        """For each kind of token: how likely one of it lies face down. Nixon knows."""
        chances: dict[str, float] = {}
        names = names_of(edition).kinds
        if self.side is Side.EDITOR:
            for word, weight in zip(
                self.guesses["facedown"].tolist(), self.weights.tolist(), strict=True
            ):
                for kind in set(kinds_of(word)):
                    chances[names[kind]] = chances.get(names[kind], 0.0) + weight
        return chances


def believe(
    view: View, edition: Edition, network: PolicyNetwork | SmallNetwork, streams: Streams, size: int
) -> Belief:
    """So many guesses from a view of a side, weighed by a network's policy."""
    assert view.viewer.side is not None
    known, hidden = knowledge_of(view, edition)
    tables, moves = table_of(edition), np.zeros(MOST_LEGAL, np.int16)
    guesses = np.zeros(size if _hides(hidden) else 1, STATE)
    entry(guess_at)(guesses, known, tables, hidden, streams, moves)
    weights = np.full(len(guesses), 1 / len(guesses))
    course = view.knowledge.course
    if course is not None and len(guesses) > 1:
        starts, start_hidden = course.start.records(edition)
        trace, noted = new_trace(size), np.zeros(size, np.int64)
        rows = entry(retrace_at)(
            trace, starts, start_hidden, np.zeros(1, HIDDEN), np.array(course.moves, np.int64),
            guesses, guesses.view(np.int64).reshape(size, -1), tables, 1 - int(view.viewer.side),
            streams, moves, noted,
        )  # fmt: skip
        if rows:
            weights = _weights(_likelihoods(network, trace, rows), noted)
    return Belief(view.viewer.side, guesses, weights, history_of(view))


def _hides(hidden: npt.NDArray[Any]) -> bool:
    return any(np.any(hidden[name]) for name in HIDDEN.names or ())


def _likelihoods(network: PolicyNetwork | SmallNetwork, trace: Trace, rows: int) -> Floats:
    """The logarithms of how likely the noted moves were."""
    chances = np.zeros(rows)
    if isinstance(network, SmallNetwork):
        entry(choices_at)(
            network, new_glance(network), trace.ones, trace.ones_counts, trace.moves, trace.counts,
            trace.chosen, chances,
        )  # fmt: skip
    else:
        for first in range(0, rows, ROWS_AT_ONCE):
            part = slice(first, min(first + ROWS_AT_ONCE, rows))
            scores, _ = network.judge_ones(trace.ones, trace.ones_counts, np.arange(rows)[part])
            entry(chances_at)(
                trace.moves[part], trace.counts[part], trace.chosen[part], scores, chances[part]
            )
    odd = ODD_PLAY / trace.counts[:rows]
    logs: Floats = np.log((1 - ODD_PLAY) * chances + odd)
    return logs


def _weights(likelihoods: Floats, noted: npt.NDArray[np.int64]) -> Floats:
    """Weights of the guesses; those that could not be retraced count like the average."""
    ends = np.cumsum(np.maximum(noted, 0))
    sums = np.concatenate([[0.0], np.cumsum(likelihoods)])
    logs = sums[ends] - sums[ends - np.maximum(noted, 0)]
    traced = noted >= 0
    weights = np.exp(logs - logs[traced].max())
    weights[~traced] = weights[traced].mean()
    return np.asarray(weights / weights.sum())
