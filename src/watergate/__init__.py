"""Watergate: play, learn and study the two-player card-driven board game. Unofficial.

>>> from watergate import Game
>>> Game.start(seed=1972).round
1
"""

from ._version import __version__
from .edition import Edition, EditionError, Side, load_edition, standard_edition
from .rules import (
    CHANCE,
    BadPosition,
    BadRecord,
    BadView,
    Entry,
    Game,
    IllegalMove,
    Message,
    Move,
    Part,
    Preview,
    Verb,
    View,
    Viewer,
    WatergateError,
    WayToWin,
    alternative_history,
    distance_to_win,
    load,
    move_in_words,
    preview,
    read_record,
    redeal,
    redealt_game,
    save,
    text_of,
    view_schema,
    ways_to_win,
    why_not,
    write_record,
)  # fmt: skip

__all__ = [
    "CHANCE", "BadPosition", "BadRecord", "BadView", "Edition", "EditionError", "Entry", "Game",
    "IllegalMove", "Message", "Move", "Part", "Preview", "Side", "Verb", "View", "Viewer",
    "WatergateError", "WayToWin", "__version__", "alternative_history", "distance_to_win", "load",
    "load_edition", "move_in_words", "preview", "read_record", "redeal", "redealt_game", "save",
    "standard_edition", "text_of", "view_schema", "ways_to_win", "why_not", "write_record",
]  # fmt: skip
