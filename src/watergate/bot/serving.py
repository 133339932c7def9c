"""Run a session over two streams: read lines, write answers at once, end quietly.

    source --reading--> lines \\
                               events --serve--> session --> sink
    player --thinking-> answer /

Two threads feed the events: one reads, the other thinks. All else happens where `serve` runs.
"""

from __future__ import annotations

import os
import queue
import threading
import time
from dataclasses import dataclass

from watergate.players.protocol import Lines
from watergate.rules import WatergateError

from .session import BotSettings, NobodyListens, Session

MOST_LINE = 1 << 24
"""Bytes of a line: a view of a game of a hundred rounds takes less than a tenth of that."""
CHUNK = 1 << 16
TICK = 0.05
TIME_TO_ANSWER = 5.0
"""So many seconds an answer may still take after the end of the input."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a player has thought, as a line of the protocol."""

    line: str


@dataclass(frozen=True, slots=True)
class TooLong:
    """A line that was too long to be kept."""


@dataclass(frozen=True, slots=True)
class EndOfInput:
    """No more lines will come."""


Event = bytes | Answer | TooLong | EndOfInput


def serve(settings: BotSettings, source: int, sink: int) -> None:
    """Speak until the input ends, `quit` is said, or nobody listens."""
    events: queue.Queue[Event] = queue.Queue(maxsize=16)
    session = Session(
        settings,
        say=lambda line: _write(sink, line),
        report=lambda line: events.put(Answer(line)),
    )
    threading.Thread(target=_read, args=(source, events), name="reading", daemon=True).start()
    try:
        while not session.is_over:
            _handle(session, _next(events, session.is_thinking))
        _wait_for_answer(session, events)
    except NobodyListens:
        session.end()
    if not session.is_thinking:
        session.close()


def _wait_for_answer(session: Session, events: queue.Queue[Event]) -> None:
    deadline = time.monotonic() + TIME_TO_ANSWER
    while session.is_thinking and time.monotonic() < deadline:
        event = _next(events, is_thinking=True)
        if event is None or isinstance(event, Answer):
            _handle(session, event)


def _next(events: queue.Queue[Event], is_thinking: bool) -> Event | None:
    try:
        return events.get(timeout=TICK if is_thinking else None)
    except queue.Empty:
        return None


def _handle(session: Session, event: Event | None) -> None:
    match event:
        case None:
            session.tick()
        case Answer(line):
            session.answered(line)
        case TooLong():
            session.complain("line", WatergateError(f"longer than {MOST_LINE} bytes"))
        case EndOfInput():
            session.end()
        case bytes():
            session.hear(event)


def _read(source: int, events: queue.Queue[Event]) -> None:
    # Not through sys.stdin: its lock, held by a thread that waits, would break the end of Python.
    lines = Lines(MOST_LINE)
    while data := _read_some(source):
        for line in lines.cut(data):
            events.put(TooLong() if line is None else line)
    events.put(lines.rest())
    events.put(EndOfInput())


def _read_some(source: int) -> bytes:
    try:
        return os.read(source, CHUNK)
    except OSError:
        return b""


def _write(sink: int, line: str) -> None:
    data = f"{line}\n".encode(errors="replace")
    try:
        while data:
            data = data[os.write(sink, data) :]
    except OSError:
        raise NobodyListens from None
