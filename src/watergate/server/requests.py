"""Request bodies: everything a client can ask for that needs more than a path, as closed types.

The same for HTTP and the WebSocket, whose messages (`messages.py`) add their type and the game.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from .fields import Code, GameId, Key, Language, MoveText, Number, SideName
from .model import OfferKind, Options, Standing

Scope = Literal["read", "play", "create"]
ALL_SCOPES: tuple[Scope, ...] = ("read", "play", "create")
SeatWish = Annotated[
    str, Field(max_length=40, description="`me`, `friend`, or a computer player like `level:3`.")
]
RecordText = Annotated[str, Field(max_length=500_000)]


class Request(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


# Making games


class Start(Request):
    """Where a game goes on from: a record, a position, a finished game here, or an exercise."""

    record: RecordText | None = None
    position: Annotated[str, Field(max_length=5_000)] | None = None
    game: GameId | None = None
    exercise: Number | None = None
    """Its number; what its side could not know is dealt anew."""
    code: Code | None = None
    """From a link to that game, for those who did not play it."""
    ply: Number | None = None
    """After which ply of the record or game; its last, if not given."""
    anew: SideName | None = None
    """What this side could not know then is dealt anew; of a record or game only."""

    @model_validator(mode="after")
    def _one(self) -> Start:
        kinds = ("record", "position", "game", "exercise")
        given = [name for name in kinds if getattr(self, name) is not None]
        if len(given) != 1:
            raise ValueError("needs exactly one of record, position, game, exercise")
        if self.anew is not None and given[0] in ("position", "exercise"):
            raise ValueError("only a record or a game has a side to deal anew for")
        return self


class NewGame(Request):
    editor: SeatWish = "me"
    nixon: SeatWish = "level:2"
    options: Options = Options()
    start: Start | None = None


class NewRecord(Request):
    record: RecordText


class NewDraft(Request):
    """An edition as it is being made: the keys of an edition file, as JSON."""

    draft: dict[str, Any]


class DraftToCheck(NewDraft):
    language: Language


class EditionText(Request):
    text: Annotated[str, Field(max_length=500_000)]
    language: Language


class TriedCard(NewDraft):
    card: Annotated[int, Field(ge=1, le=100)]


class JoinRequest(Request):
    side: SideName
    code: Code


# Playing


class KeyedRequest(Request):
    """`key` is a fresh name for what is asked: asking twice with one key does it once."""

    key: Key


class MoveRequest(KeyedRequest):
    number: Number
    move: MoveText


class TakeBackRequest(KeyedRequest):
    number: Number


class AnswerRequest(KeyedRequest):
    offer: OfferKind
    accept: bool


class RematchRequest(Request):
    swap: bool = True
    """Whether the sides are swapped."""


class ChatRequest(KeyedRequest):
    text: Annotated[str, Field(min_length=1, max_length=500)]


class StandingRequest(Request):
    standing: Standing


class WhyNotRequest(Request):
    move: MoveText


class PreviewsRequest(Request):
    moves: Annotated[list[MoveText], Field(min_length=1, max_length=40)]


# People


class NewName(Request):
    name: Annotated[str, Field(min_length=1, max_length=100)]


class Recovery(Request):
    code: Code


class NewToken(Request):
    name: Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[^\x00]*$")]
    scopes: Annotated[list[Scope], Field(min_length=1)] = list(ALL_SCOPES)
