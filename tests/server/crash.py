"""The crash harness: plays through the real server, kills it, and looks whether anything was lost.

    python -m tests.server.crash --kills 1000 --database postgresql --processes 2 --seed 1974

Games between people, against the computer and of the computer with itself go on all the time. At
random moments something is killed with SIGKILL:

    server     the server process with its workers, as when the power fails
    alone      the server process; its workers find out by themselves
    commit     the server, after a move is in the database and before its player hears of it
    worker     a worker
    process    one of several server processes, whose games the others take over
    database   PostgreSQL

In the end all games are played out, and the log of every game is compared with what was promised.
"""

from __future__ import annotations

import argparse
import asyncio
import concurrent.futures
import contextlib
import logging
import os
import random
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg

from tests.server.crash_players import Harness, Player
from tests.server.postgres import Postgres, postgres
from tests.server.running import RunningServer
from watergate.server import maintenance
from watergate.server.live.restoring import editions
from watergate.server.settings import Settings
from watergate.server.storage import Store
from watergate.server.storage.database import database_url

log = logging.getLogger(__name__)

PATIENCE = 180.0
"""Seconds without a move after which the games count as stuck; a lost lease alone takes 15."""
NO_NEW = 10
"""With so few kills left, no game with the computer is begun."""
MOST_TRIES = 200
"""To kill at the moment of a commit."""
KINDS = {
    "sqlite": {"server": 2, "alone": 2, "commit": 4, "worker": 4},
    "postgresql": {"server": 2, "alone": 1, "commit": 4, "worker": 3, "database": 4},
}
SEVERAL = {"process": 8}
"""Where several processes serve."""
GAMES = [("me", "friend")] * 3 + [("me", "random"), ("level:1", "me"), ("random", "random")]


@dataclass
class Totals:
    kills: Counter[str] = field(default_factory=Counter)
    caught: int = 0
    """Kills after which a move was in the database and its player had not heard of it."""
    acknowledged: int = 0
    repeated: int = 0
    lost: int = 0
    doubled: int = 0
    games: int = 0
    finished: int = 0
    acts: int = 0
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.kills.items()))
        lines = [
            f"kills            {self.kills.total()} ({kinds})",
            f"after a commit   {self.caught}",
            f"games            {self.games}, finished {self.finished}",
            f"acts             {self.acts}",
            f"acknowledged     {self.acknowledged}, after a repetition {self.repeated}",
            f"lost             {self.lost}",
            f"doubled          {self.doubled}",
            f"other faults     {len(self.faults)}",
            f"seconds          {self.seconds:.0f}",
        ]
        return "\n".join([*lines, *self.faults[:20]])


