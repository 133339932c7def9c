"""Computer players by name. A player is given a view and returns one of its legal moves.

Players have names: `random`, `priorities`, `network` for the network that learnt by self-play,
`level:1` to `level:6`, `search:BUDGET` with seconds or simulations as budget (`search:0.5s`,
`search:5000`, `search:2s,threads=2`), `plain:BUDGET` for a search without knowledge,
`rollout:BUDGET` for the one that guesses hands and looks ahead by the network, and `cmd:COMMAND`
for a program that speaks the bot protocol.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable

from watergate.edition import Edition
from watergate.errors import TranslatedError
from watergate.rules import WatergateError

from .base import Player, PlayerFailed
from .external import ExternalPlayer
from .levels import LEVELS, STRONGEST, Level, LevelPlayer, level
from .policy import NetworkPlayer, knows
from .priorities import PrioritiesPlayer
from .rollouts import RolloutPlayer
from .search import PLAIN, STRONG, SearchPlayer, Style
from .thinking import Budget, Candidate, Reading, Thinker, Thought
from .uniform import RandomPlayer

Maker = Callable[[str, int | None, Edition | None], Player]
"""Makes a player from what stands behind the colon of its name, a seed and an edition."""

PLAYERS = (*(f"level:{level.number}" for level in LEVELS), "network", "priorities", "random")
"""The names to choose from where someone is to play."""
OTHER_PLAYERS = ("search:BUDGET", "plain:BUDGET", "rollout:BUDGET", "cmd:COMMAND")
"""The names that say more: how long to think, or which program to ask."""


def player(name: str, seed: int | None = None, edition: Edition | None = None) -> Player:
    """A player by name: see the module's docstring."""
    kind, colon, rest = name.partition(":")
    if kind not in _MAKERS or (colon and kind in _ALONE):
        allowed = ", ".join((*PLAYERS, *OTHER_PLAYERS))
        raise TranslatedError("error.no_player", name=repr(name), allowed=allowed)
    return _MAKERS[kind](rest, seed, edition)


def _search(
    style: Style | None, kind: str, rest: str, seed: int | None, edition: Edition | None
) -> Player:
    budget, comma, threads = rest.partition(",threads=")
    if comma and not re.fullmatch(r"[0-9]{1,3}", threads):
        raise WatergateError(f"{threads!r} threads: a number is allowed, as in {kind}:2s,threads=2")
    of, number, name = Budget.parse(budget), int(threads or 1), f"{kind}:{rest}"
    if style is None:
        return RolloutPlayer(seed, edition, budget=of, threads=number, name=name)
    return SearchPlayer(seed, edition, budget=of, threads=number, style=style, name=name)


def _network(seed: int | None, edition: Edition | None) -> Player:
    """The network; the search in its place where it has learnt nothing."""
    if edition is None or knows(edition):
        return NetworkPlayer(seed, edition)
    return SearchPlayer(seed, edition, budget=LEVELS[-2].budget, name="network")


_MAKERS: dict[str, Maker] = {
    "network": lambda rest, seed, edition: _network(seed, edition),
    "random": lambda rest, seed, edition: RandomPlayer(seed),
    "priorities": lambda rest, seed, edition: PrioritiesPlayer(seed, edition),
    "level": lambda rest, seed, edition: LevelPlayer(level(rest), seed, edition),
    "search": functools.partial(_search, STRONG, "search"),
    "plain": functools.partial(_search, PLAIN, "plain"),
    "rollout": functools.partial(_search, None, "rollout"),
    "cmd": ExternalPlayer.named,
}
_ALONE = ("network", "random", "priorities")

__all__ = [
    "LEVELS", "OTHER_PLAYERS", "PLAYERS", "STRONGEST", "Budget", "Candidate", "Level",
    "LevelPlayer", "NetworkPlayer", "Player", "PlayerFailed", "PrioritiesPlayer", "RandomPlayer",
    "Reading", "RolloutPlayer", "SearchPlayer", "Thinker", "Thought", "player",
]  # fmt: skip
