"""What a network is told beside the observation: how far the Editor's connections are."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

import numpy as np
import pytest

from watergate import Game, alternative_history, standard_edition
from watergate.edition.table import table_of
from watergate.engine import form_of
from watergate.players.kernel.entries import see_at, see_connections_at
from watergate.players.kernel.sight import FARTHEST, MOST_TO_WIN, PIECES, SIGHT, new_sight
from watergate.players.sight import Sight, sight_of
from watergate.rules import View
from watergate.rules.core.history import HISTORY
from watergate.rules.core.knowledge import HIDDEN
from watergate.rules.core.observation import OBSERVATION
from watergate.rules.errors import BadView
from watergate.rules.observation import observation_of
from watergate.rules.paths import NIXON, distance_to_win

EDITION = standard_edition()
SPACES = [space.name for space in EDITION.spaces]
PICTURES = [informant.name for informant in EDITION.informants]


def views(games: int = 6) -> Iterator[View]:
    """Some views of random games, of the side that decides."""
    for seed in range(games):
        rng, game = random.Random(seed), Game.start(seed=seed)
        while game.decider is not None:
            view = game.view(game.decider)
            if rng.random() < 0.15:
                yield view
            game.play(rng.choice(view.moves))


def piece(row: Sight, name: str) -> Sight:
    first = OBSERVATION
    for one in PIECES:
        if one.name == name:
            return row[first : first + one.size].reshape(one.shape)
        first += one.size
    raise AssertionError(name)


def costs(view: View, end: str) -> Mapping[str, int]:
    """How many tokens lack on the cheapest way from an end to each space, that one included."""
    board = {pinned.space: 0 if pinned.face_up else None for pinned in view.board}
    found: dict[str, int] = {}
    fresh = {end: 0}
    while fresh:
        here = min(fresh, key=lambda space: fresh[space])
        so_far = fresh.pop(here)
        found[here] = so_far
        for one, other in EDITION.threads:
            for there in {one, other} - {here} if here in (one, other) else ():
                cost = board.get(there, 1)
                if there in SPACES and there not in found and cost is not None:
                    fresh[there] = min(fresh.get(there, 99), so_far + cost)
    return {space: cost for space, cost in found.items() if space in SPACES}


def neighbours(name: str) -> set[str]:
    return {space for pair in EDITION.threads if name in pair for space in pair} - {name}


def test_it_counts_what_lacks_on_the_ways_from_nixon() -> None:
    for view in views(3):
        row, from_nixon = sight_of(view, EDITION), costs(view, NIXON)
        reach = piece(row, "reach")
        for space, n in ((space, n) for space in SPACES for n in range(FARTHEST)):
            assert reach[n, SPACES.index(space)] == (from_nixon.get(space, 99) <= n)
        for number, name in enumerate(PICTURES):
            touching = [from_nixon[space] for space in neighbours(name) if space in from_nixon]
            lacks = min(touching, default=99)
            assert piece(row, "lacking")[number].tolist() == [
                lacks > n for n in range(FARTHEST + 1)
            ]
            up = {pinned.space for pinned in view.board if pinned.face_up}
            own = costs(view, name)
            shortest = {
                space for space in from_nixon.keys() & own.keys()
                if from_nixon[space] + own[space] - (space not in up) == lacks <= FARTHEST
                and max(from_nixon[space], own[space]) <= FARTHEST
            }  # fmt: skip
            marked = {SPACES[n] for n in np.flatnonzero(piece(row, "paths")[number])}
            assert marked == shortest


def test_it_counts_what_lacks_to_win_as_the_rules_do() -> None:
    seen = set()
    for view in views():
        lacking, distance = int(piece(sight_of(view, EDITION), "to_win").sum()), None
        distance = distance_to_win(view, EDITION)
        seen.add(distance)
        if distance is None or distance > FARTHEST + 2:  # a single path may be too long to be seen
            assert lacking >= (MOST_TO_WIN if distance is None else distance)
        else:
            assert lacking == distance
    assert len(seen) >= 5


def test_it_begins_with_the_observation_and_holds_nothing_hidden() -> None:
    rng, game, altered = random.Random(5), Game.start(seed=5), 0
    while game.decider is not None:
        view, other = game.view(game.decider), alternative_history(game, game.decider, rng)
        altered += other.history_ids != game.history_ids
        row = sight_of(view, EDITION)
        assert (row[:OBSERVATION] == observation_of(view)).all()
        assert row.tobytes() == sight_of(other.view(str(game.decider)), EDITION).tobytes()
        game.play(rng.choice(view.moves))
    assert altered > 20
    with pytest.raises(BadView, match="spectator"):
        sight_of(game.view("spectator"), EDITION)


def test_plain_and_compiled_it_is_the_same() -> None:
    tables, hidden, histories = table_of(EDITION), np.zeros(1, HIDDEN), np.zeros(1, HISTORY)
    game, rng, seen = Game.start(seed=8), random.Random(8), np.zeros(SIGHT, np.uint8)
    while game.decider is not None:
        rows = np.zeros((2, SIGHT), np.uint8)
        boards = np.zeros((2, 1, SIGHT - OBSERVATION), np.uint8)
        for is_compiled in (False, True):
            form_of(see_at, is_compiled)(
                game.states, 0, tables, hidden, histories, 0, new_sight(), rows[int(is_compiled)]
            )
            form_of(see_connections_at, is_compiled)(
                game.states, tables, new_sight(), boards[int(is_compiled)]
            )
        assert (rows[0] == rows[1]).all()
        assert (boards[:, 0] == rows[:, OBSERVATION:]).all()
        seen |= rows[0]
        game.play(rng.choice(game.view(game.decider).moves))
    assert seen[OBSERVATION:].sum() > 100
