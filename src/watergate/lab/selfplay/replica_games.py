"""Self-play games of the replica, in processes that need no torch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from watergate.edition import Edition
from watergate.players.layers import Layers
from watergate.players.replica import LearntSearch
from watergate.players.sight import sight_of
from watergate.players.small import small_network_of
from watergate.rules import Game
from watergate.rules.moves import notation_of

NOISE = 0.3
"""The parameter of the Dirichlet distribution that the noise is drawn from."""
BOLD_PLIES = 60
"""Decisions of a game that are drawn by the visits; later the most visited move is made."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A decision: what was seen, the moves with the shares of their visits, and who won."""

    ones: npt.NDArray[np.int16]
    moves: npt.NDArray[np.int64]
    shares: npt.NDArray[np.float64]
    result: float


def lessons_of(work: tuple[Layers, Edition, list[int]]) -> list[Lesson]:
    """Play a game from each of these seeds."""
    layers, edition, seeds = work
    search = LearntSearch(small_network_of(layers), edition)
    return [lesson for seed in seeds for lesson in _game(search, edition, seed)]


def _game(search: LearntSearch, edition: Edition, seed: int) -> list[Lesson]:
    game, rng = Game.start(seed=seed, edition=edition), np.random.default_rng(seed)
    named = notation_of(edition).moves
    found: list[tuple[Any, ...]] = []
    while (side := game.decider) is not None:
        view = game.view(side)
        if len(view.moves) == 1:
            game.play(view.moves[0])
            continue
        moves, shares = search.visits(
            view, int(rng.integers(1 << 56)), lambda n: rng.dirichlet(np.full(n, NOISE))
        )
        ones = sight_of(view, edition).nonzero()[0].astype(np.int16)
        found.append((ones, moves, shares))
        bold = len(found) <= BOLD_PLIES
        game.play(named[int(rng.choice(moves, p=shares) if bold else moves[shares.argmax()])])
    result = game.result
    winner = None if result is None else result.winner
    won = 0.5 if winner is None else float(winner == "editor")
    return [Lesson(ones, moves, shares, won) for ones, moves, shares in found]
