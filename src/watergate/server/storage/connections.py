"""Connections to the database, for reading and writing: the base of the repositories."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from sqlalchemy.engine import URL

from .database import open_database


class Connections:
    def __init__(self, url: URL) -> None:
        self.url, self.database = url, open_database(url)

    async def close(self) -> None:
        await self.database.close()

    async def ping(self) -> None:
        """Raises if the database cannot be reached."""
        await self._scalar(select(1))

    async def _rows(self, query: Any) -> list[Any]:
        return await self.database.read(lambda c: list(c.execute(query).all()))

    async def _row(self, query: Any) -> Any:
        return await self.database.read(lambda c: c.execute(query).one_or_none())

    async def _scalar(self, query: Any) -> Any:
        return await self.database.read(lambda c: c.execute(query).scalar_one_or_none())

    async def _write(self, statement: Any) -> int:
        return await self.database.write(lambda c: int(c.execute(statement).rowcount))
