"""Messages of the WebSocket, as closed types: `docs/messages.schema.json`.

What comes in is checked (`INCOMING`); what goes out is made of plain dataclasses and written by
`wire.py`. `VERSION` changes when an old client would misunderstand.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from watergate.rules import Entry, View, Viewer
from watergate.rules.messages import Message

from .fields import Code, GameId, Key, Number, SideName
from .model import ActKind, JobKind, JobState, Options
from .requests import (
    AnswerRequest,
    ChatRequest,
    KeyedRequest,
    MoveRequest,
    Request,
    StandingRequest,
    TakeBackRequest,
)
from .status import Status, StatusChanges

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
    updates: Literal["views", "events"] = "views"
    """How acts are told: each with the whole view after it (`update`), or, where that is enough, by
    what happened alone (`happened`)."""


class Unfollow(_ToGame):
    type: Literal["unfollow"]


class Watched(_ToGame):
    """How far I have looked where two computers play, in a game that I follow.

    They decide when everyone who says so has seen the last act and somebody wants the next. It is
    said anew every few seconds, since others may leave meanwhile; there is no answer.
    """

    type: Literal["watched"]
    number: Number
    """Of the last act that I have seen."""
    wants_next: bool


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
    Follow | Unfollow | Watched | MakeMove | TakeBack | Pause | Resume | Answer | Resign | Chat
    | StandingOrder | Ping,
    Field(discriminator="type"),
]  # fmt: skip
INCOMING: TypeAdapter[Incoming] = TypeAdapter(Incoming)


# To the client


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
class DecisionNow:
    """What is to be decided: as in a view, but `moves` are texts; for the decider only."""

    decider: Annotated[str, Field(json_schema_extra={"enum": ["editor", "nixon", "chance"]})]
    kind: str
    prompt: Message
    moves: list[str] | None


@dataclass(frozen=True, slots=True)
class Happened:
    """One act more, for those who follow by events: these lead from the view before it to the next.

    `ply` is the view's then, and `digest` tells whether it is the right one (`rules/digest.py`).
    """

    game: str
    number: int
    act: ActKind
    by: SideName | None
    key: str | None
    """The name you gave to the act, if it is yours: it is done and stored."""
    ply: int
    events: list[Entry]
    decision: DecisionNow | None
    status: StatusChanges
    digest: Annotated[str, Field(pattern="^[0-9a-f]{8}$")]
    type: Literal["happened"] = "happened"


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
    """How far a hint, a curve or a review is; `result` when it is done. Whoever asks for a review
    meanwhile gets what is judged so far."""

    id: str
    kind: Literal[JobKind.HINT, JobKind.CURVE, JobKind.REVIEW, JobKind.DEEP_REVIEW]
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
    Welcome | Table | Update | Happened | StatusChanged | Said | Done | Refused | JobChanged
    | GamesChanged | Pong | Goodbye,
    Field(discriminator="type"),
]  # fmt: skip
