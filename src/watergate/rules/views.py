"""Views: what one viewer may see of a game, built by addition from nothing (RULES 9).

A view is a closed type. It carries everything visible, whose decision it is, the prompt, the legal
moves for the decider only, and the log as this viewer may read it. `view.position` is the same
knowledge on one line, from which `redeal` works. `view_schema` is the published JSON Schema.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ConfigDict, TypeAdapter, ValidationError

from watergate.edition import Edition, Side

from . import state as st
from .bits import count_of_kind, count_tokens
from .changes import pictures_connected, spaces_connected
from .errors import BadView
from .frames import SIDES
from .messages import Message
from .moves import Move, place_name
from .plain import Names, kept, names_of, plain_state, plain_table, while_seen
from .positions import WAYS, bits_of, kinds_of, position_of
from .prompts import prompt_of
from .state import State, States, TableRecord
from .story import Entry
from .viewers import Viewer, sees_facedown, sees_hand

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


def build_view(
    states: States,
    edition: Edition,
    viewer: Viewer,
    *,
    ply: int,
    moves: Callable[[], Iterable[Move]],
    log: list[Entry],
) -> View:
    """What a viewer may see of the first state of an array; `moves` are asked for the decider."""
    s, t, names = plain_state(states), plain_table(edition), names_of(edition)
    spaces, pictures = _connected(s, edition)
    seen = sees_facedown(viewer)
    drawn_is_seen = s.drawn != st.NO_CARD and sees_hand(viewer, Side(t.owner[s.drawn]))
    return View(
        viewer=viewer,
        edition=edition.digest,
        ply=ply,
        round=s.round_no,
        turn=None if s.turn == st.NOBODY else SIDES[s.turn],
        initiative=SIDES[s.initiative],
        initiative_at=_place(s.initiative_at),
        momentum_at=_place(s.momentum_at),
        momentum_supply=s.momentum_supply,
        editor=_player(s, t, Side.EDITOR, viewer),
        nixon=_player(s, t, Side.NIXON, viewer),
        in_play=list(bits_of(s.in_play)),
        chain=[card for card in s.chain if card],
        drawn=s.drawn if drawn_is_seen else None,
        events_silent=bool(s.events_silent),
        track=list(_track(s.track, names)),
        facedown=FaceDown(
            count=count_tokens(s.facedown),
            tokens=[names.kinds[kind] for kind in kinds_of(s.facedown)] if seen else None,
            absent=_named(names.colors, s.absent),
            answered_no=_named(names.colors, s.answered_no),
        ),
        bag_count=count_tokens(s.bag),
        unseen_tokens=dict(_counts(s.bag + (0 if seen else s.facedown), names)),
        board=list(_board(s.up, s.down, s.pinned, names)),
        connected_spaces=_named(names.spaces, spaces),
        pictures=Pictures(
            supply=_named(names.pictures, s.supply),
            recruited=_named(names.pictures, s.recruited),
            silenced=_named(names.pictures, s.silenced),
            connected=_named(names.pictures, pictures),
        ),
        decision=_decision(s, t, edition, viewer, moves),
        result=None if s.winner == st.NOBODY else Result(SIDES[s.winner], WAYS[s.won_by]),
        position=position_of(s, edition, viewer),
        log=log,
    )


@while_seen
def _connected(s: State, edition: Edition) -> tuple[int, int]:
    """The spaces and the pictures that are connected with Nixon, as bits."""
    t = plain_table(edition)
    spaces = spaces_connected(s, t)
    return spaces, pictures_connected(s, t, spaces)


@kept
def _track(track: tuple[int, ...], names: Names) -> tuple[Token, ...]:
    return tuple(
        Token(names.kinds[kind], place_name(index - st.REST))
        for index, word in enumerate(track)
        for kind in kinds_of(word)
    )


@kept
def _board(up: int, down: int, pinned: tuple[int, ...], names: Names) -> tuple[Pinned, ...]:
    return tuple(
        Pinned(names.spaces[n], names.kinds[pinned[n]], bool(up >> n & 1))
        for n in bits_of(up | down)
    )


@kept
def _counts(tokens: int, names: Names) -> Mapping[str, int]:
    counts = {name: count_of_kind(tokens, kind) for kind, name in enumerate(names.kinds)}
    return {name: count for name, count in counts.items() if count}


def _place(place: int) -> str | None:
    return None if place == st.OFF else place_name(place)


def _named(names: tuple[str, ...], mask: int) -> list[str]:
    return [names[n] for n in bits_of(mask)]


def _player(s: State, t: TableRecord, side: Side, viewer: Viewer) -> Player:
    sees = sees_hand(viewer, side)
    hand, deck = s.hand[side], s.deck[side]
    drawn = 0 if s.drawn == st.NO_CARD else 1 << s.drawn & t.cards[side]
    return Player(
        momentum=s.momentum[side],
        hand_count=hand.bit_count(),
        hand=list(bits_of(hand)) if sees else None,
        known_in_hand=list(bits_of(s.known[side])),
        unseen=list(bits_of(deck if sees else hand | deck | drawn)),
        deck_count=deck.bit_count(),
        discard=list(bits_of(s.discard[side])),
        removed=list(bits_of(s.removed[side])),
    )


def _decision(
    s: State,
    t: TableRecord,
    edition: Edition,
    viewer: Viewer,
    moves: Callable[[], Iterable[Move]],
) -> Decision | None:
    if s.winner != st.NOBODY:
        return None
    kind, decider, prompt = prompt_of(s, t, edition, viewer)
    theirs = viewer is Viewer.EVERYONE or decider == viewer.value
    return Decision(
        decider, kind, prompt, list(moves()) if theirs and decider != "chance" else None
    )
