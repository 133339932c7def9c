"""Season service: what a person's reviewed games come to, and the reviews that are missing."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from watergate.coach.season import Played, Tallies, played_of_json, tallies_of
from watergate.edition import Side
from watergate.players.policy import knows

from ..live import LiveGames
from ..model import JobKind, JobState
from ..problems import Problem
from ..storage import JobRow
from .identity import Identity
from .jobs import JobService

MOST_GAMES = 200
"""The last so many games of a person count."""
MOST_READ = 25
"""So many reviews are in memory at once as they were written."""
MOST_KEPT = 2_000
PERSON = "person"
"""What an opponent is called who is one, as in `Statistics`."""


@dataclass(frozen=True, slots=True)
class MySeason:
    games: int
    """Finished ones that can be reviewed, the last 200 at most."""
    reviewed: int
    making: int
    """Those whose review is being made, or waits for it."""
    tallies: Tallies
    """What the reviewed games come to; opponents by computer player, and `person`."""


class SeasonService:
    def __init__(self, live_games: LiveGames, jobs: JobService) -> None:
        self._live_games, self._jobs = live_games, jobs
        self._store = live_games.store
        self._known: OrderedDict[str, Played] = OrderedDict()
        """What reviews say of a side, by the review and the side: a review that is made stays."""

    async def season(self, who: Identity) -> MySeason:
        """What the reviewed games of a person come to."""
        who.must_have("read")
        games = await self._games(who)
        reviews = await self._reviews(games)
        made = [(row, reviews[row.id]) for row in games if _is_made(reviews.get(row.id))]
        played = await self._played(made)
        return MySeason(len(games), len(made), len(reviews) - len(made), tallies_of(played))

    async def review_more(self, who: Identity) -> MySeason:
        """Have games reviewed that are not, the last first: as many as one person may at a time."""
        games = await self._games(who)
        reviews = await self._reviews(games)
        asked = 0
        for row in games:
            if row.id in reviews:
                continue
            live = await self._live_games.glance(row.id)
            try:
                await self._jobs.review(who, live, None)
            except Problem:
                if not asked:
                    raise
                break
            asked += 1
        return await self.season(who)

    async def _games(self, who: Identity) -> list[Any]:
        known = [name for name, one in self._live_games.registry.shelf.hosted.items() if knows(one)]
        return await self._store.finished_games(who.person, editions=known, limit=MOST_GAMES)

    async def _reviews(self, games: list[Any]) -> dict[str, JobRow]:
        """The review of each game that has one: the deepest that is made, or one in the making."""
        numbers = {row.id: row.number for row in games}
        found: dict[str, JobRow] = {}
        for job in await self._store.reviews_of(list(numbers)):
            best = found.get(job.game)
            if job.number == numbers[job.game] and (best is None or _rank(job) > _rank(best)):
                found[job.game] = job
        return found

    async def _played(self, made: list[tuple[Any, JobRow]]) -> list[Played]:
        """What reviews say of the own side; those that were not read before are read now."""
        found = {_key(*one): self._known.get(_key(*one)) for one in made}
        new = [one for one in made if found[_key(*one)] is None]
        for first in range(0, len(new), MOST_READ):
            some = new[first : first + MOST_READ]
            texts = await self._store.results_of([job.id for _, job in some])
            found |= await asyncio.to_thread(_read, some, texts)
        played = {key: one for key, one in found.items() if one is not None}
        for key, one in played.items():
            self._known[key] = one
            self._known.move_to_end(key)
        while len(self._known) > MOST_KEPT:
            self._known.popitem(last=False)
        return list(played.values())


def _is_made(job: JobRow | None) -> bool:
    return job is not None and job.state is JobState.DONE


def _rank(job: JobRow) -> tuple[bool, bool]:
    return job.state is JobState.DONE, job.kind is JobKind.DEEP_REVIEW


def _key(row: Any, job: JobRow) -> str:
    return f"{job.id} {row.side}"


def _read(made: list[tuple[Any, JobRow]], texts: dict[str, str]) -> dict[str, Played | None]:
    return {
        _key(row, job): played_of_json(texts[job.id], Side[row.side.upper()], row.player or PERSON)
        for row, job in made
    }
