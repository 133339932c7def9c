"""Arenas whose games are invented, so that thousands of them take no time."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from itertools import islice

from watergate import standard_edition
from watergate.edition import Edition
from watergate.lab.arena import Crew, Fixture, Hypotheses, Plan, Played
from watergate.lab.arena.ratings import ELO
from watergate.lab.arena.workers import Games


def plan_of(
    *players: str, pairs: int = 10, records: bool = False, test: Hypotheses | None = None
) -> Plan:
    return Plan(players, pairs, 50, standard_edition(), records, test)


def played(
    fixture: Fixture, winner: str, way: str = "momentum", failed: str = "", reason: str = ""
) -> Played:
    return Played(
        **asdict(fixture), winner=winner, way=way, rounds=5, decisions=90, moves=140,
        failed=failed, reason=reason,
    )  # fmt: skip


def inventing(elos: Mapping[str, float], editor: float = 0.0, shuffled: int | None = None) -> Crew:
    """A crew whose games follow the model of the ratings, finished in any order if shuffled."""

    def crew(fixtures: Iterable[Fixture], edition: Edition, records: bool, luck: bool) -> Games:
        order = random.Random(shuffled)
        waiting = list(islice(fixtures := iter(fixtures), 8))
        while waiting:
            place = 0 if shuffled is None else order.randrange(len(waiting))
            fixture = waiting.pop(place)
            waiting.extend(islice(fixtures, 1))
            edge = (elos[fixture.editor] - elos[fixture.nixon] + editor) / ELO
            lot = random.Random(f"{fixture.game} {fixture.seed}").random()
            winner = "editor" if lot < 1 / (1 + math.exp(-edge)) else "nixon"
            yield played(fixture, winner), f"game {fixture.game}\n" if records else None

    return crew


def stopping_after(games: int, crew: Crew) -> Crew:
    """A crew that is interrupted when so many games are finished."""

    def stopped(fixtures: Iterable[Fixture], edition: Edition, records: bool, luck: bool) -> Games:
        yield from islice(crew(fixtures, edition, records, luck), games)
        raise KeyboardInterrupt

    return stopped
