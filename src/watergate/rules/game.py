"""`Game`: a state and its history, and the small API that everything above the rules uses.

>>> from watergate import Game
>>> game = Game.start(seed=1972)
>>> print(game.decider, len(game.moves))
editor 10
>>> events = game.play(game.moves[0])
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from watergate.edition import Edition, Side, standard_edition
from watergate.edition.table import table_of
from watergate.engine import engine

from .build_view import build_view, may_decide, result_of
from .caching import cached
from .core import ids
from .core import state as st
from .core.chance import Streams, seeded_streams, system_streams
from .core.events import KEYS, EventRow, new_log, rows_of, written
from .core.knowledge import HIDDEN_CARD, HIDDEN_CHOICE, HIDDEN_TOKEN
from .core.state import STATE, States, copied
from .digest import Digests
from .errors import IllegalMove
from .knowledge import Course, Knowledge
from .messages import Message, text_of
from .moves import Move, Notation, notation_of
from .names import SIDES
from .positions import read_position, write_position
from .prompts import Pending
from .state_bytes import end_of, kind_of, pending_of, round_of, turn_of
from .story import Entry, entries, is_hidden
from .viewers import Viewer, viewer_of
from .views import Result, View

CHANCE = "chance"
_DECIDERS = (Side.EDITOR, Side.NIXON, CHANCE, None)
"""By the numbers of `core/state.py`."""


@dataclass(frozen=True, slots=True)
class Ply:
    """One move with the state after it, and what happened in it."""

    move: int
    by: int
    """Who made it, as a number."""
    state: bytes
    rows: bytes


class Glimpse(NamedTuple):
    """How a game stands for one who has followed its events: what these do not tell."""

    pending: Pending | None
    """What is to be decided (`build_view.undecided` tells it as a viewer may read it)."""
    moves: list[int] | None
    """The ids of the moves, for the decider."""
    digest: str
    """Of the view that the events lead to (`digest.py`)."""


class Glimpses:
    """Of one moment of a game, for all its viewers: what is the same for all is found once."""

    def __init__(self, game: Game, *, moves: bool) -> None:
        self._game, self._moves = game, moves
        self._pending = pending_of(game._bytes)
        self._decider = SIDES[game._decider()]
        self._digests = Digests(game._now, game.edition, game.ply)

    def of(self, viewer: Viewer) -> Glimpse:
        may = self._moves and self._pending is not None and may_decide(viewer, self._decider)
        moves = self._game.legal_ids() if may else None
        return Glimpse(self._pending, moves, self._digests.of(viewer))


class Game:
    """A game from its start to now.

    Made with `Game.start` (draws are made for you) or `Game.replay`/`Game.from_position` (with
    `luck=None` you play the moves of chance yourself). Not meant to be shared between threads.
    """

    def __init__(self, start: States, edition: Edition, luck: Streams | None = None) -> None:
        self.edition = edition
        self.tags: dict[str, str] = {}
        self._tables = table_of(edition)
        self._notation = notation_of(edition)
        self._luck = luck
        self._unforeseeable = False
        self._start = start.tobytes()
        self._first_rows = b""
        self._now: States = copied(start)
        self._who: int | None = None
        self._legal: list[int] | None = None
        self._plies: list[Ply] = []
        self._round_from = 0
        """The ply with which this round began."""
        self._logs: dict[Viewer, tuple[int, list[Entry]]] = {}
        self._courses: dict[Viewer, tuple[int, Knowledge, list[int]]] = {}

    # Making games

    @classmethod
    def new(cls, edition: Edition | None = None) -> Game:
        """A game before its first draw, whose draws you make yourself."""
        edition = edition or standard_edition()
        game = cls(np.zeros(1, STATE), edition)
        log = new_log()
        engine().begin(game._now, 0, game._tables, log)
        game._start = game._now.tobytes()
        game._first_rows = written(log)
        return game

    @classmethod
    def start(cls, edition: Edition | None = None, seed: int | None = None) -> Game:
        """A game with its first cards dealt; without a seed, by the operating system's luck."""
        game = cls.new(edition)
        game.draw_at_random(seed)
        return game

    @classmethod
    def from_position(cls, line: str, edition: Edition | None = None) -> Game:
        """A game that begins with a position as text."""
        edition = edition or standard_edition()
        return cls(read_position(line, edition), edition)

    def draw_at_random(self, seed: int | None = None) -> None:
        """Make all draws of this game at random from now on, the pending ones at once."""
        self._unforeseeable = seed is None
        self._luck = system_streams() if seed is None else seeded_streams(seed)
        self._draw()

    def copy(self) -> Game:
        """An independent copy, with the same luck to come."""
        twin = Game.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin.tags, twin._now, twin._plies = dict(self.tags), copied(self._now), list(self._plies)
        twin._luck = None if self._luck is None else self._luck.copy()
        twin._logs, twin._courses = {}, {}
        return twin

    # Where the game stands

    @property
    def ply(self) -> int:
        """How many moves have been made, those of chance included."""
        return len(self._plies)

    @property
    def decider(self) -> Side | str | None:
        """The side to move, `"chance"`, or None when the game is over."""
        return _DECIDERS[self._decider()]

    def _decider(self) -> int:
        """Kept until the next move: it is asked for often."""
        if self._who is None:
            self._who = int(engine().decider(self._now, 0))
        return self._who

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves of whoever decides; for chance, everything that can be drawn."""
        return tuple(self._notation.moves[n] for n in self.legal_ids())

    def legal_ids(self) -> list[int]:
        """The ids of `moves`, in rising order; kept until the next move, too."""
        if self._legal is None:
            who = self._decider()
            if who == st.NOBODY:
                self._legal = []
            elif who == st.CHANCE:
                self._legal = list(self.outcomes())
            else:
                moves = np.empty(ids.MOST_LEGAL, np.int16)
                count = engine().legal(self._now, 0, self._tables, moves)
                self._legal = moves[:count].tolist()
        return list(self._legal)

    def outcomes(self) -> Mapping[int, int]:
        """What the pending draw can bring: the ids of its moves, each with its weight."""
        moves, weights = np.empty((2, ids.MOST_LEGAL), np.int16)
        n = engine().outcomes(self._now, 0, self._tables, moves, weights)
        return dict(zip(moves[:n].tolist(), weights[:n].tolist(), strict=True))

    @property
    def _bytes(self) -> bytes:
        """The state now."""
        return self._plies[-1].state if self._plies else self._start

    @property
    def round(self) -> int:
        return round_of(self._bytes)

    @property
    def turn(self) -> Side | None:
        """Whose turn of the card phase it is, if it is one."""
        return turn_of(self._bytes)

    @property
    def decision_kind(self) -> str | None:
        """What kind of decision or draw is pending, as in a view; None when the game is over."""
        return kind_of(self._bytes)

    @property
    def result(self) -> Result | None:
        """Who has won and how, or None while the game goes on."""
        return result_of(*end_of(self._bytes))

    def why_won(self, language: str = "en") -> str:
        """How the game ended, in words."""
        if self.result is None:
            return text_of(Message("result.open", {}), self.edition, language)
        return text_of(self.result.message, self.edition, language)

    @property
    def position(self) -> str:
        """The whole position as one line of text."""
        return write_position(self._now, self.edition)

    @property
    def start_position(self) -> str:
        return write_position(np.frombuffer(self._start, STATE), self.edition)

    @property
    def states(self) -> States:
        """The state now, as an array of one record; a copy."""
        return copied(self._now)

    @property
    def history(self) -> tuple[Move, ...]:
        return tuple(self._notation.moves[ply.move] for ply in self._plies)

    @property
    def history_ids(self) -> tuple[int, ...]:
        return tuple(ply.move for ply in self._plies)

    @property
    def notation(self) -> Notation:
        return self._notation

    # Seeing

    def view(self, viewer: Viewer | Side | str, *, log: bool = True, course: bool = True) -> View:
        """What a side, a spectator or, after the game, everyone may see.

        It is quicker to make without its log, as `events` has what is new, and without the course
        of the round, if it is not for a player that guesses by it.
        """
        viewer = viewer_of(viewer)
        return build_view(
            self._now,
            self.edition,
            viewer,
            ply=self.ply,
            legal=self.legal_ids,
            log=self.log(viewer) if log else (),
            course=self._course(viewer) if course and viewer.side is not None else None,
        )

    def glimpses(self, *, moves: bool = True) -> Glimpses:
        """What views say beyond what events tell; many times as quick to make."""
        return Glimpses(self, moves=moves)

    def glimpse(self, viewer: Viewer, *, moves: bool = True) -> Glimpse:
        """The same for a single viewer."""
        return self.glimpses(moves=moves).of(viewer)

    def _course(self, viewer: Viewer) -> Course:
        """The round so far, as a viewer saw it."""
        began, start, moves = self._courses.get(viewer, (-1, None, []))
        if start is None or began != self._round_from:
            began, moves = self._round_from, []
            start = Knowledge.of(self.state_at(began), self.edition, viewer)
            self._courses[viewer] = began, start, moves
        for ply in range(began + len(moves) + 1, self.ply + 1):
            move = self._plies[ply - 1].move
            moves.append(move if self.move_seen(ply, viewer) else _hidden(move))
        return Course(start, tuple(moves))

    def log(self, viewer: Viewer | Side | str) -> tuple[Entry, ...]:
        """The story of the game so far, as a viewer may read it."""
        viewer = viewer_of(viewer)
        plies, log = self._logs.get(viewer, (-1, []))
        for ply in range(plies + 1, self.ply + 1):
            log.extend(entry for entry in self.events(ply, viewer) if entry.is_told)
        self._logs[viewer] = self.ply, log
        return tuple(log)

    def events(self, ply: int, viewer: Viewer | Side | str) -> tuple[Entry, ...]:
        """What happened in one move, step by step, book-keeping included; ply 0 is the set-up."""
        return entries(self.event_rows(ply), ply, viewer_of(viewer), self.edition)

    def happened(self, ply: int) -> frozenset[str]:
        """The keys of what happened in one move, all of it."""
        return _keys(self._rows(ply))

    def event_rows(self, ply: int) -> Iterator[EventRow]:
        """The same as the core wrote it, hidden things included (`core/events.py`)."""
        return rows_of(self._rows(ply))

    def _rows(self, ply: int) -> bytes:
        return self._plies[ply - 1].rows if ply else self._first_rows

    def continue_log_of(self, earlier: Game) -> None:
        """Take over the story told so far from a game that this one goes on from, to be dropped."""
        self._logs = earlier._logs

    def move_seen(self, ply: int, viewer: Viewer | Side | str) -> Move | None:
        """The move made at a ply, counting from 1; None if it is hidden from the viewer."""
        events = self.events(ply, viewer)
        if events and is_hidden(events[0]):
            return None
        return self._notation.moves[self._plies[ply - 1].move]

    # Moving

    def play(self, move: Move | str | int) -> tuple[Entry, ...]:
        """Make a move, given in any form, and the draws that follow if luck does them.

        Returns what happened, all of it: show a side only what its view says.
        """
        before = self.ply
        self.make(self.checked(move))
        return tuple(
            entry for ply in range(before + 1, self.ply + 1)
            for entry in self.events(ply, Viewer.EVERYONE)
        )  # fmt: skip

    def checked(self, move: Move | str | int) -> int:
        """The id of a move that is legal now; else IllegalMove."""
        number = self._notation.id_of(move)
        legal = self.legal_ids()
        if number not in legal:
            raise self._refusal(number, legal)
        return number

    def make(self, number: int) -> None:
        """`play` for programs in a hurry: trusts that this id of a move is legal, tells nothing."""
        self._step(number)
        self._draw()

    def _refusal(self, number: int, legal: list[int]) -> IllegalMove:
        move = repr(self._notation.texts[number])
        if not legal:
            return IllegalMove("error.move_over", move=move)
        return IllegalMove("error.move_now", move=move, side=str(self.decider))

    def _step(self, number: int) -> None:
        by, before, log = self._decider(), self.round, new_log()
        engine().step(self._now, 0, self._tables, log, number)
        self._who = self._legal = None
        state = self._now.tobytes()
        self._plies.append(Ply(number, by, state, written(log)))
        if round_of(state) != before:
            self._round_from = self.ply

    def _draw(self) -> None:
        if self._luck is None:
            return
        while self._decider() == st.CHANCE:
            if self._unforeseeable:
                self._luck = system_streams()
            self._step(engine().sample(self._now, 0, self._luck))

    def unforeseeable_draw(self) -> int:
        """An outcome of the pending draw that nobody can foretell, as a move's id."""
        return int(engine().sample(self._now, 0, system_streams()))

    # Going back and forth

    def back_to(self, ply: int) -> None:
        """Take back everything after a ply. Luck goes on from where it is."""
        self._now = self.state_at(ply)
        self._who = self._legal = None
        del self._plies[ply:]
        self._logs, self._courses = {}, {}
        self._round_from = self._round_start(ply)

    def _round_start(self, ply: int) -> int:
        while ply and round_of(self._bytes_at(ply - 1)) == self.round:
            ply -= 1
        return ply

    def at(self, ply: int) -> Game:
        """A copy of this game as it was after a ply, whose draws you make yourself."""
        game = self.copy()
        game._luck = None
        game.back_to(ply)
        return game

    def replay(self) -> Iterator[Game]:
        """The game step by step, from its start to now."""
        return (self.at(ply) for ply in range(self.ply + 1))

    def state_at(self, ply: int) -> States:
        """The state after a ply, as an array of one record; a copy."""
        self._check_ply(ply)
        return np.frombuffer(bytearray(self._bytes_at(ply)), STATE)

    def _bytes_at(self, ply: int) -> bytes:
        return self._plies[ply - 1].state if ply else self._start

    def decided_by(self, ply: int) -> Side | str:
        """Who made the move that led to a ply: a side, or `"chance"`."""
        who = _DECIDERS[self._plies[ply - 1].by]
        assert who is not None
        return who

    def _check_ply(self, ply: int) -> None:
        if not 0 <= ply <= self.ply:
            raise IllegalMove("error.no_ply", ply=ply, last=self.ply)

    def __repr__(self) -> str:
        state = "over" if self.decider is None else f"{self.decider} decides"
        return f"<Game: round {self.round}, ply {self.ply}, {state}>"


@cached
def _keys(rows: bytes) -> frozenset[str]:
    return frozenset(KEYS[row[0]] for row in rows_of(rows))


def _hidden(move: int) -> int:
    """What stands for a hidden move in a course."""
    if move >= ids.TOKEN_DRAWN:
        return HIDDEN_TOKEN
    return HIDDEN_CARD if move >= ids.CHANCE_MOVES else HIDDEN_CHOICE
