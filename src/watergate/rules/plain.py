"""States and editions as plain Python numbers and names, for whoever reads a whole position.

A field of a NumPy record takes Python a microsecond to read, and a view reads hundreds of them.
Here a record is read once, into a tuple whose fields have the same names and whose arrays are
tuples. So functions that only read take either form. Nothing is decided here.
"""

from __future__ import annotations

import functools
import json
from collections import namedtuple
from dataclasses import dataclass
from typing import Any

import numpy as np

from watergate.edition import Edition
from watergate.edition.table import TABLE, table_of

from .state import STATE, State, States, TableRecord


class _PlainState(namedtuple("_PlainState", STATE.names)):  # type: ignore[misc]
    """Equal to itself alone: so what follows from it can be kept under it at no cost."""

    __slots__ = ()
    __eq__ = object.__eq__
    __hash__ = object.__hash__


_PlainTable: Any = namedtuple("_PlainTable", TABLE.names)  # type: ignore[arg-type, misc]


def plain_state(states: States) -> State:
    """The first state of an array, to read from."""
    return _read_state(states[:1].tobytes())


kept = functools.lru_cache(maxsize=8192)
"""For what comes up again and again, in one game and in all viewers' views of it."""
while_seen = functools.lru_cache(maxsize=64)
"""For what all viewers of a position need, one after the other."""


def compact(value: object) -> str:
    """A part of something as JSON without spaces."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


@while_seen
def _read_state(data: bytes) -> State:
    return _PlainState(*_numbers(np.frombuffer(data, STATE)))


@functools.cache
def plain_table(edition: Edition) -> TableRecord:
    return _PlainTable._make(_numbers(table_of(edition)))


def _numbers(records: np.ndarray) -> list[Any]:
    (first,) = records.tolist()
    return [field if type(field) is int else tuple(field.tolist()) for field in first]


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """What an edition calls its things, in the order of their numbers; one object an edition."""

    kinds: tuple[str, ...]
    colors: tuple[str, ...]
    spaces: tuple[str, ...]
    pictures: tuple[str, ...]


@functools.cache
def names_of(edition: Edition) -> Names:
    return Names(
        kinds=tuple(kind.name for kind in edition.token_kinds),
        colors=tuple(color.name for color in edition.colors),
        spaces=tuple(space.name for space in edition.spaces),
        pictures=tuple(informant.name for informant in edition.informants),
    )
