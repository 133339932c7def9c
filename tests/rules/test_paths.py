"""The shortest ways to the Editor's win on the board."""

from __future__ import annotations

import random

import pytest

from tests.tables import table
from watergate import Game, distance_to_win, ways_to_win


def test_at_the_beginning_every_pair_of_informants_is_possible() -> None:
    game = Game.start(seed=1)
    ways = ways_to_win(game.view("editor"), game.edition)
    assert len(ways) == 21
    best = ways[0]
    assert best.distance == len(best.needed) + 2
    assert set(best.recruit) == set(best.informants)
    assert best.needed == best.spaces


@pytest.mark.rule("1.4")
def test_two_informants_may_share_evidence() -> None:
    """Martha Mitchell and Dean touch neighbouring spaces: one path serves both."""
    game = Game.start(seed=1)
    ways = {way.informants: way for way in ways_to_win(game.view("editor"), game.edition)}
    shared = next(way for pair, way in ways.items() if set(pair) == {"martha_mitchell", "dean"})
    assert set(shared.spaces) == {"inner1", "spoke1", "rim1", "rim2"}
    assert shared.distance == 6


def test_face_up_evidence_and_recruited_informants_shorten_the_way() -> None:
    game = table(board=["inner1:blue", "spoke1:yellow", "rim1:green"],
                 pictures=["martha_mitchell", "dean"], editor=[30], nixon=[9])  # fmt: skip
    way = ways_to_win(game.view("spectator"), game.edition)[0]
    assert set(way.informants) == {"martha_mitchell", "dean"}
    assert (way.needed, way.recruit, way.distance) == (("rim2",), (), 1)


def test_face_down_evidence_and_silenced_pictures_block() -> None:
    game = table(board=["inner1:-blue", "inner3:-green", "inner5:-yellow"], nixon=[9], editor=[30])
    assert ways_to_win(game.view("nixon"), game.edition) == []
    assert distance_to_win(game.view("nixon"), game.edition) is None
    silenced = table(pictures=["-dean", "-sloan", "-woods", "-mccord", "-baldwin"], nixon=[9])
    pairs = [way.informants for way in ways_to_win(silenced.view("nixon"), silenced.edition)]
    assert [set(pair) for pair in pairs] == [{"butterfield", "martha_mitchell"}]


@pytest.mark.rule("1.4")
def test_the_distance_is_nothing_exactly_when_the_editor_has_won() -> None:
    for seed in range(12):
        rng = random.Random(seed)
        game = Game.start(seed=seed)
        while game.decider is not None:
            assert distance_to_win(game.view("spectator"), game.edition) != 0
            for _ in range(25):
                if game.decider is not None:
                    game.play(rng.choice(game.legal_ids()))
        won = game.result is not None and game.result.way == "connection"
        assert (distance_to_win(game.view("spectator"), game.edition) == 0) == won
