"""A session of the bot protocol: what each command does.

Everything here happens in one thread, but for the thinking itself (`Thinking`), so the session can
answer while its player thinks. Whatever is wrong with a line is told in an `error` line.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard

from watergate import __version__
from watergate.edition import Edition, EditionError, load_edition
from watergate.players import Budget, Player, Thinker, player
from watergate.players.protocol import PROTOCOL, compact, on_one_line, write_bestmove
from watergate.rules import View, Viewer, WatergateError

from .reading import read_budget, read_number, read_pairs

SECONDS_BETWEEN_INFO = 1.0
STANDARD = "standard"

Say = Callable[[str], None]


@dataclass(frozen=True)
class BotSettings:
    """What a session begins with."""

    player: str
    edition: Path | None = None
    prepare: Callable[[], None] = lambda: None
    """Is called once, before the first player is made; may take its time."""


class NobodyListens(Exception):
    """What is said is no longer read."""


class Thinking:
    """A player at work on a view in a thread of its own; `report` is given the answer's line."""

    def __init__(self, chosen: Player, view: View, budget: Budget | None, report: Say) -> None:
        self._player = chosen
        self._is_stopped = False
        self._began = time.monotonic()
        self._informed = self._began
        work = (chosen, view, budget, report)
        threading.Thread(target=_think, args=work, name="thinking", daemon=True).start()

    def stop(self) -> None:
        self._is_stopped = True
        self.keep_stopped()

    def keep_stopped(self) -> None:
        """A stop may come before the player has begun to think, so it is said again."""
        if self._is_stopped and is_thinker(self._player):
            self._player.stop()

    def info(self) -> str | None:
        """Now and then, that it is still at work."""
        now = time.monotonic()
        if now - self._informed < SECONDS_BETWEEN_INFO:
            return None
        self._informed = now
        return f"info {compact({'seconds': round(now - self._began, 1)})}"


