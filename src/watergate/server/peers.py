"""Peers: other server processes, to which requests about their games are forwarded.

A request goes there as it came, and a connection gets one of its own there, as itself. Whoever asks
is checked there as they would be here; limits are counted where they came in.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import TypeVar

import h11
from starlette.types import Receive, Scope, Send

from watergate.rules import WatergateError

from .home_network import is_loopback
from .live.leases import BEAT_SECONDS, LEASE_SECONDS, Elsewhere, Leases
from .security import Keys
from .websocket_client import WebSocketClient

HEADER = "x-watergate-peer"
PURPOSE = "peer"
"""What the header is signed for."""
PATIENCE_SECONDS = 6.0
"""So long a process is tried that is alive but does not answer."""
PAUSE_SECONDS = 0.1
STRANGE_SECONDS = 2 * LEASE_SECONDS
"""A process that is still alive after so long, and not reached, is none that has just died."""
OPEN_SECONDS = 2.0
CHUNK = 65_536

_OF_GAME = re.compile(r"/api/games/([0-9a-f]{16})(?:/|$)")
_ONE_WAY = (b"connection", b"keep-alive", b"transfer-encoding", b"upgrade", b"expect")
"""Headers between two neighbours alone (RFC 9110, 7.6.1)."""
_TO_CONNECT = (b"cookie", b"authorization", b"sec-websocket-protocol")
"""Headers of whoever opens a connection that say who it is."""
_OURS = (b"content-length", b"x-forwarded-for", HEADER.encode())
"""Headers of a request that are written anew."""

Headers = Iterable[tuple[bytes, bytes]]
Reached = TypeVar("Reached")


def game_of(path: str) -> str | None:
    """The game that a request is about."""
    found = _OF_GAME.match(path)
    return None if found is None else found[1]


class Peers:
    def __init__(self, leases: Leases, keys: Keys) -> None:
        self._leases, self._keys = leases, keys
        self._signature = keys.sign(PURPOSE).encode()

    def is_peer(self, headers: Headers) -> bool:
        """Whether another process passes this on."""
        given = dict(headers).get(HEADER.encode(), b"").decode("latin-1")
        return bool(given) and self._keys.is_signed(given, PURPOSE)

    async def meet(self) -> None:
        """Begin only where all processes reach each other: else each would count others as dead
        that are alive, and take their games."""
        since: dict[str, float] = {}
        while True:
            now = time.monotonic()
            others = await self._leases.others()
            strangers = {address for address in others if not await self._knows(address)}
            since = {address: since.get(address, now) for address in strangers}
            for address, first in since.items():
                if now > first + STRANGE_SECONDS:
                    raise WatergateError(
                        f"the server process at {address} and this one, at {self._leases.address}, "
                        "cannot reach each other; with several machines each needs the setting "
                        "`peer_host`: an address of its own at which the others reach it"
                    )
            if not strangers:
                return
            await asyncio.sleep(BEAT_SECONDS)

    async def _knows(self, address: str) -> bool:
        """Whether we reach a process, and may hope that it reaches us."""
        if is_loopback(_host(self._leases.address)) and not is_loopback(_host(address)):
            return False
        try:
            _, _, writer = await _open(address)
        except (OSError, TimeoutError):
            return False
        writer.close()
        return True

    async def reach(self, game: str, there: Callable[[str], Awaitable[Reached]]) -> Reached | None:
        """Do something where a game is, given the address; None if it is here.

        As long as nobody answers there, somebody else may take the game, or we do; at once where
        nobody listens any more.
        """
        end = time.monotonic() + PATIENCE_SECONDS
        while (address := await self._leases.take(game)) is not None:
            try:
                return await self._while_alive(address, there(address))
            except ConnectionRefusedError:  # it has died: nobody else could listen there
                await self._leases.bury(address)
            except (OSError, TimeoutError):
                if time.monotonic() > end:
                    raise Elsewhere from None
                await asyncio.sleep(PAUSE_SECONDS)
        return None

    async def _while_alive(self, address: str, there: Awaitable[Reached]) -> Reached:
        """Wait for something that another process does; `TimeoutError` if that dies."""
        doing = asyncio.ensure_future(there)
        try:
            await asyncio.wait(
                (doing, self._leases.gone(address)), return_when=asyncio.FIRST_COMPLETED
            )
            if not doing.done():
                raise TimeoutError
            return doing.result()
        finally:
            doing.cancel()

    @contextlib.contextmanager
    def cut_when_gone(self, address: str, line: asyncio.WriteTransport) -> Iterator[None]:
        """End a connection to another process that dies: its machine may be unable to say so."""
        gone = self._leases.gone(address)

        def cut(_: asyncio.Future[None]) -> None:
            line.abort()

        gone.add_done_callback(cut)
        try:
            yield
        finally:
            gone.remove_done_callback(cut)

    # Requests

    async def passes_on(self, scope: Scope, receive: Receive, send: Send) -> bool:
        """Pass a request on if its game is elsewhere; whether it was answered so."""
        game = game_of(scope["path"])
        if game is None or self._leases.holds(game) or self.is_peer(scope["headers"]):
            return False
        opened = await self.reach(game, _open)
        if opened is None:
            return False
        address, reader, writer = opened
        wire = h11.Connection(h11.CLIENT)
        try:
            body = await _body(receive)
            for said in self._request(scope, body):
                writer.write(wire.send(said) or b"")
            answering = asyncio.ensure_future(_answer(wire, reader, send))
            leaving = asyncio.ensure_future(_left(receive))
            try:
                with self.cut_when_gone(address, writer.transport):
                    await asyncio.wait((answering, leaving), return_when=asyncio.FIRST_COMPLETED)
                if answering.done():
                    await answering
            finally:
                answering.cancel()
                leaving.cancel()
        finally:
            writer.close()
        return True

    def _request(self, scope: Scope, body: bytes) -> Iterable[h11.Event]:
        """A request as it came, signed by us."""
        client = (scope.get("client") or ("?",))[0]
        query = scope["query_string"]
        headers = [
            *((name, value) for name, value in scope["headers"]
              if name not in _ONE_WAY and name not in _OURS),
            (b"content-length", str(len(body)).encode()),
            (b"x-forwarded-for", client.encode()),
            (HEADER.encode(), self._signature),
            (b"connection", b"close"),
        ]  # fmt: skip
        target = scope["raw_path"] + (b"?" + query if query else b"")
        yield h11.Request(method=scope["method"], target=target, headers=headers)
        yield h11.Data(data=body)
        yield h11.EndOfMessage()

    # Connections

    def needed(self, headers: Headers) -> Headers:
        """Of the headers by which somebody opened a connection, those to `connect` with."""
        is_shared = self._leases.is_shared
        return [pair for pair in headers if pair[0] in _TO_CONNECT] if is_shared else ()

    async def connect(self, client: WebSocketClient, address: str, headers: Headers) -> None:
        """A WebSocket to another process, in the name of whoever has one here."""
        who = {name.decode(): value.decode("latin-1") for name, value in headers}
        async with asyncio.timeout(OPEN_SECONDS):
            await client.open(
                _host(address), _port(address), {**who, HEADER: self._signature.decode()}
            )


def _host(address: str) -> str:
    return address.rpartition(":")[0].strip("[]")


def _port(address: str) -> int:
    return int(address.rpartition(":")[2])


async def _open(address: str) -> tuple[str, asyncio.StreamReader, asyncio.StreamWriter]:
    async with asyncio.timeout(OPEN_SECONDS):
        reader, writer = await asyncio.open_connection(_host(address), _port(address))
    return address, reader, writer


async def _body(receive: Receive) -> bytes:
    parts = []
    while True:
        message = await receive()
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(parts)


async def _left(receive: Receive) -> None:
    """Returns when nobody waits for the answer any more."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _answer(wire: h11.Connection, reader: asyncio.StreamReader, send: Send) -> None:
    """Pass on what is answered, as it comes."""
    try:
        while True:
            event = wire.next_event()
            if event is h11.NEED_DATA:
                wire.receive_data(await reader.read(CHUNK))
            elif isinstance(event, h11.Response):
                told = [pair for pair in event.headers if pair[0] not in _ONE_WAY]
                start = {"type": "http.response.start", "status": event.status_code}
                await send({**start, "headers": told})
            elif isinstance(event, h11.Data):
                part = {"type": "http.response.body", "body": bytes(event.data)}
                await send({**part, "more_body": True})
            else:
                break
    except (OSError, h11.RemoteProtocolError):  # it died in the middle of a word
        raise Elsewhere from None
    await send({"type": "http.response.body", "body": b"", "more_body": False})
