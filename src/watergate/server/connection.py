"""WebSocket connection: uvicorn's protocol, which an endpoint takes over once it is open.

ASGI has each message go through a queue, several tasks and all of the middleware, and keeps all of
them alive as long as the connection is. Opening one needs that; afterwards texts go straight from
the connection to whoever has taken it over, and back.
"""

from __future__ import annotations

import sys
from typing import Any, Protocol

from httptools import HttpParserUpgrade
from starlette.websockets import WebSocket
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode
from websockets.http11 import Request
from websockets.protocol import OPEN

from .frames import TEXT, text_frame, whole_frames

EXTENSION = "watergate.connection"
"""The name under which an endpoint finds the connection among the extensions of its scope."""
MOST_HEARD = 16
"""Messages that wait to be dealt with before no more are read."""


class Owner(Protocol):
    """Who has taken a connection over."""

    def hear(self, text: str | bytes) -> int:
        """A message came; how many wait now."""

    def can_send(self) -> None:
        """What could not be sent can be sent now."""

    def lost(self) -> None:
        """The connection is over."""


class _Nowhere:
    """In the place of the queue that nobody reads from any more, and of a timer."""

    def put_nowait(self, message: Any) -> None: ...

    def cancel(self) -> None: ...


_NOWHERE: Any = _Nowhere()


class _Flag:
    """In the place of an `asyncio.Event` that nobody waits for: a tenth of its size."""

    __slots__ = ("_is_set",)

    def __init__(self, is_set: bool) -> None:
        self._is_set = is_set

    def is_set(self) -> bool:
        return self._is_set

    def set(self) -> None:
        self._is_set = True

    def clear(self) -> None:
        self._is_set = False


class Reception(HttpToolsProtocol):
    """What a connection begins as: HTTP, until somebody asks for a WebSocket."""

    _data = b""

    def data_received(self, data: bytes) -> None:
        self._data = data
        super().data_received(data)

    def handle_websocket_upgrade(self) -> None:
        """uvicorn forgets what was said in one breath with the request."""
        super().handle_websocket_upgrade()
        upgrade = sys.exc_info()[1]
        assert isinstance(upgrade, HttpParserUpgrade)
        if more := self._data[upgrade.args[0] :]:
            connection: Any = self.transport.get_protocol()
            connection.data_received(more)


class Connection(WebSocketsSansIOProtocol):
    _owner: Owner | None = None
    _is_reading = True
    _is_in_step = True
    """Whether all that came so far were whole frames."""

    @staticmethod
    def of(websocket: WebSocket) -> Connection:
        """The connection of a WebSocket that was opened by this server."""
        found: Connection = websocket.scope["extensions"][EXTENSION]
        return found

    def take_over(self, owner: Owner) -> None:
        """Have messages brought to somebody; the application may return then."""
        waiting = self.queue
        self._owner, self.queue = owner, _NOWHERE
        flag: Any = _Flag(self.writable.is_set())
        self.writable = flag
        # What uvicorn does about an application that has left: neither complains nor closes.
        self.handshake_complete, self.close_timer = True, _NOWHERE
        while not waiting.empty():  # what somebody said who did not wait for the answer
            message: Any = waiting.get_nowait()
            if message["type"] == "websocket.receive":
                self._pass_on(message.get("text") or message.get("bytes") or "")
        if self.disconnected:
            owner.lost()
        elif self.read_paused and self._is_reading:
            self.transport.resume_reading()

    # What goes out

    @property
    def _is_open(self) -> bool:
        return self.conn.state is OPEN and not self.transport.is_closing()

    @property
    def can_send(self) -> bool:
        return self.writable.is_set()

    def send_text(self, data: bytes) -> None:
        """Send a text; if the connection is ending, it is lost."""
        if self._is_open:
            self.transport.write(text_frame(data))

    def end(self, code: int) -> None:
        """Close the connection, and say why by a number."""
        if self._is_open:
            self.conn.send_close(code)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.go_on()  # the answer is to be read
            # Not `close`, which would wait for a client that reads nothing.
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)

    # What comes in

    def go_on(self) -> None:
        """Read again, if too much was waiting."""
        if not self._is_reading:
            self._is_reading = True
            self.transport.resume_reading()

    def _pass_on(self, text: str | bytes) -> None:
        assert self._owner is not None
        if self._owner.hear(text) >= MOST_HEARD and self._is_reading:
            self._is_reading = False
            self.transport.pause_reading()

    def _texts(self, data: bytes) -> list[bytes] | None:
        """The texts that came, if it is nothing else, and each is all of a message."""
        if not self.handshake_initiated:
            return None
        frames = whole_frames(data) if self._is_in_step else None
        if frames is None:
            self._is_in_step = False
            return None
        if self._owner is None or self.frames or self.conn.state is not OPEN:
            return None
        most = self.config.ws_max_size
        is_plain = all(head == TEXT and len(text) <= most for head, text in frames)
        return [text for _, text in frames] if is_plain else None

    # What uvicorn calls

    def data_received(self, data: bytes) -> None:
        texts = self._texts(data)
        if texts is None:
            super().data_received(data)
            return
        self.curr_msg_data_type = "text"
        for text in texts:
            self.frames = [text]
            self.send_receive_event_to_app()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self

    def send_receive_event_to_app(self) -> None:
        if self._owner is None:
            super().send_receive_event_to_app()
            return
        data = b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        try:
            self._pass_on(data.decode() if self.curr_msg_data_type == "text" else data)
        except UnicodeDecodeError:
            self.end(CloseCode.INVALID_DATA)

    async def run_asgi(self) -> None:
        await super().run_asgi()
        if self._owner is not None:  # all that was needed to open it
            self.request.headers.clear()  # it stays in the parser
            del self.scope, self.request, self.response

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._owner is not None:
            self._owner.can_send()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._owner is not None:
            self._owner.lost()
