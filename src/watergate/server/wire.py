"""Serialisation of messages to JSON, and the published schema of both directions.

The presenter writes the largest ones itself, around the text of a view or of a status.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ConfigDict, TypeAdapter

from watergate.edition import Edition
from watergate.rules import Entry, Game, Viewer
from watergate.rules.build_view import undecided
from watergate.rules.caching import cached
from watergate.rules.core.events import EventRow
from watergate.rules.game import Glimpse
from watergate.rules.moves import notation_of
from watergate.rules.names import Names, names_of
from watergate.rules.prompts import Pending
from watergate.rules.story import read_event

from .messages import (
    INCOMING,
    ChatLine,
    DecisionNow,
    Done,
    GamesChanged,
    Goodbye,
    Happened,
    JobChanged,
    JobNow,
    Outgoing,
    Pong,
    ProblemNow,
    Refused,
    Said,
    StatusChanged,
    Table,
    Update,
    Welcome,
)
from .status import Status, StatusChanges

_OUTGOING: dict[type[Any], TypeAdapter[Any]] = {
    kind: TypeAdapter(kind)
    for kind in (Welcome, Said, Done, Refused, JobChanged, GamesChanged, Pong, Goodbye)
}


def to_json(message: Any) -> bytes:
    """An outgoing message as it travels."""
    return _OUTGOING[type(message)].dump_json(message)


_ENTRY: TypeAdapter[Entry] = TypeAdapter(Entry)
_PARTS: dict[type[Any], TypeAdapter[Any]] = {kind: TypeAdapter(kind) for kind in (Status, ChatLine)}


_DECISION: TypeAdapter[DecisionNow] = TypeAdapter(DecisionNow)
_CHANGES: TypeAdapter[Any] = TypeAdapter(StatusChanges)


def event_rows(game: Game, plies: Iterable[int]) -> list[tuple[int, EventRow]]:
    """What happened in some moves, all of it: the ply of each event, and the event."""
    return [(ply, row) for ply in plies for row in game.event_rows(ply)]


def events_to_json(
    rows: Iterable[tuple[int, EventRow]], edition: Edition, viewer: Viewer
) -> str:  # fmt: skip
    """The same as a list of entries, as somebody may read it: from texts that are kept."""
    names = names_of(edition)
    texts = [f'{{"ply":{ply},{_event(row, viewer, names)}' for ply, row in rows]
    return f"[{','.join(texts)}]"


@cached
def _event(row: EventRow, viewer: Viewer, names: Names) -> str:
    """An entry as text, but for its ply."""
    text = _ENTRY.dump_json(Entry(0, *read_event(row, viewer, names))).decode()
    return text.removeprefix('{"ply":0,')


def decision_to_json(glimpse: Glimpse, edition: Edition, viewer: Viewer) -> str:
    """What is to be decided, told beside events; moves are for the decider only."""
    if glimpse.pending is None:
        return "null"
    moves = "null"
    if glimpse.moves is not None:
        texts = notation_of(edition).texts
        moves = '["' + '","'.join([texts[n] for n in glimpse.moves]) + '"]'
    return f"{_asked(glimpse.pending, edition, viewer)}{moves}}}"


@cached
def _asked(pending: Pending, edition: Edition, viewer: Viewer) -> str:
    """A decision as text, up to its moves."""
    asked = undecided(pending, edition, viewer)
    now = DecisionNow(asked.decider, asked.kind, asked.prompt, None)
    return _DECISION.dump_json(now).decode().removesuffix("null}")


def changes_to_json(changes: Mapping[str, Any]) -> str:
    """The fields of a status that have changed."""
    return _CHANGES.dump_json(changes).decode()


def part_to_json(part: Status | ChatLine) -> str:
    """A part of a message that is written by the presenter."""
    return _PARTS[type(part)].dump_json(part).decode()


def messages_schema() -> dict[str, Any]:
    """The JSON Schema of both directions, under the names `Incoming` and `Outgoing`."""
    outgoing: TypeAdapter[Any] = TypeAdapter(Outgoing, config=ConfigDict(extra="forbid"))
    schemas = {
        "Incoming": INCOMING.json_schema(mode="validation"),
        "Outgoing": outgoing.json_schema(mode="serialization"),
    }
    definitions: dict[str, Any] = {}
    for schema in schemas.values():
        definitions |= schema.pop("$defs")
    # What has a default is sent all the same.
    for kind in (*_OUTGOING, Table, Update, Happened, StatusChanged, ProblemNow, JobNow):
        definition = definitions[kind.__name__]
        definition["required"] = list(definition["properties"])
    return {"title": "Watergate messages", "$defs": {**definitions, **schemas}}
