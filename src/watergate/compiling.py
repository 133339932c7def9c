"""Making the machine code of everything that is compiled, in a child process.

Whoever starts it can show that something is going on, and stop it. The code is kept in the cache
folder that `rules/engine.py` names, for every later start.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time

from watergate.players.kernel.entries import compile_players
from watergate.rules.engine import cache_folder, compile_entries, ready_mark

KEEP_DAYS = 60
"""How long machine code of other versions is kept."""


def compile_in_child(*, is_quiet: bool = False) -> subprocess.Popen[bytes]:
    """Start compiling; when the child ends with 0, `engine.forget_choice` lets the code be used.

    A quiet child cannot spoil a screen with what it says.
    """
    # Not `-m`: functions of a __main__ module would be cached under another name.
    code = "from watergate.compiling import compile_here; compile_here()"
    stream = subprocess.DEVNULL if is_quiet else None
    return subprocess.Popen(
        [sys.executable, "-c", code], stdin=stream, stdout=stream, stderr=stream
    )


def compile_here() -> None:
    """What the child does."""
    compile_entries()
    compile_players()
    ready_mark().touch()
    _forget_old_code()


def _forget_old_code() -> None:
    for folder in cache_folder().parent.glob("rules-*"):
        if time.time() - folder.stat().st_mtime > KEEP_DAYS * 86_400:
            shutil.rmtree(folder, ignore_errors=True)
