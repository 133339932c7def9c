"""The record of a table, for those who may see all of it."""

from __future__ import annotations

from watergate.edition import Side
from watergate.rules import write_record

from .tables import Table


def record_of(table: Table) -> str:
    """The game as a `.wg` record, with who played and how it ended outside the rules."""
    game = table.game.copy()
    for side in Side:
        seat = table.seats[side]
        game.tags[side.name.title()] = seat.player or seat.name
    if table.ending is not None and game.result is None:
        game.tags["Ended"] = f"{table.ending.winner or 'nobody'} {table.ending.way}"
    return write_record(game)
