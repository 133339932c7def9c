"""Tunnels (reverse proxy of sockets): messages about a game go to the process that has it.

Each socket has its own connection to each such process, on which it is itself. If one breaks, the
socket ends too: its client comes back, to where the games are then.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any, Protocol

from .. import messages as m
from ..house import House
from ..peers import Headers, Peers
from ..websocket_client import WebSocketClient

NOT_ALLOWED, COME_BACK, TOO_SLOW = 1008, 1012, 1013
"""Why a connection is closed, in the numbers of RFC 6455 and its registry."""


class Client(Protocol):
    """The socket of a client."""

    def send(self, data: bytes) -> None: ...

    def end(self, why: int) -> None: ...


class Tunnel:
    """One, to one process: what is said there is passed on until it ends there or here."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._connection = WebSocketClient(client.send, self._ended)
        self._lasts = ExitStack()

    async def open(self, peers: Peers, address: str, headers: Headers) -> None:
        await peers.connect(self._connection, address, headers)
        self._lasts.enter_context(peers.cut_when_gone(address, self._connection.transport))

    async def say(self, text: str | bytes) -> None:
        """Say something there; if the tunnel is ending, its client says it again elsewhere."""
        self._connection.send(text.encode() if isinstance(text, str) else text)
        await self._connection.drain()

    def close(self) -> None:
        self._connection.close()

    def _ended(self, why: int) -> None:
        self._lasts.close()
        self._client.end(NOT_ALLOWED if why == NOT_ALLOWED else COME_BACK)


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
            tunnel = Tunnel(self._client)
            await tunnel.open(self._house.peers, address, self._headers)
            self._open[address] = tunnel
        return self._open[address]

    def close(self) -> None:
        for tunnel in self._open.values():
            tunnel.close()
