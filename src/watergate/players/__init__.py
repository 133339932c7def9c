"""Computer players by name. A player is given a view and returns one of its legal moves.

Players have names: `random`, `priorities`, `network` for the network that learnt by self-play,
`level:1` to `level:6`, `search:BUDGET` for the strongest, which guesses hands and looks ahead by
the network, with seconds or rollouts as budget (`search:0.5s`, `search:240`,
`search:2s,threads=2`), `tree:BUDGET` for a tree search that needs no network (`tree:10000`
simulations), `plain:BUDGET` for one without any knowledge, `network:FILE` for another network,
`replica:FILE` for a replica of a published player, and `cmd:COMMAND` for a program that speaks the
bot protocol.
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
from .replica import ReplicaPlayer
from .search import SearchPlayer, strongest
from .thinking import Budget, Candidate, Reading, Thinker, Thought
from .tree import PLAIN, STRONG, Style, TreePlayer
from .uniform import RandomPlayer

Maker = Callable[[str, int | None, Edition | None], Player]
"""Makes a player from what stands behind the colon of its name, a seed and an edition."""

PLAYERS = (*(f"level:{level.number}" for level in LEVELS), "network", "priorities", "random")
"""The names to choose from where someone is to play."""
OTHER_PLAYERS = (
    "search:BUDGET",
    "tree:BUDGET",
    "plain:BUDGET",
    "network:FILE",
    "replica:FILE",
    "cmd:COMMAND",
)
"""The names that say more: how long to think, which file to play by, which program to ask."""
INSTEAD = Budget(simulations=2_000)
"""Of the tree search that plays for `network` in other editions."""


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
        return strongest(seed, edition, budget=of, threads=number, name=name)
    return TreePlayer(seed, edition, budget=of, threads=number, style=style, name=name)


def _network(path: str, seed: int | None, edition: Edition | None) -> Player:
    """The network; the tree search in its place where it has learnt nothing."""
    if path:
        return NetworkPlayer(seed, edition, path=path)
    if edition is None or knows(edition):
        return NetworkPlayer(seed, edition)
    return TreePlayer(seed, edition, budget=INSTEAD, name="network")


_MAKERS: dict[str, Maker] = {
    "network": _network,
    "random": lambda rest, seed, edition: RandomPlayer(seed),
    "priorities": lambda rest, seed, edition: PrioritiesPlayer(seed, edition),
    "level": lambda rest, seed, edition: LevelPlayer(level(rest), seed, edition),
    "search": functools.partial(_search, None, "search"),
    "tree": functools.partial(_search, STRONG, "tree"),
    "plain": functools.partial(_search, PLAIN, "plain"),
    "replica": ReplicaPlayer,
    "cmd": ExternalPlayer.named,
}
_ALONE = ("random", "priorities")
_BY_NETWORK = ("network", "level", "search")


def plays_by_tree(name: str, edition: Edition) -> bool:
    """Whether the tree search plays for this one, since the network does not know the edition."""
    kind, _, rest = name.partition(":")
    return kind in _BY_NETWORK and not (kind == "network" and rest) and not knows(edition)


__all__ = [
    "LEVELS", "OTHER_PLAYERS", "PLAYERS", "STRONGEST", "Budget", "Candidate", "Level",
    "LevelPlayer", "NetworkPlayer", "Player", "PlayerFailed", "PrioritiesPlayer", "RandomPlayer",
    "Reading", "SearchPlayer", "Thinker", "Thought", "TreePlayer", "player",
    "plays_by_tree", "strongest",
]  # fmt: skip
