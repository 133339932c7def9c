"""Environments for programs that learn: batches of games, PettingZoo, OpenSpiel, Gymnasium.

`Batch` plays many games at once, on all cores; `docs/environments.md` says which one to take.
"""

from .batch import Batch

__all__ = ["Batch"]
