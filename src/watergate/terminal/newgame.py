"""Dialogs of a new game: its kind, and a level for every computer player."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text

from watergate.players import LEVELS
from watergate.players.seating import PERSON

from .opponents import about, name_of
from .sheet import Sheet
from .words import Words

NEW_GAMES = ("editor", "nixon", "two", "watch")
"""As the Editor, as Nixon, two people, or two computer players to watch."""
ASKED = {"editor": ("ask_opponent",), "nixon": ("ask_opponent",), "two": (),
         "watch": ("ask_editor", "ask_nixon")}  # fmt: skip
"""What is asked of each kind of game, one after the other."""
NAME_COLUMN = 16


def seats_for(game: str, levels: Sequence[str]) -> tuple[str, str] | None:
    """Who plays the Editor and who Nixon; None if another level is to be asked for."""
    if len(levels) < len(ASKED[game]):
        return None
    match game:
        case "editor":
            return PERSON, levels[0]
        case "nixon":
            return levels[0], PERSON
        case "watch":
            return levels[0], levels[1]
        case _:
            return PERSON, PERSON


def level_sheet(game: str, asked: int, marked: str) -> Callable[[Words], Sheet]:
    """A level to choose, by its name, its strength in dots, and its character."""

    def sheet(words: Words) -> Sheet:
        options = [(f"level:{level.number}", _option(level.number, words)) for level in LEVELS]
        title = words(ASKED[game][asked])
        return Sheet(title, words("ask_hint"), [*options, ("", Text(words("back")))], marked)

    return sheet


def _option(number: int, words: Words) -> Text:
    seat = f"level:{number}"
    name = f"{name_of(seat, words.language):<{NAME_COLUMN}}"
    dots = "●" * number + "○" * (len(LEVELS) - number)
    return Text.assemble((name, "bold"), dots, (f"\n   {about(seat, words.language)}", "italic"))
