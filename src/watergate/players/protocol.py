"""The message types of the bot protocol (`docs/bot-protocol.md`), for both ends.

`external.py` speaks to a bot with them, and `watergate.bot` is one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from watergate.rules import Move

from .thinking import Budget, Thought

PROTOCOL = 1
"""The version of the protocol; it changes when an old bot would no longer be understood."""

NO_MOVE = "none"
MOST_TEXT = 300


class Lines:
    """Cuts a stream of bytes into lines, and never keeps more than `most` bytes of one.

    >>> lines = Lines(5)
    >>> list(lines.cut(b"is")), list(lines.cut(b"it\\r\\nmuch too long\\nno"))
    ([], [b'isit', None])
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._begun = bytearray()
        self._is_too_long = False

    def cut(self, data: bytes) -> Iterator[bytes | None]:
        """The lines that end in these bytes; None stands for one that was too long."""
        *ends, rest = data.split(b"\n")
        for end in ends:
            self._add(end)
            yield None if self._is_too_long else bytes(self._begun).rstrip(b"\r")
            self._begun.clear()
            self._is_too_long = False
        self._add(rest)

    def rest(self) -> bytes:
        """What stands behind the last line, where the stream ends without an end of line."""
        return bytes(self._begun)

    def _add(self, data: bytes) -> None:
        self._is_too_long = self._is_too_long or len(self._begun) + len(data) > self._most
        if self._is_too_long:
            self._begun.clear()
        else:
            self._begun += data


def write_go(budget: Budget) -> str:
    """`go` with a budget.

    >>> write_go(Budget(seconds=0.5, simulations=1000))
    'go seconds 0.5 simulations 1000'
    """
    words = ["go"]
    if budget.seconds is not None:
        words += ["seconds", f"{budget.seconds:.6f}".rstrip("0").rstrip(".")]
    if budget.simulations is not None:
        words += ["simulations", str(budget.simulations)]
    return " ".join(words)


def compact(value: object) -> str:
    """A value as JSON on one line, without spaces."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def write_bestmove(move: Move | None, thought: Thought | None = None) -> str:
    text = f"bestmove {NO_MOVE if move is None else move}"
    return text if thought is None else f"{text} {compact(thought.to_json())}"


def read_bestmove(rest: str) -> str:
    """The text of the move in what stands behind `bestmove`: what is thought of it is left out.

    >>> read_bestmove('play 24  value {"win_probability":0.5}')
    'play 24 value'
    """
    return " ".join(rest.partition("{")[0].split())


def on_one_line(text: str, most: int = MOST_TEXT) -> str:
    """A text of unknown origin, fit to be shown: printable, on one line and not too long."""
    line = " ".join(text.split())
    line = "".join(letter if letter.isprintable() else "?" for letter in line)
    return line if len(line) <= most else line[: most - 3] + "..."
