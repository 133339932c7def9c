"""A worker process: leases jobs from the database, thinks, stores the outcome.

It speaks to the server that started it in lines of ids: it hears `work` when there is a job, and
tells which game or job has changed. Whatever happens to it, the job is in the database and is taken
again when its lease ends. A computer's move is stored together with the end of its job.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import sys
from collections.abc import Collection
from typing import Any

from watergate.coach import DEPTHS, USUAL
from watergate.compiling import compile_in_child
from watergate.edition import Side
from watergate.engine import forget_choice
from watergate.engine.machine_code import is_ready
from watergate.rules import WatergateError

from ..children import settings_from_parent
from ..live import LiveGames
from ..live.restoring import editions
from ..live.tasks import now_ms
from ..logs import set_up_logs
from ..model import SUBSTITUTE, JobKind, JobState, Refused, State
from ..model.jobs import REVIEWS, SHORT
from ..notifications import Notification, Notifier
from ..records import ended_game
from ..settings import Settings
from ..storage import JobRow, Store
from ..storage.database import database_url, is_away
from .thinking import choose, curve, hint, review
from .weighing import weigh_some

log = logging.getLogger(__name__)

IDLE_SECONDS = 1.0
"""How long a worker waits before it looks for work by itself."""
SHORTEST_WAIT = 0.01
"""Before it asks again, if it seems that there is work."""
LEASE_SECONDS = 15
MOST_ATTEMPTS = 3


class PipeNotifier(Notifier):
    """Speaks to the server that started this worker, over its standard streams."""

    def send(self, notification: Notification) -> None:
        with contextlib.suppress(OSError, ValueError):
            os.write(sys.stdout.fileno(), f"{notification}\n".encode())


class Worker:
    def __init__(self, settings: Settings, name: str) -> None:
        self.settings, self.name = settings, name
        self.store = Store(database_url(settings.database))
        self.notifier = PipeNotifier()
        self.live_games = LiveGames(self.store, editions(settings), self.notifier, most_tables=200)
        self.trouble = self.live_games.trouble
        self.has_work = asyncio.Event()
        self.is_stopping = False

    async def run(self) -> None:
        """Work until the server goes away."""
        listening = asyncio.create_task(self._listen())
        try:
            while not self.is_stopping:
                job = await self._lease()
                if job is not None:
                    await self._do(job)
                elif not await self._weigh():
                    await self._wait()
        finally:
            listening.cancel()
            await self.live_games.close()
            await self.store.close()

    async def _listen(self) -> None:
        """Wake up when the server says so; stop when it is gone."""
        reader = asyncio.StreamReader()
        loop = asyncio.get_running_loop()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        while await reader.readline():
            self.has_work.set()
        self.is_stopping = True
        self.has_work.set()

    async def _lease(self, kinds: Collection[str] | None = None) -> JobRow | None:
        self.has_work.clear()
        try:
            job = await self.store.lease_job(self.name, now_ms(), LEASE_SECONDS, kinds)
            self.trouble.is_over()
            return job
        except Exception as error:
            self.trouble.met(error)
            return None

    async def _weigh(self) -> bool:
        """Where nobody waits for anything else, find out a little more about an edition."""
        try:
            return await weigh_some(self.store, float(self.settings.worker_seconds))
        except Exception as error:
            if is_away(error):
                self.trouble.met(error)
            else:
                log.exception("an edition could not be weighed")
            return False

    async def _wait(self) -> None:
        """Until there is work, as far as one can know; a notification may get lost."""
        seconds = IDLE_SECONDS
        with contextlib.suppress(Exception):  # the database is away; then it is asked again later
            ready_at = await self.store.next_ready_at()
            if ready_at is not None:
                seconds = min(seconds, max(0, ready_at - now_ms()) / 1000 + SHORTEST_WAIT)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.has_work.wait(), seconds)

    async def _do(self, job: JobRow) -> None:
        """Do a job. Whatever happens, this worker goes on; the job stays until it is done."""
        renewing = asyncio.create_task(self._renew(job))
        try:
            if job.attempts > MOST_ATTEMPTS:
                await self._give_up(job)
            elif job.kind is JobKind.MOVE:
                await self._move(job)
            else:
                await self._think(job)
        except Exception as error:
            if is_away(error):
                self.trouble.met(error)
            else:
                log.exception("a job failed", extra={"kind": job.kind})
            with contextlib.suppress(Exception):  # the lease ends by itself, too
                await self.store.change_job(job.id, self.name, leased_until=now_ms() + 500)
        finally:
            renewing.cancel()

    async def _renew(self, job: JobRow) -> None:
        while True:
            await asyncio.sleep(LEASE_SECONDS / 3)
            until = now_ms() + LEASE_SECONDS * 1000
            with contextlib.suppress(Exception):  # the database may be back in time
                await self.store.change_job(job.id, self.name, leased_until=until)

    async def _give_up(self, job: JobRow) -> None:
        """A job that killed or failed its workers so often: a simple player moves instead."""
        if job.kind is JobKind.MOVE:
            await self._move(job, fallback=True)
            return
        await self.store.change_job(job.id, self.name, state=JobState.FAILED)
        self.notifier.notify(Notification("job", job.id))

    async def _move(self, job: JobRow, *, fallback: bool = False) -> None:
        live = await self.live_games.synchronizer.fresh(job.game)
        table = live.table
        side = Side[(job.side or "").upper()]
        if live.last_number != job.number or table.state is not State.RUNNING:
            await self.store.delete_job(job.id)  # the game has gone on without it
            return
        await self.live_games.pipeline.shown(live)
        if table.decider is not side:
            await self.store.delete_job(job.id)
            return
        seat = "priorities" if fallback else table.seats[side].player or "priorities"
        view = table.view_of(side)
        seconds = float(self.settings.worker_seconds)
        began = now_ms()
        move = await asyncio.to_thread(choose, seat, view, table.game, seconds)
        key = f"{SUBSTITUTE}{job.number}" if fallback else None
        try:
            await self.live_games.pipeline.act(
                live,
                lambda t, now: t.move(side, move, now=now, since=began, key=key),
                job_done=job.id,
            )
        except Refused:
            await self.store.delete_job(job.id)

    async def _think(self, job: JobRow) -> None:
        live = await self.live_games.synchronizer.fresh(job.game)
        table = live.table
        loop = asyncio.get_running_loop()

        def report(progress: float, so_far: dict[str, Any] | None = None) -> None:
            """Pauses the thinking until everybody who waits at a table is served."""
            asyncio.run_coroutine_threadsafe(self._report(job, progress, so_far), loop).result()

        result: dict[str, Any] | None = None
        if job.kind is JobKind.HINT and table.number == job.number:
            view = table.view_of(Side[(job.side or "").upper()])
            seconds = float(self.settings.worker_seconds)
            result = await asyncio.to_thread(hint, view, table.game, seconds)
        elif job.kind is JobKind.CURVE:
            result = await asyncio.to_thread(curve, table.game.copy(), report)
        elif job.kind in REVIEWS:
            depth = DEPTHS["deep"] if job.kind is JobKind.DEEP_REVIEW else USUAL
            result = await asyncio.to_thread(review, ended_game(table), depth, report)
        state = JobState.FAILED if result is None else JobState.DONE
        await self.store.change_job(
            job.id, self.name, state=state, progress=1.0, result=json.dumps(result)
        )
        self.notifier.notify(Notification("job", job.id))

    async def _report(self, job: JobRow, progress: float, so_far: dict[str, Any] | None) -> None:
        known = {} if so_far is None else {"result": json.dumps(so_far)}
        with contextlib.suppress(Exception):  # the database may be back in time
            await self.store.change_job(job.id, self.name, progress=progress, **known)
            self.notifier.notify(Notification("job", job.id))
        while (urgent := await self._lease(SHORT)) is not None:
            await self._do(urgent)


def limit_memory(mebibytes: int) -> None:
    """Let this process have no more memory than that, where the system can see to it."""
    try:
        import resource
    except ImportError:
        return
    limit = mebibytes << 20
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard == resource.RLIM_INFINITY or limit <= hard:
        resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))


async def _prepare_engine() -> None:
    """Make the machine code if it is not there yet, playing meanwhile as well as possible."""
    if is_ready() or os.environ.get("WATERGATE_COMPILED", "auto") == "never":
        return
    child = compile_in_child(is_quiet=True)
    try:
        while child.poll() is None:
            await asyncio.sleep(0.5)
    finally:
        if child.poll() is None:
            child.terminate()
    forget_choice()


async def _work(settings: Settings, name: str) -> None:
    preparing = asyncio.create_task(_prepare_engine())
    try:
        await Worker(settings, name).run()
    finally:
        preparing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await preparing


def main() -> None:
    """The worker process: it is given its name; its settings are the first line it reads."""
    settings = settings_from_parent()
    set_up_logs(settings.log_format, settings.log_level)
    limit_memory(settings.worker_memory)
    with contextlib.suppress(WatergateError):
        asyncio.run(_work(settings, sys.argv[1]))
