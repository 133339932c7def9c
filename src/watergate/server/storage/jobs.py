"""Repository of jobs: the workers' queue, with leases that end by themselves."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import fields
from typing import Any

from sqlalchemy import Connection, and_, case, func, insert, not_, or_, select, update
from sqlalchemy.exc import IntegrityError

from ..model.jobs import REVIEWS
from . import schema
from .connections import Connections
from .rows import JobRow, job_of, plain, row_values

JOB_COLUMNS = [schema.jobs.c[f.name] for f in fields(JobRow)]


class JobRepository(Connections):
    async def add_job(self, job: JobRow) -> bool:
        """Add work to do; False if the same is there already."""
        try:
            await self._write(insert(schema.jobs).values(**row_values(job)))
        except IntegrityError:
            return False
        return True

    async def job(self, id_: str) -> JobRow | None:
        row = await self._row(select(*JOB_COLUMNS).where(schema.jobs.c.id == id_))
        return None if row is None else job_of(row)

    async def find_job(self, game: str, kind: str, number: int, side: str | None) -> JobRow | None:
        jobs = schema.jobs.c
        same_side = jobs.side.is_(None) if side is None else jobs.side == side
        row = await self._row(
            select(*JOB_COLUMNS).where(
                jobs.game == game, jobs.kind == kind, jobs.number == number, same_side
            )
        )
        return None if row is None else job_of(row)

    async def reviews_of(self, games: Collection[str]) -> list[JobRow]:
        """The reviews of some games that are made or being made, without what they say."""
        jobs = schema.jobs.c
        columns = [column for column in JOB_COLUMNS if column.name != "result"]
        rows = await self._rows(
            select(*columns).where(
                jobs.game.in_(games), jobs.kind.in_(REVIEWS), jobs.state != "failed"
            )
        )
        return [job_of(row) for row in rows]

    async def results_of(self, ids: Collection[str]) -> dict[str, str]:
        """What some jobs have found."""
        jobs = schema.jobs.c
        rows = await self._rows(select(jobs.id, jobs.result).where(jobs.id.in_(ids)))
        return {row.id: row.result for row in rows}

    async def count_jobs(self, *, person: str | None = None) -> int:
        """How many jobs are waiting or being done, of all; or hints and curves of one person."""
        query = (
            select(func.count())
            .select_from(schema.jobs)
            .where(schema.jobs.c.state.in_(["waiting", "running"]))
        )
        if person is not None:
            query = query.where(schema.jobs.c.person == person, schema.jobs.c.kind != "move")
        return int(await self._scalar(query))

    async def lease_job(
        self, worker: str, now: int, seconds: int, kinds: Collection[str] | None = None
    ) -> JobRow | None:
        """Take a job that is ready, or whose worker has gone; of these kinds, or of any.

        Its person is drawn by lot among those for whom least is being done, so that whoever asks
        for much keeps nobody waiting; of their jobs, moves come first, then the oldest.
        """
        jobs = schema.jobs.c

        def lease(connection: Connection) -> JobRow | None:
            free = _free(now) if kinds is None else and_(_free(now), jobs.kind.in_(kinds))
            query = (
                select(jobs.person, func.sum(case((free, 0), else_=1)).label("leased"))
                .where(or_(free, jobs.state == "running"))
                .group_by(jobs.person)
                .having(func.sum(case((free, 1), else_=0)) > 0)
            )
            people = list(connection.execute(query).all())
            random.shuffle(people)
            for row in sorted(people, key=lambda row: int(row.leased)):
                next_ = (
                    select(jobs.id)
                    .where(free, jobs.person.is_not_distinct_from(row.person))
                    .order_by(jobs.kind != "move", jobs.created_at)
                    .limit(1)
                    .with_for_update(skip_locked=True)
                )
                id_ = connection.execute(next_).scalar_one_or_none()
                if id_ is not None:
                    break
            else:
                return None
            values = {
                "state": "running", "leased_by": worker, "leased_until": now + seconds * 1000,
                "attempts": jobs.attempts + 1,
            }  # fmt: skip
            connection.execute(update(schema.jobs).where(jobs.id == id_).values(values))
            return job_of(connection.execute(select(*JOB_COLUMNS).where(jobs.id == id_)).one())

        return await self.database.write(lease)

    async def free_jobs(self, worker: str | None = None) -> None:
        """Let the jobs of a worker that is gone be taken again at once; or those of all."""
        where = schema.jobs.c.state == "running"
        if worker is not None:
            where = and_(where, schema.jobs.c.leased_by == worker)
        await self._write(update(schema.jobs).where(where).values(leased_until=0))

    async def next_ready_at(self) -> int | None:
        """When the next job is ready or its lease ends; None if there is none."""
        jobs = schema.jobs.c
        found = [
            await self._scalar(select(func.min(jobs.ready_at)).where(jobs.state == "waiting")),
            await self._scalar(select(func.min(jobs.leased_until)).where(jobs.state == "running")),
        ]
        return min((int(at) for at in found if at is not None), default=None)

    async def change_job(self, id_: str, worker: str | None = None, **values: Any) -> bool:
        """Change a job, if this worker still has it; whether it had."""
        where = schema.jobs.c.id == id_
        if worker is not None:
            where = and_(where, schema.jobs.c.leased_by == worker, schema.jobs.c.state == "running")
        return await self._write(update(schema.jobs).where(where).values(**plain(values))) > 0

    async def delete_job(self, id_: str) -> None:
        await self._write(schema.jobs.delete().where(schema.jobs.c.id == id_))

    async def forget_jobs(self, before: int) -> int:
        """Forget what was thought about long ago; a review stays as long as its game."""
        jobs = schema.jobs.c
        is_kept = and_(jobs.kind.in_(REVIEWS), jobs.state == "done")
        is_over = jobs.state.in_(["done", "failed"])
        where = and_(is_over, jobs.created_at < before, not_(is_kept))
        return await self._write(schema.jobs.delete().where(where))


def _free(now: int) -> Any:
    """Which jobs can be taken."""
    jobs = schema.jobs.c
    return or_(
        and_(jobs.state == "waiting", jobs.ready_at <= now),
        and_(jobs.state == "running", jobs.leased_until < now),
    )
