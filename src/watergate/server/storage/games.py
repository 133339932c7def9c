"""Repository of games: their rows, seats and acts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from sqlalchemy import (
    Connection,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    union,
    update,
)
from sqlalchemy.engine import URL

from watergate.edition import Side

from ..model import WITHDRAWN, Act, Seat, Standing
from . import schema
from .connections import Connections
from .people import KEEP_PEOPLE
from .rows import (
    GameRow,
    JobRow,
    PersonRow,
    act_of,
    act_values,
    game_of,
    plain,
    row_values,
    seat_of,
)
from .writer import Conflict, Request, Writer

GAME_COLUMNS = [schema.games.c[f.name] for f in fields(GameRow)]


class GameRepository(Connections):
    def __init__(self, url: URL) -> None:
        super().__init__(url)
        self._writer = Writer(self.database)

    async def close(self) -> None:
        """Store what is still waiting, then let go."""
        await self._writer.close()
        await super().close()

    async def add_game(
        self,
        game: GameRow,
        seats: Iterable[Seat],
        acts: Sequence[Act],
        jobs: Sequence[JobRow] = (),
        *,
        rematch_of: str | None = None,
        people: Sequence[PersonRow] = (),
    ) -> None:
        """Store a game and how it begins, and its people; `Conflict` where there is a rematch
        already."""
        rows = [
            {
                "game": game.id, "side": str(seat.side), "kind": seat.kind.value,
                "person": seat.person, "player": seat.player,
                "standing": seat.standing.value, "standing_since": 0,
            }
            for seat in seats
        ]  # fmt: skip

        def add(connection: Connection) -> None:
            if rematch_of is not None:
                before = schema.games.c
                first = connection.execute(
                    update(schema.games)
                    .where(before.id == rematch_of, before.rematch.is_(None))
                    .values(rematch=game.id)
                )
                if not first.rowcount:
                    raise Conflict
            if people:
                connection.execute(
                    KEEP_PEOPLE[connection.dialect.name], [row_values(person) for person in people]
                )
            connection.execute(_INSERT_GAME, row_values(game))
            connection.execute(_INSERT_SEATS, rows)
            connection.execute(_INSERT_ACTS, [act_values(game.id, act) for act in acts])
            if jobs:
                connection.execute(insert(schema.jobs), [row_values(job) for job in jobs])

        await self.database.write(add)

    async def game(self, id_: str) -> tuple[GameRow, dict[Side, Seat]] | None:
        def look(connection: Connection) -> tuple[GameRow, dict[Side, Seat]] | None:
            row = connection.execute(_GAME, {"id_": id_}).one_or_none()
            if row is None:
                return None
            rows = connection.execute(_SEATS_OF, {"id_": id_})
            seats = {seat.side: seat for seat in map(seat_of, rows)}
            return game_of(row), {side: seats[side] for side in Side}

        return await self.database.read(look)

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

    async def last_numbers(self, games: Collection[str]) -> dict[str, int]:
        """The number of the last act of each of these games."""
        acts = schema.acts.c
        rows = await self._rows(
            select(acts.game, func.max(acts.number).label("number"))
            .where(acts.game.in_(games))
            .group_by(acts.game)
        )
        return {row.game: row.number for row in rows}

    async def games_of(
        self,
        person: str,
        *,
        over: bool | None,
        limit: int,
        before: int | None = None,
        put_away: bool | None = None,
    ) -> list[tuple[GameRow, dict[Side, Seat]]]:
        """The games a person sits in or has made, those that changed last first.

        `over`, `put_away`: those that are alone, or those that are not; None does not mind.
        """
        mine = or_(
            schema.games.c.id.in_(
                select(schema.seats.c.game).where(schema.seats.c.person == person)
            ),
            schema.games.c.creator == person,
        )
        way = schema.games.c.way
        query = select(*GAME_COLUMNS).where(mine, or_(way.is_(None), way != WITHDRAWN))
        if over is not None:
            query = query.where(
                schema.games.c.state == "over" if over else schema.games.c.state != "over"
            )
        if put_away is not None:
            is_away = schema.games.c.id.in_(_put_away(person))
            query = query.where(is_away if put_away else ~is_away)
        if before is not None:
            query = query.where(schema.games.c.changed_at < before)
        rows = await self._rows(query.order_by(schema.games.c.changed_at.desc()).limit(limit))
        games = [game_of(row) for row in rows]
        seats: dict[str, dict[Side, Seat]] = {game.id: {} for game in games}
        for row in await self._rows(_SEATS.where(schema.seats.c.game.in_(list(seats)))):
            seat = seat_of(row)
            seats[row.game][seat.side] = seat
        return [(game, seats[game.id]) for game in games]

    async def count_games_of(self, person: str) -> tuple[int, int]:
        """How many games a person has made that are neither over nor put away; and in all."""
        is_open = and_(schema.games.c.state != "over", schema.games.c.id.not_in(_put_away(person)))
        row = await self._row(
            select(
                func.count(case((is_open, 1))).label("unfinished"), func.count().label("all")
            ).where(schema.games.c.creator == person)
        )
        return int(row.unfinished), int(row.all)

    async def put_away(self, person: str, game: str, *, away: bool) -> None:
        """Leave a game out of a person's unfinished ones, or take it in again."""
        rows = schema.put_away
        mine = rows.c.person == person, rows.c.game == game

        def change(connection: Connection) -> None:
            connection.execute(delete(rows).where(*mine))
            if away:
                connection.execute(insert(rows).values(person=person, game=game))

        await self.database.write(change)

    async def put_old_away(self, before: int) -> int:
        """Put unfinished games away that were last played on so long ago, for all who sit in them
        and for who has made them; for how many people."""
        rows, seats, games = schema.put_away, schema.seats, schema.games
        known = union(
            select(seats.c.person, seats.c.game).where(seats.c.person.is_not(None)),
            select(games.c.creator.label("person"), games.c.id.label("game")),
        ).subquery()
        old = (
            select(known.c.person, known.c.game)
            .join(games, games.c.id == known.c.game)
            .where(
                games.c.state.in_(["running", "paused"]),
                games.c.changed_at < before,
                ~exists().where(rows.c.person == known.c.person, rows.c.game == known.c.game),
            )
        )
        return await self._write(insert(rows).from_select(["person", "game"], old))

    async def waiting_games(self, before: int) -> list[str]:
        """Games that were made before a time and still wait for somebody to sit down."""
        games = schema.games.c
        rows = await self._rows(
            select(games.id).where(games.state == "waiting", games.created_at < before)
        )
        return [row.id for row in rows]

    async def finished_games(
        self, person: str, *, editions: Collection[str] | None = None, limit: int | None = None
    ) -> list[Any]:
        """The finished games of a person, the last first: the own side, winner, way, and the
        opponent's seat; if need be those of some editions alone."""
        mine, theirs = schema.seats.alias("mine"), schema.seats.alias("theirs")
        games = schema.games.c
        query = (
            select(
                games.id, games.number, mine.c.side, games.winner, games.way,
                theirs.c.kind, theirs.c.player,
            )
            .join(schema.games, games.id == mine.c.game)
            .join(theirs, and_(theirs.c.game == mine.c.game, theirs.c.side != mine.c.side))
            .where(
                mine.c.person == person,
                games.state == "over",
                games.imported.is_(False),
                games.way != WITHDRAWN,
                or_(theirs.c.person.is_(None), theirs.c.person != person),
            )
            .order_by(games.changed_at.desc(), games.id)
            .limit(limit)
        )  # fmt: skip
        if editions is not None:
            query = query.where(games.edition.in_(editions))
        return await self._rows(query)

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


_INSERT_GAME, _INSERT_SEATS, _INSERT_ACTS = (
    insert(schema.games), insert(schema.seats), insert(schema.acts),
)  # fmt: skip
_SEATS = select(schema.seats, schema.people.c.name).outerjoin(
    schema.people, schema.people.c.id == schema.seats.c.person
)

_GAME = select(*GAME_COLUMNS).where(schema.games.c.id == bindparam("id_"))
_SEATS_OF = _SEATS.where(schema.seats.c.game == bindparam("id_"))


def _put_away(person: str) -> Any:
    return select(schema.put_away.c.game).where(schema.put_away.c.person == person)
