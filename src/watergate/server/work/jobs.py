"""Jobs: what a worker is asked to do. They live in the database, so a dead worker loses nothing."""

from __future__ import annotations

import secrets

from watergate.edition import Side

from ..storage.rows import JobRow

MOVE, HINT, CURVE = "move", "hint", "curve"


def move_job(game: str, number: int, side: Side, *, at: int, ready_at: int) -> JobRow:
    """The move a computer is to make after an act."""
    return JobRow(
        secrets.token_hex(8), MOVE, game, number, str(side), None, "waiting", 0, at, ready_at
    )


def wish(kind: str, game: str, number: int, side: str | None, person: str, at: int) -> JobRow:
    """A hint or a curve that a person asked for."""
    return JobRow(secrets.token_hex(8), kind, game, number, side, person, "waiting", 0, at, at)
