"""How long a review of a whole game takes, in processor time of one core.

The games are seeded ones of a player by rules of thumb against the network, so that there is both
to find and to agree with. The judge's matrices are kept to one core.
"""

from __future__ import annotations

import statistics
import time
from dataclasses import asdict, dataclass
from typing import Any

from threadpoolctl import ThreadpoolController

from watergate.coach import DEPTHS, review
from watergate.edition import Side
from watergate.players import player
from watergate.rules import Game

from .slices import Progress, require_compiled_engine

GAMES = 4


@dataclass(frozen=True)
class ReviewFigures:
    """Seconds are of the processor, so other programs do not disturb them."""

    depth: str
    games: int
    decisions_per_game: float
    rollouts_per_game: float
    seconds: float
    """The median of a whole review."""
    most_seconds: float
    noise: float
    """The usual standard error of a loss, in points of a chance."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def bench_review(
    depth: str = "usual", *, games: int = GAMES, progress: Progress | None = None
) -> ReviewFigures:
    """Review some games at a depth."""
    require_compiled_engine()
    seconds, decisions, rollouts, noises = [], [], [], []
    with ThreadpoolController().limit(limits=1, user_api="blas"):
        review(_game(0), DEPTHS["quick"])  # everything is loaded before any clock runs
        for seed in range(games):
            if progress is not None:
                progress(f"{seed + 1} / {games}")
            game = _game(seed)
            began = time.process_time()
            found = review(game, DEPTHS[depth])  # type: ignore[index]
            seconds.append(time.process_time() - began)
            decisions.append(len(found.decisions))
            rollouts.append(found.judge.rollouts)
            noises.append(found.judge.noise)
    return ReviewFigures(
        depth=depth,
        games=games,
        decisions_per_game=statistics.fmean(decisions),
        rollouts_per_game=statistics.fmean(rollouts),
        seconds=statistics.median(seconds),
        most_seconds=max(seconds),
        noise=100 * statistics.fmean(noises),
    )


def _game(seed: int) -> Game:
    """A game in which the network has one side, and then the other."""
    names = ("priorities", "network") if seed % 2 else ("network", "priorities")
    game = Game.start(seed=seed)
    players = {side: player(names[side], seed) for side in Side}
    while isinstance(game.decider, Side):
        game.play(players[game.decider].choose(game.view(game.decider)))
    return game
