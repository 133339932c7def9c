"""Screen with the evidence board alone, and the Editor's nearest way to win in words."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from watergate.rules import View

from .base import Worded
from .pages import ways_page
from .pictures import BoardPicture, Scene


class BigBoard(Worded[None]):
    BINDINGS: ClassVar[list[BindingType]] = [("escape,q,enter,b", "close", "")]

    def __init__(self, view: View) -> None:
        super().__init__()
        self._view = view

    def compose(self) -> ComposeResult:
        yield BoardPicture(id="board")
        yield Static(id="ways")
        yield Static(id="keys")

    def on_resize(self, event: events.Resize) -> None:
        self.relabel()

    def relabel(self) -> None:
        self.query_one(BoardPicture).show(Scene(self._view, self.words))
        rows = ways_page(self._view, self.words, max(20, self.size.width - 2))
        self.query_one("#ways", Static).update(Text("\n").join(rows))
        self.query_one("#keys", Static).update(self.words("board_keys"))

    def action_close(self) -> None:
        self.dismiss()
