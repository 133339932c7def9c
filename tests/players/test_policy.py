"""The network player: plays by the shipped network, from what its side knows."""

from __future__ import annotations

import contextlib
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from watergate import Game, alternative_history
from watergate.edition import standard_edition
from watergate.errors import WatergateError
from watergate.players import TreePlayer, player
from watergate.players.layers import FIRST_LAYOUT, LAYOUT
from watergate.players.policy import NetworkPlayer, PolicyNetwork, read_policy, shipped_policy
from watergate.players.sight import sight_of
from watergate.rules.core.ids import CHANCE_MOVES
from watergate.rules.core.observation import OBSERVATION

WIDTH = 8


def small_network() -> dict[str, Any]:
    """A network of one block, with weights drawn by a seed."""
    rng = np.random.default_rng(1)
    shapes = {"entry": (OBSERVATION, WIDTH), "blocks.0.first": (WIDTH, WIDTH),
              "blocks.0.second": (WIDTH, WIDTH), "policy": (WIDTH, CHANCE_MOVES),
              "value": (WIDTH, 1)}  # fmt: skip
    layers = {f"{name}.weight": rng.normal(0, 0.3, shape) for name, shape in shapes.items()}
    layers |= {f"{name}.bias": rng.normal(0, 0.3, shape[1]) for name, shape in shapes.items()}
    for name in ("blocks.0.norm", "norm"):
        layers |= {f"{name}.weight": np.ones(WIDTH), f"{name}.bias": np.zeros(WIDTH)}
    return {**layers, "columns": np.arange(OBSERVATION)}


def test_the_network_computes_what_its_layers_say() -> None:
    """Against the same sums, written out in the usual way."""
    layers = small_network()
    row = np.random.default_rng(2).integers(0, 2, OBSERVATION).astype(np.uint8)
    moves = np.array([3, 70, 700])

    def norm(x: Any) -> Any:
        return (x - x.mean()) / np.sqrt(x.var() + 1e-5)

    def layer(name: str, x: Any) -> Any:
        return x @ layers[f"{name}.weight"] + layers[f"{name}.bias"]

    x = layer("entry", row.astype(float))
    x = x + layer("blocks.0.second", np.maximum(layer("blocks.0.first", norm(x)), 0))
    x = np.maximum(norm(x), 0)
    weights = np.exp(layer("policy", x)[moves])
    chances, value = PolicyNetwork(layers)(row, moves)
    assert chances == pytest.approx(weights / weights.sum(), rel=1e-3)
    assert value == pytest.approx(1 / (1 + np.exp(-layer("value", x)[0])), rel=1e-3)


def test_columns_that_are_not_read_count_for_nothing() -> None:
    layers = small_network()
    read = np.arange(0, OBSERVATION, 2)
    row = np.random.default_rng(2).integers(0, 2, OBSERVATION).astype(np.uint8)
    fewer = PolicyNetwork({**layers, "columns": read, "entry.weight": layers["entry.weight"][read]})
    moves = np.array([0, 1])
    seen = row.copy()
    seen[1::2] = 0
    assert fewer(row, moves)[1] == PolicyNetwork(layers)(seen, moves)[1]


def test_the_shipped_network_beats_the_priorities() -> None:
    """Sixteen games, fixed seeds; chances to lose five of them are below one in a million."""
    won = 0
    for seed in range(16):
        side = ("editor", "nixon")[seed % 2]
        game = Game.start(seed=seed)
        network, other = player("network", seed), player("priorities", seed)
        while game.decider is not None:
            who = str(game.decider)
            game.play((network if who == side else other).choose(game.view(who)))
        won += game.result is not None and game.result.winner == side
    assert won >= 12


def test_the_network_thinks_the_same_where_its_side_cannot_tell() -> None:
    rng, altered = random.Random(3), 0
    game, players = Game.start(seed=3), player("priorities", 1)
    for _ in range(80):
        view = game.view(str(game.decider))
        moves = np.array([game.notation.id_of(move) for move in view.moves])
        other = alternative_history(game, str(game.decider), rng)
        altered += other.history_ids != game.history_ids
        rows = [sight_of(one.view(str(game.decider)), standard_edition()) for one in (game, other)]
        (chances, value), (same, likewise) = (shipped_policy()(row, moves) for row in rows)
        assert chances.tobytes() == same.tobytes()
        assert value == likewise
        game.play(players.choose(view))
    assert altered > 40


def test_other_editions_are_refused_with_a_sentence_and_played_by_the_search() -> None:
    other = replace(standard_edition(), name="mine", digest="0" * 16)
    with pytest.raises(WatergateError, match="has learnt another edition, not 'mine'"):
        NetworkPlayer(1, other)
    assert isinstance(player("network", 1, other), TreePlayer)


def test_the_shipped_networks_read_the_numbers_that_are_observed() -> None:
    """Other pieces, decisions or moves, or another order: they would have to learn anew."""
    assert LAYOUT == FIRST_LAYOUT


def test_a_network_that_reads_other_numbers_is_refused_with_a_sentence(tmp_path: Path) -> None:
    edition, path = standard_edition(), tmp_path / "net.npz"
    words: dict[str, Any] = {"edition": np.array(edition.digest), "made": np.array("")}
    for layout, is_refused in ((LAYOUT, False), (LAYOUT + 1, True)):
        np.savez(path, **small_network(), **words, layout=np.array(layout))
        refused = pytest.raises(WatergateError, match="learnt from other numbers")
        with refused if is_refused else contextlib.nullcontext():
            read_policy(path, edition)


@pytest.mark.parametrize("content", [b"", b"nothing", b"PK\x03\x04"])
def test_a_file_that_is_no_network_is_refused_with_a_sentence(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "net.npz"
    path.write_bytes(content)
    with pytest.raises(WatergateError, match="is no network"):
        read_policy(path)


def test_a_foreign_network_is_refused_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    layers: Any = {**small_network(), "policy.weight": np.zeros((WIDTH, 3))}
    np.savez(path, **layers)
    with pytest.raises(WatergateError, match="it knows other moves"):
        read_policy(path)
