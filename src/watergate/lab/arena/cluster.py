"""Workers on a Ray cluster, or on a local Ray."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from typing import Any

from watergate.edition import Edition

from .match import play
from .plan import ArenaError, Fixture
from .workers import WAITING, Crew, Games

LOCAL = "local"
"""The address that stands for a Ray of our own on this machine."""
_SECONDS_TO_ANSWER = 10


def crew_of_cluster(address: str, jobs: int | None = None) -> Crew:
    """Workers on the Ray at an address; `jobs` is the number of cores of a local Ray."""
    ray = _ray()

    def crew(fixtures: Iterable[Fixture], edition: Edition, records: bool, luck: bool) -> Games:
        _connect(ray, address, jobs)
        try:
            yield from _play_on(ray, fixtures, edition, records, luck)
        except ray.exceptions.RayError as error:
            raise ArenaError(f"the cluster failed: {_first_line(error)}") from None
        finally:
            ray.shutdown()

    return crew


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise ArenaError(
            "Ray is not installed; install it with: pip install 'watergate[ray]'"
        ) from None
    return ray


def _connect(ray: Any, address: str, jobs: int | None) -> None:
    quiet = {"include_dashboard": False, "log_to_driver": False, "logging_level": "ERROR"}
    try:
        if address == LOCAL:
            ray.init(address="local", num_cpus=jobs, **quiet)
        else:
            _knock(address)
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (ValueError, RuntimeError, OSError, OverflowError) as error:
        raise ArenaError(
            f"no Ray answers at {address!r} ({_first_line(error)}); "
            f"allowed: {LOCAL!r}, 'auto' or HOST:PORT"
        ) from None


def _knock(address: str) -> None:
    """Ray itself waits for minutes for somebody who is not there."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdigit():
        socket.create_connection((host, int(port)), timeout=_SECONDS_TO_ANSWER).close()


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


def _play_on(
    ray: Any, fixtures: Iterable[Fixture], edition: Edition, records: bool, luck: bool
) -> Games:
    remote = ray.remote(play)
    shared = ray.put(edition)
    most = WAITING * max(1, int(ray.cluster_resources().get("CPU", 1)))
    under_way: list[Any] = []
    try:
        for fixture in fixtures:
            under_way.append(remote.remote(fixture, shared, records, luck))
            if len(under_way) >= most:
                done, under_way = ray.wait(under_way)
                yield from ray.get(done)
        while under_way:
            done, under_way = ray.wait(under_way)
            yield from ray.get(done)
    finally:
        for game in under_way:
            ray.cancel(game)
