"""The interface of a player: given a view, choose one of its legal moves."""

from __future__ import annotations

from typing import Protocol

from watergate.rules import Move, View, WatergateError


class PlayerFailed(WatergateError):
    """A player gave no legal move: it broke down, was too slow or spoke nonsense. Says why."""


class Player(Protocol):
    """A player only ever gets views, never a state. One player plays one side of one game."""

    name: str

    def choose(self, view: View) -> Move:
        """One of `view.moves`, of which there is at least one; `PlayerFailed` if it cannot."""
        ...

    def close(self) -> None:
        """The game is over: let go of processes and memory."""
        return
