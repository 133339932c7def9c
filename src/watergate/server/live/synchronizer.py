"""Synchronizer: keeps live tables level with the database, which other processes write to too."""

from __future__ import annotations

from collections.abc import Iterable

from ..notifications import Notification, Notifier
from ..storage import Store
from .live_table import LiveTable
from .publisher import Publisher
from .registry import Registry
from .tasks import Clock, Tasks
from .timers import Timers


class Synchronizer:
    def __init__(
        self,
        store: Store,
        registry: Registry,
        publisher: Publisher,
        timers: Timers,
        notifier: Notifier,
        tasks: Tasks,
        clock: Clock,
    ) -> None:
        self._store, self._registry, self._publisher = store, registry, publisher
        self._timers, self._tasks, self._clock = timers, tasks, clock
        notifier.listen(self._heard)

    async def table(self, game: str) -> LiveTable:
        """The live table of a game; loaded if need be."""
        live = await self._registry.load(game)
        if live.is_doubtful:
            async with live.lock:
                await self.catch_up(live)
        return live

    async def fresh(self, game: str) -> LiveTable:
        """The live table of a game, with everything that others have stored by now."""
        is_known = self._registry.get(game) is not None
        live = await self.table(game)
        if is_known:
            async with live.lock:
                await self.catch_up(live)
        return live

    async def catch_up(self, live: LiveTable) -> None:
        """Take in what the database has and this table has not; the caller holds its lock."""
        game = live.table.id
        found = await self._store.game(game)
        assert found is not None
        acts = await self._store.acts(game, after=live.last_number)
        now = self._clock()
        is_other = live.take_row(*found, now)
        if is_other:
            self._publisher.tell_status(live)
        has_new = False
        for act in acts:
            if live.take_in(act, now):
                has_new = True
                self._publisher.tell_act(live, act, is_decided=act is not acts[-1])
        live.is_doubtful = False
        # What was offered after the last of them.
        if has_new and live.take_row(*found, now):
            self._publisher.tell_status(live)
        self._timers.arm(live)

    async def renamed(self, person: str) -> None:
        """A person has another name now: tell it at their tables."""
        for live in self._registry:
            if person in live.table.persons:
                async with live.lock:
                    await self.catch_up(live)

    # What other processes have done

    def _heard(self, notification: Notification) -> None:
        if notification.what == "game":
            self._tasks.spawn(self.look_at(notification.id, notification.people))
        elif notification.what == "person":
            self._tasks.spawn(self.renamed(notification.id))

    async def look_at(self, game: str, people: Iterable[str] = ()) -> None:
        """Take in what others have stored of a game, or tell its people that something was."""
        live = self._registry.get(game)
        if live is not None:
            async with live.lock:
                await self.catch_up(live)
            return
        for person in people:
            if self._publisher.is_listening(person, game):
                self._tasks.spawn(self._tell_of(game, person))

    async def _tell_of(self, game: str, person: str) -> None:
        found = await self._store.game(game)
        if found is not None:
            row, seats = found
            turn = row.decider is not None and seats[row.decider].person == person
            self._publisher.tell_person(person, game, turn)
