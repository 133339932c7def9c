"""State of a game in plain mode: texts, choices, and what each person has been told."""

from __future__ import annotations

import collections
import itertools
from collections.abc import Callable, Iterable

from watergate.edition import Side
from watergate.rules import Entry, Move

from ..session import Session
from . import answers, look
from .words import SpokenWords

Read = Callable[[str], str]
Write = Callable[[str], object]

LOG_LINES = 10
MOST_DIGITS = 5
DEALING = ("round_begins", "card_drawn", "evidence_laid_out")
"""What has happened before anybody has done anything."""


class PlainTable:
    def __init__(self, session: Session, language: str, read: Read, write: Write) -> None:
        self.session, self.read, self.write = session, read, write
        self.words = SpokenWords(session.edition, language)
        log = session.view.log
        self.is_new = all(entry.key.startswith(DEALING) for entry in log)
        since = -1 if self.is_new else log[-LOG_LINES:][0].ply - 1
        self.told: dict[Side | None, int] = collections.defaultdict(lambda: since)
        """Up to which ply each person has been told what happened."""
        self.choices: list[Move] = []
        self.announced: Side | None = None
        """The side whose computer player was said to be thinking, since a person decided."""

    # Telling

    def tell(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def say(self, key: str, **values: str | int) -> None:
        self.write(self.words.say(key, **values))

    def tell_entries(self, entries: Iterable[Entry]) -> None:
        """What happened, in words; what happened several times in a row is told once."""
        texts = (self.words.message(entry.message) for entry in entries)
        for text, same in itertools.groupby(texts):
            count = len(list(same))
            self.write(text if count == 1 else self.words.say("times", text=text, number=count))

    def tell_news(self) -> None:
        """What has happened since the person who looks was last told."""
        session, words = self.session, self.words
        is_first = session.eyes not in self.told
        news = session.events_since(self.told[session.eyes])
        self.told[session.eyes] = session.view.ply
        self.tell_entries(news)
        if session.is_over or not session.people:
            return
        if is_first or any(entry.key == "round_begins" for entry in news):
            self.tell(look.momentum(session.view, words))
            self.tell(look.board(session.view, words))

    def offer(self) -> None:
        """The situation where it is needed, the prompt, and the choices with their numbers."""
        view, words = self.session.view, self.words
        assert view.decision is not None
        self.choices = sorted(view.moves, key=lambda move: move.card or 0)
        if view.decision.kind == "play":
            self.tell(look.brief(view, words))
            self.tell(look.track(view, words))
        self.write(words.message(view.decision.prompt))
        for number, move in enumerate(self.choices, start=1):
            self.say("choice", number=number, text=words.move(move, view))
        self.say("your_choice")

    # Understanding and doing

    def meant(self, text: str) -> Move | None:
        """The move somebody means by a number or notation; if there is none, that is said."""
        count = len(self.choices)
        if is_number(text):
            if len(text) < MOST_DIGITS and 1 <= int(text) <= count:
                return self.choices[int(text) - 1]
            self.say("no_such_choice", text=answers.shown(text), number=count)
            return None
        move = answers.move_called(text, self.session.edition)
        if move is None:
            self.say("not_understood", text=answers.shown(text), number=count)
        return move

    def doing(self, deed: Callable[[], None]) -> bool:
        """Do something that saves the game; if that fails, say so. Whether it went well."""
        try:
            deed()
        except OSError as error:
            self.say("not_saved", text=str(error.strerror or error))
            return False
        return True

    def keep(self) -> bool:
        """Save the game and say where; whether it is saved."""
        path = self.session.path
        if path is None:
            self.say("no_file")
        elif self.doing(self.session.save):
            self.say("saved", text=str(path))
            return True
        return False


def is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()
