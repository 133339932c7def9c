"""Routes of the home network, for people at the computer on which the server runs."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Request

from ..home_network import Network
from ..problems import Problem
from .identity import InPerson, TheHouse, comes_from_here

router = APIRouter(prefix="/network", tags=["network"])


@dataclass(frozen=True, slots=True)
class NetworkNow:
    address: str | None
    """Where others reach this server, if they do."""
    can_be_opened: bool
    """Whether I can let the others of my network in."""


@router.get("")
async def network(request: Request, house: TheHouse) -> NetworkNow:
    """Where others reach this server; told on the computer that it runs on."""
    if not comes_from_here(request):
        return NetworkNow(None, False)
    return _now(house.network)


@router.post("/open")
async def open_network(request: Request, who: InPerson, house: TheHouse) -> NetworkNow:
    """Let the others of the network in until the server stops; on its own computer only."""
    if not comes_from_here(request):
        raise Problem("not_allowed")
    await house.network.open()
    return _now(house.network)


def _now(network: Network) -> NetworkNow:
    return NetworkNow(network.address, network.can_be_opened)
