"""The hall: the live tables of one process, how acts get to them, and who hears of it.

An act is drafted by the table, stored, then folded and told: a table never holds what is not
stored, so nobody can see it. A table is changed under its lock only. What another process stored
is fetched when the bell rings, or found by looking from time to time.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
import logging
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NoReturn

from watergate.edition import Edition, Side
from watergate.rules import Game, IllegalMove, Viewer

from . import metrics
from .bells import Bell, Ring
from .live_tables import Follower, Listener, LiveTable
from .luck import seeded_draw, system_draw
from .messages import GamesChanged, to_json
from .model import Act, JobKind, Offer, Options, Refused, Seat, SeatKind, Standing, State
from .problems import Problem
from .storage import Conflict, GameRow, JobRow, Store
from .storage.rows import offer_of, offer_text
from .tables import Draft, Draw, Outlook, Table
from .telling import Telling
from .work.jobs import move_job

log = logging.getLogger(__name__)


def now_ms() -> int:
    return time.time_ns() // 1_000_000


Make = Callable[[Table, int], Draft]
"""Drafts acts of a table, given the time."""


class Hall:
    def __init__(
        self,
        store: Store,
        editions: Mapping[str, Edition],
        bell: Bell,
        *,
        draw: Draw | None = None,
        clock: Callable[[], int] = now_ms,
        most_tables: int = 2_000,
    ) -> None:
        self.store = store
        self.editions = editions
        self.bell = bell
        self.clock = clock
        self._draw = draw
        self._most_tables = most_tables
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._listeners: dict[str, set[Listener]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._started_at = clock()
        self.is_closing = False
        bell.listen(self._heard)

    # Tables

    async def table(self, game: str) -> LiveTable:
        """The live table of a game; loaded if need be."""
        live = self._live.get(game)
        if live is None:
            loading = self._loading.get(game)
            if loading is None:
                loading = asyncio.ensure_future(self._load(game))
                self._loading[game] = loading
                loading.add_done_callback(lambda _: self._loading.pop(game, None))
            live = await asyncio.shield(loading)
        if live.is_doubtful:
            async with live.lock:
                await self._catch_up(live)
        return live

    async def fresh(self, game: str) -> LiveTable:
        """The live table of a game, with everything that others have stored by now."""
        known = game in self._live
        live = await self.table(game)
        if known:
            async with live.lock:
                await self._catch_up(live)
        return live

    async def shown(self, live: LiveTable) -> None:
        """Wait until what is held back of a table may be seen."""
        while live.held:
            await asyncio.sleep(max(1, live.held[0].shown_at - self.clock()) / 1000)
            await self._show(live)

    @property
    def followed(self) -> dict[str, LiveTable]:
        """The tables that somebody follows here."""
        return {id_: live for id_, live in self._live.items() if live.followers}

    def live(self, game: str) -> LiveTable | None:
        """The table of a game, if it is in memory."""
        return self._live.get(game)

    async def _load(self, game: str) -> LiveTable:
        found = await self.store.game(game)
        if found is None:
            raise Problem("not_found", what="game")
        row, seats = found
        acts = await self.store.acts(game)
        table = self.restore(row, seats)
        live = LiveTable(table, row)
        now = self.clock()
        for act in acts:
            self._take_in(live, act, now)
        table.offer = offer_of(row.offer, table.number)
        live.said = await self.store.last_said(game)
        if table.remaining:  # nobody's clock runs while the server is down
            table.decision_since = max(table.decision_since, self._started_at)
        await self._mend(live)
        self._make_room()
        self._live[game] = live
        self._arm(live)
        return live

    async def _mend(self, live: LiveTable) -> None:
        """Store what follows from a table and is missing, as after a crash in between."""
        table = live.table
        decider = table.decider
        if live.held or live.row.imported:
            return
        await self._list(live)
        if decider is None or table.seats[decider].kind is not SeatKind.COMPUTER:
            return
        if await self.store.find_job(table.id, JobKind.MOVE, table.number, str(decider)) is None:
            now = self.clock()
            await self.store.add_job(
                move_job(table.id, table.number, decider, at=now, ready_at=now)
            )
            self.bell.ring(Ring("work"))

    async def _list(self, live: LiveTable) -> None:
        """Store what lists say of a table, unless they do."""
        table, row = live.table, live.row
        outlook = Outlook(table.state, table.decider, table.ending)
        values = {"number": table.number, **_listed(outlook)}
        if any(getattr(row, name) != value for name, value in values.items()):
            values["changed_at"] = max(row.changed_at, table.acts[-1].shown_at)
            await self.store.append(table.id, [], values)
            live.row = replace(row, **values)

    def restore(self, row: GameRow, seats: dict[Side, Seat]) -> Table:
        """The table of a game before its first act."""
        edition = self.editions.get(row.edition)
        if edition is None:
            raise Problem("bad_option", option="edition", value=row.edition)
        options = Options.model_validate_json(row.options)
        game = Game.from_position(row.start, edition) if row.start else Game.new(edition)
        return Table(row.id, edition, options, seats, game, draw=self.draw_for(options))

    def draw_for(self, options: Options) -> Draw:
        if self._draw is not None:
            return self._draw
        if options.seed is not None:
            return functools.partial(seeded_draw, options.seed)
        return system_draw

    def _make_room(self) -> None:
        """Forget the tables nobody follows, the longest unused first."""
        if len(self._live) < self._most_tables:
            return
        idle = [id_ for id_, live in self._live.items() if not live.followers and not live.held
                and not live.lock.locked()]  # fmt: skip
        for id_ in idle[: max(1, self._most_tables // 10)]:
            self._disarm(self._live.pop(id_))

    @property
    def count(self) -> int:
        """How many tables are in memory."""
        return len(self._live)

    async def renamed(self, person: str) -> None:
        """A person has another name now: tell it at their tables."""
        for live in list(self._live.values()):
            if person in live.people:
                async with live.lock:
                    await self._catch_up(live)

    # Acts

    async def act(
        self,
        live: LiveTable,
        make: Make,
        *,
        key: tuple[Side, str] | None = None,
        job_done: str | None = None,
    ) -> int:
        """Have acts made, stored and told; the number of the first.

        What a side asked for under the same key before is not done again.
        """
        async with live.lock:
            if live.is_doubtful:
                await self._catch_up(live)
            if (known := live.number_of(key)) is not None:
                return known
            if live.held:
                self._refuse_while_held(live, make)
            try:
                return await self._act(live, make, job_done)
            except Conflict:
                await self._catch_up(live)
                if (known := live.number_of(key)) is not None:
                    return known  # it was stored after all, before the database fell silent
                raise Refused("stale", number=live.table.number) from None

    def _refuse_while_held(self, live: LiveTable, make: Make) -> NoReturn:
        """Only who has answered may know of it: others are refused as they would be without."""
        make(live.table, self.clock())
        raise Refused("answered_already")

    async def _act(self, live: LiveTable, make: Make, job_done: str | None) -> int:
        table = live.table
        now = self.clock()
        began = time.perf_counter()
        draft = make(table, now)
        acts = draft.acts
        jobs = self._jobs_after(table, draft)
        is_held = acts[0].shown_at > now
        values = {"changed_at": now, "number": acts[-1].number, **_listed(draft.outlook)}
        try:
            await self.store.append(
                table.id, acts, None if is_held else values, jobs, [job_done] if job_done else []
            )
        except BaseException:
            live.is_doubtful = True  # it may be stored all the same
            raise
        metrics.COMMIT.observe(time.perf_counter() - began)
        if is_held:
            live.held = list(acts)
        else:
            self._fold(live, acts)
        self._arm(live)
        self.bell.ring(Ring("game", table.id, () if is_held else live.people))
        if jobs:
            self.bell.ring(Ring("work"))
        return acts[0].number

    def _fold(self, live: LiveTable, acts: Sequence[Act]) -> None:
        """Take in acts and tell of each as it stands after it, as if they had come one by one.

        What was answered for somebody at once must look like what was not (RULES 8.11).
        """
        for act in acts:
            live.table.fold(act)
            self._tell(live, act, is_decided=act is not acts[-1])

    def _jobs_after(self, table: Table, draft: Draft) -> list[JobRow]:
        """The move a computer is to make next, as a job that is stored with the acts."""
        decider, last = draft.outlook.decider, draft.acts[-1]
        if decider is None or table.seats[decider].kind is not SeatKind.COMPUTER:
            return []
        return [move_job(table.id, last.number, decider, at=last.at, ready_at=last.shown_at)]

    async def _catch_up(self, live: LiveTable) -> None:
        """Take in what the database has and this table has not; the lock is held."""
        found = await self.store.game(live.table.id)
        assert found is not None
        acts = await self.store.acts(live.table.id, after=live.last_number)
        self._take_row(live, *found)
        now = self.clock()
        has_new = False
        for act in acts:
            if self._take_in(live, act, now):
                has_new = True
                self._tell(live, act, is_decided=act is not acts[-1])
        live.is_doubtful = False
        if has_new:
            self._take_row(live, *found)  # what was offered after the last of them
        self._arm(live)

    def _take_in(self, live: LiveTable, act: Act, now: int) -> bool:
        """Fold a stored act, or hold it until it may be seen; whether it was folded."""
        if live.held or act.shown_at > now:
            live.held.append(act)
            return False
        live.table.fold(act)
        self._check_seats(live.table)
        return True

    def _take_row(self, live: LiveTable, row: GameRow, seats: dict[Side, Seat]) -> None:
        """Take in who sits where, what is offered, and what comes after the game."""
        table = live.table
        offer = offer_of(row.offer, table.number)
        is_same = (seats, offer, row.rematch) == (table.seats, table.offer, live.row.rematch)
        live.row, table.seats, table.offer = row, seats, offer
        self._check_seats(table)
        if not is_same:
            self.tell_status(live)

    def _check_seats(self, table: Table) -> None:
        is_open = any(seat.kind is SeatKind.OPEN for seat in table.seats.values())
        if is_open and not table.is_over:
            table.state = State.WAITING
        elif table.state is State.WAITING:
            table.state = State.RUNNING
            table.decision_since = max(table.decision_since, self.clock())

    # Seats

    async def seats_changed(self, live: LiveTable) -> None:
        """Look at the seats again, here and everywhere."""
        async with live.lock:
            await self._catch_up(live)
            await self._mend(live)
        self.bell.ring(Ring("game", live.table.id, live.people))
        self.tell_people(live)

    async def set_offer(self, live: LiveTable, offer: Offer | None) -> None:
        """Note what somebody asks the opponent for, until the next act; or that nobody does."""
        async with live.lock:
            table = live.table
            text = None if offer is None else offer_text(offer, table.number)
            await self.store.change_game(table.id, offer=text)
            table.offer = offer
        self.tell_status(live)
        self.bell.ring(Ring("game", table.id, live.people))

    async def set_standing(self, live: LiveTable, side: Side, standing: Standing) -> None:
        """Note how a person wants windows to be answered, and answer the pending one so."""
        async with live.lock:
            number = live.table.number
            await self.store.set_standing(live.table.id, side, standing, number)
            seat = live.table.seats[side]
            seat.standing, seat.standing_since = standing, number
        self.tell_status(live)
        if live.table.answers_for(side):
            with contextlib.suppress(Refused):
                await self.act(live, lambda t, now: t.move(side, t.default_answer(), now=now))

    # Telling

    def follow(self, live: LiveTable, follower: Follower) -> None:
        """Subscribe a follower to a table."""
        was = live.present
        live.followers.add(follower)
        if was != live.present:
            self.tell_status(live)

    def unfollow(self, live: LiveTable, follower: Follower) -> None:
        was = live.present
        live.followers.discard(follower)
        if was != live.present:
            self.tell_status(live)

    def listen(self, listener: Listener) -> None:
        self._listeners.setdefault(listener.person, set()).add(listener)

    def unlisten(self, listener: Listener) -> None:
        others = self._listeners.get(listener.person, set())
        others.discard(listener)
        if not others:
            self._listeners.pop(listener.person, None)

    def telling(self, live: LiveTable) -> Telling:
        """What can be said of a table now."""
        now = self.clock()
        return Telling(live.table, live.present, live.row.rematch, now)

    def _tell(self, live: LiveTable, act: Act, *, is_decided: bool) -> None:
        telling = self.telling(live)
        said: dict[tuple[str, Viewer], bytes] = {}
        for follower in live.followers:
            person, viewer = key = follower.person, follower.viewer
            if key not in said:
                said[key] = telling.update(act, person, viewer, is_decided=is_decided)
            follower.send(said[key])
        metrics.ACTS.labels(act.kind.value).inc()
        self.tell_people(live)

    def tell_status(self, live: LiveTable) -> None:
        """Tell everyone who follows how things stand beside the table."""
        telling = self.telling(live)
        for follower in live.followers:
            follower.send(telling.status_changed(follower.person, follower.viewer))

    def tell_people(self, live: LiveTable) -> None:
        """Tell the people of a game that something happened, wherever they listen here."""
        decider = live.table.decider
        for person in live.people:
            turn = decider is not None and live.table.seats[decider].person == person
            self._tell_person(person, live.table.id, turn)

    def _tell_person(self, person: str, game: str, your_turn: bool) -> None:
        for listener in self._listeners.get(person, ()):
            if not listener.follows(game):
                listener.send(to_json(GamesChanged(game, your_turn)))

    def send_to(self, person: str, data: bytes) -> None:
        """Tell a person something that is nobody else's business."""
        for listener in self._listeners.get(person, ()):
            listener.send(data)

    # Time

    def _arm(self, live: LiveTable) -> None:
        """Wake up when something is to be shown, answered or ended by itself."""
        self._disarm(live)
        at = self._next_at(live)
        if at is not None:
            delay = max(0, at - self.clock()) / 1000
            loop = asyncio.get_running_loop()
            live.timer = loop.call_later(delay, lambda: self.spawn(self._on_time(live)))

    def _disarm(self, live: LiveTable) -> None:
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None

    def _next_at(self, live: LiveTable) -> int | None:
        table = live.table
        if live.held:
            return live.held[0].shown_at
        if self._must_answer(table):
            assert table.hold is not None
            return table.decision_since + table.hold
        return table.deadline

    def _must_answer(self, table: Table) -> bool:
        """Whether the pending decision is answered for a person when its time is over."""
        decider = table.decider
        return (
            decider is not None
            and table.seats[decider].kind is SeatKind.PERSON
            and table.hold is not None
        )

    async def _on_time(self, live: LiveTable) -> None:
        now = self.clock()
        if live.held:
            if live.held[0].shown_at <= now:
                await self._show(live)
            else:
                self._arm(live)
        elif self._must_answer(live.table):
            side = live.table.decider
            assert side is not None
            with contextlib.suppress(Refused, IllegalMove):
                await self.act(live, lambda t, now: t.move(side, t.default_answer(), now=now))
        elif live.table.flag(now=now) is not None:
            with contextlib.suppress(Refused):
                await self.act(live, _flagged)
        else:
            self._arm(live)

    async def _show(self, live: LiveTable) -> None:
        async with live.lock:
            now = self.clock()
            acts = list(itertools.takewhile(lambda act: act.shown_at <= now, live.held))
            live.held = live.held[len(acts) :]
            if not acts:
                return
            self._fold(live, acts)
            self._arm(live)
            await self._list(live)
            self.bell.ring(Ring("game", live.table.id, live.people))

    # What others have done

    def _heard(self, ring: Ring) -> None:
        if ring.what == "game":
            self.spawn(self.look_at(ring.id, ring.people))

    async def look_at(self, game: str, people: Iterable[str]) -> None:
        """Take in what others have stored of a game, or tell its people that something was."""
        live = self._live.get(game)
        if live is None:
            for person in people:
                if person in self._listeners:
                    self.spawn(self._tell_of(game, person))
            return
        async with live.lock:
            await self._catch_up(live)

    async def _tell_of(self, game: str, person: str) -> None:
        found = await self.store.game(game)
        if found is not None:
            row, seats = found
            turn = row.decider is not None and seats[row.decider].person == person
            self._tell_person(person, game, turn)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done beside all else; `close` waits for it."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Finish what has begun; nothing that was acknowledged is lost."""
        self.is_closing = True
        for live in self._live.values():
            self._disarm(live)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)


def _listed(outlook: Outlook) -> dict[str, Any]:
    """What lists say of a game that stands so."""
    ending = outlook.ending
    return {
        "state": outlook.state,
        "decider": outlook.decider,
        "winner": None if ending is None else ending.winner,
        "way": None if ending is None else ending.way,
    }


def _flagged(table: Table, now: int) -> Draft:
    draft = table.flag(now=now)
    if draft is None:
        raise Refused("stale", number=table.number)
    return draft
