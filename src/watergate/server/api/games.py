"""Routes of games: make, join, look, move, and everything else that is done at a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Response

from watergate.edition import Edition
from watergate.rules import IllegalMove, View, Viewer
from watergate.rules.explain import Preview, preview
from watergate.rules.messages import Message
from watergate.rules.paths import WayToWin, ways_to_win
from watergate.rules.refusals import why_not

from ..fields import Code, GameId, SideName
from ..house import House
from ..live import LiveTable
from ..messages import Table
from ..model import Options, SeatKind
from ..problems import Problem
from ..requests import (
    AnswerRequest,
    ChatRequest,
    JoinRequest,
    KeyedRequest,
    MoveRequest,
    NewGame,
    PreviewsRequest,
    RematchRequest,
    StandingRequest,
    TakeBackRequest,
    WhyNotRequest,
)
from .identity import TheHouse, Who

router = APIRouter(prefix="/games", tags=["games"])


async def live_table(game: Annotated[GameId, Path()], house: TheHouse) -> LiveTable:
    return await house.live_games.table(game)


Live = Annotated[LiveTable, Depends(live_table)]
WatchCode = Annotated[Code | None, Query(description="From a link to watch.")]
As = Annotated[Viewer | None, Query(alias="as", description="Through whose eyes.")]


@dataclass(frozen=True, slots=True)
class Links:
    """Paths to be put behind the server's address. Whoever has one can use it."""

    play: str
    watch: str
    invite: dict[str, str]
    """By side, for the seats that are still open."""


@dataclass(frozen=True, slots=True)
class Made:
    id: str
    links: Links


@dataclass(frozen=True, slots=True)
class Rematch:
    """The next game; nothing as long as the opponent is asked."""

    id: str | None
    links: Links | None


@dataclass(frozen=True, slots=True)
class Numbered:
    """It is done and stored; `number` is that of its act."""

    number: int


@dataclass(frozen=True, slots=True)
class Invitation:
    """What somebody who opens an invitation should know before they sit down."""

    host: str
    side: SideName
    state: Literal["open", "yours", "host", "taken", "gone"]
    """`gone`: it was withdrawn or has expired, or the game is over."""
    options: Options
    watch: str | None
    """Where one can watch instead, if the seat is taken."""


@router.post("", status_code=201)
async def create(new: NewGame, who: Who, house: TheHouse) -> Made:
    """Make a game: against the computer, with a friend, at one screen, or to watch."""
    live = await house.games.create(who, new)
    return Made(live.table.id, _links(live, house))


@router.get("/{game}", response_model=Table)
async def look(
    live: Live, who: Who, house: TheHouse, as_: As = None, code: WatchCode = None
) -> Response:
    """The game as I may see it."""
    viewer = house.access.eyes(live, who, as_, code)
    chat = await house.chat.lines(live, who)
    table = house.live_games.publisher.presenter(live).full(who.person, viewer, chat)
    return Response(table, media_type="application/json")


@router.get("/{game}/links")
async def links(live: Live, who: Who, house: TheHouse) -> Links:
    """The links of a game, for whoever made it or plays in it."""
    house.access.eyes(live, who)
    return _links(live, house)


def _links(live: LiveTable, house: House) -> Links:
    game, keys = live.table.id, house.keys
    return Links(
        play=f"/game/{game}",
        watch=f"/watch/{game}#{keys.watch_code(game)}",
        invite={
            str(side): f"/join/{game}/{side}#{keys.seat_code(game, str(side))}"
            for side, seat in live.table.seats.items()
            if seat.kind is SeatKind.OPEN
        },
    )


@router.post("/{game}/invitation")
async def invitation(joining: JoinRequest, live: Live, who: Who, house: TheHouse) -> Invitation:
    """Who invites, and whether the seat is still free. Changes nothing."""
    who.must_have("read")
    table, side = live.table, joining.side
    if not house.keys.is_signed(joining.code, "seat", table.id, str(side)):
        raise Problem("bad_link")
    seat = table.seats[side]
    state: Literal["open", "yours", "host", "taken", "gone"] = "taken"
    if seat.person == who.person:
        state = "yours"
    elif table.is_over:
        state = "gone"
    elif seat.kind is SeatKind.OPEN:
        state = "host" if table.sides_of(who.person) else "open"
    return Invitation(
        host=table.seats[side.opponent].name,
        side=side,
        state=state,
        options=table.options,
        watch=_links(live, house).watch if state == "taken" else None,
    )


