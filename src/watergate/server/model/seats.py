"""Seats: who plays a side, and how windows are answered for them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from watergate.edition import Side


class SeatKind(StrEnum):
    PERSON = "person"
    COMPUTER = "computer"
    OPEN = "open"


class Standing(StrEnum):
    """A standing instruction: how a person wants windows to be answered while away from them."""

    ASK = "ask"
    DECLINE_TURN = "decline_turn"
    DECLINE_ALWAYS = "decline_always"


@dataclass(slots=True)
class Seat:
    side: Side
    kind: SeatKind
    person: str | None = None
    name: str = ""
    player: str | None = None
    """The computer player's name, such as `level:3`."""
    standing: Standing = Standing.ASK
    standing_since: int = 0
    """The act after which the standing instruction was given."""
