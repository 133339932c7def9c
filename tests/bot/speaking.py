"""Speak with the real program, line by line."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from watergate import Game

PATIENCE = 60.0
"""Seconds: a machine may be busy, a program that hangs is found all the same."""
VIEW = Game.start(seed=1972).view("editor").to_json().decode()
PROGRAM = Path(__file__).with_name("thinking_bot.py")


def start(*arguments: str, stdout: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    """`watergate bot` as a process of its own."""
    return subprocess.Popen(
        [sys.executable, str(PROGRAM), "bot", *arguments],
        stdin=subprocess.PIPE, stdout=stdout, stderr=subprocess.PIPE,
        env={**os.environ, "WATERGATE_COMPILED": "never", "LC_ALL": "C.UTF-8"},
    )  # fmt: skip


class Bot:
    """The program, with its lines as they come."""

    def __init__(self, *arguments: str) -> None:
        self.process = start(*arguments)
        assert self.process.stdin
        assert self.process.stdout
        assert self.process.stderr
        self.stdin = self.process.stdin
        self.stdout = self.process.stdout
        self.stderr = self.process.stderr
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def say(self, *lines: str) -> None:
        self.say_bytes(*(line.encode() for line in lines))

    def say_bytes(self, *lines: bytes) -> None:
        for line in lines:
            self.stdin.write(line + b"\n")
        self.stdin.flush()

    def hear(self) -> str:
        """The next line."""
        line = self._lines.get(timeout=PATIENCE)
        assert line is not None, "the bot has fallen silent"
        return line

    def hear_until(self, word: str) -> list[str]:
        """Lines up to one that begins with a word."""
        lines = [self.hear()]
        while lines[-1].split()[0] != word:
            lines.append(self.hear())
        return lines

    def end(self) -> tuple[int, list[str]]:
        """Its exit code and what it still says, when its input ends."""
        self.stdin.close()
        code = self.process.wait(PATIENCE)
        return code, list(iter(lambda: self._lines.get(timeout=PATIENCE), None))

    def complaints(self) -> str:
        """What it has written to stderr, once it has ended."""
        return self.stderr.read().decode()

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._reader.join(PATIENCE)
        for stream in (self.stdin, self.stdout, self.stderr):
            stream.close()

    def _read(self) -> None:
        for line in self.stdout:
            self._lines.put(line.decode().removesuffix("\n"))
        self._lines.put(None)


@contextmanager
def bot(*arguments: str) -> Iterator[Bot]:
    someone = Bot(*arguments)
    try:
        yield someone
    finally:
        someone.close()
