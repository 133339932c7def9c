"""A real server for tests: its own process, real sockets, a real database."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

READY = "Watergate is at "
START_SECONDS = 120
GENEROUS = {
    "requests_per_second": 100_000,
    "address_requests_per_second": 100_000,
    "sockets_per_address": 10_000,
    "games_per_person": 10_000,
    "first_move_ms": 0,
    "games_per_hour": 100_000,
}
"""Limits and waits that no test meets by accident."""


class RunningServer:
    """`watergate serve` in a process of its own; `stop` it kindly or `kill` it."""

    def __init__(self, folder: Path, database: str | None = None, **settings: Any) -> None:
        self.folder = folder
        self.database = database or str(folder / "games.sqlite3")
        self._settings = {"port": 0, "workers": 0, **GENEROUS, **settings}
        self.log = folder / f"server-{os.getpid()}-{id(self)}.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.url = ""

    def start(self) -> None:
        """Start it, and wait until it says where it is."""
        command = [sys.executable, "-m", "watergate", "serve", "--database", self.database]
        for name, value in self._settings.items():
            command += ["--set", f"{name}={value}"]
        environment = {
            **os.environ, "XDG_DATA_HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder),
            "LC_ALL": "C.UTF-8",
        }  # fmt: skip
        before = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, env=environment, start_new_session=True
            )
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            text = self.log.read_bytes()[before:].decode()
            for line in text.splitlines(keepends=True):
                if line.startswith(READY) and line.endswith("\n"):
                    self.url = line.removeprefix(READY).strip()
                    self._settings["port"] = self.url.rpartition(":")[2]  # the same after a restart
                    return
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended at once:\n{text}")
            time.sleep(0.02)
        self.kill()
        raise AssertionError(f"the server did not start:\n{self.log.read_text()}")

    def stop(self) -> int:
        """Ask it to stop, and wait; its exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)

    def kill(self) -> None:
        """Kill it and its workers, without a warning."""
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(60)

    def kill_alone(self) -> None:
        """Kill it; its workers find out by themselves."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(60)

    @property
    def serving(self) -> list[int]:
        """The processes that serve: itself, or those that it has started for that."""
        assert self.process is not None
        pid = self.process.pid
        return _children(pid) if self._settings.get("processes", 1) > 1 else [pid]

    @property
    def workers(self) -> list[int]:
        """The workers it has started and that live."""
        return [child for pid in self.serving for child in _children(pid)]

    def said(self) -> str:
        """What it has logged."""
        return self.log.read_text()


def _children(pid: int) -> list[int]:
    return [int(child) for child in _read(f"/proc/{pid}/task/{pid}/children").split()]


def _read(path: str) -> str:
    """A file of the system's; empty if it is gone already."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError:
        return ""


@contextlib.contextmanager
def running(folder: Path, database: str | None = None, **settings: Any) -> Iterator[RunningServer]:
    """A server for the length of a `with`."""
    server = RunningServer(folder, database, **settings)
    server.start()
    try:
        yield server
    finally:
        server.kill()
