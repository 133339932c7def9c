"""`Store`: everything the server asks of its database, the same for SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from sqlalchemy import Table, and_, bindparam, func, insert, or_, select, update
from sqlalchemy.engine import URL
from sqlalchemy.exc import IntegrityError

from watergate.edition import Side

from ..model import Act, Seat, Standing
from . import schema
from .database import is_sqlite, make_engine
from .rows import (
    GameRow,
    JobRow,
    PersonRow,
    Signs,
    TokenRow,
    act_of,
    act_values,
    game_of,
    job_of,
    plain,
    row_values,
    seat_of,
)
from .writer import Conflict, Request, Writer

__all__ = ["Conflict", "Store"]

GAME_COLUMNS = [schema.games.c[f.name] for f in fields(GameRow)]
JOB_COLUMNS = [schema.jobs.c[f.name] for f in fields(JobRow)]


class Store:
    """Open it with `Store(url)`, and `close` it: that stores what is still waiting."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.writing = make_engine(url, writes=True)
        self.reading = make_engine(url, writes=False) if is_sqlite(url) else self.writing
        self._line = asyncio.Lock() if is_sqlite(url) else contextlib.nullcontext()
        """On SQLite those who write wait in line: who finds it locked looks again ever later."""
        self._writer = Writer(self.writing, self._line)

    async def close(self) -> None:
        await self._writer.close()
        await self.writing.dispose()
        if self.reading is not self.writing:
            await self.reading.dispose()

    async def ping(self) -> None:
        """Raises if the database cannot be reached."""
        async with self.reading.connect() as connection:
            await connection.execute(select(1))

    # Facts about the server

    async def fact(self, name: str) -> str | None:
        query = select(schema.facts.c.value).where(schema.facts.c.name == name)
        found: str | None = await self._scalar(query)
        return found

    async def secret(self, name: str) -> str:
        """A random secret of this server: made once, the same for all its processes."""
        found = await self.fact(name)
        if found is None:
            value = secrets.token_hex(32)
            with contextlib.suppress(IntegrityError):  # another process may be first
                await self._write(insert(schema.facts).values(name=name, value=value))
            found = await self.fact(name)
        assert found is not None
        return found

    # People

    async def person(self, id_: str) -> PersonRow | None:
        return await self._person(schema.people.c.id == id_)

    async def person_by_recovery(self, hash_: str) -> PersonRow | None:
        return await self._person(schema.people.c.recovery_hash == hash_)

    async def _person(self, which: Any) -> PersonRow | None:
        row = await self._row(select(schema.people).where(which))
        return None if row is None else PersonRow(**row._mapping)

    async def add_person(self, person: PersonRow) -> None:
        """Keep a person; one who is known already stays as is."""
        try:
            await self._write(insert(schema.people).values(**row_values(person)))
        except IntegrityError:
            return

    async def change_person(self, id_: str, **values: Any) -> None:
        await self._write(update(schema.people).where(schema.people.c.id == id_).values(**values))

    async def tokens(self, person: str) -> list[TokenRow]:
        rows = await self._rows(
            select(schema.tokens)
            .where(schema.tokens.c.person == person)
            .order_by(schema.tokens.c.created_at)
        )
        return [TokenRow(**row._mapping) for row in rows]

    async def token_by_hash(self, hash_: str) -> TokenRow | None:
        row = await self._row(select(schema.tokens).where(schema.tokens.c.hash == hash_))
        return None if row is None else TokenRow(**row._mapping)

    async def add_token(self, token: TokenRow) -> None:
        await self._write(insert(schema.tokens).values(**row_values(token)))

    async def delete_token(self, person: str, id_: str) -> bool:
        where = and_(schema.tokens.c.id == id_, schema.tokens.c.person == person)
        return await self._write(schema.tokens.delete().where(where)) > 0

    # Games

    async def add_game(
        self,
        game: GameRow,
        seats: Iterable[Seat],
        acts: Sequence[Act],
        jobs: Sequence[JobRow] = (),
        *,
        rematch_of: str | None = None,
    ) -> None:
        """Store a game and how it begins; `Conflict` where there is a rematch already."""
        async with self._line, self.writing.begin() as connection:
            if rematch_of is not None:
                before = schema.games.c
                first = await connection.execute(
                    update(schema.games)
                    .where(before.id == rematch_of, before.rematch.is_(None))
                    .values(rematch=game.id)
                )
                if not first.rowcount:
                    raise Conflict
            await connection.execute(insert(schema.games).values(**row_values(game)))
            await connection.execute(
                insert(schema.seats),
                [
                    {
                        "game": game.id, "side": str(seat.side), "kind": seat.kind.value,
                        "person": seat.person, "player": seat.player,
                        "standing": seat.standing.value, "standing_since": 0, "seen_at": 0,
                    }
                    for seat in seats
                ],
            )  # fmt: skip
            await connection.execute(
                insert(schema.acts), [act_values(game.id, act) for act in acts]
            )
            if jobs:
                await connection.execute(insert(schema.jobs), [row_values(job) for job in jobs])

    async def game(self, id_: str) -> tuple[GameRow, dict[Side, Seat]] | None:
        async with self.reading.connect() as connection:
            row = (
                await connection.execute(select(*GAME_COLUMNS).where(schema.games.c.id == id_))
            ).one_or_none()
            if row is None:
                return None
            found = await connection.execute(_SEATS.where(schema.seats.c.game == id_))
            seats = {seat.side: seat for seat in map(seat_of, found)}
        return game_of(row), {side: seats[side] for side in Side}

    async def acts(self, game: str, after: int = 0) -> list[Act]:
        rows = await self._rows(
            select(schema.acts)
            .where(schema.acts.c.game == game, schema.acts.c.number > after)
            .order_by(schema.acts.c.number)
        )
        return [act_of(row) for row in rows]

    async def append(
        self,
        game: str,
        acts: Sequence[Act],
        values: Mapping[str, Any] | None,
        jobs: Sequence[JobRow] = (),
        jobs_done: Collection[str] = (),
    ) -> None:
        """Store acts, what lists say of their game, and work to do; or raise `Conflict`."""
        await self._writer.store(
            Request(
                acts=[act_values(game, act) for act in acts],
                game=None
                if values is None
                else {"_id": game, "_number": values["number"], **plain(values)},
                jobs=[row_values(job) for job in jobs],
                jobs_done=[{"_id": job} for job in jobs_done],
            )
        )

    async def take_seat(self, game: str, side: Side, person: str) -> bool:
        """Give an open seat to a person; False if it is not open any more."""
        return (
            await self._change_seat(
                game, side, schema.seats.c.kind == "open", kind="person", person=person
            )
            > 0
        )

    async def set_standing(self, game: str, side: Side, standing: Standing, since: int) -> None:
        await self._change_seat(game, side, True, standing=str(standing), standing_since=since)

    async def _change_seat(self, game: str, side: Side, where: Any, **values: Any) -> int:
        return await self._write(
            update(schema.seats)
            .where(schema.seats.c.game == game, schema.seats.c.side == str(side), where)
            .values(**values)
        )

    async def change_game(self, game: str, **values: Any) -> None:
        await self._write(update(schema.games).where(schema.games.c.id == game).values(**values))

    async def seen(self, seats: Collection[tuple[str, Side]], now: int) -> None:
        """Note that people are at these seats."""
        if not seats:
            return
        in_order = sorted((game, str(side)) for game, side in seats)  # nobody locks crosswise
        async with self._line, self.writing.begin() as connection:
            await connection.execute(
                _SEEN, [{"_game": game, "_side": side, "at": now} for game, side in in_order]
            )

    async def seen_at(self, games: Collection[str]) -> dict[tuple[str, Side], int]:
        rows = await self._rows(
            select(schema.seats.c.game, schema.seats.c.side, schema.seats.c.seen_at).where(
                schema.seats.c.game.in_(games), schema.seats.c.seen_at > 0
            )
        )
        return {(row.game, Side[row.side.upper()]): row.seen_at for row in rows}

    async def signs(self, games: Collection[str]) -> list[Signs]:
        """What there is of these games, to see whether somebody else has changed them."""
        rows = await self._rows(_SIGNS.where(schema.games.c.id.in_(games)))
        return [Signs(**row._mapping) for row in rows]

    async def games_of(
        self, person: str, *, over: bool | None, limit: int, before: int | None = None
    ) -> list[tuple[GameRow, dict[Side, Seat]]]:
        """The games a person sits in or has made, those that changed last first."""
        mine = or_(
            schema.games.c.id.in_(
                select(schema.seats.c.game).where(schema.seats.c.person == person)
            ),
            schema.games.c.creator == person,
        )
        query = select(*GAME_COLUMNS).where(mine)
        if over is not None:
            query = query.where(
                schema.games.c.state == "over" if over else schema.games.c.state != "over"
            )
        if before is not None:
            query = query.where(schema.games.c.changed_at < before)
        rows = await self._rows(query.order_by(schema.games.c.changed_at.desc()).limit(limit))
        games = [game_of(row) for row in rows]
        seats: dict[str, dict[Side, Seat]] = {game.id: {} for game in games}
        for row in await self._rows(_SEATS.where(schema.seats.c.game.in_(list(seats)))):
            seat = seat_of(row)
            seats[row.game][seat.side] = seat
        return [(game, seats[game.id]) for game in games]

    async def count_open_games(self, person: str) -> int:
        """How many games a person has made that are not over."""
        return int(
            await self._scalar(
                select(func.count())
                .select_from(schema.games)
                .where(schema.games.c.creator == person, schema.games.c.state != "over")
            )
        )

    async def finished_games(self, person: str) -> list[Any]:
        """Every finished game of a person: the own side, winner, way, and the opponent's seat."""
        mine, theirs = schema.seats.alias("mine"), schema.seats.alias("theirs")
        return await self._rows(
            select(
                mine.c.side, schema.games.c.winner, schema.games.c.way,
                theirs.c.kind, theirs.c.player,
            )
            .join(schema.games, schema.games.c.id == mine.c.game)
            .join(theirs, and_(theirs.c.game == mine.c.game, theirs.c.side != mine.c.side))
            .where(
                mine.c.person == person,
                schema.games.c.state == "over",
                schema.games.c.imported.is_(False),
                or_(theirs.c.person.is_(None), theirs.c.person != person),
            )
        )  # fmt: skip

    async def count_games(self) -> int:
        return int(await self._scalar(select(func.count()).select_from(schema.games)))

    async def all_games(self, after: str = "", limit: int = 200) -> list[GameRow]:
        """All games in the order of their ids, a page at a time."""
        rows = await self._rows(
            select(*GAME_COLUMNS)
            .where(schema.games.c.id > after)
            .order_by(schema.games.c.id)
            .limit(limit)
        )
        return [game_of(row) for row in rows]

    # Chat

    async def chat(self, game: str, limit: int = 200) -> list[Any]:
        rows = await self._rows(
            select(schema.chat)
            .where(schema.chat.c.game == game)
            .order_by(schema.chat.c.number.desc())
            .limit(limit)
        )
        return rows[::-1]

    async def last_said(self, game: str) -> int:
        """The number of the last line; 0 if there is none."""
        table = schema.chat
        return await self._scalar(select(func.max(table.c.number)).where(table.c.game == game)) or 0

    async def add_chat(
        self, game: str, side: Side, name: str, text: str, at: int, key: str
    ) -> tuple[int, bool]:
        """Store a line; its number, and whether it is new."""
        table = schema.chat
        for _ in range(5):
            known = await self._row(select(table).where(table.c.game == game, table.c.key == key))
            if known is not None:
                return int(known.number), False
            number = await self.last_said(game) + 1
            try:
                await self._write(
                    insert(table).values(
                        game=game, number=number, side=str(side), name=name, text=text, at=at,
                        key=key,
                    )
                )  # fmt: skip
            except IntegrityError:
                continue  # somebody else wrote at the same moment
            return number, True
        raise Conflict

    # Jobs

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

    async def count_jobs(self, *, person: str | None = None) -> int:
        """How many jobs are waiting or being done; of one person, or of all."""
        query = (
            select(func.count())
            .select_from(schema.jobs)
            .where(schema.jobs.c.state.in_(["waiting", "running"]))
        )
        if person is not None:
            query = query.where(schema.jobs.c.person == person)
        return int(await self._scalar(query))

    async def lease_job(self, worker: str, now: int, seconds: int) -> JobRow | None:
        """Take the next job that is ready, or whose worker has gone; moves before all else."""
        jobs = schema.jobs.c
        free = or_(
            and_(jobs.state == "waiting", jobs.ready_at <= now),
            and_(jobs.state == "running", jobs.leased_until < now),
        )
        query = (
            select(jobs.id)
            .where(free)
            .order_by(jobs.kind != "move", jobs.created_at)
            .limit(1)
            .with_for_update(skip_locked=True)
        )
        async with self._line, self.writing.begin() as connection:
            id_ = (await connection.execute(query)).scalar_one_or_none()
            if id_ is None:
                return None
            values = {
                "state": "running", "leased_by": worker, "leased_until": now + seconds * 1000,
                "attempts": jobs.attempts + 1,
            }  # fmt: skip
            await connection.execute(update(schema.jobs).where(jobs.id == id_).values(values))
            row = (await connection.execute(select(*JOB_COLUMNS).where(jobs.id == id_))).one()
        return job_of(row)

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
        """Forget what was thought about long ago."""
        jobs = schema.jobs.c
        where = and_(jobs.state.in_(["done", "failed"]), jobs.created_at < before)
        return await self._write(schema.jobs.delete().where(where))

    # Asking

    async def _rows(self, query: Any) -> list[Any]:
        async with self.reading.connect() as connection:
            return list((await connection.execute(query)).all())

    async def _row(self, query: Any) -> Any:
        async with self.reading.connect() as connection:
            return (await connection.execute(query)).one_or_none()

    async def _scalar(self, query: Any) -> Any:
        async with self.reading.connect() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def _write(self, statement: Any) -> int:
        async with self._line, self.writing.begin() as connection:
            return int((await connection.execute(statement)).rowcount)


_SEATS = select(schema.seats, schema.people.c.name).outerjoin(
    schema.people, schema.people.c.id == schema.seats.c.person
)
_SEEN = (
    update(schema.seats)
    .where(schema.seats.c.game == bindparam("_game"), schema.seats.c.side == bindparam("_side"))
    .values(seen_at=bindparam("at"))
)


def _of_game(table: Table, value: Any) -> Any:
    """Something about the rows of another table that belong to a game."""
    return select(value).where(table.c.game == schema.games.c.id).scalar_subquery()


_SIGNS = select(
    schema.games.c.id,
    schema.games.c.offer,
    schema.games.c.rematch,
    _of_game(schema.acts, func.max(schema.acts.c.number)).label("number"),
    _of_game(schema.chat, func.coalesce(func.max(schema.chat.c.number), 0)).label("said"),
    _of_game(schema.seats, func.count(schema.seats.c.person)).label("people"),
)
