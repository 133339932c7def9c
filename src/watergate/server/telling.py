"""What is said of a table to somebody: always through that somebody's eyes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from watergate.edition import Side
from watergate.rules import Viewer

from .messages import (
    ChatLine,
    ClockNow,
    EndingNow,
    JobNow,
    OfferNow,
    SeatNow,
    Status,
    Update,
)
from .messages import Table as TableMessage
from .storage import JobRow
from .tables import Act, Options, Seat, SeatKind, Table


class Telling:
    """What can be said of a table at one moment; what is the same for everyone is made once."""

    def __init__(
        self, table: Table, present: Mapping[Side, bool], rematch: str | None, now: int
    ) -> None:
        self.table, self._present = table, present
        offer, ending = table.offer, table.ending
        self._for_all: dict[str, Any] = {
            "state": table.state.value,
            "decider": _name(table.decider),
            "clock": _clock(table, now),
            "offer": None if offer is None else OfferNow(_any(offer[0]), _name(offer[1])),
            "ending": None if ending is None else EndingNow(_name(ending.winner), ending.way),
            "hold_ms": table.hold,
            "rematch": rematch,
        }

    def update(self, act: Act, person: str, viewer: Viewer, *, is_decided: bool = False) -> Update:
        """An act, as somebody hears of it; what came up by it may be decided by now."""
        table = self.table
        view = table.view_at(act.number, viewer)
        if (is_decided or act.number < table.number) and view.decision is not None:
            view = replace(view, decision=replace(view.decision, moves=None))
        return Update(
            game=table.id,
            number=act.number,
            act=act.kind.value,
            by=_name(act.side),
            events=table.events_of(act.number, viewer),
            view=view,
            status=self.status(person, viewer),
        )

    def full(self, person: str, viewer: Viewer, chat: Sequence[Any]) -> TableMessage:
        """The table as it stands, for somebody who knows nothing of it yet."""
        table = self.table
        return TableMessage(
            game=table.id,
            number=table.number,
            you=viewer.value,
            options=self._options(viewer),
            status=self.status(person, viewer),
            view=table.view(viewer),
            chat=[chat_line(row) for row in chat],
        )

    def _options(self, viewer: Viewer) -> Options:
        """The terms of the game; a seed tells the hands, so it is for who practises with it."""
        if self.table.viewer(viewer) is not Viewer.SPECTATOR:
            return self.table.options
        return self.table.options.model_copy(update={"seed": None})

    def missed(self, since: int, person: str, viewer: Viewer) -> list[Update] | None:
        """The acts after a number; None where only a fresh table tells everything."""
        table = self.table
        if not table.can_tell_since(since):
            return None
        return [self.update(act, person, viewer) for act in table.acts[since:]]

    def status(self, person: str, viewer: Viewer) -> Status:
        table, side = self.table, viewer.side
        return Status(
            seats=[self._seat(seat, person) for seat in table.seats.values()],
            can_take_back=side is not None and table.can_take_back(side),
            standing=None if side is None else table.standing(side).value,
            **self._for_all,
        )

    def _seat(self, seat: Seat, person: str) -> SeatNow:
        is_you = seat.kind is SeatKind.PERSON and seat.person == person
        return SeatNow(
            _name(seat.side), seat.kind.value, seat.name, seat.player, self._present[seat.side],
            is_you,
        )  # fmt: skip


def _clock(table: Table, now: int) -> ClockNow | None:
    if not table.remaining:
        return None
    left = dict(table.remaining)
    running = table.decider if table.deadline is not None else None
    if running is not None:
        left[running] -= max(0, min(now - table.decision_since, left[running]))
    return ClockNow(left[Side.EDITOR], left[Side.NIXON], _name(running))


def _name(side: Side | None) -> Any:
    return None if side is None else str(side)


def _any(value: Any) -> Any:
    """For the names that the types of messages spell out."""
    return value


def chat_line(row: Any) -> ChatLine:
    """A line of chat as it is stored, to be told."""
    return ChatLine(row.number, row.side, row.name, row.text, row.at)


def job_now(job: JobRow) -> JobNow:
    """A job as its person sees it."""
    result = None if job.result is None else json.loads(job.result)
    return JobNow(job.id, _any(job.kind), job.game, _any(job.state), job.progress, result)
