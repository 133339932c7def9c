"""Views: what one viewer may see of a game (RULES 9). `view_text.py` writes them.

A view is a closed type. It carries everything visible, whose decision it is, the prompt, the legal
moves for the decider only, and the log as this viewer may read it. `view.position` is the same
knowledge on one line, from which `redeal` works. `view_schema` is the published JSON Schema.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import ConfigDict, TypeAdapter, ValidationError

from watergate.edition import Side

from .errors import BadView
from .messages import Message
from .moves import Move
from .story import Entry
from .viewers import Viewer

_CLOSED = ConfigDict(extra="forbid")


def _closed(cls: type[Any]) -> type[Any]:
    cls.__pydantic_config__ = _CLOSED
    return cls


@_closed
@dataclass(frozen=True, slots=True)
class Token:
    """Face-up evidence on the track."""

    token: str
    at: str


@_closed
@dataclass(frozen=True, slots=True)
class FaceDown:
    """Face-down evidence on the track; `tokens` only for those who know them."""

    count: int
    tokens: list[str] | None
    absent: list[str]
    """Colours that everyone knows not to be among them (RULES 9.3)."""
    answered_no: list[str]
    """Colours that may not be asked for again this round (RULES 4.8)."""


@_closed
@dataclass(frozen=True, slots=True)
class Pinned:
    """Evidence on a space of the board; which token it is, is open to both (RULES 9.2)."""

    space: str
    token: str
    face_up: bool


@_closed
@dataclass(frozen=True, slots=True)
class Pictures:
    supply: list[str]
    recruited: list[str]
    silenced: list[str]
    connected: list[str]


@_closed
@dataclass(frozen=True, slots=True)
class Player:
    """One side's cards and tokens, as the viewer sees them."""

    momentum: int
    hand_count: int
    hand: list[int] | None
    """None where hidden."""
    known_in_hand: list[int]
    """Cards the opponent knows to be in this hand (RULES 9.3)."""
    unseen: list[int]
    """The deck's cards; together with those of the hand where that is hidden (RULES 9.2)."""
    deck_count: int
    discard: list[int]
    removed: list[int]


@_closed
@dataclass(frozen=True, slots=True)
class Decision:
    """What is to be decided: `moves` are the legal ones, for the decider only."""

    decider: str
    kind: str
    prompt: Message
    moves: list[Move] | None


@_closed
@dataclass(frozen=True, slots=True)
class Result:
    winner: str
    way: str


@_closed
@dataclass(frozen=True, slots=True)
class View:
    viewer: Viewer
    edition: str
    ply: int
    round: int
    turn: str | None
    initiative: str
    initiative_at: str | None
    momentum_at: str | None
    momentum_supply: int
    editor: Player
    nixon: Player
    in_play: list[int]
    chain: list[int]
    drawn: int | None
    """The card drawn to be played at once, for those who see it."""
    events_silent: bool
    track: list[Token]
    facedown: FaceDown
    bag_count: int
    unseen_tokens: dict[str, int]
    """Evidence that is in the bag, or face down and unknown to the viewer, by kind."""
    board: list[Pinned]
    connected_spaces: list[str]
    pictures: Pictures
    decision: Decision | None
    result: Result | None
    position: str
    log: list[Entry]

    def player(self, side: Side) -> Player:
        return self.editor if side is Side.EDITOR else self.nixon

    @property
    def moves(self) -> list[Move]:
        """The legal moves, if the viewer is to decide."""
        return self.decision.moves or [] if self.decision else []

    def to_json(self) -> bytes:
        return _VIEW.dump_json(self)

    @classmethod
    def from_json(cls, data: bytes | str) -> View:
        try:
            return _VIEW.validate_json(data)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"]) or "the whole"
            raise BadView(f"not a view: {place}: {first['msg']}") from None


_VIEW: TypeAdapter[View] = TypeAdapter(View)


def view_schema() -> dict[str, Any]:
    """The JSON Schema of a view."""
    return _VIEW.json_schema()
