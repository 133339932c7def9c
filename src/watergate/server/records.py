"""The record of a table, for those who may see all of it."""

from __future__ import annotations

from watergate.edition import Side
from watergate.rules import write_record

from .model import ActKind
from .tables import Table


def record_of(table: Table) -> str:
    """The game as a `.wg` record, with who played and how it ended outside the rules."""
    game = table.game.copy()
    for side in Side:
        seat = table.seats[side]
        game.tags[side.name.title()] = seat.player or seat.name
    taken_back = sum(act.kind is ActKind.TAKE_BACK for act in table.acts)
    if taken_back:
        game.tags["TakenBack"] = str(taken_back)
    for side, count in table.substituted.items():
        game.tags[f"{side.name.title()}Substituted"] = str(count)
    if table.ending is not None and game.result is None:
        game.tags["Ended"] = f"{table.ending.winner or 'nobody'} {table.ending.way}"
    return write_record(game)
