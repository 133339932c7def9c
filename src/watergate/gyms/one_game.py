"""One game behind the environments: which decision is pending, and what a side observes."""

from __future__ import annotations

import ctypes
from struct import Struct
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from watergate.edition import Side
from watergate.edition.layout import CARDS
from watergate.edition.table import table_of
from watergate.engine import engine, entry
from watergate.rules import CHANCE as CHANCE_DECIDES
from watergate.rules import Game, IllegalMove
from watergate.rules.core import ids
from watergate.rules.core.chance import Streams
from watergate.rules.core.knowledge import NOBODY_SIDE
from watergate.rules.core.observation import OBSERVATION, first_of
from watergate.rules.core.playout import MOST_ROUNDS_PLAYED
from watergate.rules.core.state import CHANCE, NOBODY

from .kernel.one import DECIDERS, NO_MOVE, ONE_GAME, advance_one, observe_one

Row = npt.NDArray[np.uint8]
_VIEWER = slice(first_of("viewer"), first_of("viewer") + 2)
_SIDES: tuple[Side | None, ...] = (*Side, None, None)
_FOUND = [(decider, Struct(f"{moves}h").unpack_from)
          for moves in range(ids.MOST_LEGAL + 1) for decider in range(DECIDERS)]  # fmt: skip
"""By what `advance_one` returns: who decides, and what reads the moves at the memory's begin."""
_READ_ODDS = [Struct(f"{moves}d").unpack_from for moves in range(CARDS + 1)]
_ODDS_AT = ONE_GAME.fields["odds"][1]  # type: ignore[index]
_OF_THIS_PROCESS = {"_address", "_table", "_table_address", "_advance_one", "_observe_one"}


