"""The plain mode: a game played line by line, for screen readers and pipes."""

from .menu import Menu
from .play import EMPTY_LINES, run
from .words import SpokenWords

__all__ = ["EMPTY_LINES", "Menu", "SpokenWords", "run"]
