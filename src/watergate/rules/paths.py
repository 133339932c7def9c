"""How far the Editor is from connecting two informants: the shortest paths to a win on the board.

A path runs over spaces that hold face-up evidence (nothing more to do), or are empty (a token is
needed); face-down evidence blocks it. Two informants may share evidence (RULES 1.4).
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from watergate.edition import Edition

from .views import View

NIXON = "nixon"
_BLOCKED = 1_000


@dataclass(frozen=True, slots=True)
class WayToWin:
    """Two informants and the cheapest threads that connect both.

    `needed` are the spaces that still lack evidence, `recruit` the pictures still to be recruited,
    `spaces` all evidence spaces of the connection.
    """

    informants: tuple[str, str]
    needed: tuple[str, ...]
    recruit: tuple[str, ...]
    spaces: tuple[str, ...]

    @property
    def distance(self) -> int:
        """How many things are still to be done: tokens to pin and pictures to recruit."""
        return len(self.needed) + len(self.recruit)


def ways_to_win(view: View, edition: Edition) -> list[WayToWin]:
    """Every pair of informants that can still be connected, the nearest first."""
    cost = _costs(view, edition)
    threads = _threads(edition)
    pictures = [*view.pictures.recruited, *view.pictures.supply]
    searches = {end: _search([end], threads, cost) for end in [NIXON, *pictures]}
    ways = []
    for pair in itertools.combinations(pictures, 2):
        spaces = _connection(pair, cost, searches)
        if spaces is not None:
            needed = tuple(space for space in spaces if cost[space])
            recruit = tuple(name for name in pair if name in view.pictures.supply)
            ways.append(WayToWin(pair, needed, recruit, spaces))
    return sorted(ways, key=lambda way: (way.distance, len(way.recruit), way.informants))


def distance_to_win(view: View, edition: Edition) -> int | None:
    """How many steps the Editor's nearest win takes, or None if every way is blocked."""
    ways = ways_to_win(view, edition)
    return ways[0].distance if ways else None


def _costs(view: View, edition: Edition) -> Mapping[str, int]:
    costs = {space.name: 1 for space in edition.spaces}
    for pinned in view.board:
        costs[pinned.space] = 0 if pinned.face_up else _BLOCKED
    return costs


def _threads(edition: Edition) -> Mapping[str, list[str]]:
    threads: dict[str, list[str]] = {}
    for one, other in edition.threads:
        threads.setdefault(one, []).append(other)
        threads.setdefault(other, []).append(one)
    return threads


_Search = Mapping[str, tuple[int, str | None]]


def _search(
    ends: Iterable[str], threads: Mapping[str, list[str]], cost: Mapping[str, int]
) -> _Search:
    """From an end to every space: the cost of the spaces on the way, itself included; whence."""
    reached: dict[str, tuple[int, str | None]] = {}
    queue: list[tuple[int, str, str | None]] = [(0, end, None) for end in ends]
    while queue:
        total, here, came_from = heapq.heappop(queue)
        if here in reached:
            continue
        reached[here] = (total, came_from)
        for there in threads.get(here, []):
            if cost.get(there, _BLOCKED) < _BLOCKED:
                heapq.heappush(queue, (total + cost[there], there, here))
    return reached


def _connection(
    pair: tuple[str, str], cost: Mapping[str, int], searches: Mapping[str, _Search]
) -> tuple[str, ...] | None:
    """The cheapest spaces joining both informants and Nixon: three paths that meet in one space."""
    three = [searches[end] for end in (NIXON, *pair)]
    meetings = [space for space in cost if all(space in search for search in three)]
    if not meetings:
        return None

    def price(space: str) -> tuple[int, int]:
        walked = [_walk(space, search) for search in three]
        total = sum(search[space][0] for search in three) - 2 * cost[space]
        return total, len({step for walk in walked for step in walk})

    best = min(meetings, key=price)
    return tuple(sorted({space for search in three for space in _walk(best, search)}))


def _walk(space: str, search: _Search) -> list[str]:
    walk = []
    here: str | None = space
    while here is not None:
        walk.append(here)
        here = search[here][1]
    return [step for step in walk if step in search and search[step][1] is not None]
