"""The controller of the table screen: choices, typed moves, take-backs, pages, computer moves."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from typing import ClassVar, TypeVar

from textual import work
from textual.binding import BindingType
from textual.suggester import SuggestFromList
from textual.widgets import Input, OptionList

from watergate.edition import Side
from watergate.players.advice import believed, best_of
from watergate.rules import Move, View

from . import pages
from .bigboard import BigBoard
from .dialogs import HandOver
from .pictures import Picked
from .reader import Reader
from .session import Session
from .strips import hand_of
from .tableau import Tableau
from .typed import Refused, read_typed

SHORTEST_PAUSE = 0.001
DOT_PACE = 0.3
Answer = TypeVar("Answer")


class Table(Tableau):
    """Plays a session until it is over; then the application says what is next."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *((str(n), f"digit({n})", "") for n in range(10)),
        ("colon,slash", "type", ""),
        ("question_mark,h", "card_help", ""),
        ("t", "tip", ""),
        ("f1", "keys", ""),
        ("b", "board", ""),
        ("r", "rules", ""),
        ("l", "log", ""),
        ("p", "piles", ""),
        ("u", "take_back", ""),
        ("s", "app.save_as", ""),
        ("q", "app.leave", ""),
        ("escape", "stop_typing", ""),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._digits = 0
        self._last_marked: int | None = None
        self._end_is_told = False

    def on_mount(self) -> None:
        self.query_one("#typed").display = False
        self.go_on()

    # The course of the game

    def go_on(self) -> None:
        """Do what the game asks for next: hand over, show, let the computer play, or end."""
        session = self.session
        side = session.handed_to
        self._digits, self._last_marked, self._notice, self._tip = 0, None, "", None
        self.speaking.adopt_engine()
        if side is not None:
            session.look_away()
            self.clear()
            self.app.push_screen(HandOver(side), self._seated)
            return
        self.relabel()
        if session.is_over:
            self._tell_end()
        else:
            self._end_is_told = False
            if session.computer_is_next:
                self._computer_move()

    def _tell_end(self) -> None:
        """At once, or when whoever reads or answers something else has come back."""
        if self.app.screen is self and not self._end_is_told:
            self._end_is_told = True
            self.speaking.game_over()

    def on_screen_resume(self) -> None:
        if self.session.is_over:
            self._tell_end()

    def _seated(self, side: Side | None) -> None:
        if side is not None:
            self.session.take_seat(side)
            self.go_on()

    def on_unmount(self) -> None:
        self.session.leave()

    @work(exclusive=True, group="computer")
    async def _computer_move(self) -> None:
        """Think at once, and move after a pause at the earliest, so that people can follow."""
        session = self.session
        earliest = time.monotonic() + self.speaking.pace
        dots = self.set_interval(DOT_PACE, self._add_dot)
        self._add_dot()
        try:
            move = await _thought(session.computer_thinks(), session.leave)
            await asyncio.sleep(max(earliest - time.monotonic(), SHORTEST_PAUSE))
        finally:
            dots.stop()
            self._dots = 0
        with self._telling_if_unsaved():
            session.computer_moves(move)
        self.call_later(self.go_on)  # not from here: it would end this worker for the next

    def _add_dot(self) -> None:
        self._dots += 1
        if not self.is_hidden:
            self._fill_prompt()

    def choose(self, move: Move) -> None:
        session = self.session
        if not session.person_is_next or session.eyes is None:
            return
        session.stop_advice()
        self.told[session.eyes] = self.view.ply
        with self._telling_if_unsaved():
            session.choose(move)
        self.go_on()

    @contextlib.contextmanager
    def _telling_if_unsaved(self) -> Iterator[None]:
        """A move that could not be saved is played all the same, and its player is told."""
        try:
            yield
        except OSError as error:
            self.speaking.note(self.words("not_saved", text=str(error)), is_bad=True)

    # Choosing

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option_index < len(self.choices):
            self.choose(self.choices[event.option_index])

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._digits, self._notice = 0, ""
        last, self._last_marked = self._last_marked, event.option_index
        self.mark(last if last is not None else 0)

    def on_picked(self, event: Picked) -> None:
        """A click on the board or track highlights; on what is highlighted already, it chooses."""
        event.stop()
        if event.index == self.marked:
            self.choose(self.choices[event.index])
        else:
            self.highlight(event.index)

    def action_digit(self, digit: int) -> None:
        """Choose by number; a number that could go on waits for its second digit, or Enter."""
        number = 10 * self._digits + digit
        if not 1 <= number <= len(self.choices):
            number = digit
        if not 1 <= number <= len(self.choices):
            self._digits = 0
        elif 10 * number <= len(self.choices):
            self.highlight(number - 1)
            self.call_later(self._wait_for_digit, number)
        else:
            self.choose(self.choices[number - 1])

    def _wait_for_digit(self, number: int) -> None:
        self._digits = number

    def action_take_back(self) -> None:
        if self.session.can_take_back:
            with self._telling_if_unsaved():
                self.session.take_back()
            self.go_on()
        else:
            self.notice(self.words("cannot_take_back"))

    # Advice

    def action_tip(self) -> None:
        """The best choices, from what the one who decides can see."""
        if not self.session.person_is_next or not self.choices:
            self.notice(self.words("no_tip"))
        elif self._tip is None:
            self._tip = ()
            self._fill_news()
            self._seek_tip(self.view)

    @work(exclusive=True, group="advice")
    async def _seek_tip(self, view: View) -> None:
        thought = await _thought(self.session.advice(), self.session.stop_advice)
        if self._tip is None or view.position != self.view.position:
            return  # the person has decided without
        self._tip, self._reading = best_of(thought), believed(thought)
        self._fill_news()
        if self._tip:
            self.highlight(self.choices.index(self._tip[0].move))

    # Typing

    def action_type(self) -> None:
        if not self.choices:
            return
        field = self.query_one("#typed", Input)
        field.placeholder = self.words("type_hint", move=str(self.choices[0]))
        field.suggester = SuggestFromList([str(move) for move in self.choices])
        field.value = ""
        field.display = True
        self.query_one("#keys").display = False  # the line takes its place, so that nothing jumps
        field.focus()

    def action_stop_typing(self) -> None:
        self.query_one("#typed").display = False
        self.query_one("#keys").display = True
        self.query_one("#choices").focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        try:
            move = read_typed(event.value, self.view, self.choices, self.words)
        except Refused as refusal:
            self.notice(str(refusal))
            return
        self.action_stop_typing()
        self.choose(move)

    # Reading

    def action_card_help(self) -> None:
        """Help on the highlighted card, or on one that the decision is about; otherwise on keys."""
        view = self.view
        cards = [*view.chain[-1:], *view.in_play[-1:], *hand_of(view)[:1]]
        card = self.marked_card or next(iter(cards), None)
        if card is None:
            self.action_keys()
        else:
            self.app.push_screen(Reader("page_card", pages.card_page(view, card)))

    def action_keys(self) -> None:
        self.app.push_screen(Reader("page_keys", pages.keys_page))

    def action_rules(self) -> None:
        self.app.push_screen(Reader("page_rules", pages.rules_page))

    def action_log(self) -> None:
        since = self.told.get(self.session.eyes, 0)
        self.app.push_screen(Reader("page_log", pages.log_page(self.view, since), at_end=True))

    def action_piles(self) -> None:
        self.app.push_screen(Reader("page_piles", pages.piles_page(self.view)))

    def action_board(self) -> None:
        self.app.push_screen(BigBoard(self.view))


async def _thought(think: Callable[[], Answer], stop: Callable[[], None]) -> Answer:
    """What somebody thinks, in a thread; when nobody waits for it any more, it is stopped."""
    thinking = asyncio.ensure_future(asyncio.to_thread(think))
    try:
        return await asyncio.shield(thinking)
    except asyncio.CancelledError:
        while not thinking.done():
            stop()  # again: one that just begins may miss it
            await asyncio.sleep(SHORTEST_PAUSE)
        thinking.exception()  # whatever it was, nobody wants to know
        raise
