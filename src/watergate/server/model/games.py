"""State of a game: how it stands, how it ended, what one side asks of the other."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from watergate.edition import Side


class State(StrEnum):
    WAITING = "waiting"
    """A seat is still open."""
    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"


WITHDRAWN = "withdrawn"
"""How a game ends that is given up before the opponent has come: nobody has lost it."""


@dataclass(frozen=True, slots=True)
class Ending:
    winner: Side | None
    """None where the rules have stopped the game (RULES 9.6), or an invitation was withdrawn."""
    way: str
    """As in the rules, or `resigned`, `time` or `withdrawn`."""


class OfferKind(StrEnum):
    TAKE_BACK = "take_back"
    PAUSE = "pause"
    REMATCH = "rematch"
    """Once more, with the same sides; after the game."""
    REMATCH_SWAPPED = "rematch_swapped"


@dataclass(frozen=True, slots=True)
class Offer:
    """What a side asks its opponent for."""

    what: OfferKind
    by: Side
