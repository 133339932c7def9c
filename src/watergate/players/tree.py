"""The tree player: information-set Monte Carlo tree search from a view.

The search itself is compiled (`kernel/tree.py`). This is its door: budgets, threads, stopping, and
what it thinks as a typed result. It works from `view.position` alone, and with random numbers of
its own, so views that are alike get the same answer from the same seed.
"""

from __future__ import annotations

import hashlib
import math
import secrets
import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from watergate.edition import Edition, Side, standard_edition
from watergate.edition.table import table_of
from watergate.engine import engine, entry
from watergate.rules import Move, View
from watergate.rules.core.chance import seeded_streams
from watergate.rules.moves import notation_of
from watergate.rules.redeal import knowledge_of

from .evaluation_network import network_for
from .kernel.entries import line_at, root_at, search_at
from .kernel.tree import STYLE, clear, new_room, new_states, new_tree
from .thinking import Budget, Candidate, Thinker, Thought, check_threads, over, side_of

MOST_NODES = 1 << 20
"""Of all the trees of a player together: about 300 MB."""
SIMULATIONS_A_STRETCH = 512
"""Between two looks at the clock and at whether to stop: some five milliseconds, in which other
threads can run."""
LONGEST_LINE = 12
SHARE_OF_A_CLEAR_LINE = 0.02
"""The expected line goes on while its moves have this share of the visits."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a search goes about it: see `kernel/tree.py`."""

    exploration: float = 0.6
    caution: float = 0.1
    evenness: float = 0.3
    temperature: float = 60.0
    rollout_temperature: float = 30.0
    turns: int = 0
    is_plain: bool = False


STRONG = Style()
PLAIN = Style(
    exploration=0.7, evenness=1.0, temperature=0.0, rollout_temperature=0.0, turns=-1, is_plain=True
)
"""Information-set search without knowledge: random games to the end. A yardstick."""


class TreePlayer(Thinker):
    """Searches within a budget, with one tree per thread."""

    def __init__(
        self,
        seed: int | None = None,
        edition: Edition | None = None,
        *,
        budget: Budget,
        threads: int = 1,
        style: Style = STRONG,
        name: str = "tree",
    ) -> None:
        check_threads(threads)
        self.name = name
        self._seed = secrets.randbits(62) if seed is None else seed
        self._edition = edition or standard_edition()
        self._budget, self._threads, self._style = budget, threads, style
        self._stop = threading.Event()
        self._branches: list[Branch] = []
        self._turn: tuple[int, str | None] | None = None

    def choose(self, view: View) -> Move:
        """The best move; stops early when no other can overtake it, and goes on with its tree."""
        if len(view.moves) == 1:
            return view.moves[0]
        turn = (view.round, view.turn)
        goes_on = bool(self._branches) and turn == self._turn
        self._turn = turn
        thought = self._think(view, self._budget, goes_on=goes_on, until_decided=True)
        assert thought.choice is not None
        return thought.choice

    def think(self, view: View, budget: Budget | None = None) -> Thought:
        self._turn = None
        return self._think(view, budget or self._budget, goes_on=False, until_decided=False)

    def stop(self) -> None:
        self._stop.set()

    def close(self) -> None:
        self._branches = []

    def _think(self, view: View, budget: Budget, *, goes_on: bool, until_decided: bool) -> Thought:
        self._stop.clear()
        began = time.perf_counter()
        side = side_of(view)
        if view.result is not None:
            return over(view.result, side)
        if not goes_on:
            room = most_nodes(budget, self._threads)
            if not self._branches or self._branches[0].most_nodes < room:
                self._branches = [Branch(self._edition, room) for _ in range(self._threads)]
        work = Work(budget, began, self._threads, until_decided, self._stop)
        for n, branch in enumerate(self._branches):
            branch.look_at(view, f"{self._seed} {n}", self._style, keep=goes_on)
        if self._threads == 1:
            self._branches[0].search(work)
        else:
            with ThreadPoolExecutor(self._threads) as workers:
                list(workers.map(lambda branch: branch.search(work), self._branches))
        return summed_up(view, side, self._branches, self._edition, time.perf_counter() - began)


