"""Network inputs that follow from the board, computed on a CUDA device, one thread a game.

To be imported after `watergate.gyms.cuda`, which gives NumPy what numba-cuda asks of it.
"""

from __future__ import annotations

from typing import Any

import numba
import torch
from numba import cuda

from watergate.players.kernel.sight import FIRST_WORD, SIGHT_WORDS, see_connections
from watergate.rules.core.observation import write_row

BLOCK = 64


def see_connections_of(states: Any, tables: Any, rows: torch.Tensor) -> None:
    """Write what follows from each board into rows of zeros, on torch's current stream."""
    stream = cuda.external_stream(torch.cuda.current_stream(rows.device).cuda_stream)
    shape = -(-len(rows) // BLOCK), BLOCK, stream
    see_connections_kernel[*shape](states, tables, cuda.as_cuda_array(rows))


@cuda.jit(cache=True)
def see_connections_kernel(states: Any, tables: Any, rows: Any) -> None:
    """Write what follows from each board into rows of zeros."""
    i = cuda.grid(1)
    if i < rows.shape[0]:
        words = cuda.local.array(SIGHT_WORDS, numba.int64)
        see_connections(states[i], tables[0], words)
        write_row(words[FIRST_WORD:], rows[i])
