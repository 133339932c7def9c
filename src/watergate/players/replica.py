"""A replica of the only published Watergate player: a tree search led by a network, 25 simulations.

A yardstick. Its method is known, its weights are not: `watergate lab replica` trains a network in
its manner, and `replica:FILE` plays by it.
"""

from __future__ import annotations

import hashlib
import secrets
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from watergate.edition import Edition, standard_edition
from watergate.edition.table import table_of
from watergate.engine import entry
from watergate.rules import Move, View
from watergate.rules.core.chance import seeded_streams
from watergate.rules.core.ids import MOST_LEGAL
from watergate.rules.core.knowledge import HIDDEN
from watergate.rules.moves import notation_of
from watergate.rules.observation import history_of
from watergate.rules.redeal import knowledge_of

from .kernel.entries import root_at, simulate_by_network_at
from .kernel.learnt_tree import new_bench
from .kernel.small_network import SmallNetwork, new_glance
from .kernel.tree import clear, new_states, new_tree
from .small import read_small_network

SIMULATIONS = 25
MOST_NODES = 256

Ids = npt.NDArray[np.int64]
Shares = npt.NDArray[np.float64]


class LearntSearch:
    """The search of one decision after the other, by one network."""

    def __init__(self, net: SmallNetwork, edition: Edition, simulations: int = SIMULATIONS) -> None:
        self._net, self._edition, self._simulations = net, edition, simulations
        self._tables, self._glance = table_of(edition), new_glance(net)
        self._tree, self._bench = new_tree(MOST_NODES), new_bench(*new_states())
        self._nothing_hidden = np.zeros(1, HIDDEN)
        self._visits = np.zeros(MOST_LEGAL, np.int32)
        self._values = np.zeros(MOST_LEGAL)

    def visits(self, view: View, seed: int, noise: Any = None) -> tuple[Ids, Shares]:
        """The moves looked at, and the shares of the visits that each got.

        `noise`, given a number, draws so many shares that are mixed into what the network thinks of
        the first moves.
        """
        states, self._hidden = knowledge_of(view, self._edition)
        self._bench.states[0] = states[0]
        self._bench.histories[0] = history_of(view)[0]
        clear(self._tree)
        self._tree.totals[:] = 0
        streams = seeded_streams(seed)
        self._simulate(streams, 1)
        if noise is not None:
            edges = self._tree.edges[: int(self._tree.counters[1])]
            edges["weight"] = 0.75 * edges["weight"] + 0.25 * noise(len(edges))
        self._simulate(streams, self._simulations)
        moves = np.zeros(MOST_LEGAL, np.int16)
        n = entry(root_at)(self._bench.words, self._tree, moves, self._visits, self._values)
        counts = self._visits[:n].astype(np.float64)
        return moves[:n].astype(np.int64), counts / counts.sum()

    def _simulate(self, streams: Any, n: int) -> None:
        entry(simulate_by_network_at)(
            self._bench, self._tables, self._hidden, self._nothing_hidden, self._tree, self._net,
            self._glance, streams, n,
        )  # fmt: skip


class ReplicaPlayer:
    """Plays the move it visited most."""

    def __init__(self, path: str, seed: int | None = None, edition: Edition | None = None) -> None:
        self.name = f"replica:{path}"
        self._seed = secrets.randbits(62) if seed is None else seed
        self._edition = edition or standard_edition()
        net = read_small_network(Path(path), self._edition)
        self._search = LearntSearch(net, self._edition)

    def choose(self, view: View) -> Move:
        if len(view.moves) == 1:
            return view.moves[0]
        digest = hashlib.sha256(f"{self._seed} {view.position}".encode()).digest()
        moves, shares = self._search.visits(view, int.from_bytes(digest[:7], "big"))
        return notation_of(self._edition).moves[int(moves[shares.argmax()])]

    def close(self) -> None:
        return
