"""Value of a full state, with all cards open, by the network.

The network judges what one side knows. With all cards open it is asked for both sides' views, and
the value is the mean of the two answers: the Editor's chance to win. At a draw of chance, the value
is the expectation over what may be drawn: exact where one draw is pending, and by `SAMPLES` deals
drawn with random numbers of its own where several are. So the luck of a draw, the value after it
minus the value before, is zero on the average over what may be drawn, whatever the network thinks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from watergate.edition import Edition
from watergate.edition.table import table_of
from watergate.engine import engine, entry
from watergate.players.kernel.entries import see_at
from watergate.players.kernel.sight import SIGHT, new_sight
from watergate.players.policy import PolicyNetwork
from watergate.rules.core.chance import MASK, seeded_streams
from watergate.rules.core.events import new_log
from watergate.rules.core.ids import MOST_LEGAL
from watergate.rules.core.knowledge import HIDDEN
from watergate.rules.core.state import CHANCE, EDITOR, NIXON, NOBODY, States, copied

SAMPLES = 32
"""Deals that stand for all, where several draws are pending."""
ROWS_AT_ONCE = 1024

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class OpenState:
    """A full state and the open history of its round, each an array of one."""

    states: States
    histories: npt.NDArray[Any]


class OpenValue:
    """Values of full states, for one edition."""

    def __init__(self, edition: Edition, network: PolicyNetwork) -> None:
        self._tables, self._network = table_of(edition), network
        self._columns = np.flatnonzero(network.columns >= 0)
        self._weights = network.entry.weights[network.columns[self._columns]]
        self._log, self._nothing_hidden = new_log(), np.zeros(1, HIDDEN)
        self._words = new_sight()

    def __call__(self, positions: Sequence[OpenState]) -> Floats:
        """The Editor's chance in each of them."""
        owners: list[int] = []
        weights: list[float] = []
        spread: list[OpenState] = []
        for number, position in enumerate(positions):
            for weight, state in self._spread(position):
                owners.append(number)
                weights.append(weight)
                spread.append(state)
        values = np.zeros(len(positions))
        np.add.at(values, owners, np.array(weights) * self._decided(spread))
        return values

    def _spread(self, position: OpenState) -> list[tuple[float, OpenState]]:
        """What may come of pending draws, with weights that add up to 1."""
        if engine().decider(position.states, 0) != CHANCE:
            return [(1.0, position)]
        moves, counts = np.zeros(MOST_LEGAL, np.int16), np.zeros(MOST_LEGAL, np.int16)
        n = engine().outcomes(position.states, 0, self._tables, moves, counts)
        found = [self._after(position, move) for move in moves[:n].tolist()]
        if all(engine().decider(state.states, 0) != CHANCE for state in found):
            total = int(counts[:n].sum())
            return [(int(count) / total, state)
                    for count, state in zip(counts[:n], found, strict=True)]  # fmt: skip
        # Without its last word: the end of the stack, never in use, and padding of any content.
        digest = hashlib.sha256(position.states.tobytes()[:-8]).digest()
        streams = seeded_streams(int.from_bytes(digest[:8], "big") & MASK)
        return [(1 / SAMPLES, self._drawn(position, streams)) for _ in range(SAMPLES)]

    def _after(self, position: OpenState, move: int) -> OpenState:
        states = copied(position.states)
        engine().step(states, 0, self._tables, self._log, move)
        return OpenState(states, position.histories)

    def _drawn(self, position: OpenState, streams: npt.NDArray[np.int64]) -> OpenState:
        states = copied(position.states)
        while engine().decider(states, 0) == CHANCE:
            move = engine().sample(states, 0, streams)
            engine().step(states, 0, self._tables, self._log, move)
        return OpenState(states, position.histories)

    def _decided(self, positions: Sequence[OpenState]) -> Floats:
        """The values of states in which no draw is pending."""
        values = np.zeros(len(positions))
        rows = np.zeros((2 * len(positions), SIGHT), np.uint8)
        asked: list[int] = []
        for number, position in enumerate(positions):
            winner = int(position.states["winner"][0])
            if winner != NOBODY:
                values[number] = {EDITOR: 1.0, NIXON: 0.0}.get(winner, 0.5)
                continue
            for viewer in (EDITOR, NIXON):
                entry(see_at)(
                    position.states, 0, self._tables, self._nothing_hidden, position.histories,
                    viewer, self._words, rows[2 * len(asked) + viewer],
                )  # fmt: skip
            asked.append(number)
        chances = self._chances(rows[: 2 * len(asked)]).reshape(-1, 2)
        values[asked] = chances.mean(1)
        return values

    def _chances(self, rows: npt.NDArray[np.uint8]) -> Floats:
        chances = np.zeros(len(rows))
        for first in range(0, len(rows), ROWS_AT_ONCE):
            part = rows[first : first + ROWS_AT_ONCE, self._columns].astype(np.float32)
            sums = part @ self._weights + self._network.entry.bias
            chances[first : first + ROWS_AT_ONCE] = self._network.judge(sums)[1]
        return chances
