"""Run an arena: play the missing games, and stop when the sequential test is decided.

A test looks at the pairs in their order, whatever order they are finished in, and games behind the
pair that decides it are left out. So the results depend on the plan alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from typing import cast

from .folder import Folder
from .match import Played
from .plan import Fixture, Plan
from .sprt import PAIR_SCORES, Decision, log_likelihood_ratio
from .workers import Crew


class Tournament:
    """The games of a plan that are finished so far."""

    def __init__(self, plan: Plan, done: Mapping[int, Played]) -> None:
        self.plan = plan
        self._done = dict(done)
        self._looked_at = 0
        self._counts = [0] * len(PAIR_SCORES)
        self.llr = 0.0
        self.decision = Decision.OPEN
        self._look()

    @property
    def played(self) -> int:
        """How many games are finished, needed or not."""
        return len(self._done)

    @property
    def is_over(self) -> bool:
        return self.decision is not Decision.OPEN or self.played == self.plan.games

    @property
    def games(self) -> list[Played]:
        """The games that count, in order."""
        return [self._done[number] for number in sorted(self._done) if self._counts_in(number)]

    @property
    def dropped(self) -> list[Played]:
        """Games that were under way when the test was decided."""
        return [game for number, game in self._done.items() if not self._counts_in(number)]

    def _counts_in(self, number: int) -> bool:
        return self.decision is Decision.OPEN or number <= 2 * self._looked_at

    def add(self, game: Played) -> None:
        self._done[game.game] = game
        self._look()

    def _look(self) -> None:
        """Let the test see the pairs that it can see now, one after the other."""
        test = self.plan.test
        while test is not None and self.decision is Decision.OPEN:
            pair = [self._done.get(2 * self._looked_at + half) for half in (1, 2)]
            if None in pair:
                return
            first, second = cast(list[Played], pair)
            score = (first.editor_score + 1 - second.editor_score) / 2
            self._counts[round(4 * score)] += 1
            self._looked_at += 1
            self.llr = log_likelihood_ratio(self._counts, test)
            self.decision = test.decision(self.llr)

    def missing(self) -> Iterator[Fixture]:
        return (game for game in self.plan.fixtures() if game.game not in self._done)


def play_on(
    tournament: Tournament,
    crew: Crew,
    folder: Folder | None = None,
    tell: Callable[[Tournament], None] | None = None,
) -> None:
    """Play what is missing. Every game is kept at once; an interrupt loses those under way."""
    if tournament.is_over:
        return
    plan = tournament.plan
    with closing(crew(tournament.missing(), plan.edition, plan.records, plan.luck)) as games:
        for game in games:
            if folder is not None:
                folder.finished(game)
            tournament.add(game[0])
            if tell is not None:
                tell(tournament)
            if tournament.is_over:
                break
