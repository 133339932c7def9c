"""Streams for bots: one message a line, as over the WebSocket, and an empty line now and then."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from watergate.rules import Viewer

from .. import metrics
from ..house import House
from ..messages import GamesChanged
from ..problems import Problem
from ..services import Identity
from ..wire import to_json
from .games import As, Live, WatchCode
from .identity import TheHouse, Who, address_of
from .summaries import summary

router = APIRouter(tags=["bots"])

NDJSON = "application/x-ndjson"
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""No proxy may keep lines back."""
ALIVE_SECONDS = 10.0
MOST_WAITING = 500
"""Lines a bot may leave unread; then its stream ends."""


class Stream:
    """Somebody who reads line by line; may follow one game, or hear of all their games."""

    def __init__(self, who: Identity, viewer: Viewer, game: str | None = None) -> None:
        self.who, self.viewer, self._game = who, viewer, game
        self.person = who.person
        self.telling = None  # bots that read streams are told each view
        self._lines: asyncio.Queue[bytes] = asyncio.Queue()
        self._is_ending = False

    def send(self, data: bytes) -> None:
        self._is_ending = self._is_ending or self._lines.qsize() >= MOST_WAITING
        if not self._is_ending:
            self._lines.put_nowait(data + b"\n")

    def cut_off(self) -> None:
        """End it: what it was opened with is worthless now."""
        self._is_ending = True
        self._lines.put_nowait(b"\n")  # wakes it up

    def lose(self) -> None:
        self.cut_off()

    def tell(self, message: Any) -> None:
        self.send(to_json(message))

    def follows(self, game: str) -> bool:
        return game == self._game

    @property
    def is_empty(self) -> bool:
        return self._lines.empty()

    async def lines(self, house: House) -> AsyncIterator[bytes]:
        """What is sent, and an empty line where nothing is; ends when the server stops."""
        while not self._is_ending and (house.is_open or not self.is_empty):
            try:
                yield await asyncio.wait_for(self._lines.get(), ALIVE_SECONDS)
            except TimeoutError:
                yield b"\n"


@contextmanager
def _open(stream: Stream, house: House, address: str) -> Iterator[None]:
    """A stream takes the place of a socket."""
    with house.sockets.place(stream.person), house.address_sockets.place(address):
        house.open_sockets.add(stream)
        metrics.STREAMS.inc()
        try:
            yield
        finally:
            metrics.STREAMS.dec()
            house.open_sockets.discard(stream)


def _answer(
    lines: AsyncIterator[bytes], who: Identity, house: House, address: str
) -> StreamingResponse:
    """The answer that sends lines, if there is a place; refused here while that can be said."""
    with house.sockets.place(who.person), house.address_sockets.place(address):
        return StreamingResponse(_until_full(lines), media_type=NDJSON, headers=HEADERS)


async def _until_full(lines: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    try:
        async for line in lines:
            yield line
    except Problem:
        return  # the last place was taken in between


@router.get("/events", response_class=StreamingResponse)
async def events(request: Request, who: Who, house: TheHouse) -> StreamingResponse:
    """My unfinished games, then a line whenever something happens in one of my games."""
    who.must_have("read")
    address = address_of(request)
    return _answer(_events(who, house, address), who, house, address)


async def _events(who: Identity, house: House, address: str) -> AsyncIterator[bytes]:
    stream = Stream(who, Viewer.SPECTATOR)
    with _open(stream, house, address):
        house.live_games.publisher.listen(stream)
        try:
            for row, seats in await house.people.games(who, over=False, limit=100):
                game = summary(row, seats, who.person)
                yield to_json(GamesChanged(game.id, game.your_turn)) + b"\n"
            async for line in stream.lines(house):
                yield line
        finally:
            house.live_games.publisher.unlisten(stream)


@router.get("/games/{game}/stream", response_class=StreamingResponse)
async def game_stream(
    request: Request,
    live: Live,
    who: Who,
    house: TheHouse,
    as_: As = None,
    code: WatchCode = None,
) -> StreamingResponse:
    """A game: first `table`, then `update`, `status` and `chat` as they come, until it is over."""
    stream = Stream(who, house.access.eyes(live, who, as_, code), live.table.id)
    address = address_of(request)
    lines = _game_lines(stream, who, house, live.table.id, address)
    return _answer(lines, who, house, address)


async def _game_lines(
    stream: Stream, who: Identity, house: House, game: str, address: str
) -> AsyncIterator[bytes]:
    live = await house.live_games.table(game)
    chat = await house.chat.lines(live, who)
    with _open(stream, house, address):
        stream.send(
            house.live_games.publisher.presenter(live).full(who.person, stream.viewer, chat)
        )
        is_over = live.table.is_over
        if not is_over:
            house.live_games.publisher.follow(live, stream)
        try:
            async for line in stream.lines(house):
                yield line
                if live.table.is_over and stream.is_empty:
                    break
        finally:
            if not is_over:
                house.live_games.publisher.unfollow(live, stream)
