"""Learning the evaluation: games between searches, and a small network trained on their ends.

Each game gives a sample a turn: the facts that were true, the Editor's chance as the search saw it,
and who won in the end. The network learns a mixture of the last two. Plain NumPy is enough: a
sample's facts pick rows of the first layer, so a step over a batch is a few sums.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt

from watergate.edition import standard_edition
from watergate.edition.table import table_of
from watergate.players.kernel.entries import entry, self_play_at
from watergate.players.kernel.evaluation import FEATURES, Network
from watergate.players.kernel.selfplay import MOST_SAMPLES, SAMPLE
from watergate.players.kernel.tree import new_room, new_states, new_tree
from watergate.rules import Game
from watergate.rules.chance import seeded_streams
from watergate.rules.redeal import HIDDEN
from watergate.rules.state import EDITOR

BATCH = 1024
DECAY = 0.01
HOLD_BACK = 10
"""One game in so many is not learnt from, but tells how well the network judges."""

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
    games: int, seed: int, net: Network, styles: Any, simulations: int, *, boldness: float = 0.1,
    jobs: int = 1, progress: Callable[[int], None] | None = None,
) -> Lesson:  # fmt: skip
    """Games of the search against itself; without simulations, of the policy."""
    entry(self_play_at)  # so that threads need not fight over it

    def play(part: int) -> list[tuple[int, Samples, float]]:
        return _play_some(
            range(part, games, jobs), seed, net, styles, simulations, boldness, progress
        )

    with ThreadPoolExecutor(jobs) as workers:
        played = sorted((game for part in workers.map(play, range(jobs)) for game in part),
                        key=lambda game: game[0])  # fmt: skip
    return Lesson(
        np.concatenate([samples for _, samples, _ in played]),
        np.concatenate([np.full(len(samples), won, np.float32) for _, samples, won in played]),
        np.concatenate([np.full(len(samples), g, np.int32) for g, samples, _ in played]),
    )


def _play_some(
    numbers: range, seed: int, net: Network, styles: Any, simulations: int, boldness: float,
    progress: Callable[[int], None] | None,
) -> list[tuple[int, Samples, float]]:  # fmt: skip
    tables, room, tree = table_of(standard_edition()), new_room(), new_tree(max(simulations, 1) + 1)
    states, words = new_states()
    hidden, samples = np.zeros(1, HIDDEN), np.zeros(MOST_SAMPLES, SAMPLE)
    start, play = Game.new().states[0], entry(self_play_at)
    played = []
    for g in numbers:
        states[2] = start
        luck, streams = seeded_streams(seed + g), seeded_streams(~(seed + g))
        n = play(
            states, words, tables, hidden, styles, tree, net, luck, streams, room, simulations,
            boldness, samples,
        )  # fmt: skip
        played.append((g, samples[:n].copy(), float(states[2]["winner"] == EDITOR)))
        if progress is not None:
            progress(1)
    return played


def train(
    lesson: Lesson, *, width: int = 32, passes: int = 10, rate: float = 0.003, trust: float = 0.5,
    seed: int = 1, start: Network | None = None, progress: Callable[[str], None] | None = None,
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
        np.array([(1 << 62) - 1], np.int64),
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
            progress(f"{n + 1} of {passes}: {loss:.4f}")
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
