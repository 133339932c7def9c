"""Everyone who can choose a move. A player is given a view and returns one of its moves."""

from __future__ import annotations

from collections.abc import Callable

from watergate.edition import Edition
from watergate.rules import WatergateError

from .base import Player
from .priorities import PrioritiesPlayer
from .uniform import RandomPlayer

_MAKERS: dict[str, Callable[[int | None, Edition | None], Player]] = {
    "random": lambda seed, edition: RandomPlayer(seed),
    "priorities": PrioritiesPlayer,
}
PLAYERS = tuple(_MAKERS)


def player(name: str, seed: int | None = None, edition: Edition | None = None) -> Player:
    """A player by name: one of `PLAYERS`."""
    if name not in _MAKERS:
        raise WatergateError(f"there is no player {name!r}; allowed: {', '.join(PLAYERS)}")
    return _MAKERS[name](seed, edition)


__all__ = ["PLAYERS", "Player", "PrioritiesPlayer", "RandomPlayer", "player"]
