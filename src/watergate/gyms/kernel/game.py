"""One game of a batch: beginning, one decision, and what is delivered to who decides next.

The same functions run as plain Python, compiled on every core, and as one thread a game on a GPU.
A game is a row in each array of `Games`. Its luck and its random moves depend on its seed alone.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from watergate.rules.core.apply import step
from watergate.rules.core.chance import (
    MOVE_STREAM,
    STREAMS,
    random_below,
    sample,
    scrambled,
    seed_streams,
)
from watergate.rules.core.history import HISTORY, forget, remember
from watergate.rules.core.ids import CHANCE_MOVES, MOST_LEGAL
from watergate.rules.core.jit import compilable
from watergate.rules.core.legal import decider, legal_moves
from watergate.rules.core.observation import OBSERVATION, observe
from watergate.rules.core.playout import MOST_ROUNDS_PLAYED
from watergate.rules.core.state import CHANCE, NO_SIDE, NOBODY, STATE, TableRecord

GOES_ON, ENDED, TRUNCATED, REFUSED = range(4)
"""What a step came to; REFUSED: the move was not legal, and the game stands as it was."""

BOOK = np.dtype(
    [
        ("seed", "i8"),  # of all this game's episodes
        ("episode", "i8"),  # how many have begun
    ],
    align=True,
)


class Games(NamedTuple):
    """Arrays with a row a game: first what a game is, then what a step delivers."""

    states: Any
    histories: Any
    streams: Any
    books: Any
    observations: Any
    masks: Any
    moves: Any
    """The legal moves; the first `counts` of a row."""
    counts: Any
    deciders: Any
    outcomes: Any
    """What the last step came to: GOES_ON, ENDED, TRUNCATED, REFUSED."""
    winners: Any
    """Who won the game that ended with the last step; NO_SIDE where it was stopped, else NOBODY."""


ROWS: dict[str, tuple[Any, tuple[int, ...]]] = {
    "states": (STATE, ()),
    "histories": (HISTORY, ()),
    "streams": (np.int64, (STREAMS,)),
    "books": (BOOK, ()),
    "observations": (np.uint8, (OBSERVATION,)),
    "masks": (np.uint8, (CHANCE_MOVES,)),
    "moves": (np.int16, (MOST_LEGAL,)),
    "counts": (np.int16, ()),
    "deciders": (np.int8, ()),
    "outcomes": (np.int8, ()),
    "winners": (np.int8, ()),
}
"""The type and shape of a row of each array."""


@compilable
def begin_episode(games: Any, i: int, t: TableRecord, first: Any, folds: bool) -> None:
    """Begin the next game of a seed; `first` is the position before the first draw."""
    book = games.books[i]
    book.episode = int(book.episode) + 1
    seed_streams(games.streams[i], scrambled(int(book.seed), int(book.episode)))
    games.states[i] = first[0]
    forget(games.histories[i], 0)
    settle(games, i, t, folds)


@compilable
def settle(games: Any, i: int, t: TableRecord, folds: bool) -> None:
    """Make draws, and moves without a choice where they are folded in, up to the next decision.

    Lists its legal moves; there are none when the game is over or its rounds are up.
    """
    s, moves = games.states[i], games.moves[i]
    while True:
        who = decider(s)
        if who == NOBODY or int(s.round_no) > MOST_ROUNDS_PLAYED:
            games.counts[i] = 0
            return
        if who == CHANCE:
            move = sample(s, games.streams[i])
        else:
            n = legal_moves(s, t, moves)
            if n > 1 or not folds:
                games.counts[i], games.deciders[i] = n, who
                return
            move = int(moves[0])
            remember(games.histories[i], s, move)
        step(s, t, None, move)


@compilable
def play(games: Any, i: int, t: TableRecord, first: Any, folds: bool, move: int) -> None:
    """Make a move of whoever decides. When the game ends, the next one begins in the same step."""
    games.winners[i] = NOBODY
    if not is_legal(games, i, move):
        games.outcomes[i] = REFUSED
        return
    s = games.states[i]
    remember(games.histories[i], s, move)
    step(s, t, None, move)
    settle(games, i, t, folds)
    games.outcomes[i] = GOES_ON
    if int(games.counts[i]) == 0:
        won = int(s.winner) != NOBODY
        games.outcomes[i] = ENDED if won else TRUNCATED
        games.winners[i] = int(s.winner) if won else NO_SIDE
        begin_episode(games, i, t, first, folds)


@compilable
def is_legal(games: Any, i: int, move: int) -> bool:
    found = False
    for k in range(int(games.counts[i])):
        found |= int(games.moves[i, k]) == move
    return found


@compilable
def random_choice(games: Any, i: int) -> int:
    """A legal move at random, by the game's own stream for moves."""
    n = random_below(games.streams[i], MOVE_STREAM, int(games.counts[i]))
    return int(games.moves[i, n])


@compilable
def deliver(games: Any, i: int, t: TableRecord, nothing_hidden: Any) -> None:
    """Write the decider's observation and mask, into rows of zeros."""
    s, who = games.states[i], int(games.deciders[i])
    observe(s, t, nothing_hidden, games.histories[i], who, games.observations[i])
    for k in range(int(games.counts[i])):
        games.masks[i, int(games.moves[i, k])] = 1
