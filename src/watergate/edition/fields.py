"""What each key of an edition file may hold, each checked by itself.

How the keys must fit together is the matter of `linter.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from .language import NAME_LENGTH, NAME_PATTERN
from .layout import CARDS, COLORS, COPIES, MOMENTUM_SPACES
from .model import Kind, Side
from .problems import listed, said

TEXT_LENGTH = 500
SCRIPT_LENGTH = 2000
MOST_VALUE = 9
MOST_MOMENTUM = 60
MOST_RADIUS = 10


@dataclass(frozen=True, slots=True)
class Field:
    """A key's values: `accepts` recognises them, `allowed` describes them."""

    allowed: str
    accepts: Callable[[Any], bool]


def is_name(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(NAME_PATTERN, value) is not None


def is_text(value: object) -> bool:
    """One line of text, without characters that would steer a terminal."""
    return (
        isinstance(value, str)
        and value.strip() != ""
        and len(value) <= TEXT_LENGTH
        and re.search(r"[\x00-\x1f\x7f-\x9f]", value) is None
    )


def _whole(low: int, high: int) -> Field:
    # A bool is an int to Python, but not to whoever writes a file.
    return Field(
        said("whole_number", low=low, high=high), lambda v: type(v) is int and low <= v <= high
    )


def _measure(low: int, high: int) -> Field:
    return Field(said("number", low=low, high=high), lambda v: _is_number(v) and low <= v <= high)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _one_of(words: Collection[str]) -> Field:
    return Field(said("one_of", list=listed([*words])), lambda v: isinstance(v, str) and v in words)


def _is_list_of_different_names(value: object) -> bool:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        return False
    return 1 <= len(value) == len(set(value)) <= COLORS


NAME = Field(said("a_name", most=NAME_LENGTH), is_name)
TEXT = Field(said("a_text", most=TEXT_LENGTH), is_text)
TEXTS = Field(said("texts"), lambda v: isinstance(v, dict))
SCRIPT = Field(
    said("a_script", most=SCRIPT_LENGTH),
    lambda v: isinstance(v, str) and len(v) <= SCRIPT_LENGTH,
)

EDITION: Mapping[str, Field] = {
    "name": NAME,
    "title": TEXTS,
    "momentum_tokens": _whole(1, MOST_MOMENTUM),
    "threads": Field(said("pairs"), lambda v: isinstance(v, list)),
}
"""The keys of an edition outside its sections."""

_DRAWING = {"radius": _measure(0, MOST_RADIUS), "angle": _measure(0, 360)}

BLOCKS: Mapping[str, Mapping[str, Field]] = {
    "color": {"name": NAME, "symbol": NAME, "label": TEXTS},
    "token": {
        "colors": Field(said("different_colors"), _is_list_of_different_names),
        "momentum_symbol": Field(said("true_or_false"), lambda v: isinstance(v, bool)),
        "count": _whole(1, COPIES),
    },
    "card": {
        "number": _whole(1, CARDS - 1),
        "side": _one_of([str(side) for side in Side]),
        "kind": _one_of([str(kind) for kind in Kind]),
        "value": _whole(1, MOST_VALUE),
        "color": NAME,
        "name": TEXTS,
        "text": TEXTS,
        "script": SCRIPT,
    },
    "ability": {
        "space": _whole(1, MOMENTUM_SPACES),
        "name": TEXTS,
        "text": TEXTS,
        "script": SCRIPT,
    },
    "space": {"name": NAME, "color": NAME, **_DRAWING},
    "informant": {"name": NAME, "full_name": TEXT, **_DRAWING},
}
"""The keys of one block of each section."""

KEYS: Mapping[str, str] = {
    "color": "name",
    "card": "number",
    "ability": "space",
    "space": "name",
    "informant": "name",
}
"""The key that tells the blocks of a section apart; tokens have none."""

OPTIONAL = {"ability"}
"""Sections that may be absent."""
