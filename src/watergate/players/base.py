"""What a player is: someone who, given a view, chooses one of its legal moves."""

from __future__ import annotations

from typing import Protocol

from watergate.rules import Move, View


class Player(Protocol):
    """A player only ever gets views, never a state."""

    name: str

    def choose(self, view: View) -> Move:
        """One of `view.moves`, of which there is at least one."""
        ...
