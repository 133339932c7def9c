"""Train the evaluation network on the results of self-play games of the search.

Each game gives a sample a turn: the facts that were true, the Editor's chance as the search saw it,
and who won in the end. The network learns a mixture of the last two. Plain NumPy is enough: a
sample's facts pick rows of the first layer, so a step over a batch is a few sums.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, dataclass
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt

from watergate.edition import standard_edition
from watergate.edition.table import table_of
from watergate.engine import engine, entry
from watergate.players.evaluation_network import ALL_CARDS
from watergate.players.kernel.entries import features_at, root_at, search_at, worths_at
from watergate.players.kernel.evaluation import FEATURES, MOST_FEATURES, Network
from watergate.players.kernel.policy import LEAST_WORTH, MOST_WORTH
from watergate.players.kernel.tree import STYLE, clear, new_room, new_states, new_tree
from watergate.players.tree import STRONG
from watergate.rules import Game
from watergate.rules.core.chance import seeded_streams
from watergate.rules.core.events import new_log
from watergate.rules.core.frames import KIND, Frame
from watergate.rules.core.ids import MOST_LEGAL
from watergate.rules.core.knowledge import HIDDEN, hide
from watergate.rules.core.state import CHANCE, EDITOR, NOBODY, top_frame

SAMPLE = np.dtype([("n", "i2"), ("features", "i2", MOST_FEATURES), ("chance", "f4")], align=True)
"""The facts true at the start of a turn, and the Editor's chance as the search saw it."""
BATCH = 1024
DECAY = 0.01
HOLD_BACK = 10
"""One game in this many is held out, to measure how well the network judges."""

F = TypeVar("F", bound=Callable[..., Any])
Samples = npt.NDArray[np.void]
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Lesson:
    """Samples of whole games, with the results: 1 where the Editor won."""

    samples: Samples
    results: Floats
    games: npt.NDArray[np.int32]
    """Which game each sample is of."""


def play_lessons(
    games: int, seed: int, net: Network, simulations: int, *, boldness: float = 0.12,
    jobs: int = 1, progress: Callable[[int], None] | None = None,
) -> Lesson:  # fmt: skip
    """Games of the search against itself; without simulations, of the policy.

    At a share of the moves, `boldness`, another than the best is tried.
    """

    def play(part: int) -> list[tuple[int, Samples, float]]:
        numbers = range(part, games, jobs)
        return _play_some(numbers, seed, net, simulations, boldness, progress)

    with ThreadPoolExecutor(jobs) as workers:
        played = sorted(
            (game for part in workers.map(play, range(jobs)) for game in part),
            key=lambda game: game[0],
        )
    return Lesson(
        np.concatenate([samples for _, samples, _ in played]),
        np.concatenate([np.full(len(samples), won, np.float32) for _, samples, won in played]),
        np.concatenate([np.full(len(samples), g, np.int32) for g, samples, _ in played]),
    )


def _play_some(
    numbers: range, seed: int, net: Network, simulations: int, boldness: float,
    progress: Callable[[int], None] | None,
) -> list[tuple[int, Samples, float]]:  # fmt: skip
    selfplay = SelfPlay(net, simulations)
    played = []
    for g in numbers:
        samples = selfplay.play(seed + g, boldness)
        played.append((g, samples, float(selfplay.states["winner"][2] == EDITOR)))
        if progress is not None:
            progress(1)
    return played


class SelfPlay:
    """Plays games for training: states[2] is the game, states[0] what a side knows."""

    def __init__(self, net: Network, simulations: int) -> None:
        self._net, self._simulations = net, simulations
        self._tables = table_of(standard_edition())
        self.states, self._words = new_states()
        self._records = self.states.view(np.recarray)
        self._hidden, self._styles = np.zeros(1, HIDDEN), np.array([astuple(STRONG)], STYLE)
        self._room, self._tree = new_room(), new_tree(simulations + 1)
        self._found, self._log = np.zeros(MOST_LEGAL, np.int64), new_log()
        self._visits, self._values = np.zeros(MOST_LEGAL, np.int32), np.zeros(MOST_LEGAL)

    def play(self, seed: int, boldness: float) -> Samples:
        """A whole game; returns a sample for each start of a turn with a choice."""
        e, moves = engine(), self._room.moves
        luck, self._streams = seeded_streams(seed), seeded_streams(~seed)
        rng = np.random.default_rng(seed)
        self.states[2] = Game.new().states[0]
        samples: list[tuple[int, npt.NDArray[np.int16], float]] = []
        while (who := e.decider(self.states, 2)) != NOBODY:
            if who == CHANCE:
                e.step(self.states, 2, self._tables, self._log, e.sample(self.states, 2, luck))
                continue
            n = e.legal(self.states, 2, self._tables, moves)
            move = int(moves[0])
            if n > 1:
                is_turn = top_frame(self._records[2])[KIND] == Frame.PLAY
                move, chance = self._choice(who, rng, boldness)
                if is_turn:
                    samples.append((*self._facts(), chance))
            e.step(self.states, 2, self._tables, self._log, move)
        return np.array(samples, SAMPLE)

    def _facts(self) -> tuple[int, npt.NDArray[np.int16]]:
        n = entry(features_at)(self.states, 2, self._tables, ALL_CARDS, self._room.found)
        return n, self._room.found.copy()

    def _choice(self, who: int, rng: np.random.Generator, boldness: float) -> tuple[int, float]:
        """A move, and the Editor's chance as the search sees it; -1 without a search."""
        moves = self._room.moves
        if self._simulations == 0:
            n = entry(worths_at)(self.states, 2, self._tables, moves, self._found)
            looks = np.clip(self._found[:n], LEAST_WORTH, MOST_WORTH) / STRONG.rollout_temperature
            weights = np.exp(looks - looks.max())
            return int(rng.choice(moves[:n], p=weights / weights.sum())), -1.0
        self.states[0] = self.states[2]
        hide(self._records[0], self._tables.view(np.recarray)[0],
             self._hidden.view(np.recarray)[0], who)  # fmt: skip
        clear(self._tree)
        entry(search_at)(
            self.states, self._words, self._tables, self._hidden, self._styles, self._tree,
            self._net, self._streams, self._room, self._simulations,
        )  # fmt: skip
        n = entry(root_at)(self._words, self._tree, moves, self._visits, self._values)
        visits = self._visits[:n]
        best = int(visits.argmax())
        if rng.random() < boldness and visits.sum():
            best = int(rng.choice(n, p=visits / visits.sum()))
        return int(moves[best]), float(self._tree.totals[0] / self._tree.totals[1])


