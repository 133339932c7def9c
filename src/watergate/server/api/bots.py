"""Streams for bots: one message a line, as over the WebSocket, and an empty line now and then."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

from fastapi import APIRouter
from fastapi.responses import StreamingResponse

from watergate.rules import Viewer

from .. import metrics
from ..hall import LiveTable
from ..house import House
from ..messages import to_json
from .games import As, Live, WatchCode
from .identity import TheHouse, Who
from .summaries import summary

router = APIRouter(tags=["bots"])

NDJSON = "application/x-ndjson"
ALIVE_SECONDS = 10.0
MOST_WAITING = 500


class Stream:
    """Somebody who reads line by line; may follow one game, or hear of all their games."""

    def __init__(self, person: str, viewer: Viewer, game: str | None = None) -> None:
        self.person, self.viewer, self._game = person, viewer, game
        self._lines: asyncio.Queue[bytes] = asyncio.Queue()

    def send(self, data: bytes) -> None:
        self._lines.put_nowait(data + b"\n")

    def follows(self, game: str) -> bool:
        return game == self._game

    @property
    def is_empty(self) -> bool:
        return self._lines.empty()

    async def lines(self, house: House) -> AsyncIterator[bytes]:
        """What is sent, and an empty line where nothing is; ends when the server stops."""
        while house.is_open and self._lines.qsize() < MOST_WAITING:
            try:
                yield await asyncio.wait_for(self._lines.get(), ALIVE_SECONDS)
            except TimeoutError:
                yield b"\n"


@router.get("/events", response_class=StreamingResponse)
async def events(who: Who, house: TheHouse) -> StreamingResponse:
    """My unfinished games, then a line whenever something happens in one of my games."""
    who.must_have("read")
    return StreamingResponse(_events(who.person, house), media_type=NDJSON)


async def _events(person: str, house: House) -> AsyncIterator[bytes]:
    stream = Stream(person, Viewer.SPECTATOR)
    house.hall.listen(stream)
    metrics.STREAMS.inc()
    try:
        for row, seats in await house.store.games_of(person, over=False, limit=100):
            game = summary(row, seats, person)
            line = {"type": "games", "game": game.id, "your_turn": game.your_turn}
            yield json.dumps(line, separators=(",", ":")).encode() + b"\n"
        async for line_ in stream.lines(house):
            yield line_
    finally:
        metrics.STREAMS.dec()
        house.hall.unlisten(stream)


@router.get("/games/{game}/stream", response_class=StreamingResponse)
async def game_stream(
    live: Live, who: Who, house: TheHouse, as_: As = None, code: WatchCode = None
) -> StreamingResponse:
    """A game: first `table`, then `update`, `status` and `chat` as they come, until it is over."""
    viewer = house.desk.eyes(live, who, as_, code)
    chat = await house.desk.chat(live, who)
    async with live.lock:
        first = to_json(house.hall.telling(live).full(who.person, viewer, chat))
        stream = Stream(who.person, viewer, live.table.id)
        stream.send(first)
        house.hall.follow(live, stream)
    return StreamingResponse(_game_lines(stream, live, house), media_type=NDJSON)


async def _game_lines(stream: Stream, live: LiveTable, house: House) -> AsyncIterator[bytes]:
    metrics.STREAMS.inc()
    try:
        async for line in stream.lines(house):
            yield line
            if live.table.is_over and stream.is_empty:
                break
    finally:
        metrics.STREAMS.dec()
        house.hall.unfollow(live, stream)
