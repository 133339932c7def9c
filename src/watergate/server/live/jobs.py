"""Jobs for the workers' queue. They live in the database, so a dead worker loses nothing."""

from __future__ import annotations

import secrets

from watergate.edition import Side

from ..model import JobKind, JobState
from ..storage.rows import JobRow


def move_job(game: str, number: int, side: Side, person: str, *, at: int, ready_at: int) -> JobRow:
    """The move a computer is to make after an act; it counts as work of who made the game."""
    return _job(JobKind.MOVE, game, number, str(side), person, at, ready_at)


def wish(kind: JobKind, game: str, number: int, side: str, person: str, at: int) -> JobRow:
    """A hint or a curve that a person asked for."""
    return _job(kind, game, number, side, person, at, at)


def _job(
    kind: JobKind, game: str, number: int, side: str, person: str | None, at: int, ready_at: int
) -> JobRow:
    return JobRow(
        id=secrets.token_hex(8), kind=kind, game=game, number=number, side=side, person=person,
        state=JobState.WAITING, attempts=0, created_at=at, ready_at=ready_at,
    )  # fmt: skip
