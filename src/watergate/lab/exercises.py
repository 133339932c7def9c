"""Make exercises from records: decisions that went wrong, each confirmed by a longer search.

A decision is taken if the network is clearly for other moves than the one that was played. Then all
legal moves are played out, and after that the better ones, and the one played, again for longer,
with fresh guesses and luck, to the end of the round. It becomes an exercise if every move is then
clearly right or clearly wrong.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from watergate.coach.exercises import LEVELS, Exercise, JudgedMove
from watergate.coach.judge import Case, Depth, Judge
from watergate.coach.reasons import reasons_for
from watergate.coach.review import AS_GOOD, cases_of, check_reviewable
from watergate.edition import Edition, Side
from watergate.players.priorities import first_sight
from watergate.rules import Game
from watergate.rules.positions import write_position

FIRST, PROOF = Depth("usual", 32, 20, 0, 8), Depth("deep", 48, 96, 0, 10)
MOST_A_GAME = 3
"""Exercises, each of another side or kind of decision."""
LEGAL = range(3, 15)
SELDOM, CLEAR = 0.05, 0.4
"""The network plays the move that was made less often than this, and its favourite more often."""
SURELY_WORSE = 0.10
"""A loss at the first look after which a move is not looked at again."""
WRONG, SURE = 0.05, 3.0
"""A move is wrong that loses so much, and so many standard errors."""
MOST_AGAIN = 3


@dataclass(frozen=True)
class Found:
    """An exercise, and how hard it is: the smaller the number, the easier."""

    exercise: Exercise
    hardness: float


class Maker:
    """Looks for exercises in games."""

    def __init__(self, edition: Edition, seed: int) -> None:
        self._edition = edition
        self._first, self._proof = Judge(edition, FIRST, seed), Judge(edition, PROOF, seed + 1)

    def found_in(self, game: Game) -> Iterator[Found]:
        """The exercises of a finished game, a few at most."""
        check_reviewable(game)
        cases = [case for case in cases_of(game) if len(case.legal) in LEGAL]
        self._first.glance(cases)
        wrong = [
            case for case in cases
            if case.policy[case.played] < SELDOM and max(case.policy.values()) > CLEAR
        ]  # fmt: skip
        wrong.sort(key=lambda case: case.policy[case.played] - max(case.policy.values()))
        taken: set[tuple[str, str]] = set()
        for case in wrong:
            assert case.view.decision is not None
            sort = str(case.side), case.view.decision.kind
            found = None if sort in taken else self._proven(case, game)
            if found is not None:
                taken.add(sort)
                yield found
            if len(taken) == MOST_A_GAME:
                return

    def _proven(self, case: Case, game: Game) -> Found | None:
        self._first.look_into(case, case.legal)
        losses = {move: case.loss(move, _best(case))[0] for move in case.legal}
        again = [move for move in sorted(losses, key=losses.__getitem__)
                 if losses[move] < SURELY_WORSE][:MOST_AGAIN]  # fmt: skip
        if losses[case.played] < WRONG or len(again) == len(case.legal):
            return None
        proof = replace(case, looked=[], first={}, second={}, lines={}, belief=None)
        self._proof.look_into(proof, list(dict.fromkeys([*again, case.played])))
        best = _best(proof)
        right = []
        for move in proof.looked:
            loss, noise = proof.loss(move, best)
            if move == best or loss <= AS_GOOD:
                right.append(move)
            elif loss < WRONG or loss < SURE * noise:
                return None  # neither clearly right nor clearly wrong
        # A move that fell behind at the first look must be behind the last right one, too.
        behind = [case.value(move) or 0.0 for move in case.legal if move not in proof.looked]
        if case.played in right or (behind and max(behind) >= (proof.value(best) or 0.0) - WRONG):
            return None
        self._proof.find_lines([proof])
        return Found(self._exercise(case, proof, best, right, game), self._hardness(proof, right))

    def _hardness(self, case: Case, right: list[int]) -> float:
        """How seldom the network is for a right move, and whether a first glance finds one."""
        moves, worths = first_sight(case.view, _rng(case), self._edition)
        glance = self._proof.id_of(moves[int(np.argmax(worths))])
        return 1 - sum(case.policy[move] for move in right) + (0.0 if glance in right else 1.0)

    def _exercise(
        self, case: Case, proof: Case, best: int, right: list[int], game: Game
    ) -> Exercise:
        text, view = self._proof.text, case.view
        assert view.decision is not None and proof.belief is not None
        began = next(ply for ply in range(view.ply + 1)
                     if int(game.state_at(ply)["round_no"][0]) == view.round)  # fmt: skip
        values = {
            move: (proof if move in proof.looked else case).value(move) or 0.0
            for move in case.legal
        }
        order = sorted(values, key=lambda move: (move != best, move not in right, -values[move]))
        guess = proof.belief.guesses[proof.belief.weights.argmax() :][:1]
        lines = proof.lines
        return Exercise(
            number=0,
            difficulty=1,
            side=str(case.side),
            kind=view.decision.kind,
            round=view.round,
            start=write_position(game.state_at(began), self._edition),
            moves=[text(move) for move in game.history_ids[began : view.ply]],
            answers=[
                JudgedMove(text(move), round(values[move], 4), move in right) for move in order
            ],
            noise=round(proof.error(best) or 0.0, 4),
            line=[text(move) for move in lines.get(best, [])],
            reasons=reasons_for(view, guess, lines[best], lines[case.played], self._edition),
        )


def _best(case: Case) -> int:
    return max(case.looked, key=lambda move: (case.value(move) or 0.0, -move))


def _rng(case: Case) -> random.Random:
    return random.Random(case.view.position)


def collection(
    games: Iterable[Game], edition: Edition, seed: int, most: int,
    report: Callable[[int], None] = lambda number: None,
) -> list[Exercise]:  # fmt: skip
    """So many exercises, as many of each side if possible, in the order of difficulty."""
    maker = Maker(edition, seed)
    found: dict[str, list[Found]] = {str(side): [] for side in Side}
    half = -(-most // 2)
    for game in games:
        for one in maker.found_in(game):
            if len(found[one.exercise.side]) < half:
                found[one.exercise.side].append(one)
        report(sum(map(len, found.values())))
        if all(len(of_side) >= half for of_side in found.values()):
            break
    ordered = sorted((one for of_side in found.values() for one in of_side),
                     key=lambda one: one.hardness)  # fmt: skip
    return [
        replace(one.exercise, number=n + 1, difficulty=1 + LEVELS * n // len(ordered))
        for n, one in enumerate(ordered)
    ]
