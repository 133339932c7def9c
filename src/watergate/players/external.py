"""A player that is another program, which speaks the bot protocol (`docs/bot-protocol.md`).

The program is given views and nothing else. It is never trusted: it may be missing, crash, hang,
flood, or answer nonsense, and each of these becomes a `PlayerFailed` that says so. What it writes
is read in one thread, up to a limit in bytes and in time (`conversation.py`).
"""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from watergate.edition import Edition, standard_edition
from watergate.rules import Move, View, WatergateError

from .base import Player, PlayerFailed
from .conversation import Conversation
from .protocol import PROTOCOL, on_one_line, read_bestmove, write_go
from .thinking import Budget

_BUDGET = re.compile(r"([0-9.]+s?):(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Limits:
    """How many seconds a program may take before it counts as hung."""

    start: float = 60.0
    """To say which protocol it speaks."""
    ready: float = 300.0
    """To be ready for a game; programs may load or compile what they need."""
    grace: float = 10.0
    """To answer, beyond the seconds of its budget."""
    simulations: float = 600.0
    """To answer, if its budget is in simulations only."""


class ExternalPlayer(Player):
    """Starts the program with its first choice, and ends it with `close`.

    It is not asked where there is only one move.
    """

    def __init__(
        self,
        command: Sequence[str],
        budget: Budget = Budget(seconds=1.0),  # noqa: B008 - a frozen value
        seed: int | None = None,
        edition: Edition | None = None,
        limits: Limits = Limits(),
    ) -> None:
        self.name = f"cmd:{shlex.join(command)}"
        self._command = command
        self._budget = budget
        self._seed = seed
        self._edition = edition or standard_edition()
        self._limits = limits
        self._conversation: Conversation | None = None
        self._failure: str | None = None
        _check_program(self.name, command)

    @classmethod
    def named(cls, rest: str, seed: int | None, edition: Edition | None) -> ExternalPlayer:
        """From what stands behind `cmd:`, a command line with or without a budget before it.

        >>> ExternalPlayer.named("2s:python3 bot.py", None, None).name
        'cmd:python3 bot.py'
        """
        found = _BUDGET.fullmatch(rest)
        line = found[2] if found else rest
        try:
            command = shlex.split(line)
        except ValueError as error:
            raise WatergateError(f"{line!r} is no command line: {error}") from None
        if not command:
            raise WatergateError("cmd: needs a command line, like cmd:python3 bot.py")
        if found:
            return cls(command, Budget.parse(found[1]), seed=seed, edition=edition)
        return cls(command, seed=seed, edition=edition)

    def choose(self, view: View) -> Move:
        if self._failure is not None:
            raise PlayerFailed(self._failure)
        if len(view.moves) == 1:
            return view.moves[0]
        try:
            return self._ask(view)
        except PlayerFailed as failure:
            self._failure = f"{on_one_line(self.name, 80)} {failure}"
            self._end()
            raise PlayerFailed(self._failure) from None

    def close(self) -> None:
        """Ask the program to quit, and end it with all it has started if it does not."""
        self._end()
        self._failure = self._failure or f"{self.name} is closed"

    def _end(self) -> None:
        if self._conversation is not None:
            self._conversation.end()
            self._conversation = None

    def _ask(self, view: View) -> Move:
        if self._conversation is None:
            self._conversation = Conversation(self._command)
            self._greet(self._conversation)
        self._conversation.say(f"position {view.to_json().decode()}", write_go(self._budget))
        answer = self._conversation.hear("bestmove", self._time_to_think())
        return _legal(read_bestmove(answer), view)

    def _greet(self, conversation: Conversation) -> None:
        """Agree on the protocol and begin a game."""
        conversation.say(f"protocol {PROTOCOL}")
        spoken = conversation.hear("protocol", self._limits.start)
        if spoken != str(PROTOCOL):
            raise PlayerFailed(f"speaks protocol {on_one_line(spoken)!r}; allowed: {PROTOCOL}")
        seed = "" if self._seed is None else f" seed {self._seed}"
        conversation.say(f"newgame edition {self._edition.digest}{seed}", "isready")
        conversation.hear("readyok", self._limits.ready)

    def _time_to_think(self) -> float:
        if self._budget.seconds is None:
            return self._limits.simulations
        return self._budget.seconds + self._limits.grace


def _check_program(name: str, command: Sequence[str]) -> None:
    """Refuse what cannot be started before any game has begun."""
    if sys.platform == "win32":
        raise PlayerFailed(f"{name}: programs can be players on Linux and macOS only")
    if shutil.which(command[0]) is None:
        raise PlayerFailed(f"{name}: there is no program {command[0]!r}")


def _legal(text: str, view: View) -> Move:
    for move in view.moves:
        if str(move) == text:
            return move
    allowed = on_one_line(", ".join(str(move) for move in view.moves))
    raise PlayerFailed(f"answered {on_one_line(text, 80)!r}, which is not legal; legal: {allowed}")
