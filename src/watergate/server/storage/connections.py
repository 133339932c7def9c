"""Connections: the engines of a database, and how one asks and writes. The base of repositories."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from sqlalchemy import select
from sqlalchemy.engine import URL

from .database import is_sqlite, make_engine


class Connections:
    def __init__(self, url: URL) -> None:
        self.url = url
        self.writing = make_engine(url, writes=True)
        self.reading = make_engine(url, writes=False) if is_sqlite(url) else self.writing
        self._line = asyncio.Lock() if is_sqlite(url) else contextlib.nullcontext()
        """On SQLite, writers wait in line here: its own busy handler backs off ever longer."""

    async def close(self) -> None:
        await self.writing.dispose()
        if self.reading is not self.writing:
            await self.reading.dispose()

    async def ping(self) -> None:
        """Raises if the database cannot be reached."""
        async with self.reading.connect() as connection:
            await connection.execute(select(1))

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
