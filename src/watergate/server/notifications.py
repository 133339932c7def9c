"""Notifications between processes (publish and subscribe): something has changed. Only ids travel.

A notification says where to look, never what there is to see: whoever hears it asks the database.
One may get lost, so whoever listens also looks by itself from time to time (`live/poller.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy.engine import URL

from .storage.database import connect_postgres
from .trouble import Trouble

CHANNEL = "watergate"
RETRY_SECONDS = 2.0
WAKE = ""
"""In the outbox: nothing to say, but the connection may be gone."""


class Notification(NamedTuple):
    """What changed: a `game`, a `job`, a `person`, a bot's `token`, or that there is `work`."""

    what: str
    id: str = ""
    people: tuple[str, ...] = ()
    """Whom it concerns."""

    def __str__(self) -> str:
        return " ".join([self.what, self.id or "-", *self.people])

    @classmethod
    def parse(cls, text: str) -> Notification:
        what, id_, *people = text.split(" ")
        return cls(what, "" if id_ == "-" else id_, tuple(people))


Hear = Callable[[Notification], None]


class Notifier:
    """Notifies within this process; the others do so elsewhere too."""

    def __init__(self) -> None:
        self._listeners: list[Hear] = []
        self._overhearers: list[Hear] = []

    def listen(self, hear: Hear) -> None:
        """Hear what others say."""
        self._listeners.append(hear)

    def overhear(self, hear: Hear) -> None:
        """Hear what is said here, too."""
        self._overhearers.append(hear)

    def notify(self, notification: Notification) -> None:
        """Tell all others, and here those who overhear."""
        self.send(notification)
        for hear in self._overhearers:
            hear(notification)

    def heard(self, notification: Notification) -> None:
        """Pass on what came from elsewhere."""
        for hear in (*self._listeners, *self._overhearers):
            hear(notification)

    def send(self, notification: Notification) -> None:
        """Let it be heard elsewhere."""

    async def open(self) -> None:
        """Begin to listen."""

    async def close(self) -> None:
        """Stop listening."""


class PostgresNotifier(Notifier):
    """LISTEN and NOTIFY, on a connection of its own and outside any transaction of a move."""

    def __init__(self, url: URL) -> None:
        super().__init__()
        self._url = url
        self._outbox: asyncio.Queue[str] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def send(self, notification: Notification) -> None:
        self._outbox.put_nowait(str(notification))

    async def open(self) -> None:
        self._task = asyncio.create_task(self._run(), name="notifier")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        trouble = Trouble("notifications are silent", "notifications are heard again")
        while True:
            try:
                await self._speak(trouble)
            except Exception as error:  # whatever it is, it is tried again
                trouble.met(error)
                await asyncio.sleep(RETRY_SECONDS)

    async def _speak(self, trouble: Trouble) -> None:
        connection = await connect_postgres(self._url)
        try:
            own = connection.get_server_pid()

            def hear(_: object, pid: int, __: str, payload: object) -> None:
                if pid != own:
                    self.heard(Notification.parse(str(payload)))

            connection.add_termination_listener(lambda _: self._outbox.put_nowait(WAKE))
            await connection.add_listener(CHANNEL, hear)
            trouble.is_over()
            while True:
                texts = [await self._outbox.get()]
                while not self._outbox.empty():
                    texts.append(self._outbox.get_nowait())
                if connection.is_closed():
                    raise ConnectionResetError
                await connection.execute(
                    "SELECT pg_notify($1, notification) FROM unnest($2::text[]) notification",
                    CHANNEL, [text for text in dict.fromkeys(texts) if text != WAKE],
                )  # fmt: skip
        finally:
            connection.terminate()
