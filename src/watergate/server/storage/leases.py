"""Repository of leases: which server process has which game, as long as it is alive.

On PostgreSQL only, whose clock decides for all: a process is alive that has renewed its row within
the time of a lease, and the games of any other can be taken.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, and_, delete, func, literal, select, update
from sqlalchemy.dialects.postgresql import insert

from . import schema
from .connections import Connections

_leases, _processes = schema.leases, schema.processes
_NOW = func.extract("epoch", func.clock_timestamp()) * 1000


class LeaseRepository(Connections):
    async def renew_process(
        self, process: str, address: str, seconds: float
    ) -> tuple[bool, set[str]]:
        """Say that a process is alive, and where others reach it; whether it was known, and the
        addresses of all that are alive."""
        until = _NOW + seconds * 1000
        known = update(_processes).where(_processes.c.id == process).values(alive_until=until)
        new = insert(_processes).values(id=process, address=address, alive_until=until)

        def renew(connection: Connection) -> tuple[bool, set[str]]:
            connection.exec_driver_sql("SET LOCAL synchronous_commit = off")  # it soon says it anew
            is_known = connection.execute(known).rowcount > 0
            if not is_known:
                connection.execute(new)
            alive = select(_processes.c.address).where(_processes.c.alive_until > _NOW)
            return is_known, set(connection.execute(alive).scalars())

        return await self.database.write(renew)

    async def processes_alive(self) -> set[str]:
        """The addresses of all processes that are alive."""
        alive = select(_processes.c.address).where(_processes.c.alive_until > _NOW)
        return {row.address for row in await self._rows(alive)}

    async def take_lease(self, game: str, process: str) -> tuple[str, str] | None:
        """Let a process have a game, unless another has it that is alive; who has it now, and
        where. None if there is no such game."""
        alive = select(_processes.c.id).where(_processes.c.alive_until > _NOW)
        wanted = select(schema.games.c.id, literal(process)).where(schema.games.c.id == game)
        statement = insert(_leases).from_select(["game", "process"], wanted)
        statement = statement.on_conflict_do_update(
            index_elements=["game"], set_={"process": process},
            where=and_(_leases.c.process != process, _leases.c.process.not_in(alive)),
        )  # fmt: skip
        owner = (
            select(_leases.c.process, _processes.c.address)
            .join(_processes, _processes.c.id == _leases.c.process)
            .where(_leases.c.game == game)
        )

        def take(connection: Connection) -> Any:
            connection.execute(statement)
            return connection.execute(owner).one_or_none()

        row = await self.database.write(take)
        return None if row is None else (row.process, row.address)

    async def leases_of(self, process: str) -> set[str]:
        rows = await self._rows(select(_leases.c.game).where(_leases.c.process == process))
        return {row.game for row in rows}

    async def release(self, process: str, games: Collection[str]) -> None:
        """Let others take these games."""
        mine = _leases.c.process == process
        await self._write(delete(_leases).where(mine, _leases.c.game.in_(games)))

    async def forget_process(self, process: str) -> None:
        """A process ends: others may take all that it has, at once."""
        await self._write(delete(_processes).where(_processes.c.id == process))
        await self._write(delete(_leases).where(_leases.c.process == process))

    async def forget_process_at(self, address: str) -> None:
        """Nobody is there any more: others may take what it had."""
        await self._write(delete(_processes).where(_processes.c.address == address))

    async def forget_dead_processes(self, seconds: float) -> None:
        """Forget processes that have been dead for so long, and what they had."""
        dead = _processes.c.alive_until < _NOW - seconds * 1000
        await self._write(delete(_processes).where(dead))
        known = select(_processes.c.id)
        await self._write(delete(_leases).where(_leases.c.process.not_in(known)))
