"""What is said of a table to somebody: always through that somebody's eyes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
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
from .tables import Act, SeatKind, Table


@dataclass(frozen=True, slots=True)
class Telling:
    table: Table
    present: Mapping[Side, bool]
    rematch: str | None
    now: int

    def update(self, act: Act, person: str, viewer: Viewer) -> Update:
        """An act, as somebody hears of it."""
        table = self.table
        view = table.view_at(act.number, viewer)
        if act.number < table.number and view.decision is not None:  # it has been decided by now
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
            options=table.options,
            status=self.status(person, viewer),
            view=table.view(viewer),
            chat=[ChatLine(row.number, row.side, row.name, row.text, row.at) for row in chat],
        )

    def missed(self, since: int, person: str, viewer: Viewer) -> list[Update] | None:
        """The acts after a number; None where only a fresh table tells everything."""
        table = self.table
        if not table.can_tell_since(since):
            return None
        return [self.update(act, person, viewer) for act in table.acts[since:]]

    def status(self, person: str, viewer: Viewer) -> Status:
        table = self.table
        side = viewer.side
        return Status(
            state=table.state.value,
            decider=_name(table.decider),
            seats=[self._seat(side, person) for side in Side],
            clock=self._clock(),
            offer=None
            if table.offer is None
            else OfferNow(_any(table.offer[0]), _name(table.offer[1])),
            ending=None
            if table.ending is None
            else EndingNow(_name(table.ending.winner), table.ending.way),
            can_take_back=side is not None and table.can_take_back(side),
            hold_ms=table.hold,
            standing=None if side is None else table.standing(side).value,
            rematch=self.rematch,
        )

    def _seat(self, side: Side, person: str) -> SeatNow:
        seat = self.table.seats[side]
        return SeatNow(
            side=_name(side),
            kind=seat.kind.value,
            name=seat.name,
            player=seat.player,
            present=self.present[side],
            is_you=seat.kind is SeatKind.PERSON and seat.person == person,
        )

    def _clock(self) -> ClockNow | None:
        table = self.table
        if not table.remaining:
            return None
        left = dict(table.remaining)
        running = table.decider if table.deadline is not None else None
        if running is not None:
            left[running] -= max(0, min(self.now - table.decision_since, left[running]))
        return ClockNow(left[Side.EDITOR], left[Side.NIXON], _name(running))


def _name(side: Side | None) -> Any:
    return None if side is None else str(side)


def _any(value: Any) -> Any:
    """For the names that the types of messages spell out."""
    return value


def job_now(job: JobRow) -> JobNow:
    """A job as its person sees it."""
    result = None if job.result is None else json.loads(job.result)
    return JobNow(job.id, _any(job.kind), job.game, _any(job.state), job.progress, result)
