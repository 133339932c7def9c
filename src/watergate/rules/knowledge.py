"""What a viewer knows of a position: as records for whoever computes, as a line for whoever reads.

A *knowledge* record is a state in which what the viewer cannot know has been put back, with the
number of things to deal out again (`core/knowledge.py`). It never holds anything hidden. Its line
is the viewer's position (`positions.py`); one is made from the other when it is first asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from watergate.edition import Edition
from watergate.edition.table import table_of
from watergate.engine import engine

from .core.knowledge import HIDDEN, NOBODY_SIDE
from .core.state import States, copied
from .positions import read_knowledge, write_knowledge
from .viewers import Viewer


@dataclass(frozen=True, slots=True)
class Course:
    """The round so far, as its viewer saw it: what hidden things can be guessed from.

    Rounds are sealed, so nothing from before this one is hidden: `start` is open knowledge, unless
    the game began in the middle of a round.
    """

    start: Knowledge
    moves: tuple[int, ...]
    """The ids of all moves since, those of chance included; one below 0 where it is hidden."""


class Knowledge:
    """What a viewer knows: made of a state by `Knowledge.of`, read from a line by `Knowledge`."""

    __slots__ = ("_edition", "_line", "_records", "course")

    def __init__(self, line: str) -> None:
        self._line: str | None = line
        self._records: tuple[States, np.ndarray] | None = None
        self._edition: Edition | None = None
        self.course: Course | None = None
        """How it came to this; None where that was not told, as in what was read from a line."""

    @classmethod
    def of(
        cls, states: States, edition: Edition, viewer: Viewer, course: Course | None = None
    ) -> Knowledge:
        """What a viewer knows of the first state of an array."""
        known, hidden = copied(states[:1]), np.zeros(1, HIDDEN)
        if viewer is not Viewer.EVERYONE:
            side = NOBODY_SIDE if viewer.side is None else int(viewer.side)
            engine().hide(known, 0, table_of(edition), hidden, side)
        knowledge = cls.__new__(cls)
        knowledge._line, knowledge._records, knowledge._edition = None, (known, hidden), edition
        knowledge.course = course
        return knowledge

    @property
    def position(self) -> str:
        if self._line is None:
            assert self._records is not None and self._edition is not None
            self._line = write_knowledge(*self._records, self._edition)
        return self._line

    def records(self, edition: Edition) -> tuple[States, np.ndarray]:
        """The knowledge, and how much is hidden, as arrays of one (copies); or BadPosition."""
        if self._records is None or self._edition is not edition:
            self._records, self._edition = read_knowledge(self.position, edition), edition
        states, hidden = self._records
        return copied(states), copied(hidden)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Knowledge) and self.position == other.position

    def __hash__(self) -> int:
        return hash(self.position)

    def __repr__(self) -> str:
        return f"Knowledge({self.position!r})"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """In JSON, knowledge is its line."""
        line = core_schema.str_schema()
        write = core_schema.plain_serializer_function_ser_schema(_line_of, return_schema=line)
        either = core_schema.union_schema(
            [
                core_schema.is_instance_schema(cls),
                core_schema.no_info_after_validator_function(cls, line),
            ]
        )
        return core_schema.json_or_python_schema(
            json_schema=core_schema.no_info_after_validator_function(cls, line),
            python_schema=either,
            serialization=write,
        )


def _line_of(knowledge: Knowledge) -> str:
    return knowledge.position
