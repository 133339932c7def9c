"""The layout of the table screen: its widgets, filled from the view of the person looking."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from watergate.edition import Side
from watergate.players import LEVELS, Candidate, Reading
from watergate.players.seating import PERSON, level_of
from watergate.rules import Move, View
from watergate.texts import phrase
from watergate.texts.figures import percent

from .base import Worded
from .beliefs import belief_lines
from .details import detail
from .labels import label
from .opponents import name_of
from .pictures import BoardPicture, Scene, TrackPicture
from .session import Session
from .strips import hand_at, hand_rows, head_line, news_rows, side_line

SMALL, TINY = (100, 30), (72, 22)
"""Below the first the board has a screen of its own; below the second nothing fits."""
POINTER = "►"
KEYS = (
    ("F1", "screen.keys"), ("h", "screen.card_help"), ("t", "screen.tip"), (":", "screen.type"),
    ("b", "screen.board"), ("r", "screen.rules"), ("l", "screen.log"), ("p", "screen.piles"),
    ("u", "screen.take_back"), ("s", "app.save_as"), ("L", "app.language"), ("q", "app.leave"),
)  # fmt: skip
SPARED_KEYS = (":", "L", "p", "s", "r")
"""Not shown where there is no room for all, the first first; they work all the same."""
OLD_ENTRIES = 30
MOST_DOTS = 3
"""They come one by one while a computer player thinks."""


def in_order(moves: Sequence[Move]) -> list[Move]:
    """Moves as they are listed: those of one card together, the rest as the rules give them."""
    return sorted(moves, key=lambda move: move.card or 0)


class Hand(Static):
    """The hand in a row; tells the table where it was clicked."""

    def on_click(self, event: events.Click) -> None:
        assert isinstance(self.screen, Tableau)
        self.screen.hand_clicked(event.x)


class Tableau(Worded[None]):
    """Shows a session; `table.py` adds what can be done."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.choices: Sequence[Move] = ()
        self.told: dict[Side | None, int] = {}
        """Up to which ply each person had been told everything when they last decided."""
        self._view: View | None = None
        self._notice = ""
        self._dots = 0
        self._tip: Sequence[Candidate] | None = None
        """The best choices by advice; empty while it is sought, None if nobody has asked."""
        self._reading: Reading | None = None
        """What advice believes of hidden things."""

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        yield Static(id="nixon")
        yield Static(id="editor")
        with Horizontal(id="middle"):
            yield BoardPicture(id="board")
            with Vertical(id="right"):
                yield Static(id="prompt")
                yield OptionList(id="choices")
                with VerticalScroll(id="detail", can_focus=False):
                    yield Static(id="detail-text")
                with VerticalScroll(id="news", can_focus=False):
                    yield Static(id="news-text")
        yield TrackPicture(id="track")
        yield Hand(id="hand")
        yield Input(id="typed", max_length=80)
        yield Static(id="keys")
        yield Static(id="tiny")

    def on_resize(self, event: events.Resize) -> None:
        width, height = event.size
        self.set_class(width < SMALL[0] or height < SMALL[1], "small")
        self.set_class(width < TINY[0] or height < TINY[1], "tiny")
        self.call_after_refresh(self.relabel)

    # Filling

    @property
    def view(self) -> View:
        """What the one who looks sees now; made once for each change."""
        if self._view is None:
            self._view = self.session.view
        return self._view

    @property
    def is_hidden(self) -> bool:
        """Whether nobody's eyes are on the screen, so that nothing may be shown."""
        session = self.session
        return len(session.people) == 2 and session.eyes is None and not session.is_over

    def relabel(self) -> None:
        self._view = None
        if self.is_hidden:
            self.clear()
            return
        view, words, width = self.view, self.words, self.size.width
        self.fill_head()
        names = {side: self._who(side) for side in Side}
        for side in Side:
            line = side_line(view, side, words, width, names)
            self.query_one(f"#{side}", Static).update(line)
        self._fill_choices(in_order(view.moves))
        self._fill_news()
        self._fill_keys()
        size = words("tiny", width=TINY[0], height=TINY[1])
        self.query_one("#tiny", Static).update(f"{size}\n\n{words('tiny_hint')}")
        self.mark()

    def fill_head(self) -> None:
        if not self.is_hidden:
            row = head_line(self.view, self.words, self.size.width, self.speaking.engine_status)
            self.query_one("#head", Static).update(row)

    def clear(self) -> None:
        """Take everything off the screen: somebody else is to look."""
        self._view, self._notice, self.choices, self._tip = None, "", (), None
        for widget in self.query(Static):
            widget.update("")
        self.query_one(BoardPicture).show(None)
        self.query_one(TrackPicture).show(None)
        self.query_one("#choices", OptionList).clear_options()
        self.query_one("#typed", Input).value = ""

    def _who(self, side: Side) -> str:
        seat = self.session.seats[side]
        level = level_of(seat)
        if level is not None:
            return f"({name_of(seat, self.words.language)} {level.number}/{len(LEVELS)})"
        if seat != PERSON:
            return f"({name_of(seat, self.words.language)})"
        is_me = len(self.session.people) == 1 or self.session.eyes is side
        return f"({self.words('seat_you')})" if is_me else ""

    def _fill_choices(self, choices: Sequence[Move]) -> None:
        options = self.query_one("#choices", OptionList)
        is_new = list(choices) != list(self.choices)
        marked = 0 if is_new else options.highlighted or 0
        self.choices = choices
        with self.prevent(OptionList.OptionHighlighted):
            options.clear_options()
            options.add_options(Option(self._option(n, n == marked)) for n in range(len(choices)))
            options.highlighted = marked if choices else None
        options.display = bool(choices)
        if choices and not self.query_one("#typed").display:
            options.focus()

    def _option(self, index: int, is_marked: bool) -> Text:
        room = max(20, self.query_one("#right").size.width - 5)
        pointer = POINTER if is_marked else " "
        return Text.assemble(
            (f"{pointer}{index + 1:>2} ", "bold" if is_marked else "dim"),
            label(self.choices[index], self.view, self.words, room),
        )

    def _fill_news(self) -> None:
        self.set_class(self._tip is not None, "tip")
        if self._tip is not None:
            self._fill_tip(self._tip, self._reading)
            return
        since = self.told.get(self.session.eyes, 0)
        width = self.query_one("#news").size.width - 2
        log = self.view.log
        new = news_rows([entry for entry in log if entry.ply > since], self.words, width)
        others = [n for n, (entry, _) in enumerate(new)
                  if entry.params.get("side") not in (None, str(self.session.eyes))]  # fmt: skip
        told = new[min(others, default=0) :]  # from where others began to play, if they did
        if not told:
            told = news_rows(log[-OLD_ENTRIES:], self.words, width, "dim")[-1:]
        rows = [row for _, lines in told for row in lines]
        self.query_one("#news-text", Static).update(Text("\n").join(rows))
        panel = self.query_one("#news")
        panel.border_title = self.words("since")
        panel.scroll_home(animate=False)

    def _fill_tip(self, tip: Sequence[Candidate], reading: Reading | None) -> None:
        """Advice takes the place of the news until the next move."""
        room = max(20, self.query_one("#news").size.width - 9)
        rows = [Text(self.words("tip_sought"), "italic")] if not tip else []
        for found in tip:
            number = self.choices.index(found.move)
            share = percent(found.value, self.words.language, 0)
            row = Text.assemble((f"{share:>4} ", "bold"), (f"{number + 1:>2} ", "dim"))
            row.append_text(label(found.move, self.view, self.words, room))
            row.truncate(room + 8, overflow="ellipsis")
            rows.append(row)
        if tip and reading is not None:
            side, words = self.session.eyes, self.words
            assert side is not None
            rows.append(Text(phrase("belief.title", words.language), "dim"))
            rows += [
                Text(line) for line in belief_lines(reading, side, words.edition, words.language)
            ]
        self.query_one("#news-text", Static).update(Text("\n").join(rows))
        panel = self.query_one("#news")
        panel.border_title = self.words("tip_title")
        panel.scroll_home(animate=False)

    def _fill_keys(self) -> None:
        parts = {}
        for key, action in KEYS:
            target, name = action.split(".")
            parts[key] = Content.from_markup(
                f"[b]{key}[/b] [@click={target}.{name}()]{self.words(f'short_{name}')}[/]"
            )
        for key in SPARED_KEYS:
            if sum(part.cell_length + 2 for part in parts.values()) > self.size.width:
                del parts[key]
        self.query_one("#keys", Static).update(Content("  ").join(parts.values()))

    # Marking

    @property
    def marked(self) -> int | None:
        return self.query_one("#choices", OptionList).highlighted if self.choices else None

    @property
    def marked_card(self) -> int | None:
        return None if self.marked is None else self.choices[self.marked].card

    def mark(self, last: int | None = None) -> None:
        """Show what the highlighted choice speaks of and would do."""
        if self.is_hidden:
            return
        view, words, marked = self.view, self.words, self.marked
        options = self.query_one("#choices", OptionList)
        for index in {last, marked} - {None}:
            if index is not None and index < options.option_count:
                options.replace_option_prompt_at_index(index, self._option(index, index == marked))
        scene = Scene(view, words, self.choices, marked)
        self.query_one(BoardPicture).show(scene)
        self.query_one(TrackPicture).show(scene)
        rows = hand_rows(view, words, self.size.width, self.marked_card)
        self.query_one("#hand", Static).update(Text("\n").join(rows))
        text = detail(view, self.choices[marked], words) if marked is not None else Text()
        self.query_one("#detail-text", Static).update(text)
        self.query_one("#detail").scroll_home(animate=False)
        self._fill_prompt()

    def notice(self, text: str) -> None:
        """Say something about what was just tried, until something else is done."""
        self._notice = text
        self._fill_prompt()

    def _fill_prompt(self) -> None:
        view, words = self.view, self.words
        if view.result is not None:
            text = Text(f"★ {words.say(view.result.message)}", "bold")
        elif view.decision is not None:
            sign = POINTER if self.choices else "…"
            text = Text(f"{sign} {words.say(view.decision.prompt)}", "bold")
        else:
            text = Text()
        if self._dots:
            text.append(f"\n{self._thinking}{'.' * (self._dots % (MOST_DOTS + 1))}", "italic")
        if self._notice:
            text.append(f"\n✗ {self._notice}", "bold red")
        self.query_one("#prompt", Static).update(text)

    @property
    def _thinking(self) -> str:
        """Who is thinking, in words."""
        decider = self.session.decider
        seat = PERSON if decider is None else self.session.seats[decider]
        if level_of(seat) is None:
            return self.words("thinking_computer")
        return self.words("thinking", name=name_of(seat, self.words.language))

    def hand_clicked(self, x: int) -> None:
        """Highlight the first choice of the clicked card."""
        card = hand_at(self.view, x, self.size.width)
        for index, move in enumerate(self.choices):
            if move.card == card:
                self.highlight(index)
                return

    def highlight(self, index: int) -> None:
        self.query_one("#choices", OptionList).highlighted = index
