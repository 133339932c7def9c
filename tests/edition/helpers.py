"""Editions to make mistakes in."""

from __future__ import annotations

import copy
import functools
import tomllib
from pathlib import Path
from typing import Any

import watergate.edition
from watergate.edition import Problem
from watergate.edition.linter import lint
from watergate.edition.loader import content_of

STANDARD = Path(watergate.edition.__file__).parent / "standard"
FILE = "mine.toml"


@functools.cache
def _standard() -> dict[str, Any]:
    whole: dict[str, Any] = {}
    for file in sorted(STANDARD.glob("*.toml")):
        whole |= tomllib.loads(file.read_text(encoding="utf-8"))
    return whole


def whole_edition() -> dict[str, Any]:
    """All keys of the standard edition, to be changed at will, under another name."""
    return copy.deepcopy(_standard()) | {"name": "mine"}


def problems_of(raw: dict[str, Any]) -> list[Problem]:
    return lint(content_of(raw, FILE))


def problems_in_variant(changes: str) -> list[Problem]:
    """The problems of a file that extends the standard edition by these lines."""
    return problems_of(tomllib.loads(f'extends = "standard"\nname = "mine"\n{changes}'))


def one_problem(changes: str) -> Problem:
    [found] = problems_in_variant(changes)
    return found


def problem(place: str, found: str, allowed: str) -> Problem:
    return Problem(FILE, place, found, allowed)
