"""Presenter: writes messages about a table, each from the view of whoever gets it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from watergate.edition import Side
from watergate.rules import Viewer
from watergate.rules.caching import cached

from ..messages import ChatLine, JobNow
from ..model import (
    Act,
    ActKind,
    Ending,
    JobKind,
    Offer,
    Options,
    SeatKind,
    Standing,
    State,
)
from ..status import ClockNow, EndingNow, OfferNow, SeatNow, Status
from ..storage import JobRow
from ..tables import Table
from ..wire import changes_to_json, decision_to_json, event_rows, events_to_json, part_to_json


class Facts(NamedTuple):
    """What a `Status` says, field by field, to be compared and kept."""

    # The same for all:
    state: State
    decider: Side | None
    seats: tuple[_SeatFacts, ...]
    clock: tuple[Any, ...] | None
    offer: Offer | None
    ending: Ending | None
    # And for one of them:
    can_take_back: bool
    hold_ms: int | None
    standing: Standing | None
    rematch: str | None
    person: str
    """Whom it is said to."""


class _SeatFacts(NamedTuple):
    side: Side
    kind: SeatKind
    name: str
    player: str | None
    present: bool
    substituted: int
    person: str | None


@dataclass(slots=True)
class Telling:
    """What somebody who follows by events was told last: the status, and the own act by its key."""

    facts: Facts
    key: str | None = None


class _Told:
    """Of an act that is told by its events, what is the same for all who follow."""

    def __init__(self, table: Table, act: Act, *, is_decided: bool) -> None:
        number, game = act.number, table.game_at(act.number)
        self.number, self.edition = number, game.edition
        self.rows = event_rows(game, table.plies_of(number))
        self.glimpses = game.glimpses(moves=not is_decided and number == table.number)
        self.by = None if act.side is None else table.seats[act.side].person
        self.begins = (
            f'{{"game":"{table.id}","number":{number},"act":"{act.kind}",'
            f'"by":{_quoted(act.side)},"key":'
        )
        self.goes_on = f',"ply":{table.plies[number]},"events":'


class Presenter:
    """What can be said of a table at one moment; what is the same for everyone is made once."""

    def __init__(
        self, table: Table, present: Mapping[Side, bool], rematch: str | None, now: int
    ) -> None:
        self.table, self._rematch, self._hold = table, rematch, _hold(table, now)
        seats = tuple([
            _SeatFacts(
                side, seat.kind, seat.name, seat.player, present[side],
                table.substituted.get(side, 0), seat.person,
            ) for side, seat in table.seats.items()
        ])  # fmt: skip
        self._shared = (
            table.state,
            table.decider,
            seats,
            _clock(table, now),
            table.offer,
            table.ending,
        )
        self._told: _Told | None = None

    def update(self, act: Act, person: str, viewer: Viewer, *, is_decided: bool = False) -> bytes:
        """An act, as somebody hears of it (`Update`); what came up by it may be decided by now."""
        table = self.table
        view = table.view_at(act.number, viewer, moves=not is_decided).to_json().decode()
        rows = event_rows(table.game, table.plies_of(act.number))
        events = events_to_json(rows, table.edition, table.viewer(viewer))
        text = (
            f'{{"game":"{table.id}","number":{act.number},"act":"{act.kind}",'
            f'"by":{_quoted(act.side)},"events":{events},'
            f'"view":{view},"status":{self.status(person, viewer)},"type":"update"}}'
        )
        return text.encode()

    def happened(self, act: Act, person: str, viewer: Viewer, telling: Telling, *,
                 is_decided: bool = False) -> bytes:  # fmt: skip
        """An act, as somebody hears of it who follows by events (`Happened`)."""
        told = self._told
        if told is None or told.number != act.number:
            told = self._told = _Told(self.table, act, is_decided=is_decided)
        eyes = self.table.viewer(viewer)
        glimpse, facts = told.glimpses.of(eyes), self.facts(person, viewer)
        key = act.key if told.by == person else None
        text = (
            f"{told.begins}{_quoted(key)}{told.goes_on}"
            f"{events_to_json(told.rows, told.edition, eyes)},"
            f'"decision":{decision_to_json(glimpse, told.edition, eyes)},'
            f'"status":{_changes(telling.facts, facts)},"digest":"{glimpse.digest}",'
            f'"type":"happened"}}'
        )
        telling.facts, telling.key = facts, key
        return text.encode()

    def can_fold(self, act: Act) -> bool:
        """Whether events lead to the view after an act: not back, nor where all is laid open."""
        return act.kind is not ActKind.TAKE_BACK and not self.table.is_over

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

    def missed_events(
        self, since: int, person: str, viewer: Viewer, telling: Telling
    ) -> list[bytes] | None:
        """The same for who follows by events."""
        table = self.table
        if table.is_over or not table.can_tell_since(since):
            return None
        return [self.happened(act, person, viewer, telling) for act in table.acts[since:]]

    def status(self, person: str, viewer: Viewer) -> str:
        """How things stand beside the table (`Status`)."""
        return _status(self.facts(person, viewer))

    def facts(self, person: str, viewer: Viewer) -> Facts:
        table, side = self.table, viewer.side
        can_take_back = side is not None and table.can_take_back(side)
        standing = None if side is None else table.standing(side)
        return Facts(*self._shared, can_take_back, self._hold, standing, self._rematch, person)

    def status_changed(self, person: str, viewer: Viewer) -> bytes:
        """The same for who hears nothing else (`StatusChanged`)."""
        table = self.table
        text = (
            f'{{"game":"{table.id}","number":{table.number},'
            f'"status":{self.status(person, viewer)},"type":"status"}}'
        )
        return text.encode()


def _clock(table: Table, now: int) -> tuple[Any, ...] | None:
    if not table.remaining:
        return None
    left = dict(table.remaining)
    running = table.decider if table.deadline is not None else None
    if running is not None:
        left[running] -= max(0, min(now - table.decision_since, left[running]))
    return left[Side.EDITOR], left[Side.NIXON], running


def _hold(table: Table, now: int) -> int | None:
    """How long the pending decision still stays open."""
    whole = table.hold
    return None if whole is None else max(0, min(whole, table.decision_since + whole - now))


@cached
def _status(facts: Facts) -> str:
    """Kept: without a clock, things stand beside a table as they did a move ago."""
    return part_to_json(_status_of(facts))


def _changes(before: Facts, after: Facts) -> str:
    """What has changed of a status (`StatusChanges`)."""
    person = "" if before.seats == after.seats else after.person  # nothing else depends on that
    return _changed(person, tuple([
        (name, new) for name, old, new in zip(Facts._fields, before, after, strict=True)
        if old is not new and old != new
    ]))  # fmt: skip


@cached
def _changed(person: str, changes: tuple[tuple[str, Any], ...]) -> str:
    """Kept: it is mostly who decides."""
    return changes_to_json({name: _as_told(name, value, person) for name, value in changes})


def _status_of(facts: Facts) -> Status:
    told = {
        name: _as_told(name, value, facts.person) for name, value in facts._asdict().items()
        if name != "person"
    }  # fmt: skip
    return Status(**told)


def _as_told(name: str, value: Any, person: str) -> Any:
    """A fact as a `Status` has it."""
    if name == "seats":
        return [_seat_now(seat, person) for seat in value]
    if value is None:
        return None
    match name:
        case "clock":
            return ClockNow(*value)
        case "offer":
            return OfferNow(value.what, value.by)
        case "ending":
            return EndingNow(value.winner, value.way)
    return value


def _seat_now(seat: _SeatFacts, person: str) -> SeatNow:
    return SeatNow(
        seat.side, seat.kind, seat.name, seat.player, seat.present,
        is_you=seat.kind is SeatKind.PERSON and seat.person == person,
        substituted=seat.substituted,
    )  # fmt: skip


def _quoted(word: Side | str | None) -> str:
    """A side or a key, whose letters need no care."""
    return "null" if word is None else f'"{word!s}"'


def chat_line(row: Any) -> ChatLine:
    """A line of chat as it is stored, to be told."""
    return ChatLine(row.number, Side[row.side.upper()], row.name, row.text, row.at)


def job_now(job: JobRow) -> JobNow:
    """A job as its person sees it."""
    assert job.kind is not JobKind.MOVE
    result = None if job.result is None else json.loads(job.result)
    return JobNow(job.id, job.kind, job.game, job.state, job.progress, result)
