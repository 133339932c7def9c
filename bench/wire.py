"""What the bench speaks to a server with: HTTP, and a WebSocket that costs next to nothing.

The bench shares the machine with the server it measures, so its own work must be small. A
`Connection` therefore does only what our server needs: it sends short texts, and hands over every
message as it comes in.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FINAL, MASKED = 0x80, 0x80
NO_MASK = bytes(4)
"""A mask of zeros changes nothing: RFC 6455 asks for one, but this is no browser to protect."""

SHORT = 126
"""From this length on, two bytes more tell it; from 2**16 on, eight."""


class Connection(asyncio.Protocol):
    """One end of a WebSocket. `hear` is called with every message, `lost` when it is over."""

    def __init__(self, hear: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self._hear, self._lost = hear, lost
        self._heard = bytearray()
        self._transport: asyncio.Transport | None = None
        self._is_open = asyncio.get_running_loop().create_future()

    async def open(self, host: str, port: int, path: str, headers: Mapping[str, str]) -> None:
        """Connect, and wait until the server has agreed to speak."""
        loop = asyncio.get_running_loop()
        self._transport, _ = await loop.create_connection(lambda: self, host, port)
        asked = {
            "Host": f"{host}:{port}", "Upgrade": "websocket", "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "d2F0ZXJnYXRlLWJlbmNoIQ==",
            **headers,
        }  # fmt: skip
        self._transport.write(_head(f"GET {path} HTTP/1.1", asked))
        await self._is_open

    def send(self, text: bytes) -> None:
        assert self._transport is not None
        self._transport.write(_frame(TEXT, text))

    def close(self) -> None:
        """Go without a word, as a laptop does."""
        if self._transport is not None:
            self._transport.abort()

    # What asyncio calls

    def data_received(self, data: bytes) -> None:
        self._heard += data
        if not self._is_open.done():
            self._read_answer()
        if self._is_open.done():
            self._read_frames()

    def connection_lost(self, error: Exception | None) -> None:
        if not self._is_open.done():
            self._is_open.set_exception(ConnectionError("closed while it was being opened"))
        self._lost()

    def _read_answer(self) -> None:
        end = self._heard.find(b"\r\n\r\n")
        if end < 0:
            return
        first = bytes(self._heard[:end]).split(b"\r\n")[0]
        if b" 101 " in first:
            self._is_open.set_result(None)
            del self._heard[: end + 4]
        else:
            self._is_open.set_exception(ConnectionError(first.decode()))
            self.close()

    def _read_frames(self) -> None:
        heard, at = self._heard, 0
        while len(heard) - at >= 2:
            kind, length, start = heard[at] & 0x0F, heard[at + 1], at + 2
            if length >= SHORT:
                start += 2 if length == SHORT else 8
                length = int.from_bytes(heard[at + 2 : start], "big")
            if len(heard) < start + length:
                break
            at = start + length
            payload = bytes(heard[start:at])
            if kind == TEXT:
                self._hear(payload)
            elif kind == PING and self._transport is not None:
                self._transport.write(_frame(PONG, payload))
            elif kind == CLOSE:
                self.close()
        del heard[:at]


def _frame(kind: int, payload: bytes) -> bytes:
    length = len(payload)
    if length < SHORT:
        head = bytes((FINAL | kind, MASKED | length))
    else:
        head = bytes((FINAL | kind, MASKED | SHORT)) + length.to_bytes(2, "big")
    return head + NO_MASK + payload


def _head(first: str, headers: Mapping[str, str]) -> bytes:
    lines = [first, *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    return "\r\n".join(lines).encode()


async def ask(
    host: str, port: int, method: str, path: str, headers: Mapping[str, str], body: Any = None
) -> tuple[Any, dict[str, str]]:
    """An HTTP request on a connection of its own: the answer's JSON and its headers."""
    content = b"" if body is None else json.dumps(body).encode()
    asked = {
        "Host": f"{host}:{port}", "Connection": "close", "Content-Type": "application/json",
        "Content-Length": str(len(content)), **headers,
    }  # fmt: skip
    reader, writer = await asyncio.open_connection(host, port)
    writer.write(_head(f"{method} {path} HTTP/1.1", asked) + content)
    head, _, answer = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    await writer.wait_closed()
    first, *lines = head.decode().split("\r\n")
    if first.split(" ")[1][0] != "2":
        raise ConnectionError(f"{method} {path}: {first}: {answer[:200].decode()}")
    return json.loads(answer), {
        name.lower(): value for name, _, value in (line.partition(": ") for line in lines)
    }
