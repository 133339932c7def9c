"""The WebSocket client that server processes speak to each other with."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from websockets.frames import Close, CloseCode, Frame, Opcode

from watergate.server.websocket_client import ABNORMAL, WebSocketClient

AGREED = b"HTTP/1.1 101 Switching Protocols\r\n\r\n"

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[Any, Any, None]]
Visit = Callable[[WebSocketClient, int], Coroutine[Any, Any, None]]


def frame(opcode: Opcode, data: bytes) -> bytes:
    return Frame(opcode, data).serialize(mask=False)


def meet(serve: Serve, visit: Visit) -> tuple[list[bytes], list[int]]:
    """What a client that visits a server has heard, and why its connection was over."""
    heard: list[bytes] = []
    lost: list[int] = []

    async def run() -> None:
        has_served = asyncio.Event()

        async def serve_one(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            with contextlib.suppress(ConnectionError):
                await serve(reader, writer)
            writer.close()
            has_served.set()

        async with await asyncio.start_server(serve_one, "127.0.0.1", 0) as listener:
            port = listener.sockets[0].getsockname()[1]
            await visit(WebSocketClient(heard.append, lost.append), port)
            await has_served.wait()
            while not lost and heard:
                await asyncio.sleep(0.001)

    asyncio.run(asyncio.wait_for(run(), 30))
    return heard, lost


@pytest.mark.parametrize("piece", [1, 7, 100_000])
def test_frames_of_all_lengths_are_read_in_any_pieces(piece: int) -> None:
    sent = [b"", b"x" * 125, b"y" * 126, b"z" * 70_000]
    said = [b"hello", b"w" * 200, b"v" * 70_000]
    answers: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        data = AGREED + frame(Opcode.PING, b"there?")
        data += b"".join(frame(Opcode.TEXT, text) for text in sent)
        for at in range(0, len(data), piece):
            writer.write(data[at : at + piece])
        for opcode, text in ((Opcode.PONG, b"there?"), *((Opcode.TEXT, text) for text in said)):
            expected = Frame(opcode, text).serialize(mask=True)
            found = await reader.readexactly(len(expected))
            assert found[: -len(text) - 4] == expected[: -len(text) - 4]  # but for the mask
            answers.append(found[-len(text) :])
        why = Close(CloseCode.POLICY_VIOLATION, "no").serialize()
        writer.write(frame(Opcode.CLOSE, why))

    async def visit(client: WebSocketClient, port: int) -> None:
        await client.open("127.0.0.1", port, {})
        for text in said:
            client.send(text)
            await client.drain()

    assert meet(serve, visit) == (sent, [CloseCode.POLICY_VIOLATION])
    assert answers == [b"there?", *said]


def test_an_end_without_a_word_is_told() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(AGREED + frame(Opcode.TEXT, b"half a") + frame(Opcode.TEXT, b"word")[:-1])

    async def visit(client: WebSocketClient, port: int) -> None:
        await client.open("127.0.0.1", port, {})
        while not client.transport.is_closing():
            await asyncio.sleep(0.001)

    assert meet(serve, visit) == ([b"half a"], [ABNORMAL])


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (b"HTTP/1.1 403 Forbidden\r\nContent-Length: 4\r\n\r\n\x81\x02no", "403"),
        (b"HTTP/1.1 101", "closed while"),
    ],
)
def test_a_refusal_is_an_error_and_nothing_is_heard(answer: bytes, error: str) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(answer)

    async def visit(client: WebSocketClient, port: int) -> None:
        with pytest.raises(ConnectionError, match=error):
            await client.open("127.0.0.1", port, {})

    assert meet(serve, visit) == ([], [])


def test_whoever_writes_much_waits_until_it_is_read() -> None:
    more, read = 1 << 24, 0

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal read
        writer.write(AGREED)
        await told.wait()
        while data := await reader.read(1 << 20):
            read += len(data)

    async def visit(client: WebSocketClient, port: int) -> None:
        await client.open("127.0.0.1", port, {})
        client.send(bytes(more))
        waiting = asyncio.create_task(client.drain())
        await asyncio.sleep(0)
        assert not waiting.done()
        gone = asyncio.create_task(client.drain())  # somebody who does not wait any longer
        await asyncio.sleep(0)
        gone.cancel()
        told.set()
        await waiting
        assert read > 0
        client.close()

    told = asyncio.Event()
    assert meet(serve, visit)[0] == []
