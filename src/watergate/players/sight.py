"""Network inputs of a view: the observation, and how far connections are (`kernel/sight.py`)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from watergate.edition import Edition
from watergate.edition.table import table_of
from watergate.engine import entry
from watergate.rules import View
from watergate.rules.errors import BadView
from watergate.rules.observation import history_of
from watergate.rules.redeal import knowledge_of

from .kernel.entries import see_at
from .kernel.sight import SIGHT, new_sight

Sight = npt.NDArray[np.uint8]


def sight_of(view: View, edition: Edition) -> Sight:
    """What a side knows, as a row of zeros and ones for a network."""
    if view.viewer.side is None:
        raise BadView(f"a sight is of a side, not of the viewer {str(view.viewer)!r}")
    states, hidden = knowledge_of(view, edition)
    row = np.zeros(SIGHT, np.uint8)
    entry(see_at)(
        states, 0, table_of(edition), hidden, history_of(view), int(view.viewer.side), new_sight(),
        row,
    )  # fmt: skip
    return row
