"""Contents of a dialog, independent of how it is shown; plain mode uses them too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text


@dataclass(frozen=True)
class Sheet:
    """What a dialog says: a title, some text, and the things to choose from by their ids."""

    title: str
    text: str | Text
    options: Sequence[tuple[str, str | Text]]
    marked: str = ""
    """The id of what is highlighted at first; without it, the first."""
