"""What the store hands out, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from watergate.edition import Side

from ..tables.acts import Act, ActKind
from ..tables.table import Seat, SeatKind, Standing


@dataclass(frozen=True, slots=True)
class PersonRow:
    id: str
    name: str
    created_at: int
    recovery_hash: str | None = None


@dataclass(frozen=True, slots=True)
class TokenRow:
    id: str
    person: str
    name: str
    scopes: str
    hash: str
    created_at: int


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game's terms, and what lists say of it."""

    id: str
    creator: str
    created_at: int
    changed_at: int
    edition: str
    options: str
    start: str | None
    """The position it began with, if not the usual one."""
    origin: str | None
    """The game it goes on from, and where: `ID PLY`."""
    state: str
    number: int
    decider: str | None
    winner: str | None
    way: str | None
    offer: str | None
    """What somebody asks the opponent for: `take_back editor 17`, made after act 17."""
    rematch: str | None
    imported: bool


@dataclass(frozen=True, slots=True)
class Signs:
    """By what one sees that something has changed in a game."""

    id: str
    offer: str | None
    rematch: str | None
    number: int
    """Of its last act, shown or not."""
    said: int
    """The number of the last line of chat."""
    people: int
    """Who sit at it."""


@dataclass(frozen=True, slots=True)
class JobRow:
    id: str
    kind: str
    game: str
    number: int
    side: str | None
    person: str | None
    state: str
    attempts: int
    created_at: int
    ready_at: int
    leased_until: int = 0
    leased_by: str | None = None
    progress: float = 0.0
    result: str | None = None


def act_values(game: str, act: Act) -> dict[str, Any]:
    return {
        "game": game,
        "number": act.number,
        "kind": act.kind.value,
        "side": None if act.side is None else str(act.side),
        "moves": act.moves,
        "at": act.at,
        "shown_at": act.shown_at,
        "spent": act.spent,
        "key": act.key,
    }


def act_of(row: Any) -> Act:
    side = None if row.side is None else Side[row.side.upper()]
    return Act(
        row.number, ActKind(row.kind), side, row.moves, row.at, row.shown_at, row.spent, row.key
    )


def seat_of(row: Any) -> Seat:
    return Seat(
        side=Side[row.side.upper()],
        kind=SeatKind(row.kind),
        person=row.person,
        name=row.name or "",
        player=row.player,
        standing=Standing(row.standing),
        standing_since=row.standing_since,
    )
