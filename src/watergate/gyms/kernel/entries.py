"""The entry points of a batch on cores: a stretch of games, from `start` up to `end`."""

from __future__ import annotations

from typing import Any

from watergate.rules.core.jit import compilable, compilable_unchecked

from .game import begin_episode, deliver, play, random_choice


@compilable_unchecked
def clear(row: Any) -> None:
    for k in range(len(row)):
        row[k] = 0


@compilable
def clear_and_deliver(games: Any, i: int, tables: Any, hidden: Any) -> None:
    clear(games.observations[i])
    clear(games.masks[i])
    deliver(games, i, tables[0], hidden[0])


def reset_games(
    games: Any, tables: Any, first: Any, hidden: Any, folds: bool, start: int, end: int
) -> None:
    """Begin a game in each row, and deliver its first decision."""
    for i in range(start, end):
        begin_episode(games, i, tables[0], first, folds)
        clear_and_deliver(games, i, tables, hidden)


def step_games(
    games: Any, tables: Any, first: Any, hidden: Any, folds: bool, start: int, end: int,
    moves: Any,
) -> None:  # fmt: skip
    """Make a move in each game, and deliver the next decision."""
    for i in range(start, end):
        play(games, i, tables[0], first, folds, int(moves[i]))
        clear_and_deliver(games, i, tables, hidden)


def random_steps(
    games: Any, tables: Any, first: Any, hidden: Any, folds: bool, start: int, end: int,
    steps: int, delivers: bool,
) -> None:  # fmt: skip
    """Make random moves in each game; deliver every decision, or only the last."""
    for i in range(start, end):
        for n in range(steps):
            play(games, i, tables[0], first, folds, random_choice(games, i))
            if delivers or n == steps - 1:
                clear_and_deliver(games, i, tables, hidden)
