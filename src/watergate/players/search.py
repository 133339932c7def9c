"""The search player: tries each move in many guesses at what is hidden, played on by the network.

A *rollout* takes one of the guesses of a belief (`belief.py`), makes a move, and lets the network's
policy play on for both sides to the end of the round; how the next one begins is judged by the
network's value. All moves are tried in the same guesses with the same luck. The choice is drawn by
the policy's chances, weighed by what the rollouts found: where it pays to mix, play cannot be
foreseen. Where all is nearly won or lost, a short tree search chooses instead: the network has not
learnt to care about the last chance. It works from a view alone, with random numbers of its own, so
views that are alike get the same answer from the same seed.
"""

from __future__ import annotations

import hashlib
import random
import secrets
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from watergate.edition import Edition, Side
from watergate.edition.table import table_of
from watergate.engine import engine, entry
from watergate.rules import Move, View
from watergate.rules.core.chance import MASK, seeded_streams
from watergate.rules.core.knowledge import HIDDEN
from watergate.rules.moves import notation_of

from .belief import Belief, believe
from .kernel.entries import begin_rollouts_at, small_rollouts_at, step_rollouts_at
from .kernel.rollout import DECIDES, JUDGED, OVER, new_rollouts
from .kernel.small_network import new_glance
from .kernel.small_rollout import NOTHING, new_place
from .policy import PolicyNetwork, known_edition, knows, on_one_core, shipped_policy
from .sight import sight_of
from .small import shipped_small_network
from .thinking import (
    MOST_SIMULATIONS,
    Budget,
    Candidate,
    Reading,
    Thinker,
    Thought,
    check_threads,
    over,
    side_of,
)
from .tree import TreePlayer

AT_ONCE = {True: 240, False: 16}
"""Rollouts between two looks at the clock and at whether to stop; compiled, and not."""
GUESSES = {True: 512, False: 8}
"""At what is hidden, for each thread, at most."""
GUESSES_A_ROLLOUT = 4
SHARPNESS = 200.0
"""By how much the logarithm of a move's chance grows with its value."""
TRUST = 0.5
"""How much the policy's own chance counts beside that."""
DOUBT = 3.0
"""A move whose value is so many standard errors below the best is not tried further."""
LONGEST_LINE = 8
LEAST_LIKELY = 0.4
"""The expected line goes on while the policy is so sure of its move."""
LOOK = {True: Budget(simulations=1_000), False: Budget(simulations=10)}
"""Of the tree search that looks for wins and last chances; compiled, and not."""
LOST, WON = 0.12, 0.96
"""Outside of these chances, as the tree search sees them, its choice is taken."""
SIMULATIONS_A_ROLLOUT = 100
"""The tree search in its place simulates so often in about the time of a rollout."""
CHOICES = 64
"""Of either side after which a rollout ends, if the round does not end before."""

Ids = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


def strongest(
    seed: int | None = None, edition: Edition | None = None, *, budget: Budget,
    threads: int = 1, name: str = "search",
) -> Thinker:  # fmt: skip
    """The strongest player of an edition: the tree search where the network has learnt nothing."""
    if edition is None or knows(edition):
        return SearchPlayer(seed, edition, budget=budget, threads=threads, name=name)
    if budget.simulations is not None:
        simulations = min(SIMULATIONS_A_ROLLOUT * budget.simulations, MOST_SIMULATIONS)
        budget = replace(budget, simulations=simulations)
    return TreePlayer(seed, edition, budget=budget, threads=threads, name=name)


