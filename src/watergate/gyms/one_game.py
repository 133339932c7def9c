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
from watergate.rules.core.entries import observe_at
from watergate.rules.core.history import HISTORY, PLAYS, USES, add_pass, add_play, forget
from watergate.rules.core.knowledge import HIDDEN, NOBODY_SIDE
from watergate.rules.core.observation import OBSERVATION, first_of
from watergate.rules.core.playout import MOST_ROUNDS_PLAYED
from watergate.rules.core.state import States

Row = npt.NDArray[np.uint8]
_NOTHING_HIDDEN = np.zeros(1, HIDDEN)
_VIEWER = slice(first_of("viewer"), first_of("viewer") + 2)


class OpenHistory:
    """The record `HISTORY` as plain numbers, which plain Python changes faster."""

    __slots__ = ("order", "passes", "round_no", "uses")

    def __init__(self) -> None:
        self.uses, self.order, self.passes = [0] * USES, [0] * PLAYS, [0, 0]
        self.round_no = 0

    def add(self, move: int, side: int, round_no: int) -> None:
        """Add a side's move, as `core.history.remember` does."""
        if self.round_no != round_no:
            forget(self, round_no)
        if move == ids.PASS:
            add_pass(self, side)
        elif ids.PLAY_VALUE <= move < ids.REUSE_CARD:
            add_play(self, move // 64 - 1, move % 64)

    def record(self) -> npt.NDArray[np.void]:
        return np.array([(self.uses, self.order, self.passes, self.round_no)], HISTORY)

    def copy(self) -> OpenHistory:
        twin = OpenHistory()
        twin.uses, twin.order, twin.passes = self.uses[:], self.order[:], self.passes[:]
        twin.round_no = self.round_no
        return twin


class OneGame:
    """A game that asks for one decision after the other, until it ends or its rounds are up.

    `folds`: moves that leave no choice are made without asking.
    """

    def __init__(
        self, game: Game, *, folds: bool = False, rounds: int = MOST_ROUNDS_PLAYED
    ) -> None:
        self.game, self.folds, self.history = game, folds, OpenHistory()
        self.rounds = rounds
        self._settle()

    is_over: bool
    is_truncated: bool
    """Whether it was broken off because its rounds are up."""
    asked: Side | None
    """The side that has to decide; None at a draw and after the end."""
    _legal: list[int] | None

    @property
    def returns(self) -> tuple[float, float]:
        """What the Editor and Nixon have won: 1 and -1, or nothing."""
        result = self.game.result
        if result is None or result.winner is None:
            return 0.0, 0.0
        return (1.0, -1.0) if result.winner == str(Side.EDITOR) else (-1.0, 1.0)

    def play(self, move: int) -> None:
        """Make a move by its id; IllegalMove, and nothing else, if it is not legal."""
        legal = self.legal_ids()
        if move not in legal:
            allowed = ", ".join(map(str, legal)) or "none, the game is over"
            raise IllegalMove(f"move {move} is not legal; legal: {allowed}")
        self._make(int(move))
        self._settle()

    def legal_ids(self) -> list[int]:
        """The ids of the legal moves, found once a decision."""
        if self._legal is None:
            self._legal = [] if self.is_over else self.game.legal_ids()
        return self._legal

    def observe(self, side: Side) -> Row:
        """What a side knows, as numbers: `docs/observation.md`."""
        return self._row(self.game.states, _NOTHING_HIDDEN, side)

    def observe_openly(self) -> Row:
        """What everybody knows, as the same numbers; nobody is the viewer."""
        states, hidden = self.game.states, np.zeros(1, HIDDEN)
        engine().hide(states, 0, table_of(self.game.edition), hidden, NOBODY_SIDE)
        row = self._row(states, hidden, Side.EDITOR)
        row[_VIEWER] = 0
        return row

    def mask(self) -> npt.NDArray[np.int8]:
        """1 where a move of a side is legal; all ones where no side is asked."""
        if self.asked is None:
            return np.ones(ids.CHANCE_MOVES, np.int8)
        mask = np.zeros(ids.CHANCE_MOVES, np.int8)
        mask[self.legal_ids()] = 1
        return mask

    def copy(self) -> Self:
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.game, twin.history = self.game.copy(), self.history.copy()
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def _row(self, states: States, hidden: npt.NDArray[np.void], side: Side) -> Row:
        row = np.zeros(OBSERVATION, np.uint8)
        arguments: Any = table_of(self.game.edition), hidden, self.history.record(), int(side), row
        entry(observe_at)(states, 0, *arguments)
        return row

    def _make(self, move: int) -> None:
        if self.asked is not None:
            self.history.add(move, int(self.asked), self.game.round)
        self.game.make(move)

    def _settle(self) -> None:
        """Note where the game stands; make moves without a choice if they are folded in."""
        while True:
            who = self.game.decider
            self.is_truncated = who is not None and self.game.round > self.rounds
            self.is_over = who is None or self.is_truncated
            self.asked = who if isinstance(who, Side) and not self.is_over else None
            self._legal = None
            if not self.folds or self.asked is None or len(self.legal_ids()) > 1:
                return
            self._make(self.legal_ids()[0])
