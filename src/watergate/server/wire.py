"""How messages are written: as JSON, and the published schema of both directions.

The presenter writes the largest ones itself, around the text of a view or of a status.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import ConfigDict, TypeAdapter

from watergate.rules import Entry
from watergate.rules.views import Decision

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


_ENTRIES: TypeAdapter[list[Entry]] = TypeAdapter(list[Entry])
_PARTS: dict[type[Any], TypeAdapter[Any]] = {kind: TypeAdapter(kind) for kind in (Status, ChatLine)}


def entries_to_json(entries: list[Entry]) -> str:
    """Events that are told by the presenter."""
    return _ENTRIES.dump_json(entries).decode()


_DECISION: TypeAdapter[DecisionNow | None] = TypeAdapter(DecisionNow | None)
_CHANGES: TypeAdapter[Any] = TypeAdapter(StatusChanges)


def decision_to_json(decision: Decision | None) -> str:
    """What is to be decided, told beside events."""
    if decision is None:
        return "null"
    moves = None if decision.moves is None else [move.text for move in decision.moves]
    now = DecisionNow(decision.decider, decision.kind, decision.prompt, moves)
    return _DECISION.dump_json(now).decode()


def changes_to_json(status: Status, names: Iterable[str]) -> str:
    """The fields of a status that have changed."""
    return _CHANGES.dump_json({name: getattr(status, name) for name in names}).decode()


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
