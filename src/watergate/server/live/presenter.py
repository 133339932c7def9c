"""Presenter: writes what is said of a table to somebody, always through that somebody's eyes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from watergate.edition import Side
from watergate.rules import Viewer
from watergate.rules.caching import cached

from ..messages import (
    ChatLine,
    ClockNow,
    EndingNow,
    JobNow,
    OfferNow,
    SeatNow,
    Status,
    entries_to_json,
    part_to_json,
)
from ..model import Act, Ending, JobKind, Offer, Options, Seat, SeatKind, Standing, State
from ..storage import JobRow
from ..tables import Table


class Presenter:
    """What can be said of a table at one moment; what is the same for everyone is made once."""

    def __init__(
        self, table: Table, present: Mapping[Side, bool], rematch: str | None, now: int
    ) -> None:
        self.table, self._present = table, present
        self._for_all = (
            table.state,
            table.decider,
            _clock(table, now),
            table.offer,
            table.ending,
            table.hold,
            rematch,
        )

    def update(self, act: Act, person: str, viewer: Viewer, *, is_decided: bool = False) -> bytes:
        """An act, as somebody hears of it (`Update`); what came up by it may be decided by now."""
        table = self.table
        view = table.view_at(act.number, viewer, moves=not is_decided).to_json().decode()
        events = entries_to_json(table.events(act.number, viewer))
        text = (
            f'{{"game":"{table.id}","number":{act.number},"act":"{act.kind}",'
            f'"by":{_quoted(act.side)},"events":{events},'
            f'"view":{view},"status":{self.status(person, viewer)},"type":"update"}}'
        )
        return text.encode()

    def full(self, person: str, viewer: Viewer, chat: Sequence[Any]) -> bytes:
        """The table as it stands (`Table`), for somebody who knows nothing of it yet."""
        table = self.table
        lines = ",".join(part_to_json(chat_line(row)) for row in chat)
        text = (
            f'{{"game":"{table.id}","number":{table.number},"you":"{viewer}",'
            f'"options":{self._options(viewer).model_dump_json()},'
            f'"status":{self.status(person, viewer)},'
            f'"view":{table.view(viewer).to_json().decode()},"chat":[{lines}],"type":"table"}}'
        )
        return text.encode()

    def _options(self, viewer: Viewer) -> Options:
        """The terms of the game; a seed tells the hands, so it is for who practises with it."""
        if self.table.viewer(viewer) is not Viewer.SPECTATOR:
            return self.table.options
        return self.table.options.model_copy(update={"seed": None})

    def missed(self, since: int, person: str, viewer: Viewer) -> list[bytes] | None:
        """The acts after a number; None where only a fresh table tells everything."""
        table = self.table
        if not table.can_tell_since(since):
            return None
        return [self.update(act, person, viewer) for act in table.acts[since:]]

    def status(self, person: str, viewer: Viewer) -> str:
        """How things stand beside the table (`Status`)."""
        table, side = self.table, viewer.side
        return _status(
            *self._for_all,
            tuple([self._seat(seat, person) for seat in table.seats.values()]),
            side is not None and table.can_take_back(side),
            None if side is None else table.standing(side),
        )

    def status_changed(self, person: str, viewer: Viewer) -> bytes:
        """The same for who hears nothing else (`StatusChanged`)."""
        table = self.table
        text = (
            f'{{"game":"{table.id}","number":{table.number},'
            f'"status":{self.status(person, viewer)},"type":"status"}}'
        )
        return text.encode()

    def _seat(self, seat: Seat, person: str) -> tuple[Any, ...]:
        is_you = seat.kind is SeatKind.PERSON and seat.person == person
        return (
            seat.side, seat.kind, seat.name, seat.player, self._present[seat.side],
            is_you,
        )  # fmt: skip


def _clock(table: Table, now: int) -> tuple[Any, ...] | None:
    if not table.remaining:
        return None
    left = dict(table.remaining)
    running = table.decider if table.deadline is not None else None
    if running is not None:
        left[running] -= max(0, min(now - table.decision_since, left[running]))
    return left[Side.EDITOR], left[Side.NIXON], running


@cached
def _status(
    state: State, decider: Side | None, clock: tuple[Any, ...] | None, offer: Offer | None,
    ending: Ending | None, hold_ms: int | None, rematch: str | None,
    seats: tuple[tuple[Any, ...], ...], can_take_back: bool, standing: Standing | None,
) -> str:  # fmt: skip
    """Kept: without a clock, things stand beside a table as they did a move ago."""
    return part_to_json(
        Status(
            state,
            decider,
            [SeatNow(*seat) for seat in seats],
            None if clock is None else ClockNow(*clock),
            None if offer is None else OfferNow(offer.what, offer.by),
            None if ending is None else EndingNow(ending.winner, ending.way),
            can_take_back,
            hold_ms,
            standing,
            rematch,
        )
    )


def _quoted(side: Side | None) -> str:
    return "null" if side is None else f'"{side!s}"'


def chat_line(row: Any) -> ChatLine:
    """A line of chat as it is stored, to be told."""
    return ChatLine(row.number, Side[row.side.upper()], row.name, row.text, row.at)


def job_now(job: JobRow) -> JobNow:
    """A job as its person sees it."""
    assert job.kind is not JobKind.MOVE
    result = None if job.result is None else json.loads(job.result)
    return JobNow(job.id, job.kind, job.game, job.state, job.progress, result)
