"""Files of networks that learnt by self-play: layers by name, checked as they are read."""

from __future__ import annotations

import zlib
from importlib import resources
from pathlib import Path
from typing import IO, Any
from zipfile import BadZipFile

import numpy as np

from watergate.edition import Edition
from watergate.errors import WatergateError
from watergate.rules.core import observation
from watergate.rules.core.frames import Frame
from watergate.rules.core.ids import CHANCE_MOVES

from .kernel import sight

Layers = dict[str, Any]
"""Arrays; `edition` and `made` hold a word, `layout` a number."""
FIRST_LAYOUT = 934386400
"""Of files that do not say theirs."""


def _layout() -> int:
    """A checksum of what each number of a sight means, and how many moves there are."""
    pieces = [(piece.name, piece.shape) for piece in (*observation.PIECES, *sight.PIECES)]
    said = repr((pieces, [frame.name for frame in Frame], CHANCE_MOVES))
    return zlib.crc32(said.encode())


LAYOUT = _layout()


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


def learnt_edition(layers: Layers) -> str:
    """The digest of the edition that a network has learnt; none, if it reads other numbers than a
    sight has now."""
    reads = int(layers.get("layout", FIRST_LAYOUT))
    return str(layers.get("edition", "")) if reads == LAYOUT else ""


def check_learnt(layers: Layers, edition: Edition) -> None:
    """Refuse an edition that a network knows nothing of."""
    if not learnt_edition(layers):
        raise WatergateError("this network has learnt from other numbers than are observed now")
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
