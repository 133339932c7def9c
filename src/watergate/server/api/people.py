"""Routes of people (`/me`): name, games, statistics, the recovery link, tokens for bots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request, Response

from ..fields import GameId
from ..problems import Problem
from ..requests import NewName, NewToken, Recovery
from ..security import COOKIE, COOKIE_SECONDS
from ..services import Identity
from ..services.people import Statistics
from ..services.seasons import MySeason
from ..storage import TokenRow
from .identity import (
    InPerson,
    TheHouse,
    Who,
    address_of,
)
from .summaries import GameSummary, summary

router = APIRouter(tags=["people"])

TokenId = Annotated[str, Path(pattern="^[0-9a-f]{12}$")]


@dataclass(frozen=True, slots=True)
class Me:
    id: str
    name: str
    csrf: str
    """For X-CSRF-Token, with every request of a page that changes something; bots need none."""
    has_recovery: bool


@dataclass(frozen=True, slots=True)
class RecoveryLink:
    code: str
    path: str
    """To be put behind the server's address; the code stays out of logs behind the `#`."""


@dataclass(frozen=True, slots=True)
class Token:
    id: str
    name: str
    scopes: list[str]
    created_at: int
    token: str | None = None
    """Shown once, when it is made."""


@router.get("/me")
async def me(request: Request, response: Response, house: TheHouse) -> Me:
    """Who I am here. A browser that comes for the first time gets an identity."""
    bearer = request.headers.get("authorization")
    if bearer is not None:
        return await _me_of_bot(house, bearer)
    try:
        who = await house.people.by_cookie(request.cookies.get(COOKIE))
    except Problem:
        who = house.people.newcomer()
    _set_cookie(request, response, house, who.person)
    return await _me(house, who)


async def _me_of_bot(house: TheHouse, bearer: str) -> Me:
    """Whom a bot plays for; it needs neither the cookie nor the token of a page."""
    who = await house.people.by_token(bearer)
    who.must_have("read")
    house.requests.take(who.person)
    return Me(who.person, who.name, "", await house.people.has_recovery(who))


async def _me(house: TheHouse, who: Identity) -> Me:
    has_recovery = await house.people.has_recovery(who)
    return Me(who.person, who.name, house.keys.csrf(who.person), has_recovery)


def _set_cookie(request: Request, response: Response, house: TheHouse, person: str) -> None:
    response.set_cookie(
        COOKIE,
        house.keys.cookie(person),
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    response.headers["Cache-Control"] = "no-store"


@router.patch("/me")
async def rename(new: NewName, who: InPerson, house: TheHouse) -> Me:
    """Change the name that others see."""
    return await _me(house, await house.people.rename(who, new.name))


@router.post("/me/recovery")
async def make_recovery_link(who: InPerson, house: TheHouse) -> RecoveryLink:
    """A link that brings this identity to another device; an earlier one stops working."""
    code = await house.people.new_recovery_code(who)
    return RecoveryLink(code, f"/recover#{code}")


@router.post("/recover")
async def recover(recovery: Recovery, request: Request, response: Response, house: TheHouse) -> Me:
    """Become the person of a recovery link, on this device too."""
    house.requests.take(("recover", address_of(request)))
    if not house.doors.lets_origin(request.headers.get("origin"), request.headers.get("host", "")):
        raise Problem("bad_origin")
    who = await house.people.recovered(recovery.code)
    _set_cookie(request, response, house, who.person)
    return await _me(house, who)


@router.get("/me/games")
async def my_games(
    who: Who,
    house: TheHouse,
    state: Annotated[Literal["open", "over", "away", "all"], Query()] = "all",
    before: Annotated[int | None, Query(ge=0, le=1 << 53)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> list[GameSummary]:
    """My games, the last changed first; `before` is the `changed_at` of the last one seen."""
    over = {"open": False, "over": True, "away": False, "all": None}[state]
    put_away = {"open": False, "away": True}.get(state)
    found = await house.people.games(who, over=over, limit=limit, before=before, put_away=put_away)
    return [summary(row, seats, who.person) for row, seats in found]


@router.put("/me/games/{game}/away", status_code=204)
async def put_away(game: Annotated[GameId, Path()], who: Who, house: TheHouse) -> None:
    """Put an unfinished game away, in which no other person waits."""
    await house.people.put_away(who, await house.live_games.glance(game), away=True)


@router.delete("/me/games/{game}/away", status_code=204)
async def take_out(game: Annotated[GameId, Path()], who: Who, house: TheHouse) -> None:
    """Take a game out again that was put away."""
    await house.people.put_away(who, await house.live_games.glance(game), away=False)


@router.get("/me/statistics")
async def my_statistics(who: Who, house: TheHouse) -> Statistics:
    """How I have done: by side, by opponent, by the way games were won."""
    return await house.people.statistics(who)


@router.get("/me/season")
async def my_season(who: Who, house: TheHouse) -> MySeason:
    """What my reviewed games come to: how much was luck, and where I lose by decisions."""
    return await house.seasons.season(who)


@router.post("/me/season", status_code=202)
async def review_more(who: Who, house: TheHouse) -> MySeason:
    """Have my games reviewed that are not, the last first; as many as one may have at a time."""
    return await house.seasons.review_more(who)


@router.get("/me/tokens")
async def my_tokens(who: InPerson, house: TheHouse) -> list[Token]:
    """The tokens I have given to bots."""
    return [_token(row) for row in await house.people.tokens(who)]


@router.post("/me/tokens", status_code=201)
async def make_token(new: NewToken, who: InPerson, house: TheHouse) -> Token:
    """A token for a bot that plays as me, within its scopes. It is shown this once."""
    return _token(*await house.people.make_token(who, new))


@router.delete("/me/tokens/{id_}", status_code=204)
async def delete_token(id_: TokenId, who: InPerson, house: TheHouse) -> None:
    """Make a token worthless, and end what was opened with it."""
    await house.people.delete_token(who, id_)


def _token(row: TokenRow, secret: str | None = None) -> Token:
    return Token(row.id, row.name, row.scopes.split(), row.created_at, secret)