@router.post("/{game}/join")
async def join(joining: JoinRequest, live: Live, who: Who, house: TheHouse) -> Numbered:
    """Sit down at the seat an invitation is for."""
    await house.games.join(who, live, joining.side, joining.code)
    return Numbered(live.table.number)


@router.post("/{game}/moves")
async def move(moving: MoveRequest, live: Live, who: Who, house: TheHouse) -> Numbered:
    """Decide. Asking twice with one key does it once, and answers the same."""
    return Numbered(await house.play.move(who, live, moving))


@router.post("/{game}/take-back")
async def take_back(taking: TakeBackRequest, live: Live, who: Who, house: TheHouse) -> Numbered:
    """Take back the last choice; where the opponent learnt from it, this asks them."""
    return Numbered(await house.play.take_back(who, live, taking))


@router.post("/{game}/pause")
async def pause(keyed: KeyedRequest, live: Live, who: Who, house: TheHouse) -> Numbered:
    """Pause; where the opponent is there, this asks them."""
    return Numbered(await house.play.pause(who, live, keyed))


@router.post("/{game}/resume")
async def resume(keyed: KeyedRequest, live: Live, who: Who, house: TheHouse) -> Numbered:
    """Go on after a pause."""
    return Numbered(await house.play.resume(who, live, keyed))


@router.post("/{game}/answer")
async def answer(answering: AnswerRequest, live: Live, who: Who, house: TheHouse) -> Numbered:
    """Agree to what the opponent asks for, or not."""
    return Numbered(await house.play.answer(who, live, answering))


@router.post("/{game}/resign")
async def resign(keyed: KeyedRequest, live: Live, who: Who, house: TheHouse) -> Numbered:
    """Give up; before the opponent has come, withdraw the invitation."""
    return Numbered(await house.play.resign(who, live, keyed))


@router.post("/{game}/rematch", status_code=201)
async def rematch(
    live: Live, who: Who, house: TheHouse, wanted: RematchRequest | None = None
) -> Rematch:
    """The same again. Another person is asked first; both get the same new game."""
    swap = (wanted or RematchRequest()).swap
    next_ = await house.games.rematch(who, live, swap=swap)
    return Rematch(None, None) if next_ is None else Rematch(next_.table.id, _links(next_, house))


@router.post("/{game}/chat")
async def say(saying: ChatRequest, live: Live, who: Who, house: TheHouse) -> Numbered:
    """Say something to the opponent."""
    return Numbered(await house.chat.say(who, live, saying))


@router.put("/{game}/standing")
async def set_standing(order: StandingRequest, live: Live, who: Who, house: TheHouse) -> Numbered:
    """How windows for reactions are to be answered for me."""
    return Numbered(await house.play.set_standing(who, live, order))


# What the rules say of a view


@router.post("/{game}/previews")
async def preview_moves(
    asked: PreviewsRequest, live: Live, who: Who, house: TheHouse
) -> dict[str, Preview]:
    """What legal moves would do, as far as I can know; by move."""
    view, edition = _own_view(live, who, house)
    seen = {}
    for move in asked.moves:
        try:
            seen[move] = preview(view, move, edition)
        except IllegalMove as error:
            raise Problem("bad_move", move=move, reason=str(error)) from None
    return seen


@router.post("/{game}/why-not")
async def why_not_move(
    asked: WhyNotRequest, live: Live, who: Who, house: TheHouse
) -> Message | None:
    """Why a move is not allowed, with the number of the rule; null if it is."""
    view, edition = _own_view(live, who, house)
    return why_not(view, asked.move, edition)


@router.get("/{game}/ways")
async def ways(live: Live, who: Who, house: TheHouse, code: WatchCode = None) -> list[WayToWin]:
    """The Editor's ways to win on the board, the nearest first."""
    viewer = house.access.eyes(live, who, None, code)
    return ways_to_win(live.table.view(viewer, log=False), live.table.edition)


def _own_view(live: LiveTable, who: Who, house: House) -> tuple[View, Edition]:
    side = house.access.own_side(live, who)
    if live.table.is_over:
        raise Problem("game_over")
    return live.table.view(Viewer(str(side)), log=False), live.table.edition
