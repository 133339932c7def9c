"""A batch of games: many at once, each as if it were alone."""

from __future__ import annotations

import numpy as np
import pytest

from watergate import Game
from watergate.edition.table import table_of
from watergate.engine import form_of
from watergate.errors import WatergateError
from watergate.gyms import Batch
from watergate.gyms.batch import IllegalMove
from watergate.rules.core.entries import observe_at
from watergate.rules.core.knowledge import HIDDEN
from watergate.rules.core.observation import OBSERVATION

PLAIN_OBSERVE = form_of(observe_at, False)


def fields(batch: Batch, start: int = 0, end: int | None = None) -> list[bytes]:
    """Everything a batch holds, of some of its games."""
    return [np.ascontiguousarray(array[start:end]).tobytes() for array in batch.games]


def test_a_game_does_not_depend_on_the_batch_it_is_in() -> None:
    large, small = Batch(200, threads=3), Batch(1)
    large.reset(7)
    small.reset([7 + 150])
    for _ in range(3):
        large.play_at_random(120)
        small.play_at_random(120)
    assert fields(large, 150, 151) == fields(small)


def test_the_number_of_threads_changes_nothing() -> None:
    one, three = Batch(256, threads=1), Batch(256, threads=3)
    for batch in (one, three):
        batch.reset(1)
        batch.play_at_random(300)
    assert fields(one) == fields(three)


@pytest.mark.parametrize("folds", [True, False])
def test_a_batch_plays_by_the_rules(folds: bool) -> None:
    """Move by move beside games of the rules, which draw what the batch drew."""
    batch = Batch(4, folds=folds)
    batch.reset(3)
    rng = np.random.default_rng(1)
    most_choices = 0
    for _ in range(400):
        for i in range(batch.size):
            choices = batch.moves[i, : batch.counts[i]]
            assert np.flatnonzero(batch.masks[i]).tolist() == sorted(choices)
            assert len(choices) > folds
            most_choices = max(most_choices, len(choices))
            game = Game(batch.games.states[i : i + 1], batch.edition)
            assert game.legal_ids() == choices.tolist()
            assert int(batch.deciders[i]) == int(game.decider)  # type: ignore[arg-type]
        batch.step([rng.choice(batch.moves[i, : batch.counts[i]]) for i in range(batch.size)])
    assert most_choices > 5


def test_what_is_delivered_is_the_deciders_observation() -> None:
    """That the observation of a state is that of the side's view, tests/rules shows."""
    batch = Batch(8)
    batch.reset(11)
    nothing = np.zeros(1, HIDDEN)
    for _ in range(40):
        batch.play_at_random(5)
        for i, who in enumerate(batch.deciders):
            row = np.zeros(OBSERVATION, np.uint8)
            PLAIN_OBSERVE(
                batch.games.states, i, table_of(batch.edition), nothing,
                batch.games.histories[i : i + 1], int(who), row,
            )  # fmt: skip
            assert row.tobytes() == batch.observations[i].tobytes()


def test_rewards_and_ends_are_told_once_and_the_next_game_begins() -> None:
    batch = Batch(64)
    batch.reset(5)
    ends = 0
    for _ in range(400):
        batch.play_at_random(1)
        over = batch.ended | batch.truncated
        assert (batch.rewards.sum(1) == 0).all()
        assert (np.abs(batch.rewards).sum(1) == np.where(batch.games.winners < 2, 2, 0)).all()
        assert (batch.counts > 1).all()
        assert (batch.games.states["round_no"][over] == 1).all()
        ends += int(over.sum())
    assert ends > 64
    assert batch.games.books["episode"].sum() == 64 + ends


def test_an_illegal_move_is_refused_and_nothing_has_moved() -> None:
    batch = Batch(3)
    batch.reset(1)
    before = fields(batch)
    for wrong in (0, -1, 703, 10**6):
        moves = batch.moves[:, 0].astype(np.int64)
        moves[1] = wrong
        with pytest.raises(IllegalMove, match=f"game 1: move {wrong} is not legal; legal: "):
            batch.step(moves)
    with pytest.raises(IllegalMove, match="one move for each of 3 games"):
        batch.step([1, 2])
    assert fields(batch) == before


def test_a_batch_has_games() -> None:
    with pytest.raises(WatergateError, match="at least one game"):
        Batch(0)
