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


class JobState(StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
