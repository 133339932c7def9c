"""What a side knows of a state, made in place: the same as its position says."""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np
import pytest

from watergate import Game, Side
from watergate.edition.table import table_of
from watergate.rules.chance import MASK, scrambled
from watergate.rules.engine import as_plain
from watergate.rules.positions import read_knowledge
from watergate.rules.redeal import HIDDEN, hide


class Pair(NamedTuple):
    records: np.ndarray
    numbers: np.ndarray


def known(game: Game, side: Side) -> tuple[bytes, ...]:
    """Hidden things put back by `hide`, field by field."""
    states, hidden = game.states, np.zeros(1, HIDDEN)
    table = table_of(game.edition).view(np.recarray)[0]
    hide(states.view(np.recarray)[0], table, hidden.view(np.recarray)[0], side)
    return _bytes(states, hidden)


def _bytes(states: np.ndarray, hidden: np.ndarray) -> tuple[bytes, ...]:
    return tuple(
        records[name].tobytes()
        for records in (states, hidden)
        for name in records.dtype.names or ()
    )


@pytest.mark.rule("9.1", "9.3")
@pytest.mark.parametrize("seed", range(4))
def test_hiding_gives_the_knowledge_of_the_position(seed: int) -> None:
    rng, game = random.Random(seed), Game.start(seed=seed)
    while isinstance(game.decider, Side):
        for side in Side:
            read = read_knowledge(game.view(side).position, game.edition)
            assert known(game, side) == _bytes(*read)
        game.play(rng.choice(game.legal_ids()))


@pytest.mark.rule("7.3")
def test_a_card_drawn_to_be_played_is_hidden_from_the_opponent_only() -> None:
    for seed in range(60):
        rng, game = random.Random(seed), Game.start(seed=seed)
        while isinstance(game.decider, Side):
            if game.states["drawn"][0]:
                for side in Side:
                    read = read_knowledge(game.view(side).position, game.edition)
                    assert known(game, side) == _bytes(*read)
                return
            game.play(rng.choice(game.legal_ids()))
    raise AssertionError("no card was ever drawn to be played at once")


def test_keys_of_two_numbers_are_spread_and_stay_in_range() -> None:
    keys = {scrambled(x, y) for x in range(40) for y in range(40)}
    assert len(keys) == 1600
    assert all(0 <= key <= MASK for key in keys)
    assert scrambled(MASK, MASK) <= MASK


def test_plain_entries_take_records_inside_tuples() -> None:
    def read(pair: Pair) -> int:
        return int(pair.records[0].facedown) + int(pair.numbers[2])

    assert as_plain(read)(Pair(np.zeros(1, HIDDEN), np.arange(3))) == 2
