"""Exercises: the collection is sound, and what is hidden is dealt anew."""

from __future__ import annotations

import random

import pytest

from tests.coach.games import game_of
from watergate import Side, WatergateError, standard_edition
from watergate.coach.exercises import LEVELS, chosen, exercises, written
from watergate.engine import engine
from watergate.lab.exercises import collection
from watergate.rules.messages import text_of
from watergate.texts import LANGUAGES


def test_there_are_a_hundred_of_rising_difficulty_for_both_sides() -> None:
    found = exercises()
    assert len(found) >= 100
    assert [exercise.number for exercise in found] == list(range(1, len(found) + 1))
    levels = [exercise.difficulty for exercise in found]
    assert levels == sorted(levels)
    assert set(levels) == set(range(1, LEVELS + 1))
    for side in Side:
        assert len(chosen(side)) >= 40


def test_every_exercise_has_right_and_wrong_moves_and_the_best_first() -> None:
    for exercise in exercises():
        right = [answer for answer in exercise.answers if answer.is_right]
        wrong = [answer for answer in exercise.answers if not answer.is_right]
        assert right
        assert wrong
        assert exercise.best.is_right
        assert exercise.best.value == max(answer.value for answer in right)
        assert exercise.line[:1] == [exercise.best.move]
        for reason in exercise.reasons:
            for language in LANGUAGES:
                assert text_of(reason, standard_edition(), language)


@pytest.mark.parametrize("part", range(4))
def test_what_is_hidden_is_dealt_anew_and_the_view_stays(part: int) -> None:
    altered = 0
    some = exercises()[part::40]
    for exercise in some:
        given, anew = exercise.game(None), exercise.game(random.Random(exercise.number))
        assert str(given.decider) == exercise.side
        view, other = (game.view(exercise.side) for game in (given, anew))
        assert view.to_json() == other.to_json()
        assert {str(move) for move in view.moves} == {a.move for a in exercise.answers}
        altered += given.history_ids != anew.history_ids
    assert altered


def test_some_can_be_chosen() -> None:
    assert [exercise.number for exercise in chosen(number=7)] == [7]
    assert {exercise.difficulty for exercise in chosen(difficulty=2)} == {2}
    with pytest.raises(WatergateError, match="there is no such exercise; allowed: 1 to "):
        chosen(number=9_999)


@pytest.mark.slow
@pytest.mark.skipif(not engine().is_compiled, reason="too long without machine code")
def test_they_are_made_from_games() -> None:
    game = game_of("priorities", "random", 4)
    found = collection([game], standard_edition(), seed=1, most=1)
    assert 1 <= len(found) <= 2
    for exercise in found:
        assert exercise.game(None).position in {then.position for then in game.replay()}
    assert written(found).startswith(b"[\n")
