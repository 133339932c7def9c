"""The game itself: state, the script machine, moves, views, records.

Pure: no I/O but reading and writing records on request, no clock, no global state. What crosses the
border is listed here; the modules say the rest.
"""

from .errors import BadPosition, BadRecord, BadView, IllegalMove, WatergateError
from .explain import Preview, preview
from .game import CHANCE, Game
from .histories import alternative_history
from .messages import Message, move_in_words, text_of
from .moves import Move, Part, Verb
from .paths import WayToWin, distance_to_win, ways_to_win
from .records import load, read_record, save, write_record
from .redeal import redeal, redealt_game
from .refusals import why_not
from .story import HEADS, REVEALING, SHOWING, Entry
from .takeback import last_choice, ply_to_go_back_to
from .viewers import Viewer
from .views import View, view_schema

__all__ = [
    "CHANCE", "HEADS", "REVEALING", "SHOWING", "BadPosition", "BadRecord", "BadView", "Entry",
    "Game", "IllegalMove", "Message", "Move", "Part", "Preview", "Verb", "View", "Viewer",
    "WatergateError", "WayToWin", "alternative_history", "distance_to_win", "last_choice", "load",
    "move_in_words", "ply_to_go_back_to", "preview", "read_record", "redeal", "redealt_game",
    "save", "text_of", "view_schema", "ways_to_win", "why_not", "write_record",
]  # fmt: skip
