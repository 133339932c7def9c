"""`redeal`: deal out what a view hides: a random full state that agrees with the view.

The work is done in `core/knowledge.py`; this is its door for views and games.
"""

from __future__ import annotations

import random

import numpy as np

from watergate.edition import Edition, standard_edition
from watergate.edition.table import table_of
from watergate.engine import engine

from .core.chance import STREAMS
from .core.ids import MOST_LEGAL
from .core.state import States
from .errors import BadView
from .game import Game
from .views import View


def redeal(view: View, rng: random.Random, edition: Edition | None = None) -> States:
    """A state (an array of one) consistent with a view and with RULES 9.3, each equally likely.

    `rng` must be the guesser's own, never the game's.
    """
    edition = edition or standard_edition()
    states, hidden = knowledge_of(view, edition)
    streams = np.array([rng.getrandbits(62) for _ in range(STREAMS)], np.int64)
    moves = np.zeros(MOST_LEGAL, np.int16)
    engine().redeal(states, 0, table_of(edition), hidden, streams, moves)
    return states


def knowledge_of(view: View, edition: Edition) -> tuple[States, np.ndarray]:
    """What a view tells, and how much it hides, to be completed by `deal_hidden`."""
    if view.edition != edition.digest:
        raise BadView(
            f"the view is of edition {view.edition}, not {edition.name!r} ({edition.digest})"
        )
    return view.knowledge.records(edition)


def redealt_game(view: View, rng: random.Random, edition: Edition | None = None) -> Game:
    """A game that begins with a redealt state and can be played on; its draws are yours to make."""
    edition = edition or standard_edition()
    return Game(redeal(view, rng, edition), edition)
