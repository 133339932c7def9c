"""Everyone who can choose a move. A player is given a view and returns one of its moves."""

from __future__ import annotations

from collections.abc import Callable

from watergate.edition import Edition
from watergate.rules import WatergateError

from .base import Player, PlayerFailed
from .priorities import PrioritiesPlayer
from .thinking import Budget, Candidate, Thinker, Thought
from .uniform import RandomPlayer

Maker = Callable[[str, int | None, Edition | None], Player]
"""Makes a player from what stands behind the colon of its name, a seed and an edition."""

_MAKERS: dict[str, Maker] = {
    "random": lambda rest, seed, edition: RandomPlayer(seed),
    "priorities": lambda rest, seed, edition: PrioritiesPlayer(seed, edition),
}
PLAYERS = tuple(_MAKERS)


def player(name: str, seed: int | None = None, edition: Edition | None = None) -> Player:
    """A player by name: one of `PLAYERS`."""
    kind, _, rest = name.partition(":")
    if kind not in _MAKERS:
        raise WatergateError(f"there is no player {name!r}; allowed: {', '.join(PLAYERS)}")
    return _MAKERS[kind](rest, seed, edition)


__all__ = [
    "PLAYERS", "Budget", "Candidate", "Player", "PlayerFailed", "PrioritiesPlayer", "RandomPlayer",
    "Thinker", "Thought", "player",
]  # fmt: skip
