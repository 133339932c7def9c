"""Running the server: one process, until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import gc
import json
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import NoReturn

import uvicorn
from fastapi import FastAPI

from watergate import __version__
from watergate.rules import WatergateError

from .app import make_app
from .connection import Connection, Reception
from .home_network import EVERYWHERE
from .house import build_house
from .live.restoring import warm_up
from .logs import set_up_logs
from .settings import Settings, data_folder
from .storage.database import database_url, is_sqlite, opening

log = logging.getLogger(__name__)

STOP_SECONDS = 5
"""For requests that were begun."""
END_SECONDS = 9
"""From the signal to the end, at the latest; whoever started the server may kill it after ten."""
GOODBYE_SECONDS = 0.1
"""For the last word to get out."""
SWITCH_SECONDS = 0.001
"""So long one thread lets another wait: the one that writes to SQLite stops for every row."""


Ready = Callable[[str, str | None], None]
"""Hears where this computer finds the server, and where others in the network do."""


def serve(settings: Settings, ready: Ready, *, is_one_of_several: bool = False) -> None:
    """Serve until told to stop; `ready` is told as soon as it answers.

    One of several processes shares its port with the others, and leaves it to who started them to
    say where they are.
    """
    set_up_logs(settings.log_format, settings.log_level)
    _allow_many_connections()
    signal.signal(signal.SIGTERM, _stopped)  # uvicorn stops kindly, then raises it again
    with contextlib.ExitStack() as stack:
        stack.enter_context(_only_one(settings))
        listener = stack.enter_context(listening(settings, reuse_port=is_one_of_several))
        port = listener.getsockname()[1]
        address = settings.url or f"http://{shown(settings.host)}:{port}"
        if not is_one_of_several:
            stack.enter_context(announced(address))
        listeners, peer_address = [listener], None
        if not is_sqlite(database_url(settings.database)):
            inner = stack.enter_context(_for_peers(settings))
            listeners.append(inner)
            peer_address = f"{shown(settings.peer_host)}:{inner.getsockname()[1]}"
        server = _Server(make_app(settings), settings, port, lambda others: ready(address, others))
        server.peer_address, server.can_be_opened = peer_address, not is_one_of_several
        try:
            server.run(sockets=listeners)
        finally:
            faulthandler.cancel_dump_traceback_later()


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

    peer_address: str | None = None
    """Where other processes reach this one."""
    can_be_opened = True
    """Whether it may listen on further addresses."""

    def __init__(
        self, app: FastAPI, settings: Settings, port: int, ready: Callable[[str | None], None]
    ) -> None:
        super().__init__(_config(app, settings))
        self._app, self._settings, self._port, self._ready = app, settings, port, ready

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; and end in any case when the time is up, whatever the loop is busy with."""
        faulthandler.dump_traceback_later(END_SECONDS, exit=True)
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        # Here and not in the application's own start, where uvicorn would log a traceback.
        house = await build_house(self._settings, address=self.peer_address)
        if self.peer_address is not None:  # it may be given all games of one that dies
            warm_up()
        await house.peers.meet()
        self._app.state.house = house
        await super().startup(sockets)
        if self.started:
            _collect_seldom()
            sys.setswitchinterval(SWITCH_SECONDS)
            network = self._app.state.house.network
            network.listens(self._port, self._listen if self.can_be_opened else None)
            self._ready(network.address)

    async def _listen(self, host: str) -> None:
        """Listen on another address of this computer, too."""
        loop = asyncio.get_running_loop()
        self.servers.append(await loop.create_server(self._spoken_to, host, self._port))

    def _spoken_to(self) -> asyncio.Protocol:
        return self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._app.state.house.give_way()  # uvicorn closes connections before the house
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
        http=Reception,
        ws=Connection,
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


def shown(host: str) -> str:
    """An address that a browser on this machine can open."""
    if host in ("0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def listening(settings: Settings, *, reuse_port: bool = False) -> socket.socket:
    """A socket that listens where the settings say; to be closed."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    where = settings.host, settings.port
    try:
        return socket.create_server(where, family=family, backlog=2048, reuse_port=reuse_port)
    except OSError as error:
        raise WatergateError(
            f"cannot listen on {settings.host} port {settings.port}: {error.strerror}"
        ) from None


def _for_peers(settings: Settings) -> socket.socket:
    """Listens at a free port, for the other processes alone."""
    host = settings.peer_host
    if host in EVERYWHERE:
        raise WatergateError(
            f"setting peer_host: {host} is every address; allowed: the one at which other machines "
            "reach this one"
        )
    try:
        return listening(settings.model_copy(update={"host": host, "port": 0}))
    except WatergateError as error:
        raise WatergateError(f"setting peer_host: {error}") from None


@contextlib.contextmanager
def _only_one(settings: Settings) -> Iterator[None]:
    """A SQLite file is served by one server at a time: two would not hear of each other's moves."""
    url = database_url(settings.database)
    if not is_sqlite(url) or not url.database or sys.platform == "win32":
        yield
        return
    import fcntl

    path = Path(f"{url.database}.lock")
    with opening(url):
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a")
    with file:
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
def announced(address: str) -> Iterator[None]:
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
