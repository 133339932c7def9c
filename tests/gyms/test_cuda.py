"""The kernel for CUDA devices, run in Numba's simulator: the same games as on cores, to the byte.

The simulator must be chosen before Numba is imported, so it has a process of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys

SCRIPT = """
import numpy as np
from watergate.edition import standard_edition
from watergate.edition.table import table_of
from watergate.gyms.batch import Batch
from watergate.gyms.cuda import BEGIN, run_kernel, step_kernel
from watergate.gyms.kernel.game import AT_RANDOM, ROWS, Games
from watergate.rules.core.knowledge import HIDDEN
from watergate.rules.core.state import STATE

SIZE, STEPS = 4, 40
batch = Batch(SIZE)
batch.reset(5)
batch.play_at_random(STEPS, delivers=False)
arrays = {name: np.zeros((SIZE, *shape), kind) for name, (kind, shape) in ROWS.items()}
arrays["books"]["seed"] = np.arange(SIZE) + 5
records = [array.view(np.recarray) if array.dtype.names else array for array in arrays.values()]
games = Games(*records)
tables = table_of(standard_edition()).copy()
tables, first, hidden = (a.view(np.recarray) for a in (tables, batch._first, np.zeros(1, HIDDEN)))
facts = games, tables, first, hidden, True
step_kernel[2, 2](*facts, np.full(SIZE, BEGIN))
run_kernel[2, 3, 0, 3 * STATE.itemsize](games, tables, first, True, STEPS - 2)
for _ in range(2):
    games.observations[:], games.masks[:] = 0, 0
    step_kernel[2, 2](*facts, np.full(SIZE, AT_RANDOM))
for name, here, there in zip(Games._fields, batch.games, games, strict=True):
    if name == "moves":
        here, there = ([row[:n].tobytes() for row, n in zip(moves, batch.counts)]
                       for moves in (here, there))
    else:
        here, there = here.tobytes(), there.tobytes()
    assert here == there, name
assert batch.observations.sum() > SIZE * 50
print("the same")
"""


def test_the_cuda_kernel_plays_the_same_games() -> None:
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "WATERGATE_COMPILED": "never"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "the same\n"), done.stderr
