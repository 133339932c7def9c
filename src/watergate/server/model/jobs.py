"""Kinds and states of jobs, the work that is done by worker processes."""

from __future__ import annotations

from enum import StrEnum


class JobKind(StrEnum):
    MOVE = "move"
    """A computer player's move."""
    HINT = "hint"
    CURVE = "curve"
    """The chance to win over a finished game."""
    REVIEW = "review"
    """What was lost and what was luck in a finished game (`watergate.coach`)."""
    DEEP_REVIEW = "deep_review"
    """The same after a longer think."""


REVIEWS = (JobKind.REVIEW, JobKind.DEEP_REVIEW)
SHORT = (JobKind.MOVE, JobKind.HINT)
"""Somebody waits for these at the table: they are done in the pauses of the others."""


class JobState(StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
