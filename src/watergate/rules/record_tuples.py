"""State and table records as plain Python tuples, for code that reads a whole position.

A field of a NumPy record takes Python a microsecond to read, and a view reads hundreds of them.
Here a record is read once, into a tuple whose fields have the same names and whose arrays are
tuples. So functions that only read take either form. Nothing is decided here.
"""

from __future__ import annotations

import functools
import struct
from collections import namedtuple
from typing import Any

import numpy as np

from watergate.edition import Edition
from watergate.edition.caching import kept_by_edition
from watergate.edition.layout import TABLE
from watergate.edition.table import table_of

from .core.state import STATE, State, States, TableRecord

_CODES = {"i8": "q", "i4": "i", "i1": "b", "u1": "B"}
"""How `struct` calls the types of numbers."""


def _tuple_type(name: str, dtype: np.dtype[np.void]) -> Any:
    return namedtuple(name, dtype.names or ())


class _Reader:
    """Reads the bytes of a record: all numbers in one go, then cut into fields."""

    def __init__(self, name: str, dtype: np.dtype[np.void]) -> None:
        self._make = _tuple_type(name, dtype)._make
        self._cuts: list[tuple[int, int, int]] = []
        """The first number of each field, the one behind its last, and the length of its rows."""
        words, numbers, end = ["="], 0, 0
        for kind, offset, *_ in (dtype.fields or {}).values():
            base, shape = kind.subdtype or (kind, ())
            count = int(np.prod(shape, dtype=int))
            words.append(f"{offset - end}x{count}{_CODES[base.str[1:]]}")
            end = offset + kind.itemsize
            width = shape[-1] if len(shape) == 2 else 0
            self._cuts.append((numbers, numbers + count if shape else 0, width))
            numbers += count
        self._struct = struct.Struct("".join([*words, f"{dtype.itemsize - end}x"]))

    def read(self, data: bytes) -> Any:
        flat = self._struct.unpack(data)
        return self._make([
            flat[first] if not end
            else flat[first:end] if not width
            else tuple([flat[row : row + width] for row in range(first, end, width)])
            for first, end, width in self._cuts
        ])  # fmt: skip


_STATES = _Reader("StateTuple", STATE)


@functools.lru_cache(maxsize=64)  # all viewers of a position ask for it, one after the other
def _read_state(data: bytes) -> State:
    return _STATES.read(data)


def state_tuple(states: States) -> State:
    """The first state of an array, to read from."""
    return _read_state(states[:1].tobytes())


@kept_by_edition
def table_tuple(edition: Edition) -> TableRecord:
    """The table of an edition, to read from."""
    (table,) = table_of(edition).tolist()
    fields = [_tuples(field) if isinstance(field, np.ndarray) else field for field in table]
    return _tuple_type("TableTuple", TABLE)._make(fields)


def _tuples(array: np.ndarray) -> tuple[Any, ...]:
    return tuple(_tuples(part) if part.ndim else int(part) for part in array)
