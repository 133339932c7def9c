"""A new game in the plain mode: which one, and which levels, asked line by line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from watergate.players import LEVELS

from ..newgame import ASKED, NEW_GAMES, seats_for
from ..session import last_opponent
from .answers import shown
from .commands import Left, command_called
from .table import MOST_DIGITS, Read, Write, is_number
from .words import SpokenWords


@dataclass(frozen=True)
class Menu:
    """Asks, and reads answers; `read` and `write` are those of `plain.run`."""

    words: SpokenWords
    read: Read = input
    write: Write = print

    def seats(self) -> tuple[str, str] | None:
        """Who plays the Editor and who Nixon; None if whoever was asked wants to leave."""
        levels = [f"level:{level.number}" for level in LEVELS]
        words, chosen = self.words, list[str]()
        try:
            games = (words.say(f"menu_{game}") for game in NEW_GAMES)
            game = NEW_GAMES[self._asked("menu_title", games, 0)]
            for question in ASKED[game]:
                usual = levels.index(chosen[-1] if chosen else last_opponent())
                chosen.append(levels[self._asked(question, map(words.player, levels), usual)])
        except (Left, EOFError):
            return None
        return seats_for(game, chosen)

    def _asked(self, question: str, answers: Iterable[str], usual: int) -> int:
        """The place of the answer that is chosen by its number, or by an empty line."""
        words, count = self.words, 0
        self.write(words.say(question))
        for count, answer in enumerate(answers, start=1):
            self.write(words.say("choice", number=count, text=answer))
        self.write(words.say("menu_choice", number=count, usual=usual + 1))
        while text := self.read("").strip():
            if command_called(text, words) == "quit":
                raise Left
            if is_number(text) and len(text) < MOST_DIGITS and 1 <= int(text) <= count:
                return int(text) - 1
            self.write(words.say("menu_wrong", text=shown(text)))
            self.write(words.say("menu_choice", number=count, usual=usual + 1))
        return usual
