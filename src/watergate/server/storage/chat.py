"""Repository of chat: the lines of a game, numbered without gaps."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError

from watergate.edition import Side

from . import schema
from .connections import Connections
from .writer import Conflict


class ChatRepository(Connections):
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
