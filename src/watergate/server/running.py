"""Running the server: one process, until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import uvicorn
from fastapi import FastAPI

from watergate import __version__
from watergate.rules import WatergateError

from .app import make_app
from .logs import set_up_logs
from .settings import Settings, data_folder
from .storage.database import database_url, is_sqlite

log = logging.getLogger(__name__)

STOP_SECONDS = 10
GOODBYE_SECONDS = 0.1
"""For the last word to get out."""
SWITCH_SECONDS = 0.001
"""So long one thread lets another wait: the one that writes to SQLite stops for every row."""


def serve(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until told to stop; `ready` hears the address as soon as it answers."""
    set_up_logs(settings.log_format, settings.log_level)
    _allow_many_connections()
    signal.signal(signal.SIGTERM, _stopped)  # uvicorn stops kindly, then raises it again
    with _only_one(settings), _listening(settings) as listener:
        port = listener.getsockname()[1]
        address = settings.url or f"http://{_shown(settings.host)}:{port}"
        with _announced(settings, address):
            server = _Server(make_app(settings), settings, lambda: ready(address))
            server.run(sockets=[listener])


def _allow_many_connections() -> None:
    """Each is a file to the system, which usually allows no more than 1,024 unless asked."""
    try:
        import resource
    except ImportError:  # Windows knows no such limit
        return
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _stopped(*_: object) -> NoReturn:
    raise SystemExit(0)


class _Server(uvicorn.Server):
    """Says when it is ready to answer, and goodbye to those it still speaks with."""

    def __init__(self, app: FastAPI, settings: Settings, ready: Callable[[], None]) -> None:
        super().__init__(_config(app, settings))
        self._app, self._ready = app, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            _collect_seldom()
            sys.setswitchinterval(SWITCH_SECONDS)
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.state.house.say_goodbye()  # uvicorn closes connections before the house
        await asyncio.sleep(GOODBYE_SECONDS)
        await super().shutdown(sockets)


def _collect_seldom() -> None:
    """Look for garbage seldom, and not among what lives as long as the server anyway.

    Games hold many objects but no circles of them, and everyone waits while they are searched.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 100)


def _config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=settings.message_limit,
        ws_per_message_deflate=False,  # costs more time than it saves for messages this small
        ws_ping_interval=25.0,
        ws_ping_timeout=30.0,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=STOP_SECONDS,
    )


def _shown(host: str) -> str:
    """An address that a browser on this machine can open."""
    if host in ("0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


@contextlib.contextmanager
def _listening(settings: Settings) -> Iterator[socket.socket]:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        listener = socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except OSError as error:
        raise WatergateError(
            f"cannot listen on {settings.host} port {settings.port}: {error.strerror}"
        ) from None
    with listener:
        yield listener


@contextlib.contextmanager
def _only_one(settings: Settings) -> Iterator[None]:
    """A SQLite file is served by one server at a time: two would not hear of each other's moves."""
    url = database_url(settings.database)
    if not is_sqlite(url) or not url.database or sys.platform == "win32":
        yield
        return
    import fcntl

    path = Path(f"{url.database}.lock")
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise WatergateError(
                f"another server is using {url.database}; for several, use PostgreSQL"
            ) from None
        yield


# Where a server can be found on this machine


def note_file() -> Path:
    return data_folder() / "server.json"


@contextlib.contextmanager
def _announced(settings: Settings, address: str) -> Iterator[None]:
    """Leave a note for `watergate play`."""
    path = note_file()
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        note = {"pid": os.getpid(), "url": address, "version": __version__}
        path.write_text(json.dumps(note), encoding="utf-8")
    try:
        yield
    finally:
        with contextlib.suppress(OSError, ValueError):
            if json.loads(path.read_text(encoding="utf-8"))["pid"] == os.getpid():
                path.unlink()


def running_server() -> str | None:
    """The address of a server of ours that runs on this machine, if it answers."""
    import urllib.request

    with contextlib.suppress(OSError, ValueError, KeyError):
        address: str = json.loads(note_file().read_text(encoding="utf-8"))["url"]
        with urllib.request.urlopen(f"{address}/healthz", timeout=2) as answer:
            if json.load(answer) == {"status": "alive"}:
                return address
    return None
