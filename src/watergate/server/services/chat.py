"""Chat service: what the two players of a game say to each other."""

from __future__ import annotations

from typing import Any

from ..live import LiveGames, LiveTable
from ..live.presenter import chat_line
from ..messages import ChatLine
from ..problems import Problem
from ..requests import ChatRequest
from .access import Access
from .identity import Identity

MOST_LINES = 1000
"""In one game."""


class ChatService:
    def __init__(self, live_games: LiveGames, access: Access) -> None:
        self._live_games, self._access = live_games, access
        self._store, self._publisher = live_games.store, live_games.publisher

    async def say(self, who: Identity, live: LiveTable, request: ChatRequest) -> int:
        """A line of chat between the two people of a game."""
        side = self._access.own_side(live, who)
        table = live.table
        if not table.options.chat:
            raise Problem("chat_off")
        if not table.is_between_people:
            raise Problem("not_between_people")
        clean = " ".join(request.text.replace("\0", " ").split())  # which PostgreSQL does not store
        if not clean:
            raise Problem("bad_request", where="text", what="is empty")
        if live.said >= MOST_LINES:
            raise Problem("chat_full", most=MOST_LINES)
        now = self._live_games.clock()
        number, is_new = await self._store.add_chat(
            table.id, side, who.name, clean, now, request.key
        )
        if is_new:
            if number == live.said + 1:
                self._publisher.tell_chat(live, ChatLine(number, side, who.name, clean, now))
            else:
                await self._tell_up_to(live, number)
        return table.number

    async def _tell_up_to(self, live: LiveTable, number: int) -> None:
        """Tell the lines that have not been told yet, up to one."""
        for row in await self._store.chat(live.table.id):
            if live.said < row.number <= number:
                self._publisher.tell_chat(live, chat_line(row))

    async def lines(self, live: LiveTable, who: Identity) -> list[Any]:
        """The chat, for the two people of the game."""
        if not live.said or not live.table.options.chat or not live.table.sides_of(who.person):
            return []
        return await self._store.chat(live.table.id)
