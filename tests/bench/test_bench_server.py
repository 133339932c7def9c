"""The server's bench runs, loses nothing and gives figures; how large they are is not tested."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bench import boardgame_io, server
from bench.server import bench_server
from bench.wire import Connection, ask
from watergate import WatergateError
from watergate.engine import forget_choice


@pytest.fixture
def choose_engine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    def choose(wish: str) -> None:
        monkeypatch.setenv("WATERGATE_COMPILED", wish)
        forget_choice()

    yield choose
    monkeypatch.undo()
    forget_choice()


def test_a_percentile_is_a_value_that_so_many_do_not_exceed() -> None:
    values = [float(n) for n in range(200, 0, -1)]
    assert server.percentile(values, 50) == 100
    assert server.percentile(values, 99) == 198
    assert server.percentile([7.0], 99) == 7
    assert math.isnan(server.percentile([], 50))


def test_the_plain_engine_is_not_measured(choose_engine: Callable[[str], None]) -> None:
    choose_engine("never")
    with pytest.raises(WatergateError, match="compiled engine"):
        bench_server(0.1)


@pytest.mark.slow
def test_nothing_is_lost_and_all_figures_are_there(
    choose_engine: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    choose_engine("always")
    monkeypatch.setattr(server, "command", lambda: None)
    told: list[str] = []
    figures = bench_server(2.0, games=3, pace=30, pairs=2, progress=told.append)
    assert figures.lost == 0
    assert figures.refused == {}
    assert figures.acknowledged > 0
    assert figures.moves_per_second > 0
    assert figures.cpu_us_per_move > 0
    assert figures.bytes_per_act > 0
    assert 0 < figures.ack_p50_ms <= figures.ack_p99_ms
    assert figures.reconnects > 0
    assert figures.reconnect_p99_ms > 0
    assert figures.references == figures.ratios == {}
    assert figures.missing == ["boardgame.io"]
    assert "slice 5 of 5" in told
    assert {
        "moves_per_second", "ack_p50_ms", "ack_p99_ms", "reconnect_p99_ms", "kib_per_game",
        "references",
    } <= set(figures.as_json())  # fmt: skip


def test_a_reference_that_is_not_installed_has_no_command(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setattr(boardgame_io, "FOLDER", tmp_path)
    assert boardgame_io.command() is None


# The client


def _frame(kind: int, payload: bytes) -> bytes:
    """As a server writes it, without a mask."""
    length = len(payload)
    if length < 126:
        return bytes((0x80 | kind, length)) + payload
    if length < 2**16:
        return bytes((0x80 | kind, 126)) + length.to_bytes(2, "big") + payload
    return bytes((0x80 | kind, 127)) + length.to_bytes(8, "big") + payload


@pytest.mark.parametrize("piece", [1, 7, 100_000])
def test_a_connection_reads_frames_of_all_lengths_in_any_pieces(piece: int) -> None:
    sent = [b"", b"x" * 125, b"y" * 126, b"z" * 70_000]
    said: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        data = b"HTTP/1.1 101 Switching Protocols\r\n\r\n" + _frame(9, b"there?")
        data += b"".join(_frame(1, text) for text in sent)
        for at in range(0, len(data), piece):
            writer.write(data[at : at + piece])
        said.append(await reader.readexactly(6 + 6))  # the answer to the ping
        said.append(await reader.readexactly(6 + 5))
        said.append(await reader.readexactly(8 + 200))
        writer.write(_frame(8, b""))
        writer.close()

    async def run() -> None:
        heard: list[bytes] = []
        lost = asyncio.Event()
        async with await asyncio.start_server(serve, "127.0.0.1", 0) as listener:
            port = listener.sockets[0].getsockname()[1]
            connection = Connection(heard.append, lost.set)
            await connection.open("127.0.0.1", port, "/", {})
            while len(heard) < len(sent):
                await asyncio.sleep(0.001)
            connection.send(b"hello")
            connection.send(b"w" * 200)
            await asyncio.wait_for(lost.wait(), 30)
        assert heard == sent
        assert [frame[0] & 15 for frame in said] == [10, 1, 1]
        assert [frame[1] for frame in said] == [0x80 | 6, 0x80 | 5, 0x80 | 126]
        assert [frame[-5:] for frame in said] == [b"here?", b"hello", b"wwwww"]

    asyncio.run(run())


def test_a_refusal_is_an_error() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
        writer.close()

    async def run() -> None:
        async with await asyncio.start_server(serve, "127.0.0.1", 0) as listener:
            port = listener.sockets[0].getsockname()[1]
            connection = Connection(lambda data: None, lambda: None)
            with pytest.raises(ConnectionError, match="403"):
                await connection.open("127.0.0.1", port, "/", {})
            with pytest.raises(ConnectionError, match="403"):
                await ask("127.0.0.1", port, "GET", "/", {})

    asyncio.run(run())