class OneGame:
    """A game that asks for one decision after the other, until it ends or its rounds are up.

    It keeps nothing but the position and the open history of the round, so that a step and a copy
    are quick; `game` has the rest. With `luck` draws are made, without they are asked for like any
    decision. `folds`: moves that leave no choice are made without asking.
    """

    def __init__(
        self, game: Game, *, luck: Streams | None = None, folds: bool = False,
        rounds: int = MOST_ROUNDS_PLAYED, first_draw: int = ids.CHANCE_MOVES,
    ) -> None:  # fmt: skip
        """`first_draw`: how the draws are numbered where they are asked for."""
        self.folds, self.rounds, self.first_draw = folds, rounds, first_draw
        self._luck, self._settles = luck, folds or luck is not None
        self._game, self._game_is_shared = game, False
        self._memory = bytearray(ONE_GAME.itemsize)
        self._settle_in()
        self._states.view(np.uint8)[:] = game.states.view(np.uint8)
        _part(self._memory, "rounds")[:], _part(self._memory, "first_draw")[:] = rounds, first_draw
        self._missed: list[int] = []
        """The moves that `_game` has not made yet."""
        self._make(NO_MOVE)
        self._missed.clear()
        self._settle()

    def _settle_in(self) -> None:
        """Note where everything is in this process: the tables, and the functions in use."""
        self._address = _address_of(self._memory)
        self._table = table_of(self._game.edition)
        self._table_address = self._table.ctypes.data
        self._advance_one, self._observe_one = entry(advance_one), entry(observe_one)

    decider: int
    """EDITOR, NIXON or CHANCE; NOBODY after the end."""
    legal: tuple[int, ...]
    """The ids of the legal moves; what the pending draw can bring, where one is asked for."""

    @property
    def game(self) -> Game:
        """The game with all that has happened in it, to look at. It catches up when asked for."""
        if self._missed:
            if self._game_is_shared:
                self._game, self._game_is_shared = self._game.copy(), False
            for move in self._missed:
                is_draw = self._game.decider == CHANCE_DECIDES
                self._game.make(move + ids.CHANCE_MOVES - self.first_draw if is_draw else move)
            self._missed = []
        return self._game

    @property
    def is_over(self) -> bool:
        return self.decider == NOBODY

    @property
    def is_truncated(self) -> bool:
        """Whether it was broken off because its rounds are up."""
        return self.decider == NOBODY and self._winner == NOBODY

    @property
    def asked(self) -> Side | None:
        """The side that has to decide; None at a draw and after the end."""
        return _SIDES[self.decider]

    @property
    def returns(self) -> tuple[float, float]:
        """What the Editor and Nixon have won: 1 and -1, or nothing."""
        if self.decider != NOBODY or self._winner > Side.NIXON:
            return 0.0, 0.0
        return (1.0, -1.0) if self._winner == Side.EDITOR else (-1.0, 1.0)

    def play(self, move: int) -> None:
        """Make a move by its id; IllegalMove, and nothing else, if it is not legal."""
        if move not in self.legal:
            allowed = ", ".join(map(str, self.legal)) or "none, the game is over"
            raise IllegalMove("error.move_of_game", number=str(move), allowed=allowed)
        self._make(int(move))
        if self._settles:
            self._settle()

    def legal_ids(self) -> list[int]:
        """`legal` as a list of its own."""
        return list(self.legal)

    def odds(self) -> list[tuple[int, float]]:
        """What the pending draw can bring: the ids of its moves, each with its probability."""
        odds = _READ_ODDS[len(self.legal)](self._memory, _ODDS_AT)
        return list(zip(self.legal, odds, strict=True))

    def observe(self, side: Side) -> Row:
        """What a side knows, as numbers: `docs/observation.md`."""
        row = np.empty(OBSERVATION, np.uint8)
        self.write_observation(side, row)
        return row

    def write_observation(self, side: int, row: npt.NDArray[Any]) -> None:
        """Write what a side knows into a row, over whatever is there."""
        self._observe_one(self._address, self._table_address, int(side), row)

    def observe_openly(self) -> Row:
        """What everybody knows, as the same numbers; nobody is the viewer."""
        twin, row = self.copy(), np.empty(OBSERVATION, np.uint8)
        engine().hide(twin._states, 0, self._table, _part(twin._memory, "hidden"), NOBODY_SIDE)
        twin.write_observation(Side.EDITOR, row)
        row[_VIEWER] = 0
        return row

    def mask(self) -> npt.NDArray[np.int8]:
        """1 where a move of a side is legal; all ones where no side is asked."""
        if self.asked is None:
            return np.ones(ids.CHANCE_MOVES, np.int8)
        mask = np.zeros(ids.CHANCE_MOVES, np.int8)
        mask[list(self.legal)] = 1
        return mask

    def recall(self, other: OneGame) -> None:
        """Take over the open history of the round from a game that is alike so far."""
        _part(self._memory, "history")[:] = _part(other._memory, "history")

    def copy(self) -> Self:
        twin = type(self).__new__(type(self))
        self._game_is_shared = True
        twin.__dict__.update(self.__dict__)
        twin._memory = self._memory[:]
        twin._address = _address_of(twin._memory)
        twin._missed = self._missed[:]
        twin._luck = None if self._luck is None else self._luck.copy()
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        return {name: part for name, part in self.__dict__.items() if name not in _OF_THIS_PROCESS}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._settle_in()

    @property
    def _states(self) -> npt.NDArray[np.void]:
        return _part(self._memory, "state")

    @property
    def _winner(self) -> int:
        return int(self._states["winner"][0])

    def _make(self, move: int) -> None:
        """Make a move, and note where the game stands."""
        self._missed.append(move)
        found = self._advance_one(self._address, self._table_address, move)
        self.decider, read = _FOUND[found]
        self.legal = read(self._memory)

    def _settle(self) -> None:
        """Make all moves that nobody is asked for."""
        while True:
            if self.decider == CHANCE and self._luck is not None:
                draw = int(engine().sample(self._states, 0, self._luck))
                move = draw - ids.CHANCE_MOVES + self.first_draw
            elif self.folds and len(self.legal) == 1 and self.decider != CHANCE:
                move = self.legal[0]
            else:
                return
            self._make(move)


def _address_of(memory: bytearray) -> int:
    return ctypes.addressof(ctypes.c_char.from_buffer(memory))


def _part(memory: bytearray, name: str) -> npt.NDArray[Any]:
    """A part of a game's record, in its memory; views of whole records take much longer."""
    kind, at = ONE_GAME.fields[name][:2]  # type: ignore[index]
    return np.frombuffer(memory, kind.base, kind.itemsize // kind.base.itemsize, at)
