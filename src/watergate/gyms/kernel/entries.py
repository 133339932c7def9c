"""The entry points of a batch on cores: a stretch of games, from `start` up to `end`."""

from __future__ import annotations

from typing import Any

import numpy as np

from watergate.rules.core.jit import compilable, compilable_unchecked
from watergate.rules.core.observation import WORDS, observe

from .game import AT_RANDOM, begin_episode, mark, play_on
from .spreading import spread


@compilable_unchecked
def clear(row: Any) -> None:
    for k in range(len(row)):
        row[k] = 0


@compilable
def deliver(
    s: Any, t: Any, hidden: Any, history: Any, who: int, words: Any, row: Any, moves: Any, n: int,
    mask: Any,
) -> None:  # fmt: skip
    """Write what the decider knows and may do. Takes rows, since passing `Games` on costs time."""
    observe(s, t, hidden, history, who, words)
    spread(words, row)
    clear(mask)
    mark(moves, n, mask)


def reset_games(
    games: Any, tables: Any, first: Any, hidden: Any, folds: bool, start: int, end: int
) -> None:
    """Begin a game in each row, and deliver its first decision."""
    words = np.zeros(WORDS, np.int64)
    for i in range(start, end):
        begin_episode(games, i, first)
        play_on(games, i, tables[0], first, folds, AT_RANDOM, 0)
        deliver(
            games.states[i], tables[0], hidden[0], games.histories[i], int(games.deciders[i]),
            words, games.observations[i], games.moves[i], int(games.counts[i]), games.masks[i],
        )  # fmt: skip


def step_games(
    games: Any, tables: Any, first: Any, hidden: Any, folds: bool, start: int, end: int,
    moves: Any,
) -> None:  # fmt: skip
    """Make a move in each game, and deliver the next decision."""
    words = np.zeros(WORDS, np.int64)
    for i in range(start, end):
        play_on(games, i, tables[0], first, folds, int(moves[i]), 1)
        deliver(
            games.states[i], tables[0], hidden[0], games.histories[i], int(games.deciders[i]),
            words, games.observations[i], games.moves[i], int(games.counts[i]), games.masks[i],
        )  # fmt: skip


def random_steps(
    games: Any, tables: Any, first: Any, hidden: Any, folds: bool, start: int, end: int,
    steps: int, delivers: bool,
) -> None:  # fmt: skip
    """Make random moves in each game; deliver every decision, or only the last."""
    words = np.zeros(WORDS, np.int64)
    for i in range(start, end):
        for _ in range(steps if delivers else 1):
            play_on(games, i, tables[0], first, folds, AT_RANDOM, 1 if delivers else steps)
            deliver(
                games.states[i], tables[0], hidden[0], games.histories[i], int(games.deciders[i]),
                words, games.observations[i], games.moves[i], int(games.counts[i]), games.masks[i],
            )  # fmt: skip
