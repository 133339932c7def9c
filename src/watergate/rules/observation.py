"""A view as an observation: the same numbers that environments deliver (`core/observation.py`)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from watergate.edition import Edition, standard_edition
from watergate.edition.table import table_of
from watergate.engine import entry

from .core.entries import observe_at
from .core.events import Event
from .core.history import (
    ACTION_USED,
    DISCARDED,
    HISTORY,
    REACTED,
    VALUE_USED,
    add_pass,
    add_play,
    forget,
)
from .core.observation import OBSERVATION
from .errors import BadView
from .names import SIDES
from .redeal import knowledge_of
from .views import View

_USES = {
    Event.CARD_PLAYED_VALUE.key: VALUE_USED,
    Event.CARD_PLAYED_ACTION.key: ACTION_USED,
    Event.CARD_DISCARDED.key: DISCARDED,
    Event.REACTED.key: REACTED,
}

Observation = npt.NDArray[np.uint8]


def observation_of(view: View, edition: Edition | None = None) -> Observation:
    """What a side knows, as numbers: those of `docs/observation.md`.

    >>> from watergate.rules import Game, Viewer
    >>> int(observation_of(Game.start(seed=1).view(Viewer.EDITOR)).sum())
    120
    """
    edition = edition or standard_edition()
    if view.viewer.side is None:
        raise BadView(f"an observation is of a side, not of the viewer {str(view.viewer)!r}")
    states, hidden = knowledge_of(view, edition)
    row = np.zeros(OBSERVATION, np.uint8)
    entry(observe_at)(
        states, 0, table_of(edition), hidden, history_of(view), int(view.viewer.side), row
    )
    return row


def history_of(view: View) -> npt.NDArray[np.void]:
    """The open history of the round, from the log of a view (an array of one)."""
    histories = np.zeros(1, HISTORY)
    history: Any = histories.view(np.recarray)[0]
    round_log = []
    for entry_ in reversed(view.log):
        if entry_.key == Event.ROUND_BEGINS.key:
            break
        round_log.append(entry_)
    forget(history, view.round)
    for entry_ in reversed(round_log):
        if entry_.key in _USES:
            add_play(history, _USES[entry_.key], int(entry_.params["card"]))
        elif entry_.key == Event.PASSED.key:
            add_pass(history, SIDES.index(entry_.params["side"]))
    return histories
