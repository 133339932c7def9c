"""The trained network as a file for the players, who need no torch: arrays of half precision."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch

from .model import PolicyNetwork


def exported(model: PolicyNetwork) -> dict[str, np.ndarray[Any, Any]]:
    """The layers by name, each as (inputs, outputs)."""
    weights = {name: tensor.detach().to("cpu", torch.float32).numpy()
               for name, tensor in model.state_dict().items()}  # fmt: skip
    return {name: (array.T if array.ndim == 2 else array).astype(np.float16)
            for name, array in weights.items()}  # fmt: skip


def export(model: PolicyNetwork, path: Path, *, edition: str, made: str) -> None:
    """Write the file: the layers, the edition it was trained on, how it was made."""
    np.savez_compressed(path, edition=np.array(edition), made=np.array(made), **exported(model))  # type: ignore[arg-type]
