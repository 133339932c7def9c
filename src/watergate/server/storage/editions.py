"""Repository of editions that people have made, of who keeps which, and of how even they are."""

from __future__ import annotations

import re

from sqlalchemy import and_, delete, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from . import schema
from .connections import Connections
from .rows import EditionRow, WeighingRow, row_values

_IS_NAME = re.compile(r"[0-9a-z]{1,40}")
"""What a key or digest can be; not every text that somebody asks for can be asked of a database."""


class EditionRepository(Connections):
    async def add_edition(self, edition: EditionRow) -> None:
        """Store an edition for good; one that is there already stays as it is."""
        try:
            await self._write(insert(schema.editions).values(**row_values(edition)))
        except IntegrityError:
            return

    async def edition(self, key: str) -> EditionRow | None:
        if not _IS_NAME.fullmatch(key):
            return None
        return await self._edition(schema.editions.c.key == key)

    async def edition_by_digest(self, digest: str) -> EditionRow | None:
        """One of those that play alike: any of them can replay a record."""
        return await self._edition(schema.editions.c.digest == digest)

    async def _edition(self, which: object) -> EditionRow | None:
        query = select(schema.editions).where(which).limit(1)  # type: ignore[arg-type]
        row = await self._row(query.order_by(schema.editions.c.created_at))
        return None if row is None else EditionRow(**row._mapping)

    async def shelf(self, person: str) -> list[EditionRow]:
        """The editions a person keeps, the last one first."""
        shelves = schema.shelves.c
        rows = await self._rows(
            select(schema.editions)
            .join(schema.shelves, shelves.edition == schema.editions.c.key)
            .where(shelves.person == person)
            .order_by(shelves.at.desc())
        )
        return [EditionRow(**row._mapping) for row in rows]

    async def put_on_shelf(self, person: str, key: str, at: int) -> None:
        try:
            await self._write(insert(schema.shelves).values(person=person, edition=key, at=at))
        except IntegrityError:
            return

    async def take_off_shelf(self, person: str, key: str) -> bool:
        """Keep it no more; it is gone where nobody keeps it and no game is played with it."""
        shelves, editions = schema.shelves.c, schema.editions.c
        was_there = await self._write(
            delete(schema.shelves).where(and_(shelves.person == person, shelves.edition == key))
        )
        await self._write(
            delete(schema.editions).where(
                editions.key == key,
                ~exists().where(shelves.edition == key),
                ~exists().where(schema.games.c.edition == key),
            )
        )
        return was_there > 0

    # How even they are

    async def add_weighing(self, weighing: WeighingRow, forget_before: int) -> None:
        """Have an edition weighed, unless it is already; forget what was asked long ago."""
        old = schema.weighings.c.created_at < forget_before
        await self._write(delete(schema.weighings).where(old))
        try:
            await self._write(insert(schema.weighings).values(**row_values(weighing)))
        except IntegrityError:
            return

    async def weighing(self, digest: str) -> WeighingRow | None:
        if not _IS_NAME.fullmatch(digest):
            return None
        row = await self._row(select(schema.weighings).where(schema.weighings.c.digest == digest))
        return None if row is None else WeighingRow(**row._mapping)

    async def next_weighing(self, games: int, attempts: int) -> WeighingRow | None:
        """The oldest that has not had so many games, nor failed so often."""
        weighings = schema.weighings.c
        row = await self._row(
            select(schema.weighings)
            .where(weighings.games < games, weighings.attempts < attempts)
            .order_by(weighings.created_at, weighings.digest)
            .limit(1)
        )
        return None if row is None else WeighingRow(**row._mapping)

    async def count_weighings(self, games: int, attempts: int) -> int:
        weighings = schema.weighings.c
        query = select(func.count()).select_from(schema.weighings)
        waiting = query.where(weighings.games < games, weighings.attempts < attempts)
        return int(await self._scalar(waiting))

    async def begin_weighing(self, digest: str) -> None:
        """Count an attempt: an edition that kills its workers is left alone in the end."""
        weighings = schema.weighings
        await self._write(
            update(weighings)
            .where(weighings.c.digest == digest)
            .values(attempts=weighings.c.attempts + 1)
        )

    async def weighed(self, before: WeighingRow, games: int, counts: str) -> None:
        """Store what more games have shown, unless another worker was faster."""
        weighings = schema.weighings.c
        same = and_(weighings.digest == before.digest, weighings.games == before.games)
        values = {"games": games, "counts": counts, "attempts": 0}
        await self._write(update(schema.weighings).where(same).values(**values))
