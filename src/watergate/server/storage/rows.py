"""Rows: what repositories hand out, as plain values, and how columns become them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from watergate.edition import Side

from ..model import (
    Act,
    ActKind,
    JobKind,
    JobState,
    Offer,
    OfferKind,
    Seat,
    SeatKind,
    Standing,
    State,
)


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
    state: State
    number: int
    decider: Side | None
    winner: Side | None
    way: str | None
    offer: str | None
    """What somebody asks the opponent for: `take_back editor 17`, made after act 17."""
    rematch: str | None
    imported: bool


@dataclass(frozen=True, slots=True)
class JobRow:
    id: str
    kind: JobKind
    game: str
    number: int
    side: str | None
    person: str | None
    state: JobState
    attempts: int
    created_at: int
    ready_at: int
    leased_until: int = 0
    leased_by: str | None = None
    progress: float = 0.0
    result: str | None = None


@dataclass(frozen=True, slots=True)
class EditionRow:
    """An edition that somebody has made: its file, under a name for all that is in it."""

    key: str
    digest: str
    name: str
    text: str
    created_at: int


@dataclass(frozen=True, slots=True)
class WeighingRow:
    """How even an edition is, as far as that has been tried."""

    digest: str
    text: str
    created_at: int
    games: int = 0
    attempts: int = 0
    counts: str = "{}"


_GO_BY_NAME = (Side, StrEnum)


def plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values as columns have them: sides and enumerations by their names."""
    return {
        name: str(value) if isinstance(value, _GO_BY_NAME) else value
        for name, value in values.items()
    }


def row_values(
    row: GameRow | JobRow | PersonRow | TokenRow | EditionRow | WeighingRow,
) -> dict[str, Any]:
    return plain(asdict(row))


def side_of(name: str | None) -> Side | None:
    return None if name is None else Side[name.upper()]


def game_of(row: Any) -> GameRow:
    values = dict(row._mapping)
    values["state"] = State(row.state)
    values["decider"], values["winner"] = side_of(row.decider), side_of(row.winner)
    return GameRow(**values)


def job_of(row: Any) -> JobRow:
    values = dict(row._mapping)
    values["kind"], values["state"] = JobKind(row.kind), JobState(row.state)
    return JobRow(**values)


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
    return Act(
        row.number, ActKind(row.kind), side_of(row.side), row.moves, row.at, row.shown_at,
        row.spent, row.key,
    )  # fmt: skip


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


def offer_text(offer: Offer, number: int) -> str:
    """An offer as it is stored, made after an act."""
    return f"{offer.what} {offer.by} {number}"


def offer_of(text: str | None, number: int) -> Offer | None:
    """An offer as it was stored, if it has not been overtaken by an act."""
    if text is None:
        return None
    what, side, made_at = text.split(" ")
    return Offer(OfferKind(what), Side[side.upper()]) if int(made_at) == number else None
