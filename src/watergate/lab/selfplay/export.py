"""The trained network as a file for the players, who need no torch: arrays of half precision."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from .model import PolicyNetwork


def export(
    model: PolicyNetwork, path: Path, seen: npt.NDArray[Any], *, edition: str, made: str
) -> None:
    """Write the layers, each as (inputs, outputs), the edition, and how they were made.

    `seen` are the numbers of an observation that were ever 1: nothing was learnt of the others.
    """
    layers: dict[str, Any] = {
        name: tensor.detach().to("cpu", torch.float16).numpy().T
        for name, tensor in model.state_dict().items()
    }
    layers["entry.weight"] = layers["entry.weight"][seen]
    about: dict[str, Any] = {
        "columns": seen.astype(np.int16),
        "edition": np.array(edition),
        "made": np.array(made),
    }
    np.savez(path, **layers, **about)
