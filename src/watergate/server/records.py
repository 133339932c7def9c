"""The record of a table, for those who may see all of it."""

from __future__ import annotations

from watergate.edition import Side
from watergate.rules import Game, write_record

from .model import ActKind
from .tables import Table


def ended_game(table: Table) -> Game:
    """A copy of the game whose tags tell who played, and how it ended outside the rules."""
    game = table.game.copy()
    for side in Side:
        seat = table.seats[side]
        game.tags[side.name.title()] = seat.player or seat.name
    if table.ending is not None and game.result is None:
        winner = table.ending.winner
        game.tags["Ended"] = f"{'nobody' if winner is None else winner} {table.ending.way}"
    return game


def record_of(table: Table) -> str:
    """The game as a `.wg` record."""
    game = ended_game(table)
    ended = game.tags.pop("Ended", None)
    taken_back = sum(act.kind is ActKind.TAKE_BACK for act in table.acts)
    if taken_back:
        game.tags["TakenBack"] = str(taken_back)
    for side, count in table.substituted.items():
        game.tags[f"{side.name.title()}Substituted"] = str(count)
    if ended is not None:
        game.tags["Ended"] = ended  # the last of the tags
    return write_record(game)