class Session:
    """`say` writes a line or raises `NobodyListens`.

    `report` hands a line from any thread to whoever calls `answered`.
    """

    def __init__(self, settings: BotSettings, say: Say, report: Say) -> None:
        self._say = say
        self._report = report
        self._prepare: Callable[[], None] | None = settings.prepare
        self._player_name = settings.player
        self._edition_name = str(settings.edition or STANDARD)
        self._edition = load_edition(settings.edition)
        self._seed: int | None = None
        self._player: Player | None = None
        self._view: View | None = None
        self._thinking: Thinking | None = None
        self.is_over = False

    @property
    def is_thinking(self) -> bool:
        return self._thinking is not None

    def hear(self, line: bytes) -> None:
        """Do what a line says; a line that begins with an unknown word says nothing."""
        parts = line.split(maxsplit=1)
        word = parts[0].decode(errors="replace") if parts else ""
        if word not in _WORDS:
            return
        try:
            if self._thinking and word not in _WHILE_THINKING:
                raise WatergateError(f"still thinking; allowed: {', '.join(_WHILE_THINKING)}")
            _WORDS[word](self, parts[1].strip() if len(parts) > 1 else b"")
        except NobodyListens:
            raise
        except Exception as error:  # whatever it was, the conversation goes on
            self.complain(word, error)

    def complain(self, word: str, error: Exception) -> None:
        self._say(_error(word, error))

    def answered(self, line: str) -> None:
        """The thinking is over, and this is what came of it."""
        self._thinking = None
        self._say(line)

    def tick(self) -> None:
        """To be called every now and then while it is thinking."""
        if self._thinking is not None:
            self._thinking.keep_stopped()
            if (info := self._thinking.info()) is not None:
                self._say(info)

    def end(self) -> None:
        """Nothing more will be asked; what is being thought about is answered soon."""
        self.is_over = True
        if self._thinking is not None:
            self._thinking.stop()

    def close(self) -> None:
        if self._player is not None:
            self._player.close()
            self._player = None

    # The words

    def _protocol(self, rest: bytes) -> None:
        name = on_one_line(self._player_name)
        self._say(f"id name Watergate {name}")
        self._say(f"id version {__version__}")
        self._say(f"option Player default {name}")
        self._say(f"option Edition default {on_one_line(self._edition_name)}")
        self._say(f"protocol {PROTOCOL}")

    def _setoption(self, rest: bytes) -> None:
        name, _, text = rest.decode().partition(" ")
        text = text.strip()
        if name not in _OPTIONS:
            raise WatergateError(f"there is no option {name!r}; allowed: {', '.join(_OPTIONS)}")
        if not text:
            raise WatergateError(f"option {name} needs a value")
        _OPTIONS[name](self, text)

    def _set_player(self, name: str) -> None:
        self._prepare_once()
        chosen = player(name, self._seed, self._edition)
        self.close()
        self._player, self._player_name = chosen, name

    def _set_edition(self, name: str) -> None:
        self._edition = load_edition(None if name == STANDARD else Path(name))
        self._edition_name = name
        self._view = None
        self.close()

    def _isready(self, rest: bytes) -> None:
        if self._thinking is None:
            self._make_ready()
        self._say("readyok")

    def _ping(self, rest: bytes) -> None:
        self._say(f"pong {rest.decode(errors='replace')}".rstrip())

    def _newgame(self, rest: bytes) -> None:
        facts = read_pairs(rest, ("edition", "seed"))
        if "edition" in facts:
            check_edition(facts["edition"], self._edition)
        self._seed = read_number("seed", facts["seed"]) if "seed" in facts else None
        self._view = None
        self.close()
        self._make_ready()

    def _position(self, rest: bytes) -> None:
        self._view = None  # a view that is refused must not leave an older one to be answered
        view = View.from_json(rest)
        check_edition(view.edition, self._edition)
        if view.viewer not in (Viewer.EDITOR, Viewer.NIXON):
            raise WatergateError(f"the viewer is {str(view.viewer)!r}; allowed: editor, nixon")
        self._view = view

    def _go(self, rest: bytes) -> None:
        budget = read_budget(rest)
        if self._view is None:
            raise WatergateError("no position to think about; allowed after: position VIEW")
        if self._view.decision is None:
            raise WatergateError("the game is over")
        chosen = self._make_ready()
        if not self._view.moves and not is_thinker(chosen):
            raise WatergateError(f"it is not {self._view.viewer}'s decision")
        self._thinking = Thinking(chosen, self._view, budget, self._report)

    def _stop(self, rest: bytes) -> None:
        if self._thinking is not None:
            self._thinking.stop()

    def _quit(self, rest: bytes) -> None:
        self.end()

    def _prepare_once(self) -> None:
        if self._prepare is not None:
            self._prepare()
            self._prepare = None

    def _make_ready(self) -> Player:
        self._prepare_once()
        if self._player is None:
            self._player = player(self._player_name, self._seed, self._edition)
        return self._player


_WORDS: dict[str, Callable[[Session, bytes], None]] = {
    "protocol": Session._protocol,
    "setoption": Session._setoption,
    "isready": Session._isready,
    "ping": Session._ping,
    "newgame": Session._newgame,
    "position": Session._position,
    "go": Session._go,
    "stop": Session._stop,
    "quit": Session._quit,
}
_WHILE_THINKING = ("protocol", "isready", "ping", "stop", "quit")
_OPTIONS = {"Player": Session._set_player, "Edition": Session._set_edition}


def is_thinker(someone: Player) -> TypeGuard[Thinker]:
    return callable(getattr(someone, "think", None))


def check_edition(digest: str, edition: Edition) -> None:
    if digest != edition.digest:
        raise WatergateError(
            f"edition {digest!r} is not played here; allowed: {edition.digest!r}"
            f" ({edition.name}), or another after: setoption Edition FILE"
        )


def _think(chosen: Player, view: View, budget: Budget | None, report: Say) -> None:
    report(_answer(chosen, view, budget))


def _answer(chosen: Player, view: View, budget: Budget | None) -> str:
    try:
        if is_thinker(chosen):
            thought = chosen.think(view, budget)
            return write_bestmove(thought.choice, thought)
        return write_bestmove(chosen.choose(view))
    except Exception as error:  # a view can be well formed and yet impossible
        return _error("go", error)


def _error(word: str, error: Exception) -> str:
    if isinstance(error, EditionError):
        text = "; ".join(str(problem) for problem in error.problems)
    elif isinstance(error, WatergateError):
        text = str(error)
    else:
        text = f"{type(error).__name__}: {error}"
    return f"error {word}: {on_one_line(text, 1000)}"
