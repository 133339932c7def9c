"""The judge: how the strongest player values the decisions of a side, many at once.

It works as the player does that looks ahead by the network: guesses at what is hidden, weighed by
how the opponent played (`players/belief.py`), and *rollouts* in them, moves played on by the
network's policy, all in the same guesses with the same luck. Only decisions in which the network
would seldom play as was played are looked into, and all decisions of a side go on in step, so that
the network judges thousands of positions at once. This is the one file that knows how the strongest
player works.

A second look, with fresh guesses and luck, compares the move that was played with the one that
seemed best at first. So the loss it finds has no favourite, and its standard error is the noise.
It works from views alone, with random numbers of its own: what it says of a side is the same over
all histories that this side cannot tell apart.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt
from threadpoolctl import ThreadpoolController

from watergate.edition import Edition, Side
from watergate.edition.table import table_of
from watergate.engine import entry
from watergate.players.belief import Belief, believe
from watergate.players.kernel.entries import begin_rollouts_at, step_rollouts_at
from watergate.players.kernel.rollout import DECIDES, JUDGED, OVER, Rollouts, new_rollouts
from watergate.players.policy import known_edition, shipped_policy
from watergate.players.search import SHARPNESS, TRUST
from watergate.players.sight import sight_of
from watergate.rules import Move, View
from watergate.rules.core.chance import MASK, seeded_streams
from watergate.rules.core.ids import ASK_COLOR, CHOOSE_FACEDOWN
from watergate.rules.core.knowledge import HIDDEN
from watergate.rules.moves import notation_of

NAME = "rollouts by the network"
FAIR_SHARE = 0.15
"""A move that the judge plays so often is never called a mistake."""
MOST_MOVES = 4
"""Moves that are looked into, beside the one that was played."""
LEAST_SHARE = 0.03
"""The network's chance of a move that is worth a look."""
WORTH_A_SECOND_LOOK = 0.02
"""A loss at the first look that may be one."""
ROWS_AT_ONCE = 1024
LONGEST_LINE = 8
LEAST_LIKELY = 0.35
"""An expected line goes on while the policy is so sure of its move."""

Floats = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float32]
Report = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Depth:
    """How much is thought about a decision."""

    name: Literal["quick", "usual", "deep"]
    guesses: int
    first: int
    """Rollouts of each move at the first look,"""
    second: int
    """and of two of them at the second."""
    choices: int
    """Choices of either side after which a rollout ends, if the round does not end before."""
    looks_into_all: bool = False
    """Whether moves that the network itself often plays are played out, too."""


QUICK, USUAL, DEEP = (
    Depth("quick", 16, 8, 16, 4),
    Depth("usual", 24, 12, 36, 8),
    Depth("deep", 96, 32, 160, 64, True),
)
DEPTHS = {depth.name: depth for depth in (QUICK, USUAL, DEEP)}


@dataclass
class Case:
    """A decision of a side, and what was found about it."""

    view: View
    legal: list[int]
    played: int
    policy: dict[int, float] = field(default_factory=dict)
    """The network's chance of each legal move."""
    chance: float = 0.5
    """The side's, as the network sees it without looking ahead."""
    belief: Belief | None = None
    looked: list[int] = field(default_factory=list)
    """The moves that were played out."""
    first: dict[int, Floats] = field(default_factory=dict)
    second: dict[int, Floats] = field(default_factory=dict)
    """The side's chances in the rollouts of each move, at the first and at the second look."""
    lines: dict[int, list[int]] = field(default_factory=dict)

    @property
    def side(self) -> Side:
        side = self.view.viewer.side
        assert side is not None
        return side

    @property
    def questions(self) -> list[int]:
        return [move for move in self.legal if ASK_COLOR <= move < CHOOSE_FACEDOWN]

    def value(self, move: int) -> float | None:
        found = self._all(move)
        return float(found.mean()) if len(found) else None

    def error(self, move: int) -> float | None:
        """The standard error of a value."""
        found = self._all(move)
        return _error(found) if len(found) > 1 else None

    def shares(self) -> dict[int, float]:
        """How often the judge would play each move."""
        if not self.looked:
            return self.policy
        logs = np.array([
            TRUST * np.log(self.policy[move] + 1e-6) + SHARPNESS * float(self._all(move).mean())
            for move in self.looked
        ])  # fmt: skip
        weights = np.exp(logs - logs.max())
        shares = dict(zip(self.looked, (weights / weights.sum()).tolist(), strict=True))
        return {move: shares.get(move, 0.0) for move in self.legal}

    def best(self) -> int:
        """The move the judge would play most often."""
        shares = self.shares()
        return max(self.legal, key=lambda move: (shares[move], self.policy[move]))

    def loss(self, move: int, against: int) -> tuple[float, float]:
        """By how much a move is worse than another, and the standard error of that.

        By the second look, if both were in it: what seemed best at first was lucky there.
        """
        looks = self.second if move in self.second and against in self.second else self.first
        gaps = looks[against] - looks[move]
        return float(gaps.mean()), _error(gaps)

    def _all(self, move: int) -> Floats:
        found = [look[move] for look in (self.first, self.second) if move in look]
        return np.concatenate(found) if found else np.zeros(0)


