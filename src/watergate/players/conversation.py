"""A child process spoken to in lines over pipes, with time limits; it is always ended.

One thread does all: pipes never block, every wait has a limit, and so has what is kept of what the
program writes. It runs in a process group of its own, so that what it has started ends with it.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
import weakref
from collections import deque
from collections.abc import Iterator, Sequence
from typing import IO

from .base import PlayerFailed
from .protocol import Lines, on_one_line

MOST_ANSWER = 1 << 20
"""So many bytes a program may write until it has answered."""
KEPT_COMPLAINTS = 4000
"""So many bytes of what it last wrote to stderr are kept, to be shown if it fails."""
SHOWN_COMPLAINTS = 3
CHUNK, MOST_CHUNKS = 1 << 16, 32
TIME_TO_END, TIME_TO_QUIT, TIME_TO_TERMINATE = 1.0, 2.0, 1.0
"""Seconds: after it has closed its output, been asked to quit, been told to terminate."""


class Conversation:
    """With one program. Lines only travel while an answer is waited for."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                bufsize=0, start_new_session=True,
            )  # fmt: skip
        except (OSError, ValueError) as error:
            raise PlayerFailed(f"cannot be started: {error}") from None
        assert process.stdin and process.stdout and process.stderr
        self._process = process
        self._stdin, self._stdout, self._stderr = process.stdin, process.stdout, process.stderr
        self._selector = selectors.DefaultSelector()
        # For those who forget to end it: with the last reference, or when this process ends.
        self._ending = weakref.finalize(self, _end, process, self._selector, os.getpid())
        self._lines = Lines(MOST_ANSWER)
        self._heard: deque[bytes] = deque()
        self._unsaid = bytearray()
        self._complaints = bytearray()
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe.fileno(), False)
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)

    def say(self, *lines: str) -> None:
        """Lines without their ends; they are on their way while an answer is waited for."""
        if self._stdin.closed:
            return
        for line in lines:
            self._unsaid += line.encode() + b"\n"
        if self._stdin not in self._selector.get_map():
            self._selector.register(self._stdin, selectors.EVENT_WRITE)

    def hear(self, word: str, seconds: float) -> str:
        """What stands behind the first word of an answer; other lines before it are passed over."""
        for line in self._lines_within(seconds, word):
            first, _, rest = line.decode(errors="replace").strip().partition(" ")
            if first == word:
                return rest.strip()
            if first == "error":
                raise PlayerFailed(f"says: {on_one_line(rest)}")
        raise AssertionError("lines end with a failure")

    def end(self) -> None:
        """Ask to quit; end the program and all it has started if it does not."""
        self._ending()

    def _lines_within(self, seconds: float, word: str) -> Iterator[bytes]:
        deadline = time.monotonic() + seconds
        room = MOST_ANSWER
        while True:
            while self._heard:
                yield self._heard.popleft()
            if time.monotonic() > deadline:
                raise self._too_late(word, seconds)
            room -= self._exchange(deadline)
            if room < 0:
                raise PlayerFailed(f"wrote {MOST_ANSWER} bytes without a {word!r}")

    def _exchange(self, deadline: float) -> int:
        """Wait until a pipe can be used, and use it; how many bytes came as an answer."""
        came = 0
        for key, _ in self._selector.select(max(0.0, deadline - time.monotonic())):
            if key.fileobj is self._stdin:
                self._write()
            elif key.fileobj is self._stderr:
                if self._read_complaints() == b"":
                    self._selector.unregister(self._stderr)
            else:
                data = _read(self._stdout)
                if data == b"":
                    raise self._fallen_silent()
                self._heard.extend(filter(None, self._lines.cut(data or b"")))
                came += len(data or b"")
        return came

    def _write(self) -> None:
        try:
            del self._unsaid[: os.write(self._stdin.fileno(), self._unsaid[:CHUNK])]
        except BlockingIOError:
            return
        except OSError:  # it no longer listens; why, will be seen from its answers
            self._unsaid.clear()
            self._selector.unregister(self._stdin)
            self._stdin.close()
            return
        if not self._unsaid:
            self._selector.unregister(self._stdin)

    def _read_complaints(self) -> bytes | None:
        """What is written to stderr; the end of it is kept."""
        data = _read(self._stderr)
        self._complaints += data or b""
        del self._complaints[:-KEPT_COMPLAINTS]
        return data

    # Why a program failed

    def _too_late(self, word: str, seconds: float) -> PlayerFailed:
        if self._process.poll() is not None:
            return self._fallen_silent()
        return PlayerFailed(f"gave no {word!r} within {seconds:g} seconds{self._last_words()}")

    def _fallen_silent(self) -> PlayerFailed:
        """No more answers will come: the program has ended, or behaves as if it had."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(TIME_TO_END)
        for _ in range(MOST_CHUNKS):  # something that it has started may still be writing
            if not self._read_complaints():
                break
        return PlayerFailed(f"{_ended(self._process.poll())}{self._last_words()}")

    def _last_words(self) -> str:
        lines = self._complaints.decode(errors="replace").split("\n")
        last = [on_one_line(line, 120) for line in lines if line.strip()][-SHOWN_COMPLAINTS:]
        return f"; its last words: {' | '.join(last)}" if last else ""


def _read(pipe: IO[bytes]) -> bytes | None:
    """What there is; empty at the end, None if nothing is there after all."""
    try:
        return os.read(pipe.fileno(), CHUNK)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def _ended(code: int | None) -> str:
    if code is None:
        return "closed its output"
    if code >= 0:
        return f"ended with exit code {code}"
    with contextlib.suppress(ValueError):
        return f"was ended by {signal.Signals(-code).name}"
    return f"was ended by signal {-code}"


def _end(process: subprocess.Popen[bytes], selector: selectors.BaseSelector, owner: int) -> None:
    if os.getpid() != owner:
        return  # a forked copy of the one who started it
    selector.close()
    try:
        _ask_to_quit(process)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(TIME_TO_QUIT)
            return
        _signal_group(process, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(TIME_TO_TERMINATE)
    finally:  # whatever the program did, nothing that it has started stays behind
        _signal_group(process, signal.SIGKILL)
        process.wait()


def _ask_to_quit(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin and process.stdout and process.stderr
    if not process.stdin.closed:
        with contextlib.suppress(OSError):
            os.write(process.stdin.fileno(), b"quit\n")
    for pipe in (process.stdin, process.stdout, process.stderr):
        pipe.close()


def _signal_group(process: subprocess.Popen[bytes], which: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, which)
