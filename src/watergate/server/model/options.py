"""Options of a game, chosen before it begins."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

CLOSED = ConfigDict(extra="forbid", frozen=True)

DAYS_14 = 14 * 86_400


class Clock(BaseModel):
    """A time limit: so many seconds for each decision, or for all of them with an increment."""

    model_config = CLOSED

    kind: Literal["move", "total"]
    seconds: Annotated[int, Field(ge=10, le=DAYS_14)]
    increment: Annotated[int, Field(ge=0, le=600)] = 0


class Reactions(StrEnum):
    """Between people: everyone answers every window, or every window stays open equally long."""

    TAP = "tap"
    HOLD = "hold"


class Options(BaseModel):
    """The terms of a game; the same for both sides, and fixed once it is made."""

    model_config = CLOSED

    edition: Annotated[str, Field(max_length=60)] = "standard"
    take_backs: bool = True
    hints: bool = True
    chat: bool = True
    clock: Clock | None = None
    reactions: Reactions = Reactions.TAP
    hold_seconds: Annotated[int, Field(ge=2, le=30)] = 5
    watched: bool = True
    """Two computers decide when those who watch have seen the last move; else by themselves."""
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)] | None = None
    """Luck that can be had again; for practice against the computer only."""
