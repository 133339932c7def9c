"""WebSocket connection: uvicorn's protocol, which an endpoint takes over once it is open.

ASGI has each message go through a queue, several tasks and all of the middleware, and keeps all of
them alive as long as the connection is. Opening one needs that; afterwards texts go straight from
the connection to whoever has taken it over, and back.
"""

from __future__ import annotations

from typing import Any, Protocol

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode
from websockets.http11 import Request
from websockets.protocol import OPEN

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


class Connection(WebSocketsSansIOProtocol):
    _owner: Owner | None = None
    _is_reading = True

    @staticmethod
    def of(websocket: WebSocket) -> Connection:
        """The connection of a WebSocket that was opened by this server."""
        found: Connection = websocket.scope["extensions"][EXTENSION]
        return found

    def take_over(self, owner: Owner) -> None:
        """Have messages brought to somebody; the application may return then."""
        waiting = self.queue
        self._owner, self.queue = owner, _NOWHERE
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
            self.conn.send_text(data)
            self.transport.write(b"".join(self.conn.data_to_send()))

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

    # What uvicorn calls

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
            del self.scope, self.request, self.response

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._owner is not None:
            self._owner.can_send()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._owner is not None:
            self._owner.lost()
