"""Several crowds at one server, each a process of its own: a fast server outruns a single one."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Coroutine, Sequence
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from watergate.rules import WatergateError

from .crowd import Crowd, Moved, Tally

HOME = Path(__file__).parents[1]

Result = TypeVar("Result")
Order = tuple[str, float]
"""What a crowd is to do, and how much or how long."""


class Crowds:
    """So many crowds, which do the same at the same time, for the length of a `with`."""

    def __init__(self, url: str, number: int) -> None:
        self._processes = [
            subprocess.Popen(
                [sys.executable, "-m", "bench.crowds", url, str(seed)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=HOME,
            )
            for seed in range(number)
        ]  # fmt: skip

    def __enter__(self) -> Crowds:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        for process in self._processes:
            process.kill()
            process.communicate()

    async def sit_down(self, pairs: int) -> None:
        """Have so many pairs begin a game, all crowds together."""
        number = len(self._processes)
        shares = [(pairs + n) // number for n in range(number)]
        await self._tell([("sit_down", share) for share in shares])

    async def play(self, seconds: float) -> tuple[int, float]:
        """All move as soon as they can; how many moves were acknowledged, in what time."""
        found = await self._tell([("play", seconds)] * len(self._processes))
        return sum(done for done, _ in found), max(elapsed for _, elapsed in found)

    async def leave(self) -> Tally:
        """What all of them have seen."""
        tally = Tally()
        for found in await self._tell([("leave", 0)] * len(self._processes)):
            tally.moved += [Moved(**move) for move in found["moved"]]
            tally.refused += Counter(found["refused"])
            tally.acts_told += found["acts_told"]
            tally.bytes_told += found["bytes_told"]
        return tally

    async def _tell(self, orders: Sequence[Order]) -> list[Any]:
        for process, order in zip(self._processes, orders, strict=True):
            assert process.stdin is not None
            process.stdin.write(json.dumps(order) + "\n")
            process.stdin.flush()
        return await asyncio.gather(*(asyncio.to_thread(_answer, p) for p in self._processes))


def _answer(process: subprocess.Popen[str]) -> Any:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise WatergateError(f"a crowd of the bench ended with code {process.wait()}")
    return json.loads(line)


def run_fast(work: Coroutine[Any, Any, Result]) -> Result:
    """Run it on the fastest loop there is, and collect no garbage in between."""
    _allow_many_sockets()
    gc.collect()
    gc.disable()
    try:
        try:
            import uvloop
        except ImportError:
            return asyncio.run(work)
        return uvloop.run(work)
    finally:
        gc.enable()


def _allow_many_sockets() -> None:
    """As many as the system allows, here and for the server that is started from here."""
    if sys.platform == "win32":
        raise WatergateError("this bench runs on Linux and macOS only")
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def _obey(url: str, seed: int) -> None:
    """One of the crowds: an order is a line, and so is what came of it."""
    crowd = Crowd(url, seed)
    while line := await asyncio.to_thread(sys.stdin.readline):
        what, number = json.loads(line)
        found: Any = None
        match what:
            case "sit_down":
                await crowd.sit_down(number)
            case "play":
                found = await crowd.play(number)
            case "leave":
                crowd.leave()
                found = asdict(crowd.tally)
        sys.stdout.write(json.dumps(found) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    run_fast(_obey(sys.argv[1], int(sys.argv[2])))
