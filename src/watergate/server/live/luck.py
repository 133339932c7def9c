"""Randomness of live games: from the operating system; from a seed only where one practises."""

from __future__ import annotations

import random

from watergate.rules import Game


def system_draw(game: Game) -> int:
    """The outcome of a pending draw that nobody can foresee."""
    return game.unforeseeable_draw()


def seeded_draw(seed: int, game: Game) -> int:
    """An outcome that depends on the seed and the ply alone, also after a restart."""
    outcomes = game.outcomes()
    rng = random.Random(f"{seed} {game.ply}")
    return rng.choices(list(outcomes), list(outcomes.values()))[0]
