"""One game as environments of a single game play it: what it asks, and what a side observes."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
import numpy.typing as npt

from watergate.edition import Side
from watergate.edition.table import table_of
from watergate.engine import engine, entry
from watergate.rules import Game, IllegalMove
from watergate.rules.core import ids
from watergate.rules.core.chance import Streams
from watergate.rules.core.entries import observe_at
from watergate.rules.core.history import HISTORY
from watergate.rules.core.knowledge import HIDDEN, NOBODY_SIDE
from watergate.rules.core.observation import OBSERVATION, first_of
from watergate.rules.core.playout import MOST_ROUNDS_PLAYED
from watergate.rules.core.state import CHANCE, NOBODY, States, copied

from .kernel.one import COUNT_MASK, DECIDER, DECIDER_MASK, NO_MOVE, ROUND, advance_one, odds_one

Row = npt.NDArray[np.uint8]
_NOTHING_HIDDEN = np.zeros(1, HIDDEN)
_VIEWER = slice(first_of("viewer"), first_of("viewer") + 2)
_SIDES: tuple[Side | None, ...] = (*Side, None, None)


class OneGame:
    """A game that asks for one decision after the other, until it ends or its rounds are up.

    It keeps nothing but the position and the open history of the round, so that a step and a copy
    are quick; `game` has the rest. With `luck` draws are made, without they are asked for like any
    decision. `folds`: moves that leave no choice are made without asking.
    """

    def __init__(
        self, game: Game, *, luck: Streams | None = None, folds: bool = False,
        rounds: int = MOST_ROUNDS_PLAYED,
    ) -> None:  # fmt: skip
        self.folds, self.rounds = folds, rounds
        self._luck = luck
        self._states, self._tables = game.states, table_of(game.edition)
        self._histories = np.zeros(1, HISTORY)
        self._moves = np.zeros(ids.MOST_LEGAL, np.int16)
        self._game, self._game_is_shared = game, False
        self._missed: list[int] = []
        """The moves that `_game` has not made yet."""
        self._settle(NO_MOVE)

    decider: int
    """EDITOR, NIXON or CHANCE; NOBODY after the end."""
    is_truncated: bool
    """Whether it was broken off because its rounds are up."""
    _legal: list[int] | None

    @property
    def game(self) -> Game:
        """The game with all that has happened in it, to look at. It catches up when asked for."""
        if self._missed:
            if self._game_is_shared:
                self._game, self._game_is_shared = self._game.copy(), False
            for move in self._missed:
                self._game.make(move)
            self._missed = []
        return self._game

    @property
    def is_over(self) -> bool:
        return self.decider == NOBODY

    @property
    def asked(self) -> Side | None:
        """The side that has to decide; None at a draw and after the end."""
        return _SIDES[self.decider]

    @property
    def returns(self) -> tuple[float, float]:
        """What the Editor and Nixon have won: 1 and -1, or nothing."""
        winner = int(self._states["winner"][0]) if self.decider == NOBODY else NOBODY
        if winner > Side.NIXON:
            return 0.0, 0.0
        return (1.0, -1.0) if winner == Side.EDITOR else (-1.0, 1.0)

    def play(self, move: int) -> None:
        """Make a move by its id; IllegalMove, and nothing else, if it is not legal."""
        legal = self._legal or self.legal_ids()
        if move not in legal:
            allowed = ", ".join(map(str, legal)) or "none, the game is over"
            raise IllegalMove(f"move {move} is not legal; legal: {allowed}")
        self._settle(int(move))

    def legal_ids(self) -> list[int]:
        """The ids of the legal moves, found once a decision."""
        if self._legal is None:
            self._legal = [move for move, _ in self.odds()]
        return self._legal

    def odds(self) -> list[tuple[int, float]]:
        """What the pending draw can bring: the ids of its moves, each with its probability."""
        weights, odds = np.zeros(ids.MOST_LEGAL, np.int16), np.zeros(ids.MOST_LEGAL)
        n = entry(odds_one)(self._states, self._tables, self._moves, weights, odds)
        self._legal = self._moves[:n].tolist()
        return list(zip(self._legal, odds[:n].tolist(), strict=True))

    def observe(self, side: Side) -> Row:
        """What a side knows, as numbers: `docs/observation.md`."""
        row = np.zeros(OBSERVATION, np.uint8)
        self.write_observation(side, row)
        return row

    def write_observation(self, side: int, row: npt.NDArray[Any]) -> None:
        """Write what a side knows into a row of zeros."""
        self._write(self._states, _NOTHING_HIDDEN, side, row)

    def observe_openly(self) -> Row:
        """What everybody knows, as the same numbers; nobody is the viewer."""
        states, hidden = copied(self._states), np.zeros(1, HIDDEN)
        engine().hide(states, 0, self._tables, hidden, NOBODY_SIDE)
        row = np.zeros(OBSERVATION, np.uint8)
        self._write(states, hidden, Side.EDITOR, row)
        row[_VIEWER] = 0
        return row

    def mask(self) -> npt.NDArray[np.int8]:
        """1 where a move of a side is legal; all ones where no side is asked."""
        if self.asked is None:
            return np.ones(ids.CHANCE_MOVES, np.int8)
        mask = np.zeros(ids.CHANCE_MOVES, np.int8)
        mask[self._moves[: len(self.legal_ids())]] = 1
        return mask

    def copy(self) -> Self:
        twin = type(self).__new__(type(self))
        self._game_is_shared = True
        twin.__dict__.update(self.__dict__)
        twin._states, twin._histories = copied(self._states), self._histories.copy()
        twin._moves, twin._missed = self._moves.copy(), self._missed[:]
        twin._luck = None if self._luck is None else self._luck.copy()
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def _write(
        self, states: States, hidden: npt.NDArray[np.void], side: int, row: npt.NDArray[Any]
    ) -> None:
        entry(observe_at)(states, 0, self._tables, hidden, self._histories, int(side), row)

    def _settle(self, move: int) -> None:
        """Make a move, or none, and all that nobody is asked for; note where the game stands."""
        advance = entry(advance_one)
        while True:
            if move != NO_MOVE:
                self._missed.append(move)
            found = advance(self._states, self._histories, self._tables, self._moves, move)
            who, n = found >> DECIDER & DECIDER_MASK, found & COUNT_MASK
            if who == CHANCE and self._luck is not None:
                move = engine().sample(self._states, 0, self._luck)
            elif n == 1 and self.folds and found >> ROUND <= self.rounds:
                move = int(self._moves[0])
            else:
                break
        self.is_truncated = who != NOBODY and found >> ROUND > self.rounds
        if self.is_truncated:
            who, n = NOBODY, 0
        self.decider = who
        self._legal = None if who == CHANCE else self._moves[:n].tolist()
