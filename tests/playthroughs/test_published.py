"""The published files, counts and schema, agree with the program."""

from __future__ import annotations

import pytest

from tests.playthroughs.counting import KINDS, read
from tests.playthroughs.schema import published
from watergate import Game
from watergate.rules.counting import Counts, count_sequences

FEW = 300


def test_small_counts_are_those_of_the_file() -> None:
    rows = [row for row in read() if row[1].sequences <= FEW]
    assert len(rows) > len(KINDS)
    for depth, counts, position in rows:
        assert count_sequences(Game.from_position(position), depth) == counts


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_all_counts_are_those_of_the_file(part: int) -> None:
    for depth, counts, position in read()[part::4]:
        assert count_sequences(Game.from_position(position), depth) == counts


def test_a_won_game_has_one_sequence() -> None:
    game = Game.start(seed=1)
    while game.decider is not None:
        game.play(game.legal_ids()[0])
    assert count_sequences(game, 3) == Counts(1, 0)


def test_the_published_schema_and_tables_are_those_of_the_program() -> None:
    for file, text in published().items():
        assert file.read_text(encoding="utf-8") == text, file.name
