"""`LiveTable`: a table in memory, with its lock, its subscribers, and acts that are held back."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from watergate.edition import Side
from watergate.rules import Viewer

from ..model import Act, Seat, SeatKind, State
from ..storage import GameRow
from ..storage.rows import offer_of
from ..tables import Table
from .presenter import Telling


class Follower(Protocol):
    """Somebody who hears about a game: a socket, or a stream."""

    @property
    def person(self) -> str: ...

    @property
    def viewer(self) -> Viewer: ...

    @property
    def telling(self) -> Telling | None:
        """For those who follow by events; others are told each view."""

    def send(self, data: bytes) -> None: ...

    def lose(self) -> None:
        """End it: the game is with another process, where whoever comes back is led."""


class Listener(Protocol):
    """Somebody who hears about all games of a person."""

    @property
    def person(self) -> str: ...

    def send(self, data: bytes) -> None: ...

    def follows(self, game: str) -> bool: ...


class Seen(NamedTuple):
    """What somebody who watches two computers has seen."""

    number: int
    """Of the last act."""
    wants_next: bool


@dataclass(eq=False, slots=True)
class LiveTable:
    table: Table
    row: GameRow
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    followers: set[Follower] = field(default_factory=set)
    present: dict[Side, bool] = field(default_factory=dict)
    """Which sides are here: those of people who follow, and all computers."""
    watching: dict[Follower, Seen] = field(default_factory=dict)
    """How far those have looked who watch two computers."""
    held: list[Act] = field(default_factory=list)
    """Stored, but not to be shown yet."""
    timer: asyncio.TimerHandle | None = None
    is_doubtful: bool = False
    """Whether a call was broken off in the middle: then the database is asked."""
    said: int = 0
    """The last line of chat that was told."""
    used_at: float = field(default_factory=time.monotonic)
    """When it was last asked for."""

    def __post_init__(self) -> None:
        self._look_around()

    def follow(self, follower: Follower) -> bool:
        """Let somebody hear of it; whether a side is here now that was not."""
        self.followers.add(follower)
        return self._look_around()

    def unfollow(self, follower: Follower) -> bool:
        """Let somebody go; whether a side is not here any more."""
        self.followers.discard(follower)
        self.watching.pop(follower, None)
        return self._look_around()

    def _look_around(self) -> bool:
        """See who is here; whether that has changed."""
        was, here = self.present, {follower.person for follower in self.followers}
        self.present = {
            side: seat.kind is SeatKind.COMPUTER or seat.person in here
            for side, seat in self.table.seats.items()
        }
        return self.present != was

    @property
    def is_next_wanted(self) -> bool:
        """Whether somebody who watches wants the next move, and nobody looks at the last still."""
        seen, number = self.watching.values(), self.table.number
        return all(one.number == number for one in seen) and any(one.wants_next for one in seen)

    @property
    def last_number(self) -> int:
        """Of the last act that is known here, shown or not."""
        return self.held[-1].number if self.held else self.table.number

    def take_in(self, act: Act, now: int) -> bool:
        """Fold a stored act, or hold it until it may be seen; whether it was folded."""
        if self.held or act.shown_at > now:
            self.held.append(act)
            return False
        self.table.fold(act)
        self._check_seats(now)
        return True

    def take_row(self, row: GameRow, seats: dict[Side, Seat], now: int) -> bool:
        """Take in who sits where, what is offered, and what comes after; whether any is new."""
        table = self.table
        offer = offer_of(row.offer, table.number)
        is_same = (seats, offer, row.rematch) == (table.seats, table.offer, self.row.rematch)
        self.row, table.offer = row, offer
        table.sit(seats)
        self._look_around()
        self._check_seats(now)
        return not is_same

    def _check_seats(self, now: int) -> None:
        table = self.table
        is_open = any(seat.kind is SeatKind.OPEN for seat in table.seats.values())
        if is_open and not table.is_over:
            table.state = State.WAITING
        elif table.state is State.WAITING:
            table.state = State.RUNNING
            table.decision_since = max(table.decision_since, now)

    def number_of(self, key: tuple[Side, str] | None) -> int | None:
        """The act that a side asked for under a key, if it is stored."""
        if key is None:
            return None
        held = (act.number for act in self.held if (act.side, act.key) == key)
        return self.table.keys.get(key) or next(held, None)
