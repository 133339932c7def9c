"""The file of the small network, read for the search (`kernel/small_network.py`)."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from watergate.edition import Edition
from watergate.errors import WatergateError

from .kernel.sight import SIGHT
from .kernel.small_network import MOST_NUMBER, Blocks, SmallNetwork
from .layers import Layers, check_learnt, learnt_edition, read_layers, shipped_layers

FILE = "small.npz"

MOST_WEIGHT = 32_000
"""Units of the largest weights: they are 16 bits,"""
MOST_SUM = 2**31 - 2**23
"""and sums of products 32."""

Floats = npt.NDArray[np.floating[Any]]
Wholes = npt.NDArray[np.int16]


@functools.cache
def _shipped() -> Layers:
    return shipped_layers(FILE)


@functools.cache
def shipped_small_network() -> SmallNetwork:
    return small_network_of(_shipped())


def small_networks_edition() -> str:
    """The digest of the edition that the shipped one has learnt."""
    return learnt_edition(_shipped())


def read_small_network(path: Path, edition: Edition) -> SmallNetwork:
    """A small network that has learnt an edition, from its file; or WatergateError."""
    layers = read_layers(path)
    check_learnt(layers, edition)
    if "secret.weight" not in layers:
        raise WatergateError(f"{path} is no small network")
    return small_network_of(layers)


def small_network_of(layers: Layers) -> SmallNetwork:
    """A network of its layers, by the names they were trained under."""

    def blocks(of: str) -> Blocks:
        count = len({key.split(".")[1] for key in layers if key.startswith(f"{of}.")})

        def stacked(name: str) -> Floats:
            return np.stack([layers[f"{of}.{n}.{name}"] for n in range(count)])

        first = _in_units(stacked("first.weight").swapaxes(1, 2))
        second = _in_units(stacked("second.weight"))
        return Blocks(
            *first, _numbers(stacked("first.bias")), *second, _numbers(stacked("second.bias"))
        )

    columns = np.full(SIGHT, -1, np.int32)
    columns[layers["columns"]] = np.arange(len(layers["columns"]))
    summed = [layers[name].astype(np.float64)
              for name in ("entry.weight", "entry.bias", "secret.weight")]  # fmt: skip
    unit = max(float(np.abs(part).max()) for part in summed) / MOST_WEIGHT
    entry, bias, secret = (_wholes(part / unit) for part in summed)
    return SmallNetwork(
        columns, entry, bias.astype(np.int32), secret,
        np.array([unit], np.float32), blocks("policy_blocks"),
        _numbers(layers["policy.weight"].T), _numbers(layers["policy.bias"]),
        blocks("value_blocks"), _numbers(layers["value.weight"][:, 0]),
        _numbers(layers["value.bias"]),
    )  # fmt: skip


def _in_units(weights: Floats) -> tuple[Wholes, npt.NDArray[np.float32]]:
    """Weights as whole numbers, and the units of their rows: small enough for exactness, so large
    that no sum of products is too large."""
    sizes = np.abs(weights.astype(np.float64))
    units = np.maximum(sizes.max(-1) / MOST_WEIGHT, sizes.sum(-1) * MOST_NUMBER / MOST_SUM)
    units = np.maximum(units, 1e-9)
    return _wholes(weights / units[..., np.newaxis]), _numbers(units)


def _wholes(weights: Floats) -> Wholes:
    return np.ascontiguousarray(np.rint(weights), np.int16)


def _numbers(array: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
    return np.ascontiguousarray(array, np.float32)
