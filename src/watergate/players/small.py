"""The small network's file: read for the search (`kernel/small_network.py`)."""

from __future__ import annotations

import functools
from importlib import resources
from typing import Any

import numpy as np
import numpy.typing as npt

from watergate.rules.core.observation import OBSERVATION

from .kernel.small_network import Blocks, SmallNetwork

FILE = "small.npz"

Layers = dict[str, npt.NDArray[Any]]


@functools.cache
def _shipped() -> Layers:
    with resources.files(__package__).joinpath(FILE).open("rb") as file, np.load(file) as stored:
        return dict(stored)


@functools.cache
def shipped_small_network() -> SmallNetwork:
    return small_network_of(_shipped())


def learnt_edition() -> str:
    """The digest of the edition that the shipped one has learnt."""
    return str(_shipped()["edition"])


def small_network_of(layers: Layers) -> SmallNetwork:
    """A network of its layers, by the names they were trained under."""

    def stacked(blocks: str, name: str) -> npt.NDArray[np.float32]:
        count = len({key.split(".")[1] for key in layers if key.startswith(f"{blocks}.")})
        return _numbers(np.stack([layers[f"{blocks}.{n}.{name}"].T for n in range(count)]))

    def blocks(of: str) -> Blocks:
        names = ("first.weight", "first.bias", "second.weight", "second.bias")
        return Blocks(*(stacked(of, name) for name in names))

    columns = np.full(OBSERVATION, -1, np.int32)
    columns[layers["columns"]] = np.arange(len(layers["columns"]))
    return SmallNetwork(
        columns, _numbers(layers["entry.weight"]), _numbers(layers["entry.bias"]),
        _numbers(layers["secret.weight"]), blocks("policy_blocks"),
        _numbers(layers["policy.weight"].T), _numbers(layers["policy.bias"]),
        blocks("value_blocks"), _numbers(layers["value.weight"][:, 0]),
        _numbers(layers["value.bias"]),
    )  # fmt: skip


def _numbers(array: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
    return np.ascontiguousarray(array, np.float32)
