"""Taking back: to which ply a side may go back, alone or with the other's consent.

A move may be taken back as long as nothing has followed from it that cannot be made unknown again.
Who plays with whom, and so what counts as such, is for the caller to say.
"""

from __future__ import annotations

import numpy as np

from watergate.edition import Side
from watergate.edition.table import table_of
from watergate.engine import engine

from .core.ids import MOST_LEGAL
from .game import Game
from .story import REVEALING


def ply_to_go_back_to(
    game: Game, side: Side, *, skips_forced: bool, hides: frozenset[str] = REVEALING
) -> int | None:
    """The ply before a side's last choice, or None if that cannot be taken back.

    It can if since then only this side has decided, chance has drawn nothing, and no event of
    `hides` has happened. Whose turn it is now does not matter. With `skips_forced`, decisions with
    a single move are no choices: they are taken back together with the choice before them.
    """
    for ply in reversed(range(game.ply)):
        if game.happened(ply + 1) & hides or game.decided_by(ply + 1) != side:
            return None
        if not skips_forced or _is_choice(game, ply):
            return ply
    return None


def last_choice(game: Game, side: Side, *, skips_forced: bool) -> int | None:
    """The ply before a side's last choice, whatever has happened since; None if it has made none.

    For taking back with the other's consent.
    """
    for ply in reversed(range(game.ply)):
        if game.decided_by(ply + 1) == side and (not skips_forced or _is_choice(game, ply)):
            return ply
    return None


def _is_choice(game: Game, ply: int) -> bool:
    """Whether the decider had more than one move."""
    moves = np.zeros(MOST_LEGAL, np.int16)
    return bool(engine().legal(game.state_at(ply), 0, table_of(game.edition), moves) > 1)
