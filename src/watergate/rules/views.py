"""Views: what one viewer may see of a game, built by addition from nothing (RULES 9).

A view is a closed type. It carries everything visible, whose decision it is, the prompt, the legal
moves for the decider only, and the log as this viewer may read it. `view.position` is the same
knowledge on one line, from which `redeal` works. `view_schema` is the published JSON Schema.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from pydantic import ConfigDict, TypeAdapter, ValidationError

from watergate.edition import Edition, Side
from watergate.edition.table import table_of

from . import state as st
from .bits import count_bits, count_tokens
from .changes import pictures_connected, spaces_connected
from .errors import BadView
from .messages import Message
from .moves import Move, place_name
from .positions import WAYS, bits_of, kinds_of, write_position
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
    moves: Sequence[Move],
    log: Sequence[Entry],
) -> View:
    """What a viewer may see of the first state of an array; `moves` are for the decider."""
    s, t = states.view(np.recarray)[0], table_of(edition).view(np.recarray)[0]
    spaces = spaces_connected(s, t)
    seen = sees_facedown(viewer)
    unseen = kinds_of(int(s.bag) + (0 if seen else int(s.facedown)))
    drawn_is_seen = s.drawn != st.NO_CARD and sees_hand(viewer, Side(int(t.owner[s.drawn])))
    kinds = [kind.name for kind in edition.token_kinds]
    return View(
        viewer=viewer,
        edition=edition.digest,
        ply=ply,
        round=int(s.round_no),
        turn=None if s.turn == st.NOBODY else str(Side(int(s.turn))),
        initiative=str(Side(int(s.initiative))),
        initiative_at=_place(s.initiative_at),
        momentum_at=_place(s.momentum_at),
        momentum_supply=int(s.momentum_supply),
        editor=_player(s, t, Side.EDITOR, viewer),
        nixon=_player(s, t, Side.NIXON, viewer),
        in_play=bits_of(s.in_play),
        chain=[int(card) for card in s.chain if card],
        drawn=int(s.drawn) if drawn_is_seen else None,
        events_silent=bool(s.events_silent),
        track=[
            Token(kinds[kind], place_name(index - st.REST))
            for index, word in enumerate(s.track)
            for kind in kinds_of(word)
        ],
        facedown=FaceDown(
            count=count_tokens(int(s.facedown)),
            tokens=[kinds[kind] for kind in kinds_of(s.facedown)] if seen else None,
            absent=_colors(s.absent, edition),
            answered_no=_colors(s.answered_no, edition),
        ),
        bag_count=count_tokens(int(s.bag)),
        unseen_tokens={kinds[kind]: unseen.count(kind) for kind in sorted(set(unseen))},
        board=[
            Pinned(edition.spaces[n].name, kinds[s.pinned[n]], bool(s.up >> n & 1))
            for n in bits_of(s.up | s.down)
        ],
        connected_spaces=[edition.spaces[n].name for n in bits_of(spaces)],
        pictures=Pictures(
            *(
                [edition.informants[n].name for n in bits_of(mask)]
                for mask in (s.supply, s.recruited, s.silenced, pictures_connected(s, t, spaces))
            )
        ),
        decision=_decision(s, t, edition, viewer, moves),
        result=None if s.winner == st.NOBODY else Result(str(Side(int(s.winner))), WAYS[s.won_by]),
        position=write_position(states, edition, viewer),
        log=list(log),
    )


def _place(place: int) -> str | None:
    return None if place == st.OFF else place_name(int(place))


def _colors(mask: int, edition: Edition) -> list[str]:
    return [edition.colors[n].name for n in bits_of(mask)]


def _player(s: State, t: TableRecord, side: Side, viewer: Viewer) -> Player:
    sees = sees_hand(viewer, side)
    hand, deck = int(s.hand[side]), int(s.deck[side])
    drawn = 0 if s.drawn == st.NO_CARD else 1 << int(s.drawn) & int(t.cards[side])
    return Player(
        momentum=int(s.momentum[side]),
        hand_count=count_bits(hand),
        hand=bits_of(hand) if sees else None,
        known_in_hand=bits_of(s.known[side]),
        unseen=bits_of(deck if sees else hand | deck | drawn),
        deck_count=count_bits(deck),
        discard=bits_of(s.discard[side]),
        removed=bits_of(s.removed[side]),
    )


def _decision(
    s: State, t: TableRecord, edition: Edition, viewer: Viewer, moves: Sequence[Move]
) -> Decision | None:
    if s.winner != st.NOBODY:
        return None
    kind, decider, prompt = prompt_of(s, t, edition, viewer)
    theirs = viewer is Viewer.EVERYONE or decider == viewer.value
    return Decision(decider, kind, prompt, list(moves) if theirs and decider != "chance" else None)
