"""Base classes of the screens: texts of the catalogue, and switching the language."""

from __future__ import annotations

from typing import Protocol, TypeVar, cast

from textual.screen import ModalScreen, Screen

from .words import Words

Result = TypeVar("Result")


class Speaking(Protocol):
    """The application, as its screens see it."""

    pace: float

    @property
    def words(self) -> Words: ...

    @property
    def engine_status(self) -> str:
        """What is to be said about the engine in the making; nothing most of the time."""
        ...

    def adopt_engine(self) -> None:
        """Use the compiled engine from now on, if it is ready. Only while nobody thinks."""
        ...

    def note(self, text: str, *, is_bad: bool = False) -> None: ...

    def game_over(self) -> None: ...


class Worded(Screen[Result]):
    """A screen that knows the application's words."""

    @property
    def speaking(self) -> Speaking:
        return cast(Speaking, self.app)

    @property
    def words(self) -> Words:
        return self.speaking.words

    def relabel(self) -> None:
        """Say everything anew: the language has changed."""


class WordedModal(Worded[Result], ModalScreen[Result]):
    """A screen in front of another one."""
