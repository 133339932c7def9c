"""The terminal application: the menu, the table, the end of a game, saving and leaving."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import ClassVar

from rich.terminal_theme import TerminalTheme
from textual.app import App
from textual.binding import Binding, BindingType

from watergate.edition import Edition, Side, standard_edition
from watergate.players import plays_by_tree
from watergate.players.seating import thinks
from watergate.rules import WatergateError
from watergate.texts import LANGUAGES, phrase

from . import pages
from .base import Worded
from .dialogs import Dialog, NameDialog
from .newgame import NEW_GAMES, level_sheet, seats_for
from .preparing import Preparing
from .reader import Reader
from .session import Session, default_name, last_opponent, save_path, saved_games
from .sheet import Sheet
from .table import Table
from .tableau import Tableau
from .words import Words

PACE = 0.7
MOST_SAVES = 30
COLORS = TerminalTheme(
    (18, 18, 18), (224, 224, 224),
    [(0, 0, 0), (224, 82, 82), (95, 190, 95), (229, 192, 77),
     (86, 145, 240), (205, 130, 220), (90, 200, 210), (224, 224, 224)],
    [(125, 125, 125), (255, 110, 110), (130, 220, 130), (255, 220, 110),
     (110, 170, 255), (230, 160, 240), (120, 225, 235), (255, 255, 255)],
)  # fmt: skip
"""What the names of colours in the drawings mean: black to white, then the bright ones."""


class WatergateApp(App[None]):
    """Plays games at one terminal. With no session it begins with its menu."""

    CSS_PATH = "app.tcss"
    TITLE = "Watergate"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        ("L", "language", ""),
        Binding("ctrl+c,ctrl+q", "leave", "", priority=True),
    ]

    def __init__(
        self,
        session: Session | None = None,
        *,
        language: str = "en",
        edition: Edition | None = None,
        pace: float = PACE,
    ) -> None:
        super().__init__()
        self.ansi_theme_dark = COLORS
        self.session, self.language, self.pace = session, language, pace
        self._edition = edition or (session.edition if session else standard_edition())
        self._preparing = Preparing()

    @property
    def words(self) -> Words:
        return Words(self._edition, self.language)

    def on_mount(self) -> None:
        self._preparing.begin()
        if self._preparing.seconds is not None:
            self.set_interval(1.0, self._tell_of_engine)
        if self.session is None:
            self.menu()
        else:
            self.play(self.session)

    def on_unmount(self) -> None:
        self._preparing.stop()

    # The engine in the making

    @property
    def engine_status(self) -> str:
        seconds = self._preparing.seconds
        return "" if seconds is None else self.words("preparing_short", seconds=seconds)

    def adopt_engine(self) -> None:
        if self._preparing.adopt():
            self.note(self.words("prepared"))

    def _tell_of_engine(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, Tableau) and screen.is_mounted:
                screen.fill_head()
        screen = self.screen
        if isinstance(screen, Dialog) and screen.is_mounted and self.session is None:
            screen.relabel()

    # Games

    def play(self, session: Session) -> None:
        self._to_the_bottom()
        self.session = session
        if thinks(session.seats.values()) and self._preparing.is_slow:
            self.note(self.words("unprepared"))
        if any(plays_by_tree(seat, session.edition) for seat in session.seats.values()):
            self.note(phrase("players.unlearnt", self.language))
        self.push_screen(Table(session))

    def new_game(self, editor: str, nixon: str) -> None:
        session = Session.start(editor=editor, nixon=nixon, edition=self._edition)
        session.path = save_path(default_name())
        try:
            session.save()
        except OSError as error:
            self.note(self.words("not_saved", text=str(error)), is_bad=True)
        self.play(session)

    def game_over(self) -> None:
        self.call_later(self._show_end)

    def _show_end(self) -> None:
        if self.return_code is None:  # nobody is leaving
            self.push_screen(Dialog(self._end_sheet), self._after_end)

    def _end_sheet(self, words: Words) -> Sheet:
        assert self.session is not None
        result = self.session.view.result
        assert result is not None
        won = words.say(result.message)
        why = words(f"why_{result.way}")
        name = words("saved_as", name=self._game_name())
        keys = ("look", "rematch", "again", "save_record", "menu", "quit")
        return Sheet(f"★ {won}", f"{why}\n\n{name}", [(key, words(f"end_{key}")) for key in keys])

    def _after_end(self, chosen: str | None) -> None:
        assert self.session is not None
        seats = self.session.seats
        match chosen:
            case "rematch":
                self.new_game(seats[Side.NIXON], seats[Side.EDITOR])
            case "again":
                self.new_game(seats[Side.EDITOR], seats[Side.NIXON])
            case "save_record":
                self.action_save_as(self.game_over)
            case "menu":
                self.menu()
            case "quit":
                self.exit()

    # The menu

    def menu(self) -> None:
        self._to_the_bottom()
        self.session = None
        self.push_screen(Dialog(self._menu_sheet, closes=False), self._after_menu)

    def _menu_sheet(self, words: Words) -> Sheet:
        keys = (*NEW_GAMES, "resume", "rules", "language", "quit")
        text = words("menu_text")
        if self._preparing.seconds is not None:
            text += "\n\n" + words("preparing", seconds=self._preparing.seconds)
        return Sheet("W A T E R G A T E", text, [(key, words(f"menu_{key}")) for key in keys])

    def _after_menu(self, chosen: str | None) -> None:
        self.adopt_engine()
        match chosen:
            case "editor" | "nixon" | "two" | "watch":
                self._choose_levels(chosen)
            case "resume":
                self.push_screen(Dialog(_saves_sheet), self._after_saves)
            case "rules":
                page = Reader("page_short", pages.short_rules_page)
                self.push_screen(page, lambda _: self.menu())
            case "quit":
                self.exit()
            case _:
                if chosen == "language":
                    self.action_language()
                self.menu()

    def _choose_levels(self, game: str, *levels: str) -> None:
        """Ask for one level after the other, until nobody is missing from a new game."""
        seats = seats_for(game, levels)
        if seats is not None:
            self.new_game(*seats)
            return

        def chosen(level: str | None) -> None:
            if level:
                self._choose_levels(game, *levels, level)
            else:
                self.menu()

        marked = levels[-1] if levels else last_opponent()
        self.push_screen(Dialog(level_sheet(game, len(levels), marked)), chosen)

    def _after_saves(self, chosen: str | None) -> None:
        if not chosen:
            self.menu()
            return
        try:
            self.play(Session.resume(save_path(chosen), self._edition))
        except WatergateError as error:
            self.note(error.in_language(self.language), is_bad=True)
            self.menu()
        except OSError as error:
            self.note(str(error), is_bad=True)
            self.menu()

    # At any time

    def action_language(self) -> None:
        """Go on in the next language."""
        place = LANGUAGES.index(self.language)
        self.language = LANGUAGES[(place + 1) % len(LANGUAGES)]
        for screen in self.screen_stack:
            if isinstance(screen, Worded):
                screen.relabel()

    def action_save_as(self, then: Callable[[], None] | None = None) -> None:
        if self.session is None:
            return

        def named(name: str | None) -> None:
            if name:
                self._save_as(name)
            if then is not None:
                then()

        self.push_screen(NameDialog(self._game_name()), named)

    def _save_as(self, name: str) -> None:
        assert self.session is not None
        before = self.session.path
        try:
            path = save_path(name)
            if path != before and path.exists():
                self.note(self.words("name_taken", name=name), is_bad=True)
                return
            self.session.path = path
            self.session.save()
        except WatergateError:
            self.session.path = before
            self.note(self.words("bad_name"), is_bad=True)
        except OSError as error:
            self.session.path = before
            self.note(str(error), is_bad=True)
        else:
            self.note(self.words("saved_as", name=str(self.session.path)))

    def action_leave(self) -> None:
        """Quit, after saying that the game is saved."""
        if self.session is None or isinstance(self.screen, Dialog):
            self.exit()
        else:
            self.push_screen(Dialog(self._leave_sheet), self._after_leave)

    def _leave_sheet(self, words: Words) -> Sheet:
        keys = ("quit", "stay", "menu")
        text = words("saved_as", name=self._game_name()) + "\n" + words("leave_text")
        return Sheet(words("leave"), text, [(key, words(f"leave_{key}")) for key in keys])

    def _after_leave(self, chosen: str | None) -> None:
        if chosen == "quit":
            self.exit()  # every move has been saved
        elif chosen == "menu":
            self.menu()

    def note(self, text: str, *, is_bad: bool = False) -> None:
        self.notify(text, severity="error" if is_bad else "information", markup=False)

    def _game_name(self) -> str:
        path = self.session.path if self.session else None
        return path.stem if path is not None else ""

    def _to_the_bottom(self) -> None:
        while len(self.screen_stack) > 1:
            self.pop_screen()


def _saves_sheet(words: Words) -> Sheet:
    names = []
    for path, changed in list(saved_games())[:MOST_SAVES]:
        when = datetime.fromtimestamp(changed).astimezone()
        names.append((path.stem, f"{path.stem}  ({when:%Y-%m-%d %H:%M})"))
    return Sheet(words("saves"), "" if names else words("no_saves"), [*names, ("", words("back"))])