def train(
    lesson: Lesson, *, width: int = 32, passes: int = 10, rate: float = 0.003, trust: float = 0.5,
    seed: int = 1, start: Network | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Network, float]:  # fmt: skip
    """A network, and its mean loss on the games that were held back.

    `trust` is the weight of what the search saw against how the game ended.
    """
    rng = np.random.default_rng(seed)
    facts, counts = lesson.samples["features"].copy(), lesson.samples["n"].copy()
    seen = lesson.samples["chance"]
    targets = np.where(seen < 0, lesson.results, trust * seen + (1 - trust) * lesson.results)
    targets = targets.astype(np.float32)
    is_held_back = lesson.games % HOLD_BACK == 0
    learnt, held_back = np.flatnonzero(~is_held_back), np.flatnonzero(is_held_back)
    net = Network(
        rng.normal(0, 0.15, (FEATURES + 1, width)).astype(np.float32),
        rng.normal(0, 0.3, width + 1).astype(np.float32),
        np.array([ALL_CARDS], np.int64),
    )
    net.rows[-1], net.last[-1] = 0, 0
    if start is not None:
        net.rows[:], net.last[:] = start.rows, start.last
    layers = (net.rows, net.last)
    moments = [(np.zeros_like(layer), np.zeros_like(layer)) for layer in layers]
    gradients = [np.zeros_like(layer) for layer in layers]
    steps = passes * (len(learnt) // BATCH)
    step = 0
    for n in range(passes):
        rng.shuffle(learnt)
        for first in range(0, len(learnt) - BATCH + 1, BATCH):
            batch = learnt[first : first + BATCH]
            _add_gradients(*layers, facts, counts, targets, batch, *gradients)
            step += 1
            _adam(layers, gradients, moments, rate * (1 - step / steps), step)
        loss = _loss(*layers, facts, counts, lesson.results, held_back)
        if progress is not None:
            progress(n + 1, passes)
    return net, loss


def _compiled(function: F) -> F:
    return cast(F, numba.njit(nogil=True, cache=True)(function))


def _adam(layers: Any, gradients: Any, moments: Any, rate: float, step: int) -> None:
    for layer, gradient, (mean, square) in zip(layers, gradients, moments, strict=True):
        mean += 0.1 * (gradient - mean)
        square += 0.001 * (gradient * gradient - square)
        layer -= rate * (mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
                         + DECAY * layer)  # fmt: skip
        gradient[:] = 0


@_compiled
def _forward(rows: Any, last: Any, facts: Any, n: int, sums: Any) -> float:
    width = rows.shape[1]
    sums[:] = rows[-1]
    for i in range(n):
        sums += rows[facts[i]]
    total = last[width]
    for j in range(width):
        if sums[j] > 0:
            total += sums[j] * last[j]
    return 1 / (1 + math.exp(-total))


@_compiled
def _add_gradients(
    rows: Any, last: Any, facts: Any, counts: Any, targets: Any, batch: Any, by_rows: Any,
    by_last: Any,
) -> None:  # fmt: skip
    width = rows.shape[1]
    sums, back = np.zeros(width, np.float32), np.zeros(width, np.float32)
    for sample in batch:
        error = _forward(rows, last, facts[sample], counts[sample], sums) - targets[sample]
        error /= len(batch)
        for j in range(width):
            back[j] = error * last[j] if sums[j] > 0 else 0.0
            by_last[j] += error * max(sums[j], np.float32(0))
        by_last[width] += error
        by_rows[-1] += back
        for i in range(counts[sample]):
            by_rows[facts[sample, i]] += back


@_compiled
def _loss(rows: Any, last: Any, facts: Any, counts: Any, results: Any, batch: Any) -> float:
    """The mean of minus the logarithm of the chance that was given to what happened."""
    sums = np.zeros(rows.shape[1], np.float32)
    total = 0.0
    for sample in batch:
        chance = _forward(rows, last, facts[sample], counts[sample], sums)
        total -= math.log(max(chance if results[sample] > 0.5 else 1 - chance, 1e-9))
    return total / len(batch)