class SearchPlayer(Thinker):
    """Searches within a budget; its simulations are rollouts. Only editions the network knows."""

    def __init__(
        self, seed: int | None = None, edition: Edition | None = None, *, budget: Budget,
        threads: int = 1, name: str = "search",
    ) -> None:  # fmt: skip
        check_threads(threads)
        self.name = name
        self._seed = secrets.randbits(62) if seed is None else seed
        self._edition = known_edition(edition)
        self._budget, self._threads = budget, threads
        self._network = shipped_policy()
        self._tree = TreePlayer(self._seed, self._edition, budget=LOOK[True], name=name)
        self._stop = threading.Event()

    def choose(self, view: View) -> Move:
        """A move; stops early when only one is still in question."""
        if len(view.moves) == 1:
            return view.moves[0]
        clear = self._clear(view)
        choice = (clear or self._think(view, self._budget, until_decided=True)).choice
        assert choice is not None
        return choice

    def think(self, view: View, budget: Budget | None = None) -> Thought:
        return self._think(view, budget or self._budget, until_decided=False)

    def stop(self) -> None:
        self._stop.set()

    def close(self) -> None:
        self._tree.close()

    def _clear(self, view: View) -> Thought | None:
        """What a tree search finds, where it finds that nearly all is won or lost."""
        if len(view.moves) < 2:
            return None
        found = self._tree.think(view, LOOK[engine().is_compiled])
        return None if LOST < found.win_probability < WON else found

    def _think(self, view: View, budget: Budget, *, until_decided: bool) -> Thought:
        self._stop.clear()
        work = Work(budget, self._threads, until_decided, self._stop, time.perf_counter())
        side = side_of(view)
        if view.result is not None:
            return over(view.result, side)

        def branch(n: int) -> Branch:
            size = work.guesses
            branch = Branch(view, self._edition, self._network, f"{self._seed} {n}", size)
            branch.work(work)
            return branch

        with on_one_core():  # each thread of the search
            if self._threads == 1:
                branches = [branch(0)]
            else:
                with ThreadPoolExecutor(self._threads) as workers:
                    branches = list(workers.map(branch, range(self._threads)))
            return self._summed_up(view, side, branches, work)

    def _summed_up(self, view: View, side: Side, branches: Sequence[Branch], work: Work) -> Thought:
        first = branches[0]
        tallies = {
            move: sum((branch.tallies[move] for branch in branches[1:]), tally)
            for move, tally in first.tallies.items()
        }
        simulations = sum(tally.count for tally in tallies.values())
        ids, means = list(tallies), np.array([tally.mean for tally in tallies.values()])
        candidates: list[Candidate] = []
        choice: Move | None = None
        continuation: tuple[Move, ...] = ()
        shares = np.ones(1)
        if view.moves:
            shares = self._shares(view, ids, means)
            clear = self._clear(view)
            if clear is not None:
                best = ids.index(notation_of(self._edition).id_of(clear.candidates[0].move))
                shares, means[best] = np.eye(len(ids))[best], clear.win_probability
            digest = hashlib.sha256(f"{self._seed} {view.position} choice".encode()).digest()
            chosen = random.Random(digest).choices(ids, list(shares))[0]
            named = notation_of(self._edition).moves
            choice = named[chosen]
            continuation = tuple(named[move] for move in first.expected_line(chosen))
            candidates = [
                Candidate(named[move], tallies[move].count, float(mean), float(share))
                for move, mean, share in zip(ids, means, shares, strict=True)
            ]
            candidates.sort(key=lambda found: (-found.share, -found.value, str(found.move)))
        return Thought(
            side=side,
            win_probability=float(shares @ means),
            candidates=tuple(candidates),
            continuation=continuation,
            choice=choice,
            simulations=simulations,
            seconds=time.perf_counter() - work.began,
            reading=_reading([branch.belief for branch in branches], self._edition),
        )

    def _shares(self, view: View, ids: list[int], means: Floats) -> Floats:
        """How often each move should be chosen, by the policy and by what was found."""
        chances, _ = self._network(sight_of(view, self._edition), np.array(ids))
        logs = TRUST * np.log(chances + 1e-6) + SHARPNESS * means
        shares = np.exp(logs - logs.max())
        return np.asarray(shares / shares.sum())


def _reading(beliefs: Sequence[Belief], edition: Edition) -> Reading:
    """What all threads believe, on the average."""
    cards: dict[int, float] = {}
    tokens: dict[str, float] = {}
    for belief in beliefs:
        for card, chance in belief.cards().items():
            cards[card] = cards.get(card, 0.0) + chance / len(beliefs)
        for token, count in belief.tokens(edition).items():
            tokens[token] = tokens.get(token, 0.0) + count / len(beliefs)
    return Reading(dict(sorted(cards.items())), dict(sorted(tokens.items())))


