"""Programs as children of a test, started as a terminal would start them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 120.0
"""Seconds: a machine may be busy, a program that hangs is found all the same."""
PROGRAM = (sys.executable, "-c", "from watergate.cli import main; main()")
_ASKING_TO_END = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")


@contextmanager
def signals_heeded() -> Iterator[None]:
    """A child that is started meanwhile heeds every signal that asks it to end.

    A shell has what runs in the background ignore interrupts, and `nohup` hang-ups; children
    would inherit that from the tests. Only in the main thread can it be changed.
    """
    numbers = [getattr(signal, name) for name in _ASKING_TO_END if hasattr(signal, name)]
    ignored = [number for number in numbers if signal.getsignal(number) is signal.SIG_IGN]
    for number in ignored:
        signal.signal(number, signal.SIG_DFL)
    try:
        yield
    finally:
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)


def start_program(*arguments: str, **environment: str) -> subprocess.Popen[str]:
    """`watergate` with pipes, in a session of its own: what is meant for the tests does not
    reach it."""
    with signals_heeded():
        return subprocess.Popen(
            [*PROGRAM, *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
            start_new_session=True, env={**os.environ, **environment},
        )  # fmt: skip


def interrupt(program: subprocess.Popen[str]) -> str:
    """Press Ctrl-C, which all processes of the session get; what it says then."""
    os.killpg(program.pid, signal.SIGINT)
    return program.communicate(timeout=PATIENCE)[1]


def wait_until(holds: Callable[[], bool], program: subprocess.Popen[str]) -> None:
    """Wait for something that a program does and that stays so."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert program.poll() is None, f"the program has ended: {program.communicate()}"
        assert time.monotonic() < end, "it never came to be so"
        time.sleep(0.02)


_SLOW_START = """
import os, sys, time
if {word!r} in " ".join(sys.orig_argv):
    open({begun!r}, "w").close()
    while not os.path.exists({told!r}):
        time.sleep(0.02)
"""


class SlowStart:
    """Python programs with this word in their command line start, and go on when they are told."""

    def __init__(self, folder: Path, word: str) -> None:
        self._begun, self._told = folder / "begun", folder / "told"
        script = _SLOW_START.format(word=word, begun=str(self._begun), told=str(self._told))
        (folder / "sitecustomize.py").write_text(script, encoding="utf-8")
        self.environment = {"PYTHONPATH": str(folder)}

    def has_begun(self) -> bool:
        return self._begun.exists()

    def go_on(self) -> None:
        self._told.touch()
