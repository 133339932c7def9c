"""Screen to read a page: scrolling, and searching for words."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.widgets import Input, Static

from watergate.texts import folded

from .base import Worded
from .words import Words

Page = Callable[[Words, int], list[Text]]
"""Makes the lines of a page, already broken to a width."""
WIDEST = 100


class Reader(Worded[None]):
    """Shows a page until it is closed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q,enter", "close", "close"),
        ("slash", "search", "search"),
        ("n", "next(1)", "next"),
        ("N", "next(-1)", "previous"),
    ]

    def __init__(self, title: str, page: Page, *, at_end: bool = False) -> None:
        super().__init__()
        self._title, self._page, self._at_end = title, page, at_end
        self._rows: list[Text] = []
        self._sought, self._found = "", 0

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with VerticalScroll(id="page"):
            yield Static(id="text")
        yield Input(id="search", max_length=60)
        yield Static(id="keys")

    def on_mount(self) -> None:
        self.query_one("#search").display = False
        self.query_one("#page").focus()

    def on_resize(self, event: events.Resize) -> None:
        self.relabel()
        if self._at_end:
            self._at_end = False
            self.call_after_refresh(self.query_one("#page").scroll_end, animate=False)

    def relabel(self) -> None:
        self._rows = self._page(self.words, min(WIDEST, max(20, self.size.width - 6)))
        title = Text(f" {self.words(self._title)} ", "bold reverse")
        self.query_one("#title", Static).update(title)
        self.query_one("#keys", Static).update(Text(self.words("reader_keys")))
        self._draw()

    def _draw(self) -> None:
        rows = [row.copy() for row in self._rows]
        if self._sought:
            for number in self._hits():
                start = folded(rows[number].plain).find(self._sought)
                rows[number].stylize("reverse", start, start + len(self._sought))
        self.query_one("#text", Static).update(Text("\n").join(rows))

    def _hits(self) -> list[int]:
        return [n for n, row in enumerate(self._rows) if self._sought in folded(row.plain)]

    def action_close(self) -> None:
        if self.query_one("#search").display:
            self.query_one("#search").display = False
            self.query_one("#page").focus()
        else:
            self.dismiss()

    def action_search(self) -> None:
        field = self.query_one("#search", Input)
        field.placeholder = self.words("search")
        field.display = True
        field.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._sought, self._found = folded(event.value.strip()), -1
        self.query_one("#search").display = False
        self.query_one("#page").focus()
        self._draw()
        if self._sought:
            self.action_next(1)

    def action_next(self, step: int) -> None:
        hits = self._hits() if self._sought else []
        if not hits:
            if self._sought:
                self.speaking.note(self.words("not_found", text=self._sought), is_bad=True)
            return
        self._found = (self._found + step) % len(hits)
        self.query_one("#page").scroll_to(y=max(0, hits[self._found] - 3), animate=False)
