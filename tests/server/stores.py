"""Stores with something in them, for tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from watergate.edition import Side
from watergate.server.model import Act, ActKind, JobKind, JobState, Seat, SeatKind, State
from watergate.server.storage import GameRow, JobRow, PersonRow, Store
from watergate.server.storage.database import database_url, upgrade

ANN, BOB = PersonRow("ann", "Ann", 1), PersonRow("bob", "Bob", 2)


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[Store]:
    """A store with the schema it needs."""
    url = database_url(database)
    await upgrade(url)
    store = Store(url)
    try:
        yield store
    finally:
        await store.close()


Work = Callable[[Store], Awaitable[None]]


def with_store(database: str, work: Work) -> None:
    async def run() -> None:
        async with opened(database) as store:
            await work(store)

    asyncio.run(run())


def game_row(id_: str = "game01", **values: Any) -> GameRow:
    row = GameRow(
        id=id_, creator="ann", created_at=10, changed_at=10, edition="e", options="{}", start=None,
        origin=None, state=State.RUNNING, number=1, decider=Side.NIXON, winner=None, way=None,
        offer=None, rematch=None, imported=False,
    )  # fmt: skip
    return replace(row, **values)


def act(number: int, key: str | None = None, side: Side | None = Side.NIXON, **rest: Any) -> Act:
    made = Act(number, ActKind.MOVE, side, f"move {number}", 100 + number, 100 + number, 7, key)
    return replace(made, **rest)


def job(id_: str = "job01", kind: JobKind = JobKind.MOVE, number: int = 1, **values: Any) -> JobRow:
    row = JobRow(id_, kind, "game01", number, "nixon", None, JobState.WAITING, 0, 50, 50)
    return replace(row, **values)


VALUES: dict[str, Any] = {
    "changed_at": 20, "state": State.RUNNING, "number": 2, "decider": Side.EDITOR, "winner": None,
    "way": None,
}  # fmt: skip


async def two_people(store: Store) -> None:
    await store.add_person(ANN)
    await store.add_person(BOB)


async def one_game(store: Store, id_: str = "game01", **values: Any) -> GameRow:
    """A game of Ann's, with an open seat."""
    await two_people(store)
    row = game_row(id_, **values)
    seats = [Seat(Side.EDITOR, SeatKind.PERSON, "ann"), Seat(Side.NIXON, SeatKind.OPEN)]
    first = act(1, kind=ActKind.SET_UP, side=None)
    await store.add_game(row, seats, [first])
    return row
