"""Threads in which the computer players and the adviser of a game think.

What they are asked is a function to be called in any thread. They are given a view, never more.
"""

from __future__ import annotations

import functools
import threading
import time
from collections.abc import Callable, Mapping

from watergate.edition import Edition, Side
from watergate.players import Player, Thinker, Thought, strongest
from watergate.players.advice import ADVICE
from watergate.players.seating import GLANCE, PERSON, UNSEEN, seated, takes_time
from watergate.rules import Move, View, WatergateError


class Stopped(WatergateError):
    """Nobody wants to know any more."""


class Minds:
    """All who think at a table."""

    def __init__(self, seats: Mapping[Side, str], edition: Edition) -> None:
        self._seats, self._edition = seats, edition
        self._players: dict[Side, Player] = {
            side: seated(seat, edition) for side, seat in seats.items() if seat != PERSON
        }
        self._adviser = strongest(1, edition, budget=ADVICE, name="adviser")
        self._advising = threading.Lock()
        self._left = threading.Event()

    @property
    def sides(self) -> set[Side]:
        return set(self._players)

    def choice(self, side: Side, view: View) -> Callable[[], Move]:
        """What the computer player of a side chooses."""
        is_glance = view.decision is not None and view.decision.kind in UNSEEN
        if is_glance and takes_time(self._seats[side], self._edition):
            return functools.partial(self._glance, self._players[side], view)
        return functools.partial(self._choose, self._players[side], view)

    def advice(self, view: View) -> Callable[[], Thought]:
        """What a strong player thinks of a view."""
        return functools.partial(self._advise, view)

    def stop(self) -> None:
        """End all thinking, for good and from any thread.

        A player that just begins may miss it: whoever waits says it again.
        """
        self._left.set()
        self.stop_advice()
        for player in self._players.values():
            if isinstance(player, Thinker):
                player.stop()

    def stop_advice(self) -> None:
        self._adviser.stop()

    def _choose(self, player: Player, view: View) -> Move:
        if self._left.is_set():
            raise Stopped("the game was left")
        return player.choose(view)

    def _glance(self, player: Player, view: View) -> Move:
        """A choice that takes the same time whatever there is to choose from (RULES 8.11)."""
        end = time.monotonic() + GLANCE
        assert isinstance(player, Thinker)  # no others take time
        timer = threading.Timer(GLANCE, player.stop)
        timer.daemon = True
        timer.start()
        try:
            move = self._choose(player, view)
        finally:
            timer.cancel()
        self._left.wait(max(0.0, end - time.monotonic()))
        return move

    def _advise(self, view: View) -> Thought:
        with self._advising:
            if self._left.is_set():
                raise Stopped("the game was left")
            return self._adviser.think(view)
