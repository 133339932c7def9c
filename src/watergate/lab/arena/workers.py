"""Workers that play games: this process, or several processes.

A crew is given games to play and yields them as they are finished, in whatever order; what comes of
a game does not depend on where it is played. Closing the iterator ends the games under way.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from watergate.edition import Edition
from watergate.lab.processes import WorkerProcesses

from .match import Played, play
from .plan import ArenaError, Fixture

Finished = tuple[Played, str | None]
"""A game, and its record if that is wanted."""
Games = Generator[Finished, None, None]
Crew = Callable[[Iterable[Fixture], Edition, bool, bool], Games]
"""Plays games of an edition, with their records or not, with their luck counted or not."""
WAITING = 2
"""So many games wait for each worker, so that none is ever idle."""


def crew_of(jobs: int) -> Crew:
    """This many worker processes; for one, this process."""
    if jobs == 1:
        return play_here

    def crew(fixtures: Iterable[Fixture], edition: Edition, records: bool, luck: bool) -> Games:
        return _play_in_processes(jobs, fixtures, edition, records, luck)

    return crew


def play_here(fixtures: Iterable[Fixture], edition: Edition, records: bool, luck: bool) -> Games:
    for fixture in fixtures:
        yield play(fixture, edition, records, luck)


def _play_in_processes(
    jobs: int, fixtures: Iterable[Fixture], edition: Edition, records: bool, luck: bool
) -> Games:
    others = set(multiprocessing.active_children())
    with WorkerProcesses(jobs, _obey_the_parent) as pool:
        under_way: set[Future[Finished]] = set()
        try:
            for fixture in fixtures:
                under_way.add(pool.submit(_play_in_worker, fixture, edition, records, luck))
                if len(under_way) >= WAITING * jobs:
                    done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in done)
            while under_way:
                done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        except BrokenProcessPool:
            raise ArenaError("a worker process died; there may be too little memory") from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            if under_way:
                for child in set(multiprocessing.active_children()) - others:
                    child.terminate()


class _Ended(BaseException):
    """The parent wants no more games. No player's failure, so no Exception."""


_is_playing = _has_ended = False


def _obey_the_parent() -> None:
    signal.signal(signal.SIGTERM, _end)
    threading.Thread(target=_die_with_the_parent, daemon=True).start()


def _die_with_the_parent() -> None:
    """A parent that was killed tells nobody to stop."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _end(*_: Any) -> None:
    """Break off the game, so that its players are closed; the pool then ends by itself."""
    global _has_ended  # noqa: PLW0603  a signal handler has nowhere else to write
    _has_ended = True
    if _is_playing:
        raise _Ended


def _play_in_worker(fixture: Fixture, edition: Edition, records: bool, luck: bool) -> Finished:
    global _is_playing  # noqa: PLW0603
    _is_playing = True
    try:
        if _has_ended:
            raise _Ended
        return play(fixture, edition, records, luck)
    finally:
        _is_playing = False
