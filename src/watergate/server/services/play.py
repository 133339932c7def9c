"""Play service: moves and everything else that is done at a table, and whether this person may."""

from __future__ import annotations

from watergate.edition import Side
from watergate.rules import IllegalMove, Viewer, WatergateError, text_of, why_not

from ..live import LiveTable
from ..live.pipeline import Pipeline
from ..model import Offer, OfferKind, Refused, SeatKind
from ..problems import Problem
from ..requests import AnswerRequest, KeyedRequest, MoveRequest, StandingRequest, TakeBackRequest
from ..tables import Draft, Table
from .access import Access
from .games import GameService
from .identity import Identity


class PlayService:
    def __init__(self, pipeline: Pipeline, access: Access, games: GameService) -> None:
        self._pipeline, self._access, self._games = pipeline, access, games

    async def move(self, who: Identity, live: LiveTable, request: MoveRequest) -> int:
        side = self._side_of_move(live, who, request.key)
        move = request.move

        def make(table: Table, now: int) -> Draft:
            table.must_be_at(request.number)
            try:
                return table.move(side, move, now=now, key=request.key)
            except IllegalMove as error:
                raise Problem(
                    "bad_move", move=move, reason=_reason(table, side, move, error)
                ) from None

        return await self._pipeline.act(live, make, key=(side, request.key))

    def _side_of_move(self, live: LiveTable, who: Identity, key: str) -> Side:
        """The side that moves; at one screen, the one that moved if this is said again."""
        side = self._access.own_side(live, who)
        is_other = live.table.is_hot_seat and live.number_of((side.opponent, key)) is not None
        return side.opponent if is_other else side

    async def take_back(self, who: Identity, live: LiveTable, request: TakeBackRequest) -> int:
        """Take back the last choice, or ask the opponent where that is needed."""
        side = self._side_of_take_back(live, who)

        def make(table: Table, now: int) -> Draft:
            table.must_be_at(request.number)
            return table.take_back(side, now=now, key=request.key)

        try:
            return await self._pipeline.act(live, make, key=(side, request.key))
        except Refused as refused:
            if refused.code != "take_back_needs_consent":
                raise
        live.table.agreed_take_back(side, now=0)  # refuses where there is nothing to take back
        await self._pipeline.set_offer(live, Offer(OfferKind.TAKE_BACK, side))
        return live.table.number

    def _side_of_take_back(self, live: LiveTable, who: Identity) -> Side:
        """At one screen, whoever decided last takes back."""
        side = self._access.own_side(live, who)
        sides = live.table.sides_of(who.person)
        last = next((act.side for act in reversed(live.table.acts) if act.side is not None), side)
        return last if last in sides else side

    async def pause(self, who: Identity, live: LiveTable, request: KeyedRequest) -> int:
        """Pause; at once where the opponent is away or a computer, else this asks."""
        side = self._access.own_side(live, who)
        live.table.must_run()
        opponent = live.table.seats[side.opponent]
        is_there = live.present[side.opponent]
        if opponent.kind is SeatKind.PERSON and opponent.person != who.person and is_there:
            await self._pipeline.set_offer(live, Offer(OfferKind.PAUSE, side))
            return live.table.number
        return await self._pipeline.act(
            live, lambda t, now: t.pause(side, now=now, key=request.key), key=(side, request.key)
        )

    async def resume(self, who: Identity, live: LiveTable, request: KeyedRequest) -> int:
        side = self._access.own_side(live, who)
        return await self._pipeline.act(
            live, lambda t, now: t.resume(side, now=now, key=request.key), key=(side, request.key)
        )

    async def answer(self, who: Identity, live: LiveTable, request: AnswerRequest) -> int:
        """Agree to what the opponent has asked for, or not."""
        side = self._access.own_side(live, who)
        asker, key = side.opponent, request.key
        if (known := live.number_of((asker, key))) is not None:
            return known
        if live.table.offer != Offer(request.offer, asker):
            raise Problem("no_offer")
        if not request.accept:
            await self._pipeline.set_offer(live, None)
            return live.table.number
        if request.offer in (OfferKind.REMATCH, OfferKind.REMATCH_SWAPPED):
            swap = request.offer is OfferKind.REMATCH_SWAPPED
            await self._games.rematch(who, live, swap=swap)
            return live.table.number

        def make(table: Table, now: int) -> Draft:
            if request.offer is OfferKind.PAUSE:
                return table.pause(asker, now=now, key=key)
            return table.agreed_take_back(asker, now=now, key=key)

        return await self._pipeline.act(live, make, key=(asker, key))

    async def resign(self, who: Identity, live: LiveTable, request: KeyedRequest) -> int:
        side = self._access.own_side(live, who)
        return await self._pipeline.act(
            live, lambda t, now: t.resign(side, now=now, key=request.key), key=(side, request.key)
        )

    async def set_standing(self, who: Identity, live: LiveTable, request: StandingRequest) -> int:
        side = self._access.own_side(live, who)
        if not live.table.is_between_people:
            raise Problem("not_between_people")
        await self._pipeline.set_standing(live, side, request.standing)
        return live.table.number


def _reason(table: Table, side: Side, move: str, error: IllegalMove) -> str:
    """Why a move is not allowed, from what its side knows."""
    try:
        message = why_not(table.view(Viewer(str(side))), move, table.edition)
    except WatergateError:
        return str(error)
    return str(error) if message is None else text_of(message, table.edition)
