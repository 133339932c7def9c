"""Has the conversation of a page: what is written behind `>` is sent, behind `<` expected.

`...` is whatever stands there; `$NAME` is a value that is found in an answer and used from then on.
A line that begins with spaces goes on with the one before.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
from websockets.sync.client import ClientConnection

from tests.server.clients import SUBPROTOCOL, WAIT, open_socket

REST = "..."
_NAME = re.compile(r"\$([A-Z_]+)")

Check = Callable[[str, Any], None]
"""Looks at a message that is sent or heard: `Incoming` or `Outgoing`."""


def blocks(page: str) -> Iterator[tuple[str, list[str]]]:
    """The conversations of a page, each with its kind and its lines."""
    for kind, text in re.findall(r"^```(http|websocket)\n(.*?)^```", page, re.M | re.S):
        lines: list[str] = []
        for line in text.splitlines():
            if line[:1] in "<>" and line[1:3] == "  ":
                lines[-1] += line[1:]
            else:
                lines.append(line)
        yield kind, lines


class Dialogue:
    def __init__(self, url: str, values: dict[str, Any], check: Check) -> None:
        self.url, self.values, self._check = url, values, check
        self.said: set[str] = set()
        self.heard: set[str] = set()
        self._http = httpx.Client(base_url=url, timeout=WAIT)
        self._socket: ClientConnection | None = None

    def close(self) -> None:
        self._http.close()
        if self._socket is not None:
            self._socket.close()

    def speak(self, kind: str, lines: list[str]) -> None:
        """Have one conversation."""
        if kind == "websocket":
            self._speak_live(lines)
            return
        for exchange in _exchanges(lines):
            sent = [line[2:] for line in exchange if line[0] == ">"]
            expected = [line[2:] for line in exchange if line[0] == "<"]
            self._ask(sent, expected)

    # HTTP

    def _ask(self, sent: list[str], expected: list[str]) -> None:
        (method, path), *rest = (self._filled(sent[0]).split(" "), *sent[1:])
        headers = dict(self._filled(line).split(": ", 1) for line in rest if line[0] != "{")
        body = next((self._filled(line) for line in rest if line[0] == "{"), None)
        if body is not None:
            headers["Content-Type"] = "application/json"
        end = time.monotonic() + WAIT
        while True:
            self._http.cookies.clear()
            with self._http.stream(method, path, headers=headers, content=body) as answer:
                try:
                    self._compare(answer, expected)
                    return
                except AssertionError as error:
                    error.add_note(f"in the answer to {method} {path}")
                    if not path.startswith("/api/jobs/") or time.monotonic() > end:
                        raise
            time.sleep(0.2)

    def _compare(self, answer: httpx.Response, expected: list[str]) -> None:
        status, *rest = expected
        is_header = re.compile(r"[A-Z][\w-]+: ").match
        headers = [line for line in rest if is_header(line)]
        bodies = [line for line in rest if not is_header(line)]
        is_stream = any("ndjson" in header for header in headers)
        assert answer.status_code == int(status), answer.read()
        for header in headers:
            name, _, value = header.partition(": ")
            self._match(answer.headers[name], value)
        if is_stream:
            heard = (json.loads(line) for line in answer.iter_lines() if line)
            for body in bodies:
                self._wait_for(body, heard)
            return
        text = answer.read().decode()
        if "json" in answer.headers.get("content-type", ""):
            self._match(json.loads(text), _pattern("".join(bodies)))
        else:
            for line, wanted in zip(text.splitlines(), bodies, strict=False):
                if wanted == REST:
                    break
                self._match(line, wanted)

    # The WebSocket

    def _speak_live(self, lines: list[str]) -> None:
        if lines[0] == "> GET /api/live":
            lines = self._connect(lines)
        socket = self._socket
        assert socket is not None
        heard = (json.loads(socket.recv(WAIT)) for _ in iter(int, 1))
        for line in lines:
            if line[0] == ">":
                message = self._filled(line[2:])
                self.said.add(json.loads(message)["type"])
                self._check("Incoming", json.loads(message))
                socket.send(message)
            else:
                self._wait_for(line[2:], heard)

    def _connect(self, lines: list[str]) -> list[str]:
        end = lines.index("< 101")
        headers = dict(self._filled(line[2:]).split(": ", 1) for line in lines[1:end])
        assert headers.pop("Sec-WebSocket-Protocol") == SUBPROTOCOL
        self._socket = open_socket(self.url, "", None, **headers)
        return lines[end + 1 :]

    def _wait_for(self, wanted: str, heard: Iterator[Any]) -> None:
        """Pass over what other things tell, until it is said."""
        pattern = _pattern(wanted)
        others = []
        for message in heard:
            self._check("Outgoing", message)
            if message["type"] == pattern["type"]:
                try:
                    self._match(message, pattern)
                except AssertionError as error:
                    others.append(error)
                else:
                    self.heard.add(message["type"])
                    return
            assert message["type"] in ("status", "games", "job"), f"{message} instead of {wanted}"
        raise AssertionError(f"{wanted} was never said, but {others}")

    # Values

    def _filled(self, text: str) -> str:
        return _NAME.sub(lambda found: str(self.values[found[1]]), text)

    def _match(self, value: Any, pattern: Any) -> None:
        """Compare, and keep what names stand for."""
        if pattern == REST:
            return
        if isinstance(pattern, dict):
            self._match_members(value, pattern)
        elif isinstance(pattern, list):
            wanted = [one for one in pattern if one != REST]
            assert len(value) >= len(wanted), f"{value} is not {pattern}"
            assert len(value) == len(wanted) or len(wanted) < len(pattern), f"{value}: {pattern}"
            for one, other in zip(value, wanted, strict=False):
                self._match(one, other)
        elif isinstance(pattern, str):
            self._match_text(value, pattern)
        else:
            assert value == pattern, f"{value!r} is not {pattern!r}"

    def _match_members(self, value: Any, pattern: dict[str, Any]) -> None:
        pattern = {self._filled(name): wanted for name, wanted in pattern.items()}
        assert isinstance(value, dict), f"{value!r} is not {pattern}"
        names = pattern.keys() - {REST}
        assert names <= value.keys(), f"{sorted(names - value.keys())} are not in {value}"
        if REST not in pattern:
            assert names == value.keys(), f"{sorted(value.keys() - names)} are not in {pattern}"
        for name in pattern:
            if name != REST:
                self._match(value[name], pattern[name])

    def _match_text(self, value: Any, pattern: str) -> None:
        if (name := _NAME.fullmatch(pattern)) and name[1] not in self.values:
            self.values[name[1]] = value
            return
        if not isinstance(value, str):
            value = str(value)
        parts = []
        for part in re.split(r"(\.\.\.|\$[A-Z_]+)", pattern):
            if part == REST:
                parts.append(".*")
            elif part.startswith("$") and part[1:] not in self.values:
                parts.append(f"(?P<{part[1:]}>[^\\s;#]+)")
            else:
                parts.append(re.escape(self._filled(part)))
        found = re.fullmatch("".join(parts), value, re.S)
        assert found, f"{value!r} is not {pattern!r}"
        self.values.update(found.groupdict())


def _exchanges(lines: list[str]) -> Iterator[list[str]]:
    """What stands between empty lines."""
    exchange: list[str] = []
    for line in [*lines, ""]:
        if line:
            exchange.append(line)
        elif exchange:
            yield exchange
            exchange = []


def _pattern(text: str) -> Any:
    """JSON in which `...` may stand for values, further members and further elements."""
    pieces = _quoted_bare(text)
    try:
        return json.loads(pieces)
    except json.JSONDecodeError as error:
        raise AssertionError(f"the page has no JSON here: {text}: {error}") from None


def _quoted_bare(text: str) -> str:
    """Put quotes around names and dots that stand alone; dots in an object become a member."""
    out: list[str] = []
    nesting: list[str] = []
    is_value = False  # whether a colon came last
    for piece in re.findall(
        r'"(?:\\.|[^"\\])*"|\.\.\.|\$[A-Z_]+|[{}\[\]:,]|[^"{}\[\]:,.$]+|.', text
    ):
        if piece in ("{", "["):
            nesting.append(piece)
        elif piece in ("}", "]"):
            nesting.pop()
        if piece == REST or _NAME.fullmatch(piece):
            is_member = bool(nesting) and nesting[-1] == "{" and not is_value
            piece = f'"{REST}": "{REST}"' if is_member else f'"{piece}"'
        if piece.strip():
            is_value = piece == ":"
        out.append(piece)
    return "".join(out)
