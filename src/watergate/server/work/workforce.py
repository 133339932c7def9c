"""Process supervisor: starts workers, wakes them, hears from them, and replaces those that die."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable

from .. import children, metrics
from ..notifications import Notification, Notifier
from ..settings import Settings

log = logging.getLogger(__name__)

PAUSE_SECONDS = 1.0
"""Before a worker that died is replaced."""
STOP_SECONDS = 5.0


Free = Callable[[str], Awaitable[None]]
"""Lets the jobs of a worker that is gone be taken again."""


class Workforce:
    def __init__(self, settings: Settings, notifier: Notifier, free: Free | None = None) -> None:
        self._settings, self._notifier, self._free = settings, notifier, free
        self._processes: set[asyncio.subprocess.Process] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._is_stopping = False
        notifier.overhear(self._heard)

    @property
    def pids(self) -> list[int]:
        return [process.pid for process in self._processes]

    async def start(self) -> None:
        self._tasks = [
            asyncio.create_task(self._keep_one(), name=f"worker {n}")
            for n in range(self._settings.workers)
        ]

    async def stop(self) -> None:
        """Let workers end what they do; the impatient way after a while. No job is lost."""
        self._is_stopping = True
        for process in list(self._processes):
            if process.stdin is not None:
                process.stdin.close()
        for task in self._tasks:
            try:
                await asyncio.wait_for(asyncio.shield(task), STOP_SECONDS)
            except TimeoutError:
                for process in list(self._processes):
                    with contextlib.suppress(ProcessLookupError):
                        process.kill()
                task.cancel()

    def wake(self) -> None:
        """Tell all workers that there is something to do."""
        for process in self._processes:
            if process.stdin is not None and not process.stdin.is_closing():
                with contextlib.suppress(OSError, RuntimeError):  # the latter is uvloop's word
                    process.stdin.write(b"work\n")

    def _heard(self, notification: Notification) -> None:
        if notification.what == "work":
            self.wake()

    async def _keep_one(self) -> None:
        while not self._is_stopping:
            name = secrets.token_hex(4)
            try:
                process = await asyncio.create_subprocess_exec(
                    *children.command("watergate.server.work.worker", name),
                    stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                )  # fmt: skip
            except OSError:  # no room for another process just now
                log.exception("no worker could be started")
                await asyncio.sleep(PAUSE_SECONDS)
                continue
            self._processes.add(process)
            metrics.WORKERS.inc()
            if self._is_stopping:  # since it was started
                process.kill()
            try:
                await self._speak_with(process)
            except Exception:  # it is replaced all the same
                log.exception("a worker could not be spoken with")
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
            finally:
                metrics.WORKERS.dec()
                self._processes.discard(process)
            if not self._is_stopping:
                log.warning("a worker ended", extra={"status": process.returncode})
                if self._free is not None:
                    with contextlib.suppress(Exception):  # its lease ends by itself, too
                        await self._free(name)
                await asyncio.sleep(PAUSE_SECONDS)

    async def _speak_with(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        with contextlib.suppress(OSError, RuntimeError):  # it has died already
            process.stdin.write(children.first_line(self._settings))
        while line := await process.stdout.readline():
            try:
                notification = Notification.parse(line.decode().rstrip("\n"))
            except ValueError:  # its last words, cut off
                continue
            self._notifier.heard(notification)
            self._notifier.send(notification)
        await process.wait()
