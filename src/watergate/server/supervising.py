"""Supervisor of several server processes on one port: starts, replaces and stops them.

Each listens on the port by itself (SO_REUSEPORT): the system shares connections out among those
that are alive. They end with the process that started them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator

from watergate.rules import WatergateError

from . import children
from .house import prepare_database
from .logs import set_up_logs
from .running import END_SECONDS, Ready, announced, listening, serve, shown
from .settings import Settings
from .storage.database import database_url, is_sqlite

log = logging.getLogger(__name__)

PAUSE_SECONDS = 0.5
"""Before a process that died is replaced."""
PORT_SECONDS = 2.0
"""So long the processes of one that has just died may still have the port."""
READY = b"ready\n"


def serve_all(settings: Settings, ready: Ready) -> None:
    """Serve by as many processes as are wanted, until told to stop."""
    if settings.processes == 1:
        serve(settings, ready)
        return
    if is_sqlite(database_url(settings.database)):
        raise WatergateError(
            f"{settings.processes} processes need PostgreSQL, where they can share games; "
            "allowed with SQLite: 1"
        )
    if not hasattr(socket, "SO_REUSEPORT"):
        raise WatergateError("several processes cannot share a port on this system; allowed: 1")
    set_up_logs(settings.log_format, settings.log_level)
    asyncio.run(prepare_database(settings))
    with _reserved(settings) as port:
        address = settings.url or f"http://{shown(settings.host)}:{port}"
        with announced(address):
            asyncio.run(_Supervisor(settings, port).run(lambda: ready(address, None)))


@contextlib.contextmanager
def _reserved(settings: Settings) -> Iterator[int]:
    """Keep a port for the processes; nobody else may be there already."""
    end = time.monotonic() + PORT_SECONDS
    while True:
        try:
            with listening(settings) as listener:
                where = listener.getsockname()
            break
        except WatergateError:
            if time.monotonic() > end:
                raise
            time.sleep(PAUSE_SECONDS)
    with socket.socket(listener.family) as keeper:  # bound, but hears nothing
        keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        keeper.bind(where)
        yield where[1]


class _Supervisor:
    def __init__(self, settings: Settings, port: int) -> None:
        self._settings, self._port = settings, port
        self._processes: set[asyncio.subprocess.Process] = set()
        self._ready = [asyncio.Event() for _ in range(settings.processes)]
        self._stop = asyncio.Event()

    async def run(self, ready: Callable[[], None]) -> None:
        """Keep the processes alive until told to stop; `ready` is told when all of them answer."""
        loop = asyncio.get_running_loop()
        for signal_ in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(signal_, self._stop.set)
        keeping = [
            asyncio.create_task(self._keep_one(n), name=f"process {n}")
            for n in range(self._settings.processes)
        ]
        saying = asyncio.create_task(self._say_ready(ready))
        await self._stop.wait()
        saying.cancel()
        for process in list(self._processes):
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
        await asyncio.wait(keeping, timeout=END_SECONDS + PAUSE_SECONDS)
        for process in list(self._processes):
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        await asyncio.gather(*keeping)
        if not all(event.is_set() for event in self._ready):
            raise WatergateError("a server process could not be started")

    async def _say_ready(self, ready: Callable[[], None]) -> None:
        for event in self._ready:
            await event.wait()
        ready()

    async def _keep_one(self, number: int) -> None:
        settings = children.first_line(self._settings_of(number))
        while not self._stop.is_set():
            process = await asyncio.create_subprocess_exec(
                *children.command("watergate.server.supervising"),
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            )  # fmt: skip
            self._processes.add(process)
            assert process.stdin is not None
            assert process.stdout is not None
            with contextlib.suppress(OSError):
                process.stdin.write(settings)
            if await process.stdout.readline() == READY:
                self._ready[number].set()
            status = await process.wait()
            self._processes.discard(process)
            if self._stop.is_set():
                return
            if not self._ready[number].is_set():  # it has said why
                self._stop.set()
                return
            log.error("a server process ended", extra={"status": status})
            await asyncio.sleep(PAUSE_SECONDS)

    def _settings_of(self, number: int) -> Settings:
        """Those of one process; the workers are shared out."""
        workers, rest = divmod(self._settings.workers, self._settings.processes)
        return self._settings.model_copy(
            update={"processes": 1, "port": self._port, "workers": workers + (number < rest)}
        )


def main() -> None:
    """One of the processes: its settings are the first line it reads; after the last it ends."""
    settings = children.settings_from_parent()
    threading.Thread(target=_end_with_supervisor, daemon=True).start()
    try:
        serve(settings, _say_ready, is_one_of_several=True)
    except WatergateError as error:
        sys.exit(str(error))


def _say_ready(*_: object) -> None:
    os.write(sys.stdout.fileno(), READY)


def _end_with_supervisor() -> None:
    while os.read(sys.stdin.fileno(), 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
