"""Repository of people and the tokens of their bots."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import and_, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from . import schema
from .connections import Connections
from .rows import PersonRow, TokenRow, row_values

KEEP_PEOPLE = {
    "sqlite": sqlite.insert(schema.people).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(schema.people).on_conflict_do_nothing(),
}
"""Whoever is known already stays as is."""


class PeopleRepository(Connections):
    async def person(self, id_: str) -> PersonRow | None:
        return await self._person(schema.people.c.id == id_)

    async def person_by_recovery(self, hash_: str) -> PersonRow | None:
        return await self._person(schema.people.c.recovery_hash == hash_)

    async def _person(self, which: Any) -> PersonRow | None:
        row = await self._row(select(schema.people).where(which))
        return None if row is None else PersonRow(**row._mapping)

    async def add_person(self, person: PersonRow) -> None:
        """Keep a person; one who is known already stays as is."""
        await self.database.write(
            lambda c: c.execute(KEEP_PEOPLE[c.dialect.name], row_values(person))
        )

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

    async def tokens_left(self, ids: Collection[str]) -> set[str]:
        """Those of these tokens that have not been deleted."""
        column = schema.tokens.c.id
        return {row.id for row in await self._rows(select(column).where(column.in_(ids)))}

    async def add_token(self, token: TokenRow) -> None:
        await self._write(insert(schema.tokens).values(**row_values(token)))

    async def delete_token(self, person: str, id_: str) -> bool:
        where = and_(schema.tokens.c.id == id_, schema.tokens.c.person == person)
        return await self._write(schema.tokens.delete().where(where)) > 0
