"""Compile the engine in the background, while people play already.

Players that look ahead are about a thousand times faster with it. On the first start a child makes
it, and a thread loads it as soon as it is there; `adopt` puts it to use, between two decisions.
"""

from __future__ import annotations

import os
import subprocess
import threading
import time

from watergate.compiling import compile_in_child, load_all
from watergate.engine import engine, forget_choice
from watergate.engine.machine_code import is_ready


class Preparing:
    """The engine in the making; does nothing where it is ready, or not wanted."""

    def __init__(self) -> None:
        self._child: subprocess.Popen[bytes] | None = None
        self._began = 0.0
        self._is_loaded = False

    def begin(self) -> None:
        """Start making the engine, unless it is there, forbidden, or being made already."""
        wish = os.environ.get("WATERGATE_COMPILED", "auto")
        if wish != "auto" or is_ready() or self._child is not None:
            return
        self._child = compile_in_child(is_quiet=True)
        self._began = time.monotonic()
        threading.Thread(target=self._load, args=(self._child,), daemon=True).start()

    @property
    def seconds(self) -> int | None:
        """For how long it has been under way; None if it is not."""
        child = self._child
        if child is None or self._is_loaded or (child.returncode or 0) != 0:
            return None
        return int(time.monotonic() - self._began)

    @property
    def is_slow(self) -> bool:
        """Whether players look ahead less far than they could, and nothing is done about it."""
        return not engine().is_compiled and self.seconds is None and not self._is_loaded

    def adopt(self) -> bool:
        """Use the engine if it is ready now; whether that is new. Only while nobody thinks."""
        if not self._is_loaded or engine().is_compiled:
            return False
        forget_choice()
        return engine().is_compiled

    def stop(self) -> None:
        """Leave the rest for the next start: what is compiled so far is kept."""
        if self._child is not None and self._child.poll() is None:
            self._child.terminate()
            self._child.wait()

    def _load(self, child: subprocess.Popen[bytes]) -> None:
        if child.wait() == 0:
            load_all()  # so that no screen stands still later
            self._is_loaded = True
