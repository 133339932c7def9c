"""Mistakes in edition files, and their messages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_LONGEST_QUOTE = 80
_LARGEST_NUMBER = 10**18


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake: where it is, what is written there, and what may be written there."""

    file: str
    place: str
    found: str
    allowed: str

    def __str__(self) -> str:
        return f"{self.file}: {self.place}: found {self.found}; allowed: {self.allowed}"


class EditionError(Exception):
    """An edition that cannot be used; `problems` are all of its mistakes."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


def shown(value: object) -> str:
    """A value of a TOML file in few words; never fails, however large or deep the value is."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() if abs(value) > _LARGEST_NUMBER:
            return "a huge number"  # too many digits to be written out
        case str() if len(value) > _LONGEST_QUOTE:
            return repr(value[:_LONGEST_QUOTE]) + "..."
        case list():
            return "a list"
        case dict():
            return "a table"
        case int() | float() | str():
            return repr(value)
        case _:
            return str(value)
