"""Environments for programs that learn: batches of games, PettingZoo, OpenSpiel, Gymnasium.

`Batch` plays many games at once, on all cores. `aec.py` is for PettingZoo, `single.py` and
`vector.py` are for Gymnasium; these need the extra `gyms`.
"""

from .batch import Batch

__all__ = ["Batch"]
