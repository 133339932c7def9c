"""Summary of a game in a list: what everyone who knows of the game may see."""

from __future__ import annotations

from dataclasses import dataclass

from watergate.edition import Side

from ..fields import SideName
from ..model import Seat, SeatKind, State
from ..status import EndingNow
from ..storage import GameRow


@dataclass(frozen=True, slots=True)
class SeatSummary:
    side: SideName
    kind: SeatKind
    name: str
    player: str | None
    is_you: bool


@dataclass(frozen=True, slots=True)
class GameSummary:
    id: str
    state: State
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
    yours = [side for side, seat in seats.items() if seat.person == person]
    return GameSummary(
        id=row.id,
        state=row.state,
        your_sides=yours,
        your_turn=row.state is State.RUNNING and row.decider in yours,
        decider=row.decider,
        seats=[
            SeatSummary(
                side, seat.kind, seat.name, seat.player,
                seat.kind is SeatKind.PERSON and seat.person == person,
            )
            for side, seat in sorted(seats.items())
        ],
        ending=None if row.way is None else EndingNow(row.winner, row.way),
        imported=row.imported,
        number=row.number,
        created_at=row.created_at,
        changed_at=row.changed_at,
    )  # fmt: skip
