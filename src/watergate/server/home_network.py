"""Home network: the addresses of this server in it, and opening the server to it while it runs.

`watergate play` listens on this computer alone. Whoever sits at it may let the others of the
network in, from the page, until the server stops.
"""

from __future__ import annotations

import contextlib
import ipaddress
import socket
from collections.abc import Awaitable, Callable

from .problems import Problem
from .settings import Settings

EVERYWHERE = ("0.0.0.0", "::")
ELSEWHERE = ("192.0.2.1", 9)
"""An address that belongs to nobody (RFC 5737): the way there shows which address we go by."""

Listen = Callable[[str], Awaitable[None]]
"""Begins to listen on an address, too."""


class Network:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._port = settings.port
        self._listen: Listen | None = None
        self._is_open = settings.host in EVERYWHERE

    def listens(self, port: int, listen: Listen | None = None) -> None:
        """Note on which port we are found, and how to be found elsewhere."""
        self._port, self._listen = port, listen

    @property
    def address(self) -> str | None:
        """Where others reach this server; None if they do not."""
        if self._settings.url is not None:
            return self._settings.url
        here = self._here if self._is_open else None
        return None if here is None else f"http://{here}:{self._port}"

    @property
    def can_be_opened(self) -> bool:
        """Whether this server was started for this computer alone, in a network."""
        if self._is_open or self._settings.url is not None or self._listen is None:
            return False
        return is_loopback(self._settings.host) and self._here is not None

    async def open(self) -> None:
        """Let the others of the network in."""
        here = self._here
        if not self.can_be_opened or self._listen is None or here is None:
            raise Problem("no_network")
        try:
            await self._listen(here)
        except OSError:
            raise Problem("no_network") from None
        self._is_open = True

    @property
    def _here(self) -> str | None:
        return self._settings.network_address or own_address()


def own_address() -> str | None:
    """The address by which others in the network know this computer. Nothing is sent."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(ELSEWHERE)
        address: str = probe.getsockname()[0]
        return None if is_loopback(address) or address == EVERYWHERE[0] else address
    return None


def is_loopback(host: str) -> bool:
    """Whether only this computer is reached there."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
