"""WebSocket client: costs next to nothing, and does no more than a server of ours needs.

Other server processes are spoken to with it, and the crowd of the bench speaks to the server it
measures, with which it shares the machine.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from .frames import CLOSE, PING, PONG, TEXT, client_frame, take_frames

PATH = "/api/live"
ABNORMAL = 1006
"""Why a connection is over that ended without a word (RFC 6455, 7.1.5)."""


class WebSocketClient(asyncio.Protocol):
    """One connection: `hear` is called with every message, `lost` when it is over once it was open,
    with the number of RFC 6455 that says why."""

    transport: asyncio.Transport

    def __init__(self, hear: Callable[[bytes], None], lost: Callable[[int], None]) -> None:
        self._hear, self._lost = hear, lost
        self._heard = bytearray()
        self._why = ABNORMAL
        loop = asyncio.get_running_loop()
        self._is_open: asyncio.Future[None] = loop.create_future()
        self._can_send: asyncio.Future[None] | None = None
        """Where more is under way than the system takes: what to wait for."""

    async def open(self, host: str, port: int, headers: Mapping[str, str]) -> None:
        """Connect, and wait until the server has agreed to speak."""
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, host, port)
        asked = {
            "Host": f"{host}:{port}", "Upgrade": "websocket", "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "d2F0ZXJnYXRlLXNlcnZlcg==",
            **headers,
        }  # fmt: skip
        lines = [f"GET {PATH} HTTP/1.1", *(": ".join(pair) for pair in asked.items()), "", ""]
        self.transport.write("\r\n".join(lines).encode("latin-1"))
        try:
            await self._is_open
        except BaseException:
            self.transport.abort()
            raise

    def send(self, text: bytes) -> None:
        self.transport.write(client_frame(TEXT, text))

    async def drain(self) -> None:
        """Wait until what was sent is mostly gone, if it is much."""
        if self._can_send is not None:
            await asyncio.shield(self._can_send)

    def close(self) -> None:
        """Go without a word, as a laptop does."""
        self.transport.abort()

    # What asyncio calls

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def pause_writing(self) -> None:
        self._can_send = asyncio.get_running_loop().create_future()

    def resume_writing(self) -> None:
        if self._can_send is not None:
            self._can_send.set_result(None)
            self._can_send = None

    def data_received(self, data: bytes) -> None:
        self._heard += data
        if not self._is_open.done():
            self._read_answer()
        if self._is_open.done():
            self._read_frames()

    def connection_lost(self, error: Exception | None) -> None:
        self.resume_writing()
        if not self._is_open.done():
            self._is_open.set_exception(ConnectionError("closed while it was being opened"))
        elif not self._is_open.cancelled() and self._is_open.exception() is None:
            self._lost(self._why)

    def _read_answer(self) -> None:
        head, end, rest = self._heard.partition(b"\r\n\r\n")
        if not end:
            return
        self._heard = rest
        first = head.split(b"\r\n")[0]
        if b" 101 " in first:
            self._is_open.set_result(None)
        else:
            self._heard.clear()
            self._is_open.set_exception(ConnectionError(first.decode("latin-1")))

    def _read_frames(self) -> None:
        for head, payload in take_frames(self._heard):
            if head == TEXT:
                self._hear(payload)
            elif head == PING:
                self.transport.write(client_frame(PONG, payload))
            elif head == CLOSE:
                self._why = int.from_bytes(payload[:2], "big")
                self.close()
