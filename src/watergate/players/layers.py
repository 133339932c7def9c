"""Files of networks that learnt by self-play: their layers by name, checked where they come in."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import IO, Any
from zipfile import BadZipFile

import numpy as np

from watergate.edition import Edition
from watergate.errors import WatergateError
from watergate.rules.core.ids import CHANCE_MOVES

Layers = dict[str, Any]
"""Arrays; `edition` and `made` hold a word."""


def shipped_layers(name: str) -> Layers:
    """The layers of a file in this package."""
    with resources.files(__package__).joinpath(name).open("rb") as file:
        return _layers(file)


def read_layers(path: Path) -> Layers:
    """The layers of a network's file, or WatergateError."""
    try:
        with path.open("rb") as file:
            return _layers(file)
    except OSError as error:
        raise WatergateError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, IndexError, EOFError, BadZipFile) as error:
        raise WatergateError(f"{path} is no network: {error}") from None


def check_learnt(layers: Layers, edition: Edition) -> None:
    """Refuse an edition that a network knows nothing of."""
    if str(layers["edition"]) != edition.digest:
        raise WatergateError(f"this network has learnt another edition, not {edition.name!r}")


def _layers(file: IO[bytes]) -> Layers:
    if file.read(2) != b"PK":
        raise ValueError("it is no .npz file")
    file.seek(0)
    with np.load(file) as stored:
        layers = dict(stored)
    width = layers["entry.bias"].size
    if layers["entry.weight"].shape != (layers["columns"].size, width):
        raise ValueError("its first layer does not fit its columns")
    if layers["policy.weight"].shape != (width, CHANCE_MOVES):
        raise ValueError("it knows other moves")
    if not {"edition", "made"} <= layers.keys():
        raise ValueError("it does not say what it has learnt")
    return layers
