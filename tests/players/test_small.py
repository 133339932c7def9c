"""The small network: what the search asks at every choice of a rollout."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from watergate import Game, standard_edition
from watergate.edition.layout import CARDS
from watergate.edition.table import table_of
from watergate.engine import form_of
from watergate.players.kernel.entries import choices_at, small_rollouts_at
from watergate.players.kernel.small_network import (
    SECRETS,
    editor_chance,
    find_chances,
    look,
    new_glance,
)
from watergate.players.kernel.small_rollout import NOTHING, new_place
from watergate.players.policy import shipped_policy
from watergate.players.small import shipped_small_network, small_network_of, small_networks_edition
from watergate.rules.core.history import HISTORY
from watergate.rules.core.ids import CHANCE_MOVES, MOST_LEGAL
from watergate.rules.core.knowledge import HIDDEN
from watergate.rules.core.observation import ALIKE, OBSERVATION
from watergate.rules.names import kinds_of, numbers_of
from watergate.rules.observation import observation_of

WIDTH, INNER = 8, 4
BLOCKS = ("policy_blocks.0", "policy_blocks.1", "value_blocks.0")


def some_layers() -> dict[str, Any]:
    """Layers with weights drawn by a seed, which read every third number of an observation."""
    rng, columns = np.random.default_rng(1), np.arange(0, OBSERVATION, 3)
    shapes = {"entry": (len(columns), WIDTH), "policy": (WIDTH, CHANCE_MOVES), "value": (WIDTH, 1)}
    for name in BLOCKS:
        shapes |= {f"{name}.first": (WIDTH, INNER), f"{name}.second": (INNER, WIDTH)}
    layers: dict[str, Any] = {
        "columns": columns,
        "secret.weight": rng.normal(size=(SECRETS, WIDTH)),
    }
    for name, shape in shapes.items():
        layers[f"{name}.weight"] = rng.normal(0, 0.5, shape)
        layers[f"{name}.bias"] = rng.normal(0, 0.5, shape[1])
    return layers


def test_it_computes_what_its_layers_say() -> None:
    """Against the same sums, written out in the usual way."""
    layers, game, edition = some_layers(), Game.start(seed=5), standard_edition()
    view = game.view("editor")
    net = small_network_of(layers)
    glance = new_glance(net)
    s = game.states.view(np.recarray)[0]
    nothing, history = (np.zeros(1, kind).view(np.recarray)[0] for kind in (HIDDEN, HISTORY))
    look(s, table_of(edition).view(np.recarray)[0], nothing, history, 0, net, glance)
    legal = np.array(game.legal_ids(), np.int16)
    find_chances(net, glance, legal, len(legal))
    value = editor_chance(s, 0, net, glance)

    def layer(name: str, x: Any) -> Any:
        return x @ layers[f"{name}.weight"] + layers[f"{name}.bias"]

    def thought(x: Any, *blocks: str) -> Any:
        for name in blocks:
            x = x + layer(f"{name}.second", np.maximum(layer(f"{name}.first", x), 0))
        return x

    sums = layer("entry", observation_of(view, edition)[layers["columns"]].astype(float))
    scores = layer("policy", thought(np.maximum(sums, 0), *BLOCKS[:2]))[legal]
    weights = np.exp(scores - scores.max())
    assert glance.chances[: len(legal)] == pytest.approx(weights / weights.sum(), abs=1e-3)
    held = [0, *numbers_of(int(s.hand[1]))]
    down = Counter(kinds_of(int(s.facedown)))
    assert down
    held += [CARDS + ALIKE * kind + n for kind, count in down.items() for n in range(count)]
    secret = layers["secret.weight"][held].sum(0)
    odds = layer("value", thought(np.maximum(sums + secret, 0), BLOCKS[2]))[0]
    assert value == pytest.approx(1 / (1 + np.exp(-odds)), rel=1e-3)


def test_compiled_it_agrees_with_its_plain_form() -> None:
    net, rng = shipped_small_network(), np.random.default_rng(3)
    known = np.flatnonzero(net.columns >= 0)
    ones = np.stack([np.sort(rng.choice(known, 150, replace=False)) for _ in range(3)])
    moves = np.stack([rng.choice(CHANCE_MOVES, MOST_LEGAL, replace=False) for _ in range(3)])
    found = []
    for is_compiled in (False, True):
        chances = np.zeros(3)
        form_of(choices_at, is_compiled)(
            net, new_glance(net), ones.astype(np.int16), np.full(3, 150, np.int16),
            moves.astype(np.int16), np.full(3, 5, np.int16), moves[:, 2].astype(np.int16), chances,
        )  # fmt: skip
        found.append(chances)
    assert found[0] == pytest.approx(found[1], rel=1e-4)
    assert all(0 < chance < 1 for chance in found[0])


def test_a_rollout_is_the_same_for_the_same_seed_and_ends_with_a_chance() -> None:
    net, tables = shipped_small_network(), table_of(standard_edition())
    game, values = Game.start(seed=9), np.zeros(12)
    seeds = np.repeat(np.arange(6), 2)
    form_of(small_rollouts_at, is_compiled=True)(
        values, game.states, np.zeros(12, np.int64), seeds, np.full(12, NOTHING),
        np.zeros(1, HISTORY), tables, np.zeros(1, HIDDEN), net, new_glance(net), new_place(), 64,
    )  # fmt: skip
    assert (values[::2] == values[1::2]).all()
    assert len(set(values)) > 1
    assert ((values >= 0) & (values <= 1)).all()


def test_both_shipped_networks_have_learnt_the_standard_edition() -> None:
    assert small_networks_edition() == shipped_policy().edition == standard_edition().digest
