"""Small screens: a list of things to do, a name to type, and handing the screen over."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from watergate.edition import Side

from .base import Worded, WordedModal
from .sheet import Sheet
from .words import Words


class Dialog(WordedModal[str]):
    """Ends with the id of what was chosen; with "" if it was closed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "close", "close"),
        *((str(n), f"number({n})", "") for n in range(1, 10)),
    ]

    def __init__(self, sheet: Callable[[Words], Sheet], *, closes: bool = True) -> None:
        super().__init__()
        self._sheet, self._closes = sheet, closes

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            yield Static(id="title")
            yield Static(id="text")
            yield OptionList(id="options")

    def on_mount(self) -> None:
        self.relabel()
        self.query_one("#options").focus()

    def relabel(self) -> None:
        sheet = self._sheet(self.words)
        self.query_one("#title", Static).update(Text(sheet.title, "bold"))
        self.query_one("#text", Static).update(sheet.text)
        options = self.query_one("#options", OptionList)
        ids = [name_id for name_id, _ in sheet.options]
        marked = options.highlighted
        if marked is None:
            marked = ids.index(sheet.marked) if sheet.marked in ids else 0
        options.clear_options()
        options.add_options(
            Option(Text.assemble(f"{n}  ", name), id=name_id)
            for n, (name_id, name) in enumerate(sheet.options, 1)
        )
        options.highlighted = min(marked, len(sheet.options) - 1)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(event.option_id or "")

    def action_number(self, number: int) -> None:
        options = self.query_one("#options", OptionList)
        if number <= options.option_count:
            self.dismiss(options.get_option_at_index(number - 1).id or "")

    def action_close(self) -> None:
        if self._closes:
            self.dismiss("")


class NameDialog(WordedModal[str]):
    """Asks for a name; ends with it, or with "" if none was given."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "close", "close")]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            yield Static(Text(self.words("save_as"), "bold"))
            yield Static(self.words("save_hint"))
            yield Input(self._name, max_length=60, id="name")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.dismiss(event.value.strip())

    def action_close(self) -> None:
        self.dismiss("")


class HandOver(Worded[Side]):
    """Hides everything until the person of a side says that only they are looking."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "take", "take"),
        ("q", "app.leave", "quit"),
    ]
    GUARD = 0.4
    """So long a key typed ahead does not count, in seconds."""

    def __init__(self, side: Side) -> None:
        super().__init__()
        self._side, self._since = side, time.monotonic()

    def compose(self) -> ComposeResult:
        yield Static(id="handover")

    def on_mount(self) -> None:
        self.relabel()

    def relabel(self) -> None:
        side = str(self._side)
        text = Text(self.words(f"handover_{side}"), "bold", justify="center")
        text.append(
            f"\n\n{self.words('handover_why')}\n\n{self.words('handover_keys')}", "not bold"
        )
        self.query_one("#handover", Static).update(text)

    def action_take(self) -> None:
        if self.speaking.pace == 0 or time.monotonic() - self._since > self.GUARD:
            self.dismiss(self._side)

    def on_click(self) -> None:
        self.action_take()
