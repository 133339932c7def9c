"""Write `docs/counts.txt`: positions in the middle of a round, with the counts of their moves.

`python -m tests.playthroughs.counting` writes it anew (`make golden` does so too).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from watergate import Game
from watergate.rules.counting import Counts, count_sequences

FILE = Path(__file__).parents[2] / "docs" / "counts.txt"
HEAD = """\
# How many different sequences of moves a position has, to check an implementation with.
# docs/notation.md says what is counted. A line: depth, sequences, draws, position.
"""
MOST_SEQUENCES = 60_000
KINDS = ("play", "react", "choose_value", "answer", "choose", "pin", "either", "gain", "blind",
         "draw_card", "draw_token", "play_drawn", "spare", "reuse", "lose_card")  # fmt: skip


def positions() -> Iterator[Game]:
    """The first position of each kind of decision that random games come to after round one."""
    wanted = set(KINDS)
    for seed in range(1_000):
        rng = random.Random(seed)
        game = Game.start(seed=seed)
        while game.decider is not None and wanted:
            before = game.ply
            game.play(rng.choice(game.legal_ids()))
            for ply in range(before + 1, game.ply + 1):
                decision = game.at(ply).view("spectator").decision
                if game.round > 1 and decision and decision.kind in wanted:
                    wanted.remove(decision.kind)
                    yield game.at(ply)
        if not wanted:
            return


def lines() -> Iterator[str]:
    for game in positions():
        for depth in range(1, 7):
            counts = count_sequences(game, depth)
            if counts.sequences > MOST_SEQUENCES:
                break
            yield f"{depth} {counts.sequences} {counts.draws} {game.position}"


def read() -> list[tuple[int, Counts, str]]:
    """The lines of the file: depth, counts and position."""
    rows = [line.split(" ", 3) for line in FILE.read_text(encoding="utf-8").splitlines()
            if not line.startswith("#")]  # fmt: skip
    return [(int(d), Counts(int(n), int(draws)), position) for d, n, draws, position in rows]


if __name__ == "__main__":
    FILE.write_text(HEAD + "\n".join(lines()) + "\n", encoding="utf-8")
