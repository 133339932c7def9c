"""What a network is told beside the observation: how far the Editor's connections are, as bits.

All of it follows from the board, which is open to both; a network of few layers would take long to
learn it. A *sight* is an observation (`rules/core/observation.py`) with these numbers behind it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from watergate.edition.layout import PICTURES, SPACES
from watergate.rules.core.bits import lowest_bit
from watergate.rules.core.jit import compilable
from watergate.rules.core.observation import OBSERVATION, WORD, Piece, observe, put
from watergate.rules.core.state import State, TableRecord

from .worth import neighbours

FARTHEST = 4
"""A path that lacks more tokens is none."""
MOST_TO_WIN = 16
PIECES = (
    Piece("reach", (FARTHEST, SPACES), "a path from Nixon to this space lacks n tokens at most"),
    Piece("lacking", (PICTURES, FARTHEST + 1), "this informant's path to Nixon lacks more than n"),
    Piece("paths", (PICTURES, SPACES), "this space is on one of the informant's shortest paths"),
    Piece("to_win", (MOST_TO_WIN,), "the Editor lacks more than n tokens and pictures to win"),
)
FIRST_WORD = OBSERVATION // WORD
"""Of these numbers."""
_REACH = OBSERVATION
_LACKING = _REACH + PIECES[0].size
_PATHS = _LACKING + PIECES[1].size
_TO_WIN = _PATHS + PIECES[2].size
SIGHT = _TO_WIN + PIECES[3].size
"""The numbers of a sight."""
_LAYERS = FARTHEST + 1
_ROOM = SIGHT // WORD + 3
"""Behind the words of a sight, those that are worked with: what Nixon and each picture reach."""
SIGHT_WORDS = _ROOM + (PICTURES + 1) * _LAYERS


@compilable
def see(s: State, t: TableRecord, hidden: Any, history: Any, viewer: int, words: Any) -> None:
    """Put a side's sight together, as bits."""
    observe(s, t, hidden, history, viewer, words)
    see_connections(s, t, words)


@compilable
def see_connections(s: State, t: TableRecord, words: Any) -> None:
    for n in range(FIRST_WORD, _ROOM):
        words[n] = 0
    up, free = int(s.up), int(t.spaces) & ~int(s.down)
    nixon = _ROOM
    find_reach(t, int(t.nixon_threads), up, free, words, nixon)
    for lacking in range(FARTHEST):
        put(words, _REACH + SPACES * lacking, int(words[nixon + lacking]))
    pictures = int(s.recruited) | int(s.supply) | int(s.silenced)
    while pictures != 0:
        picture = lowest_bit(pictures)
        pictures &= pictures - 1
        threads = int(t.picture_threads[picture])
        own = nixon + _LAYERS * (picture + 1)
        find_reach(t, threads, up, free, words, own)
        lacking = 0
        while lacking < _LAYERS and int(words[nixon + lacking]) & threads == 0:
            lacking += 1
        put(words, _LACKING + _LAYERS * picture, (1 << lacking) - 1)
        if lacking < _LAYERS:
            put(words, _PATHS + SPACES * picture, on_paths(up, words, nixon, own, lacking))
    put(words, _TO_WIN, (1 << lacking_to_win(s, up, words, nixon)) - 1)


@compilable
def find_reach(t: TableRecord, threads: int, up: int, free: int, words: Any, first: int) -> None:
    """Write which spaces are joined to what has these threads if 0, 1, 2, … tokens were added."""
    joined, edge = 0, threads & free
    for lacking in range(_LAYERS):
        fresh = edge & up if lacking == 0 else edge
        while fresh != 0:  # spaces with evidence cost nothing more
            joined |= fresh
            edge = (edge | neighbours(t, fresh)) & free & ~joined
            fresh = edge & up
        words[first + lacking] = joined


@compilable
def on_paths(up: int, words: Any, nixon: int, own: int, lacking: int) -> int:
    """The spaces that are on a path from Nixon to a picture which lacks only so many tokens."""
    found = 0
    for n in range(lacking + 1):
        here = int(words[nixon + n])
        found |= here & up & int(words[own + lacking - n])
        if lacking + 1 - n < _LAYERS:  # an empty space was counted from both ends
            found |= here & ~up & int(words[own + lacking + 1 - n])
    return found


@compilable
def lacking_to_win(s: State, up: int, words: Any, nixon: int) -> int:
    """How many tokens and pictures the Editor lacks to connect the two nearest informants."""
    least = MOST_TO_WIN
    recruited = int(s.recruited)
    others = recruited | int(s.supply)
    while others != 0:
        one = lowest_bit(others)
        others &= others - 1
        rest = others
        while rest != 0:
            two = lowest_bit(rest)
            rest &= rest - 1
            pictures = 2 - (recruited >> one & 1) - (recruited >> two & 1)
            for n in range(_LAYERS):
                for m in range(_LAYERS):
                    both = int(words[nixon + _LAYERS * (one + 1) + n])
                    both &= int(words[nixon + _LAYERS * (two + 1) + m])
                    for k in range(_LAYERS):
                        cost = pictures + n + m + k
                        if both == 0 or cost - 2 >= least:
                            break
                        here = both & int(words[nixon + k])
                        if here & ~up != 0:  # an empty space in which the three paths meet
                            least = min(least, cost - 2)
                        elif here != 0:
                            least = min(least, cost)
    return least


def new_sight() -> Any:
    return np.zeros(SIGHT_WORDS, np.int64)
