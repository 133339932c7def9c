"""Dependencies of the routes: the container, and who asks (a browser by its cookie, or a bot)."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from ..home_network import is_loopback
from ..house import House
from ..problems import Problem
from ..security import COOKIE, CSRF_HEADER
from ..services import Identity

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


def address_of(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else "?"


def comes_from_here(request: Request) -> bool:
    """Whether somebody asks from the computer that the server runs on."""
    return is_loopback(address_of(request))


async def identity(request: Request) -> Identity:
    """Whoever asks; a page that changes something must also show its token."""
    house = house_of(request)
    bearer = request.headers.get("authorization")
    if bearer is not None:
        who = await house.people.by_token(bearer)
    else:
        who = await house.people.by_cookie(request.cookies.get(COOKIE))
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

__all__ = ["InPerson", "TheHouse", "Who", "address_of", "comes_from_here", "identity"]
