"""Machine code on disk: where it is kept, and whether it belongs to these very sources.

Numba's own cache does not notice a change in another file, so the folder is named by a digest of
all the sources that are compiled, and of whatever else the machine code depends on.
"""

from __future__ import annotations

import functools
import hashlib
import platform
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import llvmlite.binding
import numba
import numpy as np
import platformdirs

Entry = Callable[..., Any]

COMPILED = ("edition/layout.py", "rules/core", "players/kernel", "gyms/kernel")
"""The sources that are compiled: they import nothing else of the package."""


def compile_entry(function: Entry) -> Entry:
    """Compile one function on its first call, or take it from the cache."""
    usual = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder())
    try:
        return numba.njit(cache=True, nogil=True, boundscheck=True)(function)  # type: ignore[no-any-return]
    finally:
        numba.config.CACHE_DIR = usual


def compiled_sources() -> Iterator[Path]:
    """The files that are compiled, always in the same order."""
    package = Path(__file__).parent.parent
    for name in COMPILED:
        path = package / name
        yield from sorted(path.glob("*.py")) if path.is_dir() else [path]


@functools.cache
def cache_folder() -> Path:
    digest = hashlib.sha256()
    for source in compiled_sources():
        # Numba looks at the time of change as well, and would compile again without a word.
        digest.update(f"{source.name} {source.stat().st_mtime_ns}".encode())
        digest.update(source.read_bytes())
    for fact in (numba.__version__, np.__version__, platform.python_version()):
        digest.update(fact.encode())
    digest.update(llvmlite.binding.get_host_cpu_name().encode())
    return Path(platformdirs.user_cache_dir("watergate")) / f"rules-{digest.hexdigest()[:16]}"


def is_ready() -> bool:
    """Whether the machine code of these very sources is in the cache."""
    return ready_mark().exists()


def ready_mark() -> Path:
    """The file that is there when everything has been compiled."""
    return cache_folder() / "ready"
