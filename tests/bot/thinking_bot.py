"""`watergate bot` with one more player: one that thinks until its time is over or it is stopped.

It begins late, so that a stop can come before it has begun. Run as a program of its own.
"""

from __future__ import annotations

import threading
import time

from watergate import players
from watergate.cli import main
from watergate.edition import Side
from watergate.players import Budget, Candidate, Thinker, Thought
from watergate.rules import Move, View

LATE = 0.3


class Ponderer(Thinker):
    name = "ponderer"

    def __init__(self) -> None:
        self._stopped = threading.Event()

    def choose(self, view: View) -> Move:
        return self.think(view).candidates[0].move

    def think(self, view: View, budget: Budget | None = None) -> Thought:
        began = time.monotonic()
        time.sleep(LATE)
        self._stopped.clear()
        self._stopped.wait(budget.seconds if budget else None)
        candidates = tuple(Candidate(move, 1, 0.5) for move in view.moves)
        side = Side[view.viewer.name]
        return Thought(
            side,
            0.5,
            candidates,
            tuple(view.moves[:1]),
            next(iter(view.moves), None),
            7,
            time.monotonic() - began,
        )

    def stop(self) -> None:
        self._stopped.set()


if __name__ == "__main__":
    players._MAKERS["ponderer"] = lambda rest, seed, edition: Ponderer()
    main()