class Spy:
    """Looks into the database from a thread of its own; stops the server at the right moment."""

    def __init__(self, database: str) -> None:
        self._database = database
        self._thread = concurrent.futures.ThreadPoolExecutor(1)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._connection: Any = None

    async def stop_at(self, game: str, key: str, pids: list[int]) -> bool:
        """Stop processes as soon as an act is stored; whether it was."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._stop_at, game, key, pids)

    def close(self) -> None:
        self._thread.submit(self._hang_up).result()
        self._thread.shutdown()

    def _stop_at(self, game: str, key: str, pids: list[int]) -> bool:
        look = self._look_in_postgres if "://" in self._database else self._look_in_sqlite
        end = time.monotonic() + 5
        try:
            while time.monotonic() < end:
                if look(game, key):
                    _signal(pids, signal.SIGSTOP)
                    return True
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            self._hang_up()
        return False

    def _look_in_sqlite(self, game: str, key: str) -> bool:
        if self._connection is None:
            self._connection = sqlite3.connect(self._database, isolation_level=None)
        found = self._connection.execute(
            "SELECT 1 FROM acts WHERE game = ? AND key = ?", (game, key)
        )
        return found.fetchone() is not None

    def _look_in_postgres(self, game: str, key: str) -> bool:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
        run = self._loop.run_until_complete
        if self._connection is None:
            self._connection = run(asyncpg.connect(self._database))
        query = "SELECT 1 FROM acts WHERE game = $1 AND key = $2"
        return run(self._connection.fetchval(query, game, key)) is not None

    def _hang_up(self) -> None:
        if self._connection is not None:
            if self._loop is None:
                self._connection.close()
            else:
                self._connection.terminate()
            self._connection = None
        if self._loop is not None:
            self._loop.run_until_complete(asyncio.sleep(0.01))  # what was open is closed in it
            self._loop.close()
            self._loop = None


class Crash:
    def __init__(
        self, folder: Path, database: str, base: Postgres | None, seed: int, processes: int
    ) -> None:
        self._server = RunningServer(
            folder, database, workers=1, log_level="warning", processes=processes
        )
        kinds = KINDS["sqlite" if base is None else "postgresql"]
        self._kinds = kinds if processes == 1 else kinds | SEVERAL
        self._database, self._base = database, base
        self._rng = random.Random(f"kills {seed}")
        self._harness = Harness(seed)
        self._spy = Spy(database)
        self.totals = Totals()
        self._caught: list[tuple[str, str]] = []
        self._kills_left = 0
        self._next = list(self._kinds)
        """Each kind comes once, then whichever."""
        self._rng.shuffle(self._next)

    async def run(self, kills: int) -> Totals:
        began = time.monotonic()
        self._kills_left = kills
        await self._start()
        playing = [asyncio.create_task(self._keep_playing(*seats)) for seats in GAMES]
        try:
            for left in reversed(range(kills)):
                await self._kill_something(playing)
                self._kills_left = left
            await self._until(playing, lambda: all(task.done() for task in playing))
        except Stuck as stuck:
            self.totals.faults.append(f"the games are stuck {stuck}")
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            self._spy.close()
            if self._server.stop() != 0:
                self.totals.faults.append("the server did not stop kindly")
        await self._check()
        self.totals.seconds = time.monotonic() - began
        return self.totals

    async def _start(self) -> None:
        await asyncio.to_thread(self._server.start)
        self._harness.url = self._server.url

    # Playing

    async def _keep_playing(self, editor: str, nixon: str) -> None:
        """One game after the other; the last ones of the computer, who is slow, end in time."""
        ann, bob = Player(self._harness), Player(self._harness)
        await ann.arrive()
        await bob.arrive()
        is_first = True
        try:
            while is_first or self._kills_left > (0 if nixon == "friend" else NO_NEW):
                is_first = False
                made = await ann.new_game(editor, nixon)
                self.totals.games += 1
                players = [ann]
                if nixon == "friend":
                    await bob.accept(made, "nixon")
                    players.append(bob)
                await asyncio.gather(*(player.play(made["id"]) for player in players))
                self.totals.finished += 1
        finally:
            await ann.close()
            await bob.close()

    # Killing

    async def _kill_something(self, playing: list[asyncio.Task[None]]) -> None:
        """At a random moment, but only after moves have been acknowledged since the last kill."""
        ledger = self._harness.ledger
        goal = len(ledger.acknowledged) + self._rng.randint(1, 40)
        await self._until(playing, lambda: len(ledger.acknowledged) >= goal)
        await asyncio.sleep(self._rng.random() * 0.02)
        if not self._next:
            self._next = self._rng.choices(list(self._kinds), list(self._kinds.values()))
        kind = self._next.pop()
        await {
            "server": self._kill_server, "alone": self._kill_alone, "commit": self._kill_at_commit,
            "worker": self._kill_worker, "database": self._kill_database,
            "process": self._kill_process,
        }[kind]()  # fmt: skip
        self.totals.kills[kind] += 1
        log.info("%d kills, %d acknowledged", self.totals.kills.total(), len(ledger.acknowledged))

    async def _kill_server(self) -> None:
        self._server.kill()
        await self._start()

    async def _kill_alone(self) -> None:
        self._server.kill_alone()
        await self._start()

    async def _kill_worker(self) -> None:
        await self._kill_one(lambda: self._server.workers)

    async def _kill_process(self) -> None:
        """The others go on; it is started again by who started it."""
        await self._kill_one(lambda: self._server.serving)

    async def _kill_one(self, of: Callable[[], list[int]]) -> None:
        end = time.monotonic() + PATIENCE
        while not (pids := of()):
            if time.monotonic() > end:
                raise Stuck("with nothing left to kill")
            await asyncio.sleep(0.01)
        _signal([self._rng.choice(pids)], signal.SIGKILL)

    async def _kill_database(self) -> None:
        assert self._base is not None
        self._base.kill()
        await asyncio.to_thread(self._base.start)

    async def _kill_at_commit(self) -> None:
        """Stop the server when a move is stored; kill it if the player has not heard of it."""
        for _ in range(MOST_TRIES):
            player, sent = await asyncio.wait_for(self._harness.next_sent(), PATIENCE)
            game, key = sent["game"], sent["key"]
            pids = self._server.serving
            if not await self._spy.stop_at(game, key, pids):
                continue
            await asyncio.sleep(0.02)  # what it has said arrives
            if player.pending is not None and player.pending["key"] == key:
                self._caught.append((game, key))
                break
            _signal(pids, signal.SIGCONT)
        await self._kill_server()

    async def _until(self, playing: list[asyncio.Task[None]], is_so: Any) -> None:
        """Wait for something; not for ever if nothing goes on, nor if somebody gives up."""
        ledger = self._harness.ledger
        known, end = -1, 0.0
        while not is_so():
            for task in playing:
                if task.done() and task.exception() is not None:
                    await task
            if len(ledger.acknowledged) > known:
                known, end = len(ledger.acknowledged), time.monotonic() + PATIENCE
            if time.monotonic() > end:
                raise Stuck(f"after {dict(self.totals.kills)}")
            await asyncio.sleep(0.01)

    # Checking

    async def _check(self) -> None:
        """Compare every log with what was promised, and replay it."""
        store = Store(database_url(self._database))
        ledger, totals = self._harness.ledger, self.totals
        totals.acknowledged, totals.repeated = len(ledger.acknowledged), ledger.repeated
        totals.faults += ledger.faults
        try:
            logs = {row.id: await store.acts(row.id) for row in await store.all_games(limit=10_000)}
            totals.faults += [
                f"{fault.game}: {fault.what}"
                for fault in await maintenance.check(store, editions(Settings()), lambda _: None)
            ]
        finally:
            await store.close()
        stored: dict[tuple[str, str], list[int]] = {}
        for game, acts in logs.items():
            totals.acts += len(acts)
            if [act.number for act in acts] != list(range(1, len(acts) + 1)):
                totals.faults.append(f"{game}: the numbers of its acts have gaps")
            for act in acts:
                if act.key is not None:
                    stored.setdefault((game, act.key), []).append(act.number)
        for known, number in ledger.acknowledged.items():
            if number not in stored.get(known, ()):
                totals.lost += 1
                totals.faults.append(f"{known} was acknowledged as {number}, but is lost")
        for known, numbers in stored.items():
            if len(numbers) > 1:
                totals.doubled += 1
                totals.faults.append(f"{known} is stored as {numbers}")
            if known not in ledger.asked:
                totals.faults.append(f"{known} is stored, but nobody asked for it")
            if known in ledger.refused:
                totals.faults.append(f"{known} is stored, but was refused: {ledger.refused[known]}")
        for known in self._caught:
            if known not in stored:
                totals.faults.append(f"{known} was seen in the database, but is lost")
        totals.caught = sum(known in ledger.acknowledged for known in self._caught)


class Stuck(Exception):
    """Nothing goes on any more."""


def _signal(pids: list[int], what: signal.Signals) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, what)


def crash(kills: int, database: str, seed: int, folder: Path, processes: int = 1) -> Totals:
    """Kill so often; what came of it."""
    if database == "sqlite":
        return asyncio.run(Crash(folder, str(folder / "games.sqlite3"), None, seed, 1).run(kills))
    with postgres() as base:
        return asyncio.run(Crash(folder, base.new_database(), base, seed, processes).run(kills))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--database", choices=list(KINDS), default="sqlite")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1974)
    chosen = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # and leave nothing running behind
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(message)s")
    log.setLevel(logging.INFO)
    with tempfile.TemporaryDirectory(prefix="watergate-crash-") as folder:
        totals = crash(chosen.kills, chosen.database, chosen.seed, Path(folder), chosen.processes)
    sys.stdout.write(f"{chosen.database}, seed {chosen.seed}\n{totals}\n")
    return int(bool(totals.lost or totals.doubled or totals.faults))


if __name__ == "__main__":
    sys.exit(main())
