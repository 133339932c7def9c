"""Me: name, games, statistics, the recovery link, tokens for bots."""

from __future__ import annotations

import secrets
from collections import Counter
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response

from ..bells import Ring
from ..problems import Problem
from ..requests import ALL_SCOPES, NewName, NewToken, Recovery
from ..security import COOKIE, COOKIE_SECONDS, hashed, new_person, new_token
from ..storage import PersonRow, TokenRow
from .identity import (
    NAMELESS,
    InPerson,
    TheHouse,
    Who,
    address_of,
    identity_by_cookie,
    identity_by_token,
)
from .summaries import GameSummary, summary

router = APIRouter(tags=["people"])

MOST_NAME = 30
MOST_TOKENS = 20
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


@dataclass(frozen=True, slots=True)
class Record:
    """Games of one kind: `won` of `played`."""

    played: int
    won: int


@dataclass(frozen=True, slots=True)
class Statistics:
    played: int
    won: int
    by_side: dict[str, Record]
    by_opponent: dict[str, Record]
    """By computer player, and `person`."""
    won_by: dict[str, int]
    """The own victories, by the way they were won."""
    lost_by: dict[str, int]


@router.get("/me")
async def me(request: Request, response: Response, house: TheHouse) -> Me:
    """Who I am here. A browser that comes for the first time gets an identity."""
    bearer = request.headers.get("authorization")
    if bearer is not None:
        return await _me_of_bot(house, bearer)
    try:
        who = await identity_by_cookie(house, request.cookies)
        person, name = who.person, who.name
    except Problem:
        person, name = new_person(), NAMELESS
    _set_cookie(request, response, house, person)
    known = await house.store.person(person)
    has_recovery = known is not None and known.recovery_hash is not None
    return Me(person, name, house.keys.csrf(person), has_recovery)


async def _me_of_bot(house: TheHouse, bearer: str) -> Me:
    """Whom a bot plays for; it needs neither the cookie nor the token of a page."""
    who = await identity_by_token(house, bearer)
    who.must_have("read")
    house.requests.take(who.person)
    known = await house.store.person(who.person)
    return Me(who.person, who.name, "", known is not None and known.recovery_hash is not None)


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
    name = " ".join(new.name.split())
    if not name or len(name) > MOST_NAME or not name.isprintable():
        raise Problem("bad_name", most=MOST_NAME)
    await house.store.add_person(PersonRow(who.person, name, house.hall.clock()))
    await house.store.change_person(who.person, name=name)
    await house.hall.renamed(who.person)
    known = await house.store.person(who.person)
    assert known is not None
    return Me(who.person, name, house.keys.csrf(who.person), known.recovery_hash is not None)


@router.post("/me/recovery")
async def make_recovery_link(who: InPerson, house: TheHouse) -> RecoveryLink:
    """A link that brings this identity to another device; an earlier one stops working."""
    code = new_token("wgr")
    await house.store.add_person(PersonRow(who.person, who.name, house.hall.clock()))
    await house.store.change_person(who.person, recovery_hash=hashed(code))
    return RecoveryLink(code, f"/recover#{code}")


@router.post("/recover")
async def recover(recovery: Recovery, request: Request, response: Response, house: TheHouse) -> Me:
    """Become the person of a recovery link, on this device too."""
    house.requests.take(("recover", address_of(request)))
    if not house.doors.lets_origin(request.headers.get("origin"), request.headers.get("host", "")):
        raise Problem("bad_origin")
    person = await house.store.person_by_recovery(hashed(recovery.code))
    if person is None:
        raise Problem("bad_link")
    _set_cookie(request, response, house, person.id)
    return Me(person.id, person.name, house.keys.csrf(person.id), True)


@router.get("/me/games")
async def my_games(
    who: Who,
    house: TheHouse,
    state: Annotated[Literal["open", "over", "all"], Query()] = "all",
    before: Annotated[int | None, Query(ge=0, le=1 << 53)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> list[GameSummary]:
    """My games, the last changed first; `before` is the `changed_at` of the last one seen."""
    who.must_have("read")
    over = {"open": False, "over": True, "all": None}[state]
    found = await house.store.games_of(who.person, over=over, limit=limit, before=before)
    return [summary(row, seats, who.person) for row, seats in found]


@router.get("/me/statistics")
async def my_statistics(who: Who, house: TheHouse) -> Statistics:
    """How I have done: by side, by opponent, by the way games were won."""
    who.must_have("read")
    rows = await house.store.finished_games(who.person)
    return _statistics(rows)


def _statistics(rows: list[Any]) -> Statistics:
    played: Counter[tuple[str, str]] = Counter()
    won: Counter[tuple[str, str]] = Counter()
    ways: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for row in rows:
        is_won = row.winner == row.side
        groups = [("all", ""), ("side", row.side), ("opponent", row.player or "person")]
        played.update(groups)
        if is_won:
            won.update(groups)
        ways[is_won][row.way] += 1

    def records(kind: str) -> dict[str, Record]:
        return {
            name: Record(n, won[group, name]) for (group, name), n in sorted(played.items())
            if group == kind
        }  # fmt: skip

    everything = ("all", "")
    return Statistics(
        played=played[everything],
        won=won[everything],
        by_side=records("side"),
        by_opponent=records("opponent"),
        won_by=dict(ways[True]),
        lost_by=dict(ways[False]),
    )


@router.get("/me/tokens")
async def my_tokens(who: InPerson, house: TheHouse) -> list[Token]:
    """The tokens I have given to bots."""
    return [_token(row) for row in await house.store.tokens(who.person)]


@router.post("/me/tokens", status_code=201)
async def make_token(new: NewToken, who: InPerson, house: TheHouse) -> Token:
    """A token for a bot that plays as me, within its scopes. It is shown this once."""
    if len(await house.store.tokens(who.person)) >= MOST_TOKENS:
        raise Problem("too_many_tokens", most=MOST_TOKENS)
    secret = new_token("wgb")
    scopes = " ".join(scope for scope in ALL_SCOPES if scope in new.scopes)
    row = TokenRow(
        secrets.token_hex(6), who.person, new.name, scopes, hashed(secret), house.hall.clock()
    )
    await house.store.add_person(PersonRow(who.person, who.name, house.hall.clock()))
    await house.store.add_token(row)
    return _token(row, secret)


@router.delete("/me/tokens/{id_}", status_code=204)
async def delete_token(id_: TokenId, who: InPerson, house: TheHouse) -> None:
    """Make a token worthless, and end what was opened with it."""
    if not await house.store.delete_token(who.person, id_):
        raise Problem("not_found", what="token")
    house.hall.bell.ring(Ring("token", id_))


def _token(row: TokenRow, secret: str | None = None) -> Token:
    return Token(row.id, row.name, row.scopes.split(), row.created_at, secret)
