"""The bits of an observation written out as a row at full speed, on cores."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from watergate.rules.core.observation import OBSERVATION, WORD

_SPREAD_WORDS = OBSERVATION // WORD
assert _SPREAD_WORDS * WORD == OBSERVATION, "the last word of an observation must be full"


def spread(words: Any, row: Any) -> None:
    """Write the bits of an observation into a row, every number of it."""
    row[:] = (words[:_SPREAD_WORDS, np.newaxis] >> np.arange(WORD) & 1).reshape(-1)


@overload(spread, strict=False)
def _spread(words: Any, row: Any) -> Any:
    def write(words: Any, row: Any) -> None:
        for n in range(_SPREAD_WORDS):
            _spread_word(row, WORD * n, words[n])

    return write


@intrinsic
def _spread_word(typing_context: Any, row: Any, at: Any, word: Any) -> Any:
    """WORD numbers at once: bits become bytes by one or two instructions of most processors."""

    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        row, at, word = arguments
        bits = ir.VectorType(ir.IntType(1), WORD)
        kind = signature.args[0].dtype
        numbers = ir.VectorType(context.get_data_type(kind), WORD)
        chosen = builder.bitcast(builder.trunc(word, ir.IntType(WORD)), bits)
        spread = builder.uitofp if isinstance(kind, types.Float) else builder.zext
        data = context.make_array(signature.args[0])(context, builder, row).data
        place = builder.bitcast(builder.gep(data, [at]), numbers.as_pointer())
        builder.store(spread(chosen, numbers), place, align=1)
        return context.get_dummy_value()

    return types.void(row, types.int64, types.int64), write
