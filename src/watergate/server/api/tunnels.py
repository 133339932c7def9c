"""Tunnels (reverse proxy of sockets): messages about a game go to the process that has it.

Each socket has its own connection to each such process, on which it is itself. If one breaks, the
socket ends too: its client comes back, to where the games are then.
"""

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager
from typing import Any, Protocol

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from .. import messages as m
from ..house import House
from ..peers import Headers

NOT_ALLOWED, COME_BACK, TOO_SLOW = 1008, 1012, 1013
"""Why a connection is closed, in the numbers of RFC 6455 and its registry."""


class Client(Protocol):
    """The socket of a client."""

    def send(self, data: bytes) -> None: ...

    def end(self, why: int) -> None: ...


class Tunnel:
    def __init__(
        self, client: Client, connection: ClientConnection, lasts: AbstractContextManager[None]
    ) -> None:
        self._client, self._connection = client, connection
        self.listening = asyncio.create_task(self._listen(lasts))

    async def say(self, text: str | bytes) -> None:
        try:
            await self._connection.send(text, text=True)
        except ConnectionClosed:  # its client says it again after coming back
            self._client.end(COME_BACK)

    async def _listen(self, lasts: AbstractContextManager[None]) -> None:
        """Pass on what is said there, until it ends there or here."""
        try:
            with lasts:
                async for said in self._connection:
                    self._client.send(said.encode() if isinstance(said, str) else said)
        except ConnectionClosed:
            pass
        finally:
            is_refused = self._connection.close_code == NOT_ALLOWED
            self._client.end(NOT_ALLOWED if is_refused else COME_BACK)
            self._connection.transport.abort()


class Tunnels:
    """All of one client."""

    def __init__(self, client: Client, house: House, headers: Headers) -> None:
        self._client, self._house = client, house
        self._headers = house.peers.needed(headers)  # kept as long as the client is here
        self._leases = house.live_games.leases
        self._open: dict[str, Tunnel] = {}
        """By the address of the other process."""
        self.followed: dict[str, Tunnel] = {}
        """Where the games are that are followed elsewhere."""

    async def carry(self, message: Any, text: str | bytes) -> bool:
        """Have a message dealt with where its game is; False if that is here."""
        game = message.game
        tunnel = self.followed.get(game)
        if tunnel is None and not self._leases.holds(game):
            tunnel = await self._house.peers.reach(game, self._reach)
        if tunnel is None:
            return False
        if isinstance(message, m.Follow):
            self.followed[game] = tunnel
        elif isinstance(message, m.Unfollow):
            self.followed.pop(game, None)
        await tunnel.say(text)
        return True

    async def _reach(self, address: str) -> Tunnel:
        if address not in self._open:
            peers = self._house.peers
            connection = await peers.connect(address, self._headers)
            lasts = peers.cut_when_gone(address, connection.transport)
            self._open[address] = Tunnel(self._client, connection, lasts)
        return self._open[address]

    def close(self) -> None:
        for tunnel in self._open.values():
            tunnel.listening.cancel()
