"""Mending (repair): stores what follows from a game's acts and is missing, as after a crash."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..model import JobKind
from ..notifications import Notification, Notifier
from ..storage import Store
from ..tables import Outlook
from .jobs import move_job
from .live_table import LiveTable


async def mend(live: LiveTable, store: Store, notifier: Notifier, now: int) -> None:
    """Store what is missing of what lists say, and of the job of a computer's next move."""
    table = live.table
    if live.held or live.row.imported:
        return
    await update_lists(live, store)
    if table.moves_by_itself(table.decider):
        await add_move(live, store, notifier, now)


async def add_move(live: LiveTable, store: Store, notifier: Notifier, now: int) -> None:
    """Store the job of a computer's next move, unless it is there."""
    table, decider = live.table, live.table.decider
    if decider is None:
        return
    if await store.find_job(table.id, JobKind.MOVE, table.number, str(decider)) is None:
        person = live.row.creator
        await store.add_job(move_job(table.id, table.number, decider, person, at=now, ready_at=now))
        notifier.notify(Notification("work"))


async def update_lists(live: LiveTable, store: Store) -> None:
    """Store what lists say of a game, unless they do."""
    table, row = live.table, live.row
    outlook = Outlook(table.state, table.decider, table.ending)
    values = {"number": table.number, **listed(outlook)}
    if any(getattr(row, name) != value for name, value in values.items()):
        values["changed_at"] = max(row.changed_at, table.acts[-1].shown_at)
        await store.append(table.id, [], values)
        live.row = replace(row, **values)


def listed(outlook: Outlook) -> dict[str, Any]:
    """What lists say of a game that stands so."""
    ending = outlook.ending
    return {
        "state": outlook.state,
        "decider": outlook.decider,
        "winner": None if ending is None else ending.winner,
        "way": None if ending is None else ending.way,
    }
