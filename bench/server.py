"""How fast the server is: a real one in a process of its own, with people who play at it.

Three questions. How many moves a second can it take, when everyone answers at once? How long does
somebody wait for an acknowledgement, in many games at a quiet pace, and how long for the state of
the game after coming back? How much memory does a game take? In the end the server is killed, and
whatever it has acknowledged must be in its database.

The people share the machine with the server, as boardgame.io's do with it.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from watergate.rules import WatergateError

from .boardgame_io import NAME, BoardgameIo, command
from .crowd import Crowd, Moved, Tally
from .crowds import Crowds, run_fast
from .slices import SLICES, Progress, require_compiled_engine

PAIRS = 64
"""Who play at full speed, here and at the reference."""
GAMES = 1000
PACE = 500
SECONDS = 15.0
RETURNS_A_SECOND = 20
WARM_UPS = 2
"""Slices before those that count: Node compiles as it goes."""

_SERVE = """
import json, sys
from watergate.server.settings import Settings
from watergate.server.supervising import serve_all
serve_all(Settings(**json.loads(sys.argv[1])), lambda url, _: print(url, flush=True))
"""
_NO_LIMITS = {
    "requests_per_second": 1e6, "address_requests_per_second": 1e6, "sockets_per_address": 10**6,
    "games_per_person": 10**6, "games_per_hour": 10**6, "tables_in_memory": 10**6, "workers": 0,
    "port": 0, "log_level": "warning",
}  # fmt: skip


@dataclass(frozen=True)
class ProcessFigures:
    """What so many server processes can do together."""

    moves_per_second: float
    cpu_us_per_move: float
    ratios: Mapping[str, float]


@dataclass(frozen=True)
class ServerFigures:
    """The figures; `references` in moves a second at full speed."""

    moves_per_second: float
    games: int
    pace: float
    """Moves a second that were acknowledged while waits were measured."""
    ack_p50_ms: float
    ack_p99_ms: float
    reconnects: int
    reconnect_p99_ms: float
    kib_per_game: float
    cpu_us_per_move: float
    """Microseconds of the server's processes for a move that is stored, at full speed."""
    bytes_per_act: float
    """Sent to one follower for one act."""
    acknowledged: int
    refused: Mapping[str, int]
    lost: int
    """Moves that were acknowledged, but are not in the database."""
    references: Mapping[str, float]
    ratios: Mapping[str, float]
    """Moves a second against each reference's."""
    processes: Mapping[int, ProcessFigures]
    """At full speed on PostgreSQL, where one is named, by the number of server processes."""
    missing: Sequence[str]
    """The references that were left out because they are not installed."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def bench_server(
    seconds: float = SECONDS, *, games: int = GAMES, pace: float = PACE, pairs: int = PAIRS,
    database: str | None = None, processes: int = 2, crowds: int = 1,
    progress: Progress | None = None,
) -> ServerFigures:  # fmt: skip
    """All measures, each for about so many seconds.

    `database`: a PostgreSQL, on which one process and several are measured too. `crowds`: so many
    processes play at full speed.
    """
    require_compiled_engine()
    tell = progress or (lambda what: None)
    return run_fast(_bench(seconds, games, pace, pairs, database, processes, crowds, tell))


async def _bench(
    seconds: float,
    games: int,
    pace: float,
    pairs: int,
    database: str | None,
    processes: int,
    crowds: int,
    tell: Progress,
) -> ServerFigures:
    run = command()
    with _Server() as server:
        ours, theirs, cpu, fast = await _full_speed(server, run, pairs, seconds, crowds, tell)
        lost = await server.lost(fast.moved)
    with _Server() as server:
        kib, reached, slow = await _at_pace(server, games, pace, seconds, tell)
        lost += await server.lost(slow.moved)
    several = {}
    for number in () if database is None else (1, processes):
        with _Server(database, number) as server:
            found = await _full_speed(server, run, pairs, seconds, crowds, tell)
            several[number] = _several(*found[:3])
            lost += await server.lost(found[3].moved)
    rate = statistics.median(ours)
    references = {NAME: statistics.median(theirs)} if theirs else {}
    return ServerFigures(
        moves_per_second=rate,
        games=games,
        pace=reached,
        ack_p50_ms=1000 * percentile(slow.waits, 50),
        ack_p99_ms=1000 * percentile(slow.waits, 99),
        reconnects=len(slow.returns),
        reconnect_p99_ms=1000 * percentile(slow.returns, 99),
        kib_per_game=kib,
        cpu_us_per_move=statistics.median(cpu),
        bytes_per_act=fast.bytes_told / fast.acts_told if fast.acts_told else math.nan,
        acknowledged=len(fast.moved) + len(slow.moved),
        refused=fast.refused + slow.refused,
        lost=lost,
        references=references,
        ratios={name: rate / other for name, other in references.items()},
        processes=several,
        missing=[] if theirs else [NAME],
    )


def _several(
    ours: Sequence[float], theirs: Sequence[float], cpu: Sequence[float]
) -> ProcessFigures:
    rate = statistics.median(ours)
    ratios = {NAME: rate / statistics.median(theirs)} if theirs else {}
    return ProcessFigures(rate, statistics.median(cpu), ratios)


async def _full_speed(
    server: _Server, run: list[str] | None, pairs: int, seconds: float, crowds: int, tell: Progress
) -> tuple[list[float], list[float], list[float], Tally]:
    """Moves a second in slices that alternate, ours and the reference's, where it is there; and
    the microseconds of CPU that each of ours took."""
    ours: list[float] = []
    cpu: list[float] = []
    theirs: list[float] = []
    tell("getting ready")
    with contextlib.ExitStack() as stack:
        other = None if run is None else stack.enter_context(BoardgameIo(run, pairs))
        crowd = stack.enter_context(Crowds(server.url, crowds))
        await crowd.sit_down(pairs)
        for n in range(-WARM_UPS, SLICES):
            tell("warming up" if n < 0 else f"slice {n + 1} of {SLICES}")
            before = server.cpu_seconds
            done, elapsed = await crowd.play(seconds / SLICES)
            ours.append(done / elapsed)
            cpu.append(1e6 * (server.cpu_seconds - before) / max(1, done))
            if other is not None:
                done_there, elapsed = await other.play(seconds / SLICES)
                theirs.append(done_there / elapsed)
        seen = await crowd.leave()
    return ours[WARM_UPS:], theirs[WARM_UPS:], cpu[WARM_UPS:], seen


async def _at_pace(
    server: _Server, games: int, pace: float, seconds: float, tell: Progress
) -> tuple[float, float, Tally]:
    """Kibibytes a game, moves a second, and what people have seen in many games at a pace."""
    crowd = Crowd(server.url)
    await crowd.sit_down(1)
    await crowd.play(min(seconds, 1.0))  # what the first game needs is no game's own
    before = server.kib
    tell(f"{games} games sit down")
    await crowd.sit_down(games)
    crowd.tally = Tally(moved=crowd.tally.moved)
    tell(f"{games} games at a pace")
    elapsed = await crowd.play_at_pace(seconds, pace, RETURNS_A_SECOND)
    kib = (server.kib - before) / games
    crowd.leave()
    return kib, len(crowd.tally.waits) / elapsed, crowd.tally


def percentile(values: Sequence[float], which: int) -> float:
    """The least value that so many percent do not exceed."""
    return sorted(values)[math.ceil(len(values) * which / 100) - 1] if values else math.nan


class _Server:
    """A server with a new SQLite file or a PostgreSQL, for the length of a `with`."""

    def __init__(self, database: str | None = None, processes: int = 1) -> None:
        self._named, self._processes = database, processes

    def __enter__(self) -> _Server:
        self._folder = tempfile.TemporaryDirectory()
        folder = self._folder.name
        self._database = self._named or str(Path(folder, "games.sqlite3"))
        settings = {**_NO_LIMITS, "database": self._database, "processes": self._processes}
        self._process = subprocess.Popen(
            [sys.executable, "-c", _SERVE, json.dumps(settings)], stdout=subprocess.PIPE, text=True,
            env={**os.environ, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder},
            start_new_session=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().strip()
        if not self.url:
            raise WatergateError("the server did not start")
        return self

    def __exit__(self, *_: object) -> None:
        self._kill()
        self._process.communicate()  # closes what it was heard by
        self._folder.cleanup()

    def _kill(self) -> None:
        """With all processes that it has started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    @property
    def cpu_seconds(self) -> float:
        """What it has used of the processors, in the system and out of it; Linux tells."""
        try:
            return sum(map(_cpu_ticks, self._pids)) / os.sysconf("SC_CLK_TCK")
        except OSError:
            return math.nan

    @property
    def _pids(self) -> list[int]:
        """The process that was started, and those that it has started to serve."""
        pid = self._process.pid
        if self._processes == 1:
            return [pid]
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [pid, *map(int, children)]

    @property
    def kib(self) -> int:
        """The memory it has now."""
        shown = subprocess.run(
            ["ps", "-o", "rss=", "-p", str(self._process.pid)],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        return int(shown.stdout)

    async def lost(self, moved: Sequence[Moved]) -> int:
        """Kill it, and count the moves that it had acknowledged and that are not stored."""
        self._kill()
        stored = {Moved(*row) for row in await self._acts()}
        return sum(move not in stored for move in moved)

    async def _acts(self) -> list[Any]:
        query = "SELECT game, number, key FROM acts"
        if self._named is None:
            with contextlib.closing(sqlite3.connect(self._database)) as connection:
                return connection.execute(query).fetchall()
        import asyncpg

        there = await asyncpg.connect(self._named)
        try:
            return list(await there.fetch(query))
        finally:
            await there.close()


def _cpu_ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])
