"""Acts: the events of an append-only log, which a game is; everything else follows from it.

An act is one decision with the draws it led to, or something done about the game itself: taking
back, resigning, a clock that ran out, a pause. Its number is its place in the log, and the same for
everyone: which decisions arise depends on open facts only (RULES 8.11).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from watergate.edition import Side

SUBSTITUTE = "substitute-"
"""Begins the keys of acts that a simple player made for a computer that failed to."""
SEPARATOR = ", "


class ActKind(StrEnum):
    SET_UP = "set_up"
    """The draws before the first decision; for a game that goes on from elsewhere, its moves."""
    MOVE = "move"
    TAKE_BACK = "take_back"
    """Back to the ply that stands in `moves`, and from there on with the moves behind it: what was
    hidden there, dealt anew. What was taken back stays in the log."""
    RESIGN = "resign"
    TIME = "time"
    """The clock of a side has run out."""
    PAUSE = "pause"
    RESUME = "resume"


@dataclass(frozen=True, slots=True)
class Act:
    number: int
    kind: ActKind
    side: Side | None
    moves: str
    """In the notation of records, those of chance behind the one they follow."""
    at: int
    """When it was done, in milliseconds since 1970."""
    shown_at: int
    """When everyone may see it: later than `at` where a pause must tell nothing (RULES 8.11)."""
    spent: int = 0
    """Milliseconds it took off the clock of its side."""
    key: str | None = None
    """What the client called it, so that the same act is never made twice."""

    def texts(self) -> list[str]:
        return self.moves.split(SEPARATOR) if self.moves else []
