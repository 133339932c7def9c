"""Observation and action spaces of single games, as Gymnasium's spaces."""

from __future__ import annotations

import numpy as np

from watergate.rules.core.ids import CHANCE_MOVES
from watergate.rules.core.observation import OBSERVATION

from .extras import needs

with needs("gyms"):
    from gymnasium.spaces import Box, Dict, Discrete


def observation_space() -> Dict:
    """What a side knows, and which moves are legal."""
    return Dict(
        {
            "observation": Box(0, 1, (OBSERVATION,), np.uint8),
            "action_mask": Box(0, 1, (CHANCE_MOVES,), np.int8),
        }
    )


def action_space() -> Discrete:
    """The moves of the sides, by their ids."""
    return Discrete(CHANCE_MOVES)
