"""Messages of the WebSocket, as closed types: `docs/messages.schema.json`.

What comes in is checked (`INCOMING`); what goes out is made of plain dataclasses and written by
`to_json`, but for what the presenter writes around the text of a view or a status.
`VERSION` changes when an old client would misunderstand.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from watergate.rules import Entry, View, Viewer

from .fields import Code, GameId, Key, Number, SideName
from .model import ActKind, JobKind, JobState, OfferKind, Options, SeatKind, Standing, State
from .requests import (
    AnswerRequest,
    ChatRequest,
    KeyedRequest,
    MoveRequest,
    Request,
    StandingRequest,
    TakeBackRequest,
)

VERSION = 1
SUBPROTOCOL = f"watergate.v{VERSION}"


# From the client


class _ToGame(Request):
    game: GameId


class Follow(_ToGame):
    """Hear everything about a game. With `since` only what was missed, if that can be told."""

    type: Literal["follow"]
    as_: Annotated[Viewer | None, Field(alias="as")] = None
    """Through whose eyes: needed by somebody who has both seats."""
    since: Number | None = None
    said: Number = 0
    """With `since`: the number of the last line of chat that is known."""
    code: Code | None = None
    """From a link to watch, for those who have no seat."""


class Unfollow(_ToGame):
    type: Literal["unfollow"]


class MakeMove(MoveRequest, _ToGame):
    """Decide. `number` is that of the last act seen, `key` a fresh name for this move."""

    type: Literal["move"]


class TakeBack(TakeBackRequest, _ToGame):
    """Take back the last own choice; where somebody learnt from it, this asks the opponent."""

    type: Literal["take_back"]


class Pause(KeyedRequest, _ToGame):
    """Ask for a pause; at once where the opponent is away, or there is none."""

    type: Literal["pause"]


class Resume(KeyedRequest, _ToGame):
    """Go on after a pause."""

    type: Literal["resume"]


class Answer(AnswerRequest, _ToGame):
    """Agree to what the opponent asked for, or not."""

    type: Literal["answer"]


class Resign(KeyedRequest, _ToGame):
    """Give up."""

    type: Literal["resign"]


class Chat(ChatRequest, _ToGame):
    """Say something to the opponent."""

    type: Literal["chat"]


class StandingOrder(StandingRequest, _ToGame):
    """How windows for reactions are to be answered: one by one, or declined for me."""

    type: Literal["standing"]
    key: Key


class Ping(Request):
    type: Literal["ping"]


Incoming = Annotated[
    Follow | Unfollow | MakeMove | TakeBack | Pause | Resume | Answer | Resign | Chat
    | StandingOrder | Ping,
    Field(discriminator="type"),
]  # fmt: skip
INCOMING: TypeAdapter[Incoming] = TypeAdapter(Incoming)


# To the client


@dataclass(frozen=True, slots=True)
class SeatNow:
    side: SideName
    kind: SeatKind
    name: str
    player: str | None
    """Which computer player: `level:3`."""
    present: bool
    is_you: bool


@dataclass(frozen=True, slots=True)
class ClockNow:
    """Milliseconds left when this was said, and whose clock is running."""

    editor: int
    nixon: int
    running: SideName | None


@dataclass(frozen=True, slots=True)
class OfferNow:
    what: OfferKind
    by: SideName


@dataclass(frozen=True, slots=True)
class EndingNow:
    winner: SideName | None
    """Nobody has won a game that the rules have stopped (9.6)."""
    way: str
    """`connection`, `momentum`, `supply` or `stopped` by the rules, or `resigned` or `time`."""


@dataclass(frozen=True, slots=True)
class Status:
    """What there is to know of a game beside its table."""

    state: State
    decider: SideName | None
    seats: list[SeatNow]
    clock: ClockNow | None
    offer: OfferNow | None
    ending: EndingNow | None
    can_take_back: bool
    """Whether you can, without asking."""
    hold_ms: int | None
    """Windows are shown when this has passed, whatever the answer; for the pending decision."""
    standing: Standing | None
    rematch: str | None
    """The game that goes on with sides swapped, once somebody wants one."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    number: int
    by: SideName
    name: str
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Welcome:
    person: str
    name: str
    server: str
    type: Literal["welcome"] = "welcome"
    version: int = VERSION


@dataclass(frozen=True, slots=True)
class Table:
    """A game as it stands, for somebody who has nothing of it yet."""

    game: str
    number: int
    you: Viewer
    options: Options
    status: Status
    view: View
    chat: list[ChatLine]
    type: Literal["table"] = "table"


@dataclass(frozen=True, slots=True)
class Update:
    """One act more: what happened in it, and the view after it, whose log is left empty.

    Log entries with a higher ply than the view's have been taken back.
    """

    game: str
    number: int
    act: ActKind
    by: SideName | None
    events: list[Entry]
    view: View
    status: Status
    type: Literal["update"] = "update"


@dataclass(frozen=True, slots=True)
class StatusChanged:
    game: str
    number: int
    status: Status
    type: Literal["status"] = "status"


@dataclass(frozen=True, slots=True)
class Said:
    game: str
    line: ChatLine
    type: Literal["chat"] = "chat"


@dataclass(frozen=True, slots=True)
class Done:
    """What was asked for under this key is done, and stored: `number` is that of its act."""

    game: str
    key: str
    number: int
    type: Literal["done"] = "done"


@dataclass(frozen=True, slots=True)
class ProblemNow:
    code: str
    message: str
    params: dict[str, str | int] = field(default_factory=dict)
    retry_after: int | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing was changed. `number` is that of the last act, where the game may be seen."""

    problem: ProblemNow
    game: str | None = None
    key: str | None = None
    number: int | None = None
    type: Literal["refused"] = "refused"


@dataclass(frozen=True, slots=True)
class JobNow:
    """How far a hint or a curve is; `result` when it is done."""

    id: str
    kind: Literal[JobKind.HINT, JobKind.CURVE]
    game: str
    state: JobState
    progress: float
    result: Any = None


@dataclass(frozen=True, slots=True)
class JobChanged:
    job: JobNow
    type: Literal["job"] = "job"


@dataclass(frozen=True, slots=True)
class GamesChanged:
    """Something happened in one of your games: look at the list again."""

    game: str
    your_turn: bool
    type: Literal["games"] = "games"


@dataclass(frozen=True, slots=True)
class Pong:
    type: Literal["pong"] = "pong"


@dataclass(frozen=True, slots=True)
class Goodbye:
    """The server stops; come back in a moment."""

    type: Literal["goodbye"] = "goodbye"


Outgoing = Annotated[
    Welcome | Table | Update | StatusChanged | Said | Done | Refused | JobChanged | GamesChanged
    | Pong | Goodbye,
    Field(discriminator="type"),
]  # fmt: skip
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
    for kind in (*_OUTGOING, Table, Update, StatusChanged, ProblemNow, JobNow):
        definition = definitions[kind.__name__]
        definition["required"] = list(definition["properties"])
    return {"title": "Watergate messages", "$defs": {**definitions, **schemas}}
