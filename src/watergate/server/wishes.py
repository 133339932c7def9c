"""What a client can wish for when a game is made."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, model_validator

from .messages import Code, GameId
from .tables.options import Options

_CLOSED = ConfigDict(extra="forbid", frozen=True)

SeatWish = Annotated[
    str, Field(max_length=40, description="`me`, `friend`, or a computer player like `level:3`.")
]


class Start(BaseModel):
    """Where a game goes on from: a record, a position, or a finished game here."""

    model_config = _CLOSED

    record: Annotated[str, Field(max_length=500_000)] | None = None
    position: Annotated[str, Field(max_length=5_000)] | None = None
    game: GameId | None = None
    code: Code | None = None
    """From a link to that game, for those who did not play it."""
    ply: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    """After which ply of the record or game; its last, if not given."""

    @model_validator(mode="after")
    def _one(self) -> Start:
        given = [name for name in ("record", "position", "game") if getattr(self, name) is not None]
        if len(given) != 1:
            raise ValueError("needs exactly one of record, position, game")
        return self


class NewGame(BaseModel):
    model_config = _CLOSED

    editor: SeatWish = "me"
    nixon: SeatWish = "level:2"
    options: Options = Options()
    start: Start | None = None
