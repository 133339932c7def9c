"""`Status`: how things stand beside a table, as clients are told."""

from __future__ import annotations

from dataclasses import dataclass

from typing_extensions import TypedDict

from .fields import SideName
from .model import OfferKind, SeatKind, Standing, State


@dataclass(frozen=True, slots=True)
class SeatNow:
    side: SideName
    kind: SeatKind
    name: str
    player: str | None
    """Which computer player: `level:3`."""
    present: bool
    is_you: bool
    substituted: int
    """How many moves a simple player made for a computer that failed to."""


@dataclass(frozen=True, slots=True)
class ClockNow:
    """Milliseconds left when this was said, and whose clock is running."""

    editor: int
    nixon: int
    running: SideName | None


@dataclass(frozen=True, slots=True)
class OfferNow:
    what: OfferKind
    by: SideName


@dataclass(frozen=True, slots=True)
class EndingNow:
    winner: SideName | None
    """Nobody has won a game that the rules have stopped (9.6)."""
    way: str
    """`connection`, `momentum`, `supply` or `stopped` by the rules, or `resigned` or `time`."""


@dataclass(frozen=True, slots=True)
class Status:
    """What there is to know of a game beside its table."""

    state: State
    decider: SideName | None
    seats: list[SeatNow]
    clock: ClockNow | None
    offer: OfferNow | None
    ending: EndingNow | None
    can_take_back: bool
    """Whether you can, without asking."""
    hold_ms: int | None
    """The pending decision is shown when this has passed from now, whatever the answer."""
    standing: Standing | None
    rematch: str | None
    """The game that goes on with sides swapped, once somebody wants one."""


class StatusChanges(TypedDict, total=False):
    """Those fields of a status that are not as they were when it was last told."""

    state: State
    decider: SideName | None
    seats: list[SeatNow]
    clock: ClockNow | None
    offer: OfferNow | None
    ending: EndingNow | None
    can_take_back: bool
    hold_ms: int | None
    standing: Standing | None
    rematch: str | None
