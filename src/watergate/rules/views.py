"""Views: what one viewer may see of a game (RULES 9), as values. `build_view.py` makes them.

A view is a closed type. It carries everything visible, whose decision it is, the prompt, the legal
moves for the decider only, and the log as this viewer may read it. `view.position` is the same
knowledge on one line, from which `redeal` works. `view_schema` is the published JSON Schema.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from watergate.edition import Side

from .core.frames import FIRST_DECISION, Frame
from .errors import BadView
from .knowledge import Knowledge
from .messages import Message
from .moves import Move
from .story import Entry
from .viewers import Viewer

_KINDS: list[Any] = [frame.key for frame in Frame if frame >= FIRST_DECISION]
_CLOSED = ConfigDict(extra="forbid", serialize_by_alias=True)


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
    tokens: tuple[str, ...] | None
    absent: tuple[str, ...]
    """Colours that everyone knows not to be among them (RULES 9.3)."""
    answered_no: tuple[str, ...]
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
    supply: tuple[str, ...]
    recruited: tuple[str, ...]
    silenced: tuple[str, ...]
    connected: tuple[str, ...]


@_closed
@dataclass(frozen=True, slots=True)
class Player:
    """One side's cards and tokens, as the viewer sees them."""

    momentum: int
    hand_count: int
    hand: tuple[int, ...] | None
    """None where hidden."""
    known_in_hand: tuple[int, ...]
    """Cards the opponent knows to be in this hand (RULES 9.3)."""
    unseen: tuple[int, ...]
    """The deck's cards; together with those of the hand where that is hidden (RULES 9.2)."""
    deck_count: int
    discard: tuple[int, ...]
    removed: tuple[int, ...]


@_closed
@dataclass(frozen=True, slots=True)
class Decision:
    """What is to be decided: `moves` are the legal ones, for the decider only."""

    decider: Annotated[str, Field(json_schema_extra={"enum": ["editor", "nixon", "chance"]})]
    kind: Annotated[str, Field(json_schema_extra={"enum": _KINDS})]
    prompt: Message
    moves: tuple[Move, ...] | None


@_closed
@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: nobody has won one that was stopped (RULES 9.6)."""

    winner: str | None
    way: str

    @property
    def message(self) -> Message:
        """The same as a line of the log says it."""
        if self.winner is None:
            return Message("log.stopped", {})
        return Message("log.won", {"side": self.winner, "way": self.way})


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
    in_play: tuple[int, ...]
    chain: tuple[int, ...]
    drawn: int | None
    """The card drawn to be played at once, for those who see it."""
    drawn_by: str | None
    """Who has drawn it."""
    events_silent: bool
    track: tuple[Token, ...]
    facedown: FaceDown
    bag_count: int
    unseen_tokens: dict[str, int]
    """Evidence that is in the bag, or face down and unknown to the viewer, by kind."""
    board: tuple[Pinned, ...]
    connected_spaces: tuple[str, ...]
    pictures: Pictures
    decision: Decision | None
    result: Result | None
    knowledge: Annotated[Knowledge, Field(alias="position")]
    """All this in the form that players compute with; its line in JSON."""
    log: tuple[Entry, ...]

    @property
    def position(self) -> str:
        """What the viewer knows, on one line (`positions.py`)."""
        return self.knowledge.position

    def player(self, side: Side) -> Player:
        return self.editor if side is Side.EDITOR else self.nixon

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves, if the viewer is to decide."""
        return self.decision.moves or () if self.decision else ()

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
    return _VIEW.json_schema(mode="serialization")
