"""Pipeline: the way of an act. A table drafts it, it is stored, then folded, then published.

A table never holds what is not stored, so nobody can see it. A table is changed under its lock
only, and an act that several processes make at once is stored by the first of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from collections.abc import Callable, Sequence
from typing import NoReturn

from watergate.edition import Side
from watergate.rules import Game, IllegalMove

from .. import metrics
from ..model import Act, Offer, Refused, Standing
from ..notifications import Notification, Notifier
from ..storage import Conflict, JobRow, Store
from ..storage.rows import offer_text
from ..tables import Draft, Table
from .jobs import move_job
from .live_table import Follower, LiveTable, Seen
from .mending import add_move, listed, mend, update_lists
from .publisher import Publisher
from .synchronizer import Synchronizer
from .tasks import Clock
from .timers import Timers, must_answer

Make = Callable[[Table, int], Draft]
"""Drafts acts of a table, given the time."""


class Pipeline:
    def __init__(
        self,
        store: Store,
        synchronizer: Synchronizer,
        publisher: Publisher,
        timers: Timers,
        notifier: Notifier,
        clock: Clock,
    ) -> None:
        self._store, self._synchronizer, self._publisher = store, synchronizer, publisher
        self._timers, self._notifier, self._clock = timers, notifier, clock
        timers.on_due(self._on_due)

    # Acts

    async def act(
        self,
        live: LiveTable,
        make: Make,
        *,
        key: tuple[Side, str] | None = None,
        job_done: str | None = None,
    ) -> int:
        """Have acts drafted, stored and told; the number of the first.

        Idempotent: what a side asked for under the same key before is not done again.
        """
        async with live.lock:
            if live.is_doubtful:
                await self._synchronizer.catch_up(live)
            if (known := live.number_of(key)) is not None:
                return known
            if live.held:
                self._refuse_while_held(live, make)
            try:
                return await self._act(live, make, job_done)
            except Conflict:
                await self._synchronizer.catch_up(live)
                if (known := live.number_of(key)) is not None:
                    return known  # it was stored after all, before the database fell silent
                raise Refused("stale", number=live.table.number) from None

    def _refuse_while_held(self, live: LiveTable, make: Make) -> NoReturn:
        """Only who has answered may know of it: others are refused as they would be without."""
        make(live.table, self._clock())
        raise Refused("answered_already")

    async def _act(self, live: LiveTable, make: Make, job_done: str | None) -> int:
        now = self._clock()
        began = time.perf_counter()
        draft = make(live.table, now)
        first = draft.acts[0]
        is_held = first.shown_at > now
        jobs = _jobs_after(live, draft)
        await self._store_draft(live, draft, jobs, job_done, None if is_held else now)
        metrics.COMMIT.observe(time.perf_counter() - began)
        if is_held:
            live.held = list(draft.acts)
        else:
            self._fold(live, draft.acts, draft.game)
        self._timers.arm(live)
        people = () if is_held else live.table.persons
        self._notifier.notify(Notification("game", live.table.id, people))
        if jobs:
            self._notifier.notify(Notification("work"))
        return first.number

    async def _store_draft(
        self,
        live: LiveTable,
        draft: Draft,
        jobs: list[JobRow],
        job_done: str | None,
        listed_at: int | None,
    ) -> None:
        """Store all of it or nothing; lists say so at once, unless it is held."""
        values = None
        if listed_at is not None:
            last = draft.acts[-1].number
            values = {"changed_at": listed_at, "number": last, **listed(draft.outlook)}
        done = [] if job_done is None else [job_done]
        try:
            await self._store.append(live.table.id, draft.acts, values, jobs, done)
        except BaseException:
            live.is_doubtful = True  # it may be stored all the same
            raise

    def _fold(self, live: LiveTable, acts: Sequence[Act], game: Game | None = None) -> None:
        """Take in acts and tell of each as it stands after it, as if they had come one by one.

        What was answered for somebody at once must look like what was not (RULES 8.11).
        """
        for act in acts:
            live.table.fold(act, game)
            self._publisher.tell_act(live, act, is_decided=act is not acts[-1])

    async def watched(self, live: LiveTable, follower: Follower, seen: Seen) -> None:
        """Note what somebody has seen of two computers, and let them decide when all are ready."""
        live.watching[follower] = seen
        if live.table.waits_for_watchers and live.is_next_wanted:
            await add_move(live, self._store, self._notifier, self._clock())

    # What is held back, and what is due

    async def shown(self, live: LiveTable) -> None:
        """Wait until what is held back of a table may be seen."""
        while live.held:
            await asyncio.sleep(max(1, live.held[0].shown_at - self._clock()) / 1000)
            await self._show(live)

    async def _show(self, live: LiveTable) -> None:
        async with live.lock:
            now = self._clock()
            acts = list(itertools.takewhile(lambda act: act.shown_at <= now, live.held))
            live.held = live.held[len(acts) :]
            if not acts:
                return
            self._fold(live, acts)
            self._timers.arm(live)
            await update_lists(live, self._store)
            self._notifier.notify(Notification("game", live.table.id, live.table.persons))

    async def _on_due(self, live: LiveTable) -> None:
        """Show what was held, answer for a person, or end the game by the clock."""
        now = self._clock()
        if live.held:
            if live.held[0].shown_at <= now:
                await self._show(live)
            else:
                self._timers.arm(live)
        elif must_answer(live.table):
            side = live.table.decider
            assert side is not None
            with contextlib.suppress(Refused, IllegalMove):
                await self.act(live, lambda t, now: t.move(side, t.default_answer(), now=now))
        elif live.table.flag(now=now) is not None:
            with contextlib.suppress(Refused):
                await self.act(live, _flagged)
        else:
            self._timers.arm(live)

    # What is stored beside the acts

    async def seats_changed(self, live: LiveTable) -> None:
        """Look at the seats again, here and everywhere."""
        async with live.lock:
            await self._synchronizer.catch_up(live)
            await mend(live, self._store, self._notifier, self._clock())
        self._notifier.notify(Notification("game", live.table.id, live.table.persons))
        self._publisher.tell_people(live)

    async def set_offer(self, live: LiveTable, offer: Offer | None) -> None:
        """Note what somebody asks the opponent for, until the next act; or that nobody does."""
        async with live.lock:
            table = live.table
            text = None if offer is None else offer_text(offer, table.number)
            await self._store.change_game(table.id, offer=text)
            table.offer = offer
        self._publisher.tell_status(live)
        self._notifier.notify(Notification("game", table.id, live.table.persons))

    async def set_standing(self, live: LiveTable, side: Side, standing: Standing) -> None:
        """Note how a person wants windows to be answered, and answer the pending one so."""
        async with live.lock:
            number = live.table.number
            await self._store.set_standing(live.table.id, side, standing, number)
            seat = live.table.seats[side]
            seat.standing, seat.standing_since = standing, number
        self._publisher.tell_status(live)
        if live.table.answers_for(side):
            with contextlib.suppress(Refused):
                await self.act(live, lambda t, now: t.move(side, t.default_answer(), now=now))


def _jobs_after(live: LiveTable, draft: Draft) -> list[JobRow]:
    """The move a computer is to make next, as a job that is stored with the acts."""
    decider, last = draft.outlook.decider, draft.acts[-1]
    if decider is None or not live.table.moves_by_itself(decider):
        return []
    return [move_job(live.table.id, last.number, decider, live.row.creator, at=last.at,
                     ready_at=last.shown_at)]  # fmt: skip


def _flagged(table: Table, now: int) -> Draft:
    draft = table.flag(now=now)
    if draft is None:
        raise Refused("stale", number=table.number)
    return draft
