"""One game of a batch: its beginning, and decisions up to the next that is pending.

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
from watergate.rules.core.jit import compilable, compilable_unchecked
from watergate.rules.core.legal import decider, legal_moves
from watergate.rules.core.observation import OBSERVATION
from watergate.rules.core.playout import MOST_ROUNDS_PLAYED
from watergate.rules.core.state import CHANCE, NO_SIDE, NOBODY, STATE, TableRecord

GOES_ON, ENDED, TRUNCATED, REFUSED = range(4)
"""What a step came to; REFUSED: the move was not legal, and the game stands as it was."""
AT_RANDOM = -1
"""Instead of a move: one of the legal ones at random, by the game's own stream for moves."""

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
def begin_episode(games: Any, i: int, first: Any) -> None:
    """Begin the next game of a seed; `first` is the position before the first draw."""
    book = games.books[i]
    book.episode = int(book.episode) + 1
    seed_streams(games.streams[i], scrambled(int(book.seed), int(book.episode)))
    games.states[i] = first[0]
    forget(games.histories[i], 0)
    games.counts[i] = 0


@compilable
def play_on(
    games: Any, i: int, t: TableRecord, first: Any, folds: bool, choice: int, decisions: int
) -> None:
    """Make so many decisions, and then all that needs none, up to the next one; list its moves.

    Draws are made, and moves without a choice where they are folded in. When a game ends, the next
    one begins in the same step. `choice` is a move, or AT_RANDOM; one that is not legal is REFUSED.

    Every pass of the loop makes one move of whatever kind: threads of a GPU that do different
    things wait for each other, so a loop for draws within one for decisions would cost them dearly.
    """
    s, moves = games.states[i], games.moves[i]
    n, who = int(games.counts[i]), int(games.deciders[i])
    outcome, winner = GOES_ON, NOBODY
    while True:
        if n == 0:
            who = decider(s)
            if who == NOBODY or int(s.round_no) > MOST_ROUNDS_PLAYED:
                outcome = TRUNCATED if who != NOBODY else ENDED
                winner = NO_SIDE if who != NOBODY else int(s.winner)
                begin_episode(games, i, first)
                who = decider(s)
            if who != CHANCE:
                n = legal_moves(s, t, moves)
        if who == CHANCE:
            move = sample(s, games.streams[i])
        else:
            move = int(moves[0])
            if n > 1 or not folds:
                if decisions == 0:
                    break
                if choice == AT_RANDOM:
                    move = int(moves[random_below(games.streams[i], MOVE_STREAM, n)])
                elif is_among(moves, n, choice):
                    move = choice
                else:
                    outcome = REFUSED
                    break
                decisions -= 1
                outcome, winner = GOES_ON, NOBODY
            remember(games.histories[i], s, move)
        step(s, t, None, move)
        n = 0
    games.counts[i], games.deciders[i] = n, who
    games.outcomes[i], games.winners[i] = outcome, winner


@compilable
def is_among(moves: Any, n: int, move: int) -> bool:
    found = False
    for k in range(n):
        found |= int(moves[k]) == move
    return found


@compilable_unchecked
def mark(moves: Any, n: int, mask: Any) -> None:
    """Write the first n moves into a mask of zeros."""
    for k in range(n):
        mask[int(moves[k])] = 1
