"""The signature of the tree search: what it thinks of a few positions, to the last visit.

From a fixed seed a search does the same whatever else changes. A change of the kernel that is meant
to change nothing leaves `tree.txt` as it is; any other is written anew: `make golden`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from watergate import Game, Side
from watergate.players import Budget, Thought, TreePlayer
from watergate.players.tree import PLAIN, STRONG

FILE = Path(__file__).with_name("tree.txt")
SEEDS = (1972, 1974)
EVERY = 41
"""Of so many plies, one is thought about."""
STYLES = {"tree": (STRONG, 48), "plain": (PLAIN, 12)}
"""Each way to search, and how many simulations it has."""


def positions() -> Iterator[tuple[str, Game]]:
    """Decisions with a choice all over two random games."""
    for seed in SEEDS:
        rng, game, due = random.Random(seed), Game.start(seed=seed), 0
        while isinstance(game.decider, Side):
            if game.ply >= due and len(game.moves) > 1:
                yield f"seed {seed} ply {game.ply}", game
                due = game.ply + EVERY
            game.play(rng.choice(game.legal_ids()))


def line_of(thought: Thought) -> str:
    looked_at = ", ".join(f"{one.move} {one.visits}" for one in thought.candidates)
    expected = ", ".join(map(str, thought.continuation))
    return f"{thought.win_probability:.6f} | {looked_at} | {expected}"


def signature() -> str:
    lines = []
    for where, game in positions():
        view = game.view(str(game.decider))
        for name, (style, simulations) in STYLES.items():
            someone = TreePlayer(7, budget=Budget(simulations=simulations), style=style)
            lines.append(f"{where} {name}: {line_of(someone.think(view))}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(signature(), encoding="utf-8")
