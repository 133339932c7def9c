"""The typed door to Numba: mark a function as compilable without changing it.

A marked function stays ordinary Python when Python calls it, and is compiled when compiled code
calls it. So both forms of the rules exist in one process, from one source, and can be compared.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba.extending import register_jitable

F = TypeVar("F", bound=Callable[..., Any])


def compilable(function: F) -> F:
    return cast(F, register_jitable(function))


def compilable_unchecked(function: F) -> F:
    """For the few inner loops that must be vectorised: indices are not checked when compiled."""
    return cast(F, register_jitable(boundscheck=False, fastmath=False)(function))


def compilable_sums(function: F) -> F:
    """The same for sums that may be added up in any order, many terms at once."""
    return cast(F, register_jitable(boundscheck=False, fastmath={"reassoc", "contract"})(function))
