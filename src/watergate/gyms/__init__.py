"""Environments for programs that learn: batches of games, PettingZoo, OpenSpiel, Gymnasium.

`Batch` plays many games at once, on all cores. `aec.py` is for PettingZoo, `single.py` and
`vector.py` are for Gymnasium; these need the extra `gyms`. `openspiel.py` needs that of its name.
`docs/environments.md` says which one to take.
"""

from .batch import Batch

__all__ = ["Batch"]
