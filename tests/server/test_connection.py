"""Connections as they come over the wire: in pieces, in heaps, and without anybody who reads."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.client import ClientProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.typing import Subprotocol
from websockets.uri import parse_uri

from tests.server.clients import Person
from tests.server.running import RunningServer, running
from tests.server.twins import Client, Folders
from watergate import Game
from watergate.server.api import tunnels
from watergate.server.api.socket import MOST_WAITING
from watergate.server.connection import MOST_HEARD
from watergate.server.messages import SUBPROTOCOL

PING = b'{"type":"ping"}'
PATIENCE = 30


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Everybody has one connection at a time: who leaves must leave the place, too."""
    with running(tmp_path_factory.mktemp("one"), sockets_per_person=1) as server:
        yield server


class Wire:
    """A client that decides itself when bytes go out and are read."""

    def __init__(self, person: Person) -> None:
        url = httpx.URL(person.url)
        assert url.port is not None
        self.socket = socket.create_connection((url.host, url.port), timeout=PATIENCE)
        self.protocol = ClientProtocol(
            parse_uri(f"ws://{url.host}:{url.port}/api/live"),
            subprotocols=[Subprotocol(SUBPROTOCOL), Subprotocol(f"csrf.{person.me['csrf']}")],
        )
        request = self.protocol.connect()
        request.headers["Cookie"] = person.cookie
        self.protocol.send_request(request)
        self.bytes = b"".join(self.protocol.data_to_send())
        """What is to be sent next."""

    def add(self, data: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> None:
        self.bytes += Frame(opcode, data, fin).serialize(mask=True)

    def flush(self) -> None:
        self.socket.sendall(self.bytes)
        self.bytes = b""

    def read(self) -> Iterator[dict[str, Any]]:
        """What is said, until the connection ends."""
        while data := self.socket.recv(65_536):
            self.protocol.receive_data(data)
            self.socket.sendall(b"".join(self.protocol.data_to_send()))
            for event in self.protocol.events_received():
                if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                    yield json.loads(bytes(event.data))
        self.protocol.receive_eof()

    def hear(self, type_: str) -> dict[str, Any]:
        return next(message for message in self.read() if message["type"] == type_)


@contextlib.contextmanager
def wire_of(person: Person) -> Iterator[Wire]:
    wire = Wire(person)
    with wire.socket:
        yield wire


@pytest.mark.parametrize("is_welcome", [False, True])
def test_whoever_leaves_may_come_back(server: RunningServer, is_welcome: bool) -> None:
    """Also who leaves while the door is being opened."""
    ann = Person(server.url)
    with wire_of(ann) as wire:
        wire.flush()
        if is_welcome:
            wire.hear("welcome")
    while True:  # until it is noticed
        with wire_of(ann) as wire:
            wire.flush()
            if any(message["type"] == "welcome" for message in wire.read()):
                break


def test_a_heap_of_messages_is_answered_in_order(server: RunningServer) -> None:
    with wire_of(Person(server.url)) as wire:
        wire.flush()
        wire.hear("welcome")
        most = 10 * MOST_HEARD
        for n in range(most):
            wire.add(json.dumps({"type": "unfollow", "game": f"g{n}", "n": n}).encode())  # refused
            wire.add(PING)
        wire.flush()
        heard = list(itertools.islice(wire.read(), 2 * most))
        assert [message["type"] for message in heard] == ["refused", "pong"] * most


def test_a_message_may_come_in_pieces(server: RunningServer) -> None:
    with wire_of(Person(server.url)) as wire:
        wire.flush()
        wire.hear("welcome")
        wire.add(PING[:5], fin=False)
        wire.add(PING[5:9], Opcode.CONT, fin=False)
        wire.add(b"", Opcode.PING)  # may come in between (RFC 6455, 5.4)
        wire.add(PING[9:], Opcode.CONT)
        wire.flush()
        assert wire.hear("pong")


def test_what_is_said_in_one_breath_with_the_request_is_heard(server: RunningServer) -> None:
    with wire_of(Person(server.url)) as wire:
        wire.add(PING)
        wire.add(b'{"type":"pang"}')
        wire.flush()
        heard = [message["type"] for message in itertools.islice(wire.read(), 3)]
        assert heard == ["welcome", "pong", "refused"]


def test_frames_may_be_cut_anywhere(server: RunningServer) -> None:
    """Also in the middle of what was said with the request; and whatever comes afterwards."""
    with wire_of(Person(server.url)) as wire:
        wire.add(PING)
        rest, wire.bytes = wire.bytes[-7:], wire.bytes[:-7]
        wire.flush()
        wire.hear("welcome")
        wire.bytes = rest
        wire.flush()
        assert wire.hear("pong")
        for _ in range(2):
            wire.add(PING)
            wire.add(PING)
            for byte in wire.bytes:
                wire.socket.sendall(bytes([byte]))
            wire.bytes = b""
            assert [message["type"] for message in itertools.islice(wire.read(), 2)] == ["pong"] * 2
        wire.add(b"x" * 5_000)
        wire.flush()
        assert _ended(wire) == CloseCode.MESSAGE_TOO_BIG


def test_what_the_protocol_forbids_ends_the_connection(server: RunningServer) -> None:
    text, cut = Frame(Opcode.TEXT, PING), Frame(Opcode.TEXT, PING, fin=False)
    masked = text.serialize(mask=True)
    forbidden = {
        text.serialize(mask=False): CloseCode.PROTOCOL_ERROR,
        masked + text.serialize(mask=False): CloseCode.PROTOCOL_ERROR,
        cut.serialize(mask=True) + masked: CloseCode.PROTOCOL_ERROR,
        Frame(Opcode.CONT, PING).serialize(mask=True): CloseCode.PROTOCOL_ERROR,
        bytes([masked[0] | 0x40]) + masked[1:]: CloseCode.PROTOCOL_ERROR,  # compressed
        bytes([0x83]) + masked[1:]: CloseCode.PROTOCOL_ERROR,  # means nothing
        Frame(Opcode.TEXT, b" " * 4_097).serialize(mask=True): CloseCode.MESSAGE_TOO_BIG,
    }
    for data, code in forbidden.items():
        with wire_of(Person(server.url)) as wire:
            wire.flush()
            wire.hear("welcome")
            wire.add(PING)
            wire.flush()
            wire.hear("pong")
            wire.bytes = data
            wire.flush()
            assert _ended(wire) == code


def _ended(wire: Wire) -> int | None:
    """Why the connection ends; whoever is cut off need not be listened to any more."""
    with contextlib.suppress(ConnectionResetError):
        for _ in wire.read():
            pass
    closed = wire.protocol.close_rcvd
    return None if closed is None else closed.code


def test_last_words_count(server: RunningServer) -> None:
    ann = Person(server.url)
    game = ann.new_game("me", "me")["id"]
    with wire_of(ann) as wire:
        wire.flush()
        wire.hear("welcome")
        wire.add(json.dumps({"type": "resign", "game": game, "key": "resign-1"}).encode())
        wire.add(b"", Opcode.CLOSE)
        wire.flush()  # in one piece
    while ann.get(f"/games/{game}")["status"]["state"] != "over":
        pass


def test_what_is_no_text_is_refused(server: RunningServer) -> None:
    with wire_of(Person(server.url)) as wire:
        wire.flush()
        wire.hear("welcome")
        wire.add(b"\xff\xfe", Opcode.BINARY)
        wire.flush()
        assert wire.hear("refused")["problem"]["code"] == "bad_request"
        wire.add(b"\xff\xfe")
        wire.flush()
        assert list(wire.read()) == []
        assert wire.protocol.close_rcvd is not None
        assert wire.protocol.close_rcvd.code == CloseCode.INVALID_DATA  # RFC 6455, 8.1


def test_whoever_reads_too_slowly_gets_all_in_order_or_is_cut_off(tmp_path: Path) -> None:
    async def happen(folders: Folders) -> None:
        async with folders.houses(Game.start(seed=1)) as [twin]:
            ann = Client(twin, "a" * 20)
            await ann.settle()
            ann.heard.clear()
            ann.can_send = False
            for _ in range(MOST_WAITING):
                await ann.speak("?")
            await asyncio.sleep(0)
            assert ann.heard == []
            ann.can_send = True
            (await ann.owner()).can_send()
            assert len(ann.heard) == MOST_WAITING
            ann.can_send = False
            for _ in range(MOST_WAITING + 1):
                await ann.speak("?")
            await asyncio.sleep(0)
            assert ann.heard[MOST_WAITING:] == [str(tunnels.TOO_SLOW).encode()]
            await ann.close()

    asyncio.run(happen(Folders(tmp_path)))