@dataclass(frozen=True, slots=True)
class Work:
    """What a search may use up, and what ends it before."""

    budget: Budget
    began: float
    threads: int
    until_decided: bool
    stop: threading.Event

    @property
    def simulations(self) -> float:
        """Of one thread."""
        most = self.budget.simulations
        return math.inf if most is None else -(-most // self.threads)

    def left(self, known: int, done: int) -> float:
        """How many simulations one thread may still do, having done some beside those known."""
        if self.stop.is_set():
            return 0
        left = self.simulations - known - done
        if self.budget.seconds is not None:
            gone = time.perf_counter() - self.began
            left = min(left, done / gone * (self.budget.seconds - gone))
        return left


class Branch:
    """The search of one thread: its tree and its luck."""

    def __init__(self, edition: Edition, most_nodes: int) -> None:
        self.most_nodes = most_nodes
        self._edition = edition
        self._tables, self._net = table_of(edition), network_for(edition)
        self._states, self._words = new_states()
        self._tree, self._room = new_tree(most_nodes), new_room()
        self._visits = np.zeros(self._room.moves.size, np.int32)
        self._values = np.zeros(self._room.moves.size, np.float64)

    def look_at(self, view: View, seed: str, style: Style, *, keep: bool) -> None:
        """Turn to a view; `keep` what was found so far if the tree has room to grow."""
        states, self._hidden = knowledge_of(view, self._edition)
        self._states[0] = states[0]
        self._styles = np.array([tuple(getattr(style, name) for name in STYLE.names or ())], STYLE)
        digest = hashlib.sha256(f"{seed} {view.position}".encode()).digest()
        self._streams = seeded_streams(int.from_bytes(digest[:7], "big"))
        if not keep or 2 * self._tree.counters[0] > self.most_nodes:
            clear(self._tree)
        self._tree.totals[:] = 0

    def search(self, work: Work) -> None:
        """Simulate within the budget; what the tree knows already counts, but for one stretch."""
        run = entry(search_at)
        known = sum(visits for _, visits, _ in self.root())
        stretch = SIMULATIONS_A_STRETCH if engine().is_compiled else 1
        done, left = 0, work.simulations
        while left > 0 and not (work.until_decided and done and self._is_decided(left)):
            # The first simulation makes the root, the second is the first to try a move.
            n = int(min(stretch, left)) if done else int(max(min(stretch, left), 2))
            run(self._states, self._words, self._tables, self._hidden, self._styles, self._tree,
                self._net, self._streams, self._room, n)  # fmt: skip
            done += n
            left = work.left(known, done)

    def root(self) -> list[tuple[int, int, float]]:
        """The moves looked at: their ids, visits, and sums of the Editor's chances."""
        moves = np.zeros_like(self._room.moves)
        n = entry(root_at)(self._words, self._tree, moves, self._visits, self._values)
        return [(int(moves[k]), int(self._visits[k]), float(self._values[k])) for k in range(n)]

    def _is_decided(self, left: float) -> bool:
        """Whether the simulations that are left could not make another move the most visited."""
        visits = sorted((visits for _, visits, _ in self.root()), reverse=True)
        return len(visits) > 1 and visits[0] - visits[1] > left

    @property
    def totals(self) -> tuple[float, int]:
        """The sum of the Editor's chances, and over how many simulations."""
        return float(self._tree.totals[0]), int(self._tree.totals[1])

    def expected_line(self) -> list[int]:
        line = np.zeros(LONGEST_LINE, np.int16)
        least = max(2, int(SHARE_OF_A_CLEAR_LINE * self._tree.totals[1]))
        n = entry(line_at)(self._states, self._words, self._tables, self._hidden, self._tree,
                           self._streams, self._room, line, least)  # fmt: skip
        return [int(move) for move in line[:n]]


def most_nodes(budget: Budget, threads: int) -> int:
    """Maximum number of nodes of one of the trees: a simulation adds one at most."""
    most = MOST_NODES // threads
    if budget.simulations is not None:
        most = min(most, 4 * (budget.simulations // threads + 1) + 64)
    return most


def summed_up(
    view: View, side: Side, branches: Sequence[Branch], edition: Edition, seconds: float
) -> Thought:
    """What all branches found together."""

    def chance(editors: float) -> float:
        return editors if side is Side.EDITOR else 1.0 - editors

    values, simulations = (sum(part) for part in zip(*(b.totals for b in branches), strict=True))
    moves = notation_of(edition).moves
    visits: defaultdict[int, int] = defaultdict(int)
    sums: defaultdict[int, float] = defaultdict(float)
    for branch in branches:
        for move, times, value in branch.root():
            visits[move] += times
            sums[move] += value
    mean = chance(values / simulations)
    legal = set(view.moves)
    found = sorted(
        (
            Candidate(moves[move], times, chance(sums[move] / times))
            for move, times in visits.items()
            if times and moves[move] in legal
        ),
        key=lambda candidate: (-candidate.visits, -candidate.value, str(candidate.move)),
    )
    if len(legal) == 1:
        found = [Candidate(view.moves[0], int(simulations), mean)]
    return Thought(
        side=side,
        win_probability=found[0].value if found else mean,
        candidates=tuple(found),
        continuation=tuple(moves[move] for move in branches[0].expected_line()),
        choice=found[0].move if found else None,
        simulations=int(simulations),
        seconds=seconds,
    )
