"""The streams of luck: repeatable, fair, and the same in plain Python and compiled code."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tests.tables import play, table
from watergate import Game
from watergate.engine import PLAIN
from watergate.rules.core.chance import random_below, seeded_streams, system_streams


def test_a_seed_gives_the_same_numbers_again() -> None:
    one, other = seeded_streams(7), seeded_streams(7)
    assert [random_below(one, 0, 1000) for _ in range(20)] == [
        random_below(other, 0, 1000) for _ in range(20)
    ]
    assert len(set(seeded_streams(7).tolist())) == 6
    assert not np.array_equal(system_streams(), system_streams())


def test_streams_do_not_disturb_each_other() -> None:
    """Two games from one seed meet the same luck as long as they draw the same things."""
    one, other = seeded_streams(3), seeded_streams(3)
    for _ in range(10):
        random_below(other, 5, 7)
    assert [random_below(one, 2, 36) for _ in range(9)] == [
        random_below(other, 2, 36) for _ in range(9)
    ]


def test_numbers_are_spread_evenly() -> None:
    streams = seeded_streams(1)
    seen = Counter(random_below(streams, 0, 10) for _ in range(20_000))
    assert set(seen) == set(range(10))
    assert sum((n - 2_000) ** 2 / 2_000 for n in seen.values()) < 27.9  # once in a thousand


@pytest.mark.rule("4.12")
def test_a_blind_pick_finds_each_face_down_token_equally_often() -> None:
    game = table(turn="editor", editor=[32], nixon=[9], facedown=["blue", "blue", "green"])
    play(game, "play 32 action", "pass", "choose facedown")
    weights = {str(game.notation.moves[n]): w for n, w in game.outcomes().items()}
    assert weights == {"reveal blue": 2, "reveal green": 1}
    streams = seeded_streams(2)
    picks = Counter(PLAIN.sample(game.states, 0, streams) for _ in range(3_000))
    share = picks[game.notation.id_of("reveal blue")] / 3_000
    assert abs(share - 2 / 3) < 0.03


@pytest.mark.rule("7.5")
def test_a_lost_card_is_any_card_of_the_hand() -> None:
    game = table(turn="nixon", nixon=[11, 9], editor=[30, 31, 32])
    play(game, "play 11 action", "pass")
    assert [str(move) for move in game.moves] == ["lose 30", "lose 31", "lose 32"]
    assert set(game.outcomes().values()) == {1}
    streams = seeded_streams(2)
    assert len({PLAIN.sample(game.states, 0, streams) for _ in range(60)}) == 3


def test_every_outcome_of_a_draw_can_be_played() -> None:
    game = Game.new()
    for move in game.moves:
        twin = game.copy()
        twin.play(move)
        assert twin.ply == 1


def test_a_draw_that_nobody_can_foretell_is_any_outcome() -> None:
    game = Game.new()
    drawn = Counter(game.unforeseeable_draw() for _ in range(2_000))
    assert drawn.keys() == game.outcomes().keys()
    assert max(drawn.values()) < 2 * min(drawn.values())
    assert game.ply == 0
