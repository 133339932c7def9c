"""Who asks: a browser by its signed cookie, or a bot by its token."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from ..desk import Identity
from ..house import House
from ..problems import Problem
from ..security import COOKIE, CSRF_HEADER, hashed

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
NAMELESS = "Guest"


def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


def address_of(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else "?"


async def identity_by_cookie(house: House, cookies: Mapping[str, str]) -> Identity:
    person = house.keys.person_of(cookies.get(COOKIE))
    if person is None:
        raise Problem("no_identity")
    known = await house.store.person(person)
    return Identity(person, known.name if known else NAMELESS)


async def identity_by_token(house: House, header: str) -> Identity:
    scheme, _, token = header.partition(" ")
    found = None
    if scheme.lower() == "bearer" and token:
        found = await house.store.token_by_hash(hashed(token))
    person = None if found is None else await house.store.person(found.person)
    if found is None or person is None:
        raise Problem("bad_token")
    return Identity(person.id, person.name, frozenset(found.scopes.split()), found.id)


async def identity(request: Request) -> Identity:
    """Whoever asks; a page that changes something must also show its token."""
    house = house_of(request)
    bearer = request.headers.get("authorization")
    if bearer is not None:
        who = await identity_by_token(house, bearer)
    else:
        who = await identity_by_cookie(house, request.cookies)
        if request.method not in SAFE_METHODS:
            _must_be_our_page(house, request, who.person)
    house.requests.take(who.person)
    return who


async def identity_in_person(request: Request) -> Identity:
    """The person themselves: what a bot's token must never do."""
    who = await identity(request)
    if who.is_bot:
        raise Problem("scope_missing", scope="a browser of your own")
    return who


def _must_be_our_page(house: House, request: Request, person: str) -> None:
    headers = request.headers
    if not house.doors.lets_origin(headers.get("origin"), headers.get("host", "")):
        raise Problem("bad_origin")
    if not house.keys.is_signed(headers.get(CSRF_HEADER, ""), "csrf", person):
        raise Problem("bad_token")


TheHouse = Annotated[House, Depends(house_of)]
Who = Annotated[Identity, Depends(identity)]
InPerson = Annotated[Identity, Depends(identity_in_person)]

__all__ = ["InPerson", "TheHouse", "Who", "address_of", "identity"]
