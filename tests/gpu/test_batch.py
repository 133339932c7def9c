"""Games on a GPU are those on cores, to the byte: only by `make gpu-check`, where there is one."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from watergate.gyms import Batch
from watergate.gyms.cuda import CudaBatch
from watergate.gyms.kernel.game import GOES_ON

SIZE, SEED = 4096, 5

pytestmark = pytest.mark.filterwarnings("ignore:.*Grid size")  # so few games leave a GPU idle


def test_there_is_a_gpu() -> None:
    assert torch.cuda.is_available()


@pytest.mark.parametrize("folds", [True, False])
def test_moves_given_lead_to_the_same_games(folds: bool) -> None:
    here, there = Batch(SIZE, folds=folds), CudaBatch(SIZE, folds=folds)
    here.reset(SEED)
    there.reset(SEED)
    rows, rng, ended = np.arange(SIZE), np.random.default_rng(SEED), 0
    for _ in range(300):
        the_same(here, there)
        moves = here.moves[rows, rng.integers(here.counts)].astype(np.int64)
        here.step(moves)
        there.step(torch.from_numpy(moves).to(there.device))
        ended += int((here.games.outcomes != GOES_ON).sum())
    the_same(here, there)
    assert ended > SIZE


@pytest.mark.parametrize("folds", [True, False])
@pytest.mark.parametrize("delivers", [True, False])
def test_moves_at_random_are_the_same(folds: bool, delivers: bool) -> None:
    here, there = Batch(SIZE, folds=folds), CudaBatch(SIZE, folds=folds)
    here.reset(SEED)
    there.reset(SEED)
    for steps in (1, 2, 150, 400):
        here.play_at_random(steps, delivers=delivers)
        there.play_at_random(steps, delivers=delivers)
        the_same(here, there)


def the_same(here: Batch, there: CudaBatch) -> None:
    """All that is delivered, and all that is kept of a game."""
    counts = here.counts[:, None]
    for name, ours, its in zip(here.games._fields, here.games, there.games, strict=True):
        copied = its.copy_to_host()
        if name == "moves":  # behind the legal ones anything may stand
            legal = np.arange(ours.shape[1]) < counts
            ours, copied = ours * legal, copied * legal
        assert ours.tobytes() == copied.tobytes(), name
