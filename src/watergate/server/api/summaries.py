"""A game in a list: what is open to everyone who may know that it exists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from watergate.edition import Side

from ..messages import EndingNow, SideName
from ..storage import GameRow
from ..tables import Seat, SeatKind


@dataclass(frozen=True, slots=True)
class SeatSummary:
    side: SideName
    kind: Literal["person", "computer", "open"]
    name: str
    player: str | None
    is_you: bool


@dataclass(frozen=True, slots=True)
class GameSummary:
    id: str
    state: Literal["waiting", "running", "paused", "over"]
    your_sides: list[SideName]
    your_turn: bool
    decider: SideName | None
    seats: list[SeatSummary]
    ending: EndingNow | None
    imported: bool
    number: int
    created_at: int
    changed_at: int


def summary(row: GameRow, seats: dict[Side, Seat], person: str) -> GameSummary:
    yours: list[Any] = [str(side) for side, seat in seats.items() if seat.person == person]
    ending: Any = None if row.way is None else EndingNow(_any(row.winner), row.way)
    return GameSummary(
        id=row.id,
        state=_any(row.state),
        your_sides=yours,
        your_turn=row.state == "running" and row.decider in yours,
        decider=_any(row.decider),
        seats=[
            SeatSummary(
                _any(str(side)), _any(seat.kind.value), seat.name, seat.player,
                seat.kind is SeatKind.PERSON and seat.person == person,
            )
            for side, seat in sorted(seats.items())
        ],
        ending=ending,
        imported=row.imported,
        number=row.number,
        created_at=row.created_at,
        changed_at=row.changed_at,
    )  # fmt: skip


def _any(value: Any) -> Any:
    return value
