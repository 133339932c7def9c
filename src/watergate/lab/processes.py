"""Worker processes that never hear the keyboard's interrupt: it is for their parent."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import resource_tracker
from typing import Any


class WorkerProcesses(ProcessPoolExecutor):
    """The standard library's pool. An interrupt goes to all processes of a terminal; here only the
    parent hears it, and decides what it means."""

    def __init__(self, jobs: int, initializer: Callable[[], None] | None = None) -> None:
        super().__init__(jobs, multiprocessing.get_context("spawn"), initializer=initializer)

    def submit(self, *work: Any, **named: Any) -> Future[Any]:
        with _interrupts_blocked():
            return super().submit(*work, **named)


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """What is started meanwhile never hears of them: children inherit what is blocked."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # started with the first process, it would unblock them
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
