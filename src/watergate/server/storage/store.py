"""`Store`: the repository of everything that is stored, the same for SQLite and PostgreSQL."""

from __future__ import annotations

import contextlib
import secrets

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from . import schema
from .chat import ChatRepository
from .editions import EditionRepository
from .games import GameRepository
from .jobs import JobRepository
from .leases import LeaseRepository
from .people import PeopleRepository


class Store(
    PeopleRepository,
    GameRepository,
    ChatRepository,
    JobRepository,
    EditionRepository,
    LeaseRepository,
):
    """Open it with `Store(url)`, and `close` it: that stores what is still waiting."""

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
