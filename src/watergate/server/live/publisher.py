"""Publisher: sends messages to the subscribers of a game or of a person.

What is sent is written by the presenter, for each of them through their own eyes.
"""

from __future__ import annotations

from watergate.rules import Viewer

from .. import metrics
from ..messages import ChatLine, GamesChanged, Said
from ..model import Act, ActKind
from ..wire import to_json
from .live_table import Follower, Listener, LiveTable
from .presenter import Presenter
from .tasks import Clock

_COUNTERS = {kind: metrics.ACTS.labels(kind.value) for kind in ActKind}


class Publisher:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._listeners: dict[str, set[Listener]] = {}

    def presenter(self, live: LiveTable) -> Presenter:
        """What can be said of a table now."""
        return Presenter(live.table, live.present, live.row.rematch, self._clock())

    # Subscribing

    def follow(self, live: LiveTable, follower: Follower) -> None:
        """Subscribe a follower to a table."""
        if live.follow(follower):
            self.tell_status(live)

    def unfollow(self, live: LiveTable, follower: Follower) -> None:
        if live.unfollow(follower):
            self.tell_status(live)

    def listen(self, listener: Listener) -> None:
        """Subscribe to everything that concerns a person."""
        self._listeners.setdefault(listener.person, set()).add(listener)

    def unlisten(self, listener: Listener) -> None:
        others = self._listeners.get(listener.person, set())
        others.discard(listener)
        if not others:
            self._listeners.pop(listener.person, None)

    def is_listening(self, person: str, game: str) -> bool:
        """Whether somebody here would be told of a game that is elsewhere."""
        return any(not listener.follows(game) for listener in self._listeners.get(person, ()))

    # To followers of a game

    def tell_act(self, live: LiveTable, act: Act, *, is_decided: bool) -> None:
        """Tell of an act that was just folded; what came up by it may be decided by now."""
        presenter = self.presenter(live)
        said: dict[tuple[str, Viewer], bytes] = {}
        can_fold = presenter.can_fold(act)
        for follower in live.followers:
            person, viewer = key = follower.person, follower.viewer
            telling = follower.telling
            if telling is not None and can_fold:
                follower.send(
                    presenter.happened(act, person, viewer, telling, is_decided=is_decided)
                )
                continue
            if key not in said:
                said[key] = presenter.update(act, person, viewer, is_decided=is_decided)
            if telling is not None:
                telling.facts = presenter.facts(person, viewer)
            follower.send(said[key])
        _COUNTERS[act.kind].inc()
        self.tell_people(live)

    def tell_status(self, live: LiveTable) -> None:
        """Tell everyone who follows how things stand beside the table."""
        presenter = self.presenter(live)
        for follower in live.followers:
            follower.send(presenter.status_changed(follower.person, follower.viewer))
            if follower.telling is not None:
                follower.telling.facts = presenter.facts(follower.person, follower.viewer)

    def tell_chat(self, live: LiveTable, line: ChatLine) -> None:
        """Tell a line of chat to the two players, whose own it is."""
        live.said = line.number
        data = to_json(Said(live.table.id, line))
        for follower in live.followers:
            if live.table.sides_of(follower.person):
                follower.send(data)

    # To people

    def tell_people(self, live: LiveTable) -> None:
        """Tell the people of a game that something happened, wherever they listen here."""
        decider = live.table.decider
        for person in live.table.persons:
            turn = decider is not None and live.table.seats[decider].person == person
            self.tell_person(person, live.table.id, turn)

    def tell_person(self, person: str, game: str, your_turn: bool) -> None:
        for listener in self._listeners.get(person, ()):
            if not listener.follows(game):
                listener.send(to_json(GamesChanged(game, your_turn)))

    def send_to(self, person: str, data: bytes) -> None:
        """Tell a person something that is nobody else's business."""
        for listener in self._listeners.get(person, ()):
            listener.send(data)