@dataclass(frozen=True, slots=True)
class Work:
    """What a search may use up, and what ends it before."""

    budget: Budget
    threads: int
    until_decided: bool
    stop: threading.Event
    began: float

    @property
    def guesses(self) -> int:
        """How many guesses one thread needs: few for few rollouts."""
        most = GUESSES[engine().is_compiled]
        if self.budget.simulations is None:
            return most
        return min(most, GUESSES_A_ROLLOUT * -(-self.budget.simulations // self.threads))

    def left(self, done: int, at_once: int) -> int:
        """How many rollouts one thread may still do, having done some; so many at once at most."""
        left = at_once
        if self.budget.simulations is not None:
            left = min(left, -(-self.budget.simulations // self.threads) - done)
        if done:
            if self.stop.is_set():
                return 0
            if self.budget.seconds is not None:
                gone = time.perf_counter() - self.began
                if gone * (1 + at_once / done / 2) > self.budget.seconds:
                    return 0
        return left


@dataclass(frozen=True, slots=True)
class Tally:
    """What rollouts found of one move: sums of the viewer's chances and of their squares."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.count + other.count, self.total + other.total, self.squares + other.squares
        )

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.5

    @property
    def variance(self) -> float:
        """Of the mean."""
        return max(self.squares / self.count - self.mean**2, 1e-4) / self.count


class Branch:
    """The rollouts of one thread, with guesses and luck of its own."""

    def __init__(
        self, view: View, edition: Edition, network: PolicyNetwork, seed: str, guesses: int
    ) -> None:
        digest = hashlib.sha256(f"{seed} {view.position}".encode()).digest()
        self._number = int.from_bytes(digest[:7], "big")
        self._rng = np.random.default_rng(self._number)
        self._network, self._tables, self._round = network, table_of(edition), view.round
        self._small = shipped_small_network()
        self._glance, self._place = new_glance(self._small), new_place()
        self._nothing_hidden = np.zeros(1, HIDDEN)
        streams = seeded_streams(self._number)
        self._is_compiled = engine().is_compiled
        asked = self._small if self._is_compiled else network
        self.belief = believe(view, edition, asked, streams, guesses)
        self._at_once = AT_ONCE[self._is_compiled]
        id_of = notation_of(edition).id_of
        self.tallies = {move: Tally() for move in map(id_of, view.moves)} or {NOTHING: Tally()}
        in_step = 1 if self._is_compiled else max(self._at_once, len(self.tallies))
        self._rollouts = new_rollouts(in_step)
        self._deals = 0

    def work(self, work: Work) -> None:
        done = 0
        while (left := work.left(done, self._at_once)) > 0:
            active = self._active()
            if done and work.until_decided and len(active) == 1:
                return
            each = max(1, left // len(active))
            self._try(active, each)
            done += each * len(active)

    def expected_line(self, move: int) -> list[int]:
        """How play goes on after a move in the likeliest guess, while the policy is sure."""
        self._begin(np.array([self.belief.weights.argmax()]), np.zeros(1, np.int64), [move])
        line, row, rollouts = [move], np.zeros(1, np.int64), self._rollouts
        while rollouts.status[0] == DECIDES and len(line) < LONGEST_LINE:
            scores, _ = self._network.judge_ones(rollouts.ones, rollouts.ones_counts, row)
            legal = rollouts.moves[0, : rollouts.counts[0]]
            weights = np.exp(scores[0, legal] - scores[0, legal].max())
            best = int(weights.argmax())
            if weights[best] / weights.sum() < LEAST_LIKELY:
                break
            line.append(int(legal[best]))
            scores[0, line[-1]] += 1e3
            self._step(row, scores)
        return line

    def _active(self) -> list[int]:
        """The moves that may still turn out best."""
        best = max(self.tallies.values(), key=lambda tally: (tally.mean, tally.count))
        if not best.count:
            return list(self.tallies)
        return [
            move for move, tally in self.tallies.items()
            if best.mean - tally.mean <= DOUBT * (best.variance + tally.variance) ** 0.5
        ]  # fmt: skip

    def _try(self, moves: list[int], each: int) -> None:
        """Try moves in the same so many guesses, with the same luck."""
        places = (np.arange(each) + self._rng.random()) / each
        picked = np.searchsorted(np.cumsum(self.belief.weights), places)
        picked = self._rng.permutation(np.minimum(picked, len(self.belief.weights) - 1))
        seeds = (self._number + self._deals + np.arange(each)) & MASK
        self._deals += each
        values = self._rolled_out(
            np.tile(picked, len(moves)).astype(np.int64), np.tile(seeds, len(moves)),
            np.repeat(np.asarray(moves, np.int64), each),
        )  # fmt: skip
        if self.belief.side is Side.NIXON:
            values = 1 - values
        for move, found in zip(moves, values.reshape(len(moves), each), strict=True):
            self.tallies[move] += Tally(each, float(found.sum()), float((found * found).sum()))

    def _rolled_out(self, picked: Ids, seeds: Ids, firsts: Ids) -> Floats:
        """The Editor's chances in rollouts, each of a first move in a guess."""
        values = np.zeros(len(picked))
        if self._is_compiled:
            entry(small_rollouts_at)(
                values, self.belief.guesses, picked, seeds, firsts, self.belief.histories,
                self._tables, self._nothing_hidden, self._small, self._glance, self._place, CHOICES,
            )  # fmt: skip
            return values
        # The sums of the small network are slow in plain Python, those of NumPy are not.
        self._begin(picked, seeds, firsts)
        rollouts, rows = self._rollouts, np.arange(len(picked))
        while len(rows := rows[rollouts.status[rows] != OVER]):
            scores, chances = self._network.judge_ones(rollouts.ones, rollouts.ones_counts, rows)
            judged = rollouts.status[rows] == JUDGED
            rollouts.values[rows[judged]] = chances[judged]
            rollouts.status[rows[judged]] = OVER
            self._step(rows, scores)
        values[:] = rollouts.values[: len(picked)]
        return values

    def _begin(self, picked: Ids, seeds: Ids, firsts: npt.ArrayLike) -> None:
        entry(begin_rollouts_at)(
            self._rollouts, self.belief.guesses, picked.astype(np.int64), seeds,
            np.asarray(firsts, np.int64), self.belief.histories, self._tables,
            self._nothing_hidden,
        )  # fmt: skip

    def _step(self, rows: Ids, scores: npt.NDArray[np.float32]) -> None:
        entry(step_rollouts_at)(
            self._rollouts, rows, scores, self._tables, self._nothing_hidden, self._round
        )
