"""Job service: hints, curves and reviews, which people ask for and workers think about."""

from __future__ import annotations

from dataclasses import replace

from watergate.players.policy import knows

from .. import metrics
from ..limits import HOUR, Rate
from ..live import LiveGames, LiveTable
from ..live.jobs import wish
from ..live.presenter import job_now
from ..messages import JobChanged
from ..model import WITHDRAWN, JobKind, JobState
from ..notifications import Notification
from ..problems import Problem
from ..settings import Settings
from ..storage import JobRow
from ..tables import Table
from ..wire import to_json
from .access import Access
from .identity import Identity


class JobService:
    def __init__(self, settings: Settings, live_games: LiveGames, access: Access) -> None:
        self._settings, self._live_games, self._access = settings, live_games, access
        self._store = live_games.store
        self._hints = _per_hour(settings.hints_per_hour)
        self._curves = _per_hour(settings.curves_per_hour)
        self._reviews = _per_hour(settings.curves_per_hour)
        self._waiting: dict[str, set[str]] = {}
        """Who else wants to hear of a job, by its id."""
        live_games.notifier.listen(self._heard)

    async def hint(self, who: Identity, live: LiveTable) -> JobRow:
        """Have a strong player look at the own view; only where the game allows it."""
        side = self._access.own_side(live, who)
        table = live.table
        table.must_run()
        if not table.options.hints:
            raise Problem("hints_off")
        if table.decider is not side:
            raise Problem("not_your_turn", decider=str(table.decider))
        return await self._wish(who, JobKind.HINT, table, str(side), self._hints)

    async def curve(self, who: Identity, live: LiveTable, code: str | None) -> JobRow:
        """Have a finished game judged from move to move."""
        self._access.must_be_open(live, who, code)
        return await self._wish(who, JobKind.CURVE, live.table, "both", self._curves)

    async def review(
        self, who: Identity, live: LiveTable, code: str | None, *, deep: bool = False
    ) -> JobRow:
        """Have a finished game reviewed: nobody gets that of a game that goes on."""
        self._access.must_be_open(live, who, code)
        table = live.table
        if table.ending is None or table.ending.way == WITHDRAWN:
            raise Problem("game_goes_on")
        if not knows(table.game.edition):
            raise Problem("review_edition")
        kind = JobKind.DEEP_REVIEW if deep else JobKind.REVIEW
        return await self._wish(who, kind, table, "both", self._reviews)

    async def made_review(self, who: Identity, live: LiveTable, code: str | None) -> JobRow | None:
        """The deepest review that somebody has asked for; nothing is started."""
        self._access.must_be_open(live, who, code)
        table = live.table
        deep, usual = [
            await self._store.find_job(table.id, kind, table.number, "both")
            for kind in (JobKind.DEEP_REVIEW, JobKind.REVIEW)
        ]
        if deep is not None and (deep.state is JobState.DONE or usual is None):
            usual = deep
        return None if usual is None or usual.state is JobState.FAILED else usual

    async def _wish(
        self, who: Identity, kind: JobKind, table: Table, side: str, rate: Rate
    ) -> JobRow:
        store = self._store
        known = await store.find_job(table.id, kind, table.number, side)
        if known is None or known.state is JobState.FAILED:
            if await store.count_jobs(person=who.person) >= self._settings.jobs_per_person:
                raise Problem("too_many_jobs", most=self._settings.jobs_per_person)
            if await store.count_jobs() >= self._settings.queue:
                raise Problem("queue_full", retry_after=10)
            rate.take(who.person)
            job = wish(kind, table.id, table.number, side, who.person, self._live_games.clock())
            if known is not None:
                await store.change_job(known.id, state=JobState.WAITING, attempts=0, leased_until=0)
            else:
                await store.add_job(job)
            self._live_games.notifier.notify(Notification("work"))
            known = await store.find_job(table.id, kind, table.number, side)
        assert known is not None
        if known.person != who.person and known.state in (JobState.WAITING, JobState.RUNNING):
            self._waiting.setdefault(known.id, set()).add(who.person)
        return known

    async def job(self, who: Identity, id_: str) -> JobRow:
        """A job, for those who may see what it thinks about."""
        who.must_have("read")
        job = await self._store.job(id_)
        is_seen = job is not None and job.kind is not JobKind.MOVE
        if job is None or not is_seen or (job.kind is JobKind.HINT and job.person != who.person):
            raise Problem("not_found", what="job")
        return job

    def _heard(self, notification: Notification) -> None:
        if notification.what == "job":
            self._live_games.tasks.spawn(self._tell_job(notification.id, notification.people))

    async def _tell_job(self, id_: str, people: tuple[str, ...]) -> None:
        """Tell whoever wants to hear of a job; `people` are others, who asked another process."""
        job = await self._store.job(id_)
        if job is None or job.person is None:
            return
        others = self._waiting.get(id_, set())
        if others:  # they may listen at another process
            self._live_games.notifier.send(Notification("job", id_, tuple(others)))
        if job.state in (JobState.DONE, JobState.FAILED):
            metrics.JOBS.labels(job.kind, job.state).inc()
            self._waiting.pop(id_, None)
        now = job_now(job)
        if job.state is not JobState.DONE:
            now = replace(
                now, result=None
            )  # what is known so far may be large: it can be asked for
        message = to_json(JobChanged(now))
        for person in people or {job.person, *others}:
            self._live_games.publisher.send_to(person, message)


def _per_hour(most: int) -> Rate:
    return Rate(most / HOUR, most)