def _error(found: Floats) -> float:
    """The standard error of a mean, of some numbers or of those from pairs of rollouts."""
    return float(max(found.std(ddof=1), 0.02) / len(found) ** 0.5)


class Judge:
    """Judges decisions, by a network that has learnt the edition; else a WatergateError."""

    def __init__(self, edition: Edition, depth: Depth = USUAL, seed: int = 1) -> None:
        self.edition, self.depth, self._seed = known_edition(edition), depth, seed
        self.network = shipped_policy()
        self._tables = table_of(edition)
        self._nothing_hidden = np.zeros(1, HIDDEN)
        self.rollouts = 0
        """How many were played so far."""

    def judge(self, cases: Sequence[Case], report: Report) -> None:
        """Judge the decisions of one side."""
        with ThreadpoolController().limit(limits=1, user_api="blas"):
            self.glance(cases)
            doubtful = [case for case in cases if self._is_doubtful(case)]
            reads = [case for case in cases if is_read(case.view)]
            needed = {id(case): case for case in (*doubtful, *reads)}
            for done, case in enumerate(needed.values()):
                case.belief = self._belief(case, "first")
                report(0.4 * done / len(needed))
            for case in doubtful:
                case.looked = self._worth_looking(case)
            self._look(doubtful, "first", lambda done: report(0.4 + 0.3 * done))
            again = [case for case in doubtful if self._deserves_second_look(case)]
            self._look(again, "second", lambda done: report(0.7 + 0.25 * done))
            self.find_lines(doubtful)
            report(1.0)

    def look_into(self, case: Case, moves: list[int]) -> None:
        """Play these moves of one decision out, after a glance at it."""
        with ThreadpoolController().limit(limits=1, user_api="blas"):
            case.looked, case.belief = moves, self._belief(case, "first")
            self._look([case], "first", lambda done: None)

    def glance(self, cases: Sequence[Case]) -> None:
        """What the network thinks at first sight."""
        for case in cases:
            moves = np.array(case.legal)
            chances, editor = self.network(sight_of(case.view, self.edition), moves)
            case.policy = dict(zip(case.legal, (float(c) for c in chances), strict=True))
            case.chance = editor if case.side is Side.EDITOR else 1 - editor

    def _is_doubtful(self, case: Case) -> bool:
        is_question = 0 < len(case.questions) < len(case.legal)
        if self.depth.looks_into_all or is_question:
            return True
        return case.policy[case.played] < FAIR_SHARE

    def _worth_looking(self, case: Case) -> list[int]:
        """The moves to play out: what the network may play, what was played, and a question."""
        by_chance = sorted(case.legal, key=lambda move: (-case.policy[move], move))
        found = [m for m in by_chance[:MOST_MOVES] if case.policy[m] >= LEAST_SHARE]
        questions = set(case.questions)
        kinds = [[m for m in by_chance if (m in questions) == asks] for asks in (True, False)]
        if questions:
            found += [moves[0] for moves in kinds if moves]
        found += by_chance[:2]
        return list(dict.fromkeys([*found, case.played]))

    def _deserves_second_look(self, case: Case) -> bool:
        best = case.best()
        if best == case.played or case.shares()[case.played] >= FAIR_SHARE:
            return False
        return case.loss(case.played, best)[0] > WORTH_A_SECOND_LOOK

    def _number(self, view: View, purpose: str) -> int:
        digest = hashlib.sha256(f"{self._seed} {purpose} {view.position}".encode()).digest()
        return int.from_bytes(digest[:7], "big")

    def _belief(self, case: Case, purpose: str) -> Belief:
        streams = seeded_streams(self._number(case.view, purpose))
        return believe(case.view, self.edition, self.network, streams, self.depth.guesses)

    def _look(self, cases: Sequence[Case], look: str, report: Report) -> None:
        """Play moves out: at the first look all that are worth it, at the second two of them."""
        jobs: list[tuple[Case, list[int], Belief]] = []
        for case in cases:
            assert case.belief is not None
            if look == "first":
                jobs.append((case, case.looked, case.belief))
            else:
                moves = list(dict.fromkeys([case.best(), case.played]))
                jobs.append((case, moves, self._belief(case, look)))
        each = self.depth.first if look == "first" else self.depth.second
        batch: list[tuple[Case, list[int], Belief]] = []
        for done, job in enumerate(jobs):
            batch.append(job)
            if sum(len(moves) for _, moves, _ in batch) * each >= ROWS_AT_ONCE or job is jobs[-1]:
                self._play_out(batch, each, look)
                batch = []
                report((done + 1) / len(jobs))

    def _play_out(
        self, jobs: Sequence[tuple[Case, list[int], Belief]], each: int, look: str
    ) -> None:
        size = sum(len(moves) for _, moves, _ in jobs) * each
        rollouts, rounds = new_rollouts(size), np.zeros(size, np.int64)
        first = 0
        for case, moves, belief in jobs:
            part = slice(first, first + each * len(moves))
            number = self._number(case.view, f"{look} rollouts")
            rng = np.random.default_rng(number)
            places = (np.arange(each) + rng.random()) / each
            picked = np.searchsorted(np.cumsum(belief.weights), places)
            picked = rng.permutation(np.minimum(picked, len(belief.weights) - 1))
            seeds = (number + np.arange(each)) & MASK
            self._begin(rollouts, part, belief, np.tile(picked, len(moves)),
                        np.tile(seeds, len(moves)), np.repeat(moves, each))  # fmt: skip
            rounds[part] = case.view.round
            first = part.stop
        values = self._played_on(rollouts, rounds)
        self.rollouts += size
        first = 0
        for case, moves, _ in jobs:
            found = values[first : first + each * len(moves)].reshape(len(moves), each)
            found = 1 - found if case.side is Side.NIXON else found
            getattr(case, look).update(zip(moves, found, strict=True))
            first += each * len(moves)

    def _begin(
        self, rollouts: Rollouts, part: slice, belief: Belief, picked: Ids, seeds: Ids, firsts: Ids
    ) -> None:
        *rows, words = rollouts
        entry(begin_rollouts_at)(
            Rollouts._make([*(row[part] for row in rows), words]), belief.guesses,
            picked.astype(np.int64), seeds.astype(np.int64), firsts.astype(np.int64),
            belief.histories, self._tables, self._nothing_hidden,
        )  # fmt: skip

    def _step(self, rollouts: Rollouts, rows: Ids, scores: Scores, rounds: Ids) -> None:
        for number in np.unique(rounds[rows]).tolist():
            these = rounds[rows] == number
            entry(step_rollouts_at)(
                rollouts, rows[these], scores[these],
                self._tables, self._nothing_hidden, number,
            )  # fmt: skip

    def _played_on(self, rollouts: Rollouts, rounds: Ids) -> Floats:
        """The Editor's chances, once all rows have ended or made so many choices."""
        status, values = rollouts.status, rollouts.values
        rows = np.arange(len(rounds))
        for choices in range(self.depth.choices + 1):
            rows = rows[status[rows] != OVER]
            if not len(rows):
                break
            scores, chances = self.network.judge_ones(
                rollouts.ones, rollouts.ones_counts, rows
            )  # fmt: skip
            ends = status[rows] == JUDGED
            if choices == self.depth.choices:
                ends[:] = True
            values[rows[ends]] = chances[ends]
            status[rows[ends]] = OVER
            self._step(rollouts, rows[~ends], scores[~ends], rounds)
        return np.array(values)

    def find_lines(self, cases: Iterable[Case]) -> None:
        """How play would go on after the best moves and what was played, in the likeliest guess."""
        wanted = [(case, move) for case in cases for move in self._worth_a_line(case)]
        if not wanted:
            return
        rollouts, rounds = new_rollouts(len(wanted)), np.zeros(len(wanted), np.int64)
        for row, (case, move) in enumerate(wanted):
            assert case.belief is not None
            likeliest = np.array([case.belief.weights.argmax()])
            part = slice(row, row + 1)
            self._begin(
                rollouts, part, case.belief, likeliest, np.zeros(1, np.int64), np.array([move])
            )
            rounds[row] = case.view.round
            case.lines[move] = [move]
        rows = np.flatnonzero(rollouts.status == DECIDES)
        for _ in range(LONGEST_LINE - 1):
            if not len(rows):
                break
            scores, _ = self.network.judge_ones(rollouts.ones, rollouts.ones_counts, rows)
            goes_on = np.zeros(len(rows), bool)
            for k, row in enumerate(rows.tolist()):
                legal = rollouts.moves[row, : rollouts.counts[row]]
                weights = np.exp(scores[k, legal] - scores[k, legal].max())
                best = int(weights.argmax())
                if weights[best] / weights.sum() >= LEAST_LIKELY:
                    goes_on[k] = True
                    case, move = wanted[row]
                    case.lines[move].append(int(legal[best]))
                    scores[k, int(legal[best])] += 1e3
            self._step(rollouts, rows[goes_on], scores[goes_on], rounds)
            rows = rows[goes_on]
            rows = rows[rollouts.status[rows] == DECIDES]

    def _worth_a_line(self, case: Case) -> list[int]:
        by_value = sorted(case.looked, key=lambda move: -(case.value(move) or 0))
        return list(dict.fromkeys([case.best(), *by_value[:2], case.played]))

    def id_of(self, move: Move) -> int:
        return notation_of(self.edition).id_of(move)

    def text(self, move: int) -> str:
        return str(notation_of(self.edition).moves[move])


def is_read(view: View) -> bool:
    """Whether it is a moment at which a review says what could be believed: a card is chosen."""
    return view.decision is not None and view.decision.kind == "play"
