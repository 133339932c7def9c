"""The course of a round: what a side has seen of it, for whoever guesses at hidden things."""

from __future__ import annotations

import random

import pytest

from watergate import Game, Side
from watergate.rules import View
from watergate.rules.core.knowledge import HIDDEN_CARD, HIDDEN_CHOICE, HIDDEN_TOKEN
from watergate.rules.knowledge import Course


def course_of(view: View) -> Course:
    assert view.knowledge.course is not None
    return view.knowledge.course


def played(seed: int, plies: int = 400) -> Game:
    game, rng = Game.start(seed=seed), random.Random(seed)
    while isinstance(game.decider, Side) and game.ply < plies:
        game.play(rng.choice(game.moves))
    return game


@pytest.mark.rule("9.1", "9.3")
def test_a_course_has_every_move_of_the_round_and_hides_what_is_hidden() -> None:
    hidden: set[int] = set()
    for seed in range(4):
        whole = played(seed)
        for ply in range(20, whole.ply, 7):
            game = whole.at(ply)
            for side in Side:
                course = course_of(game.view(side))
                first = game.ply - len(course.moves)
                assert game.at(first).round == game.round
                assert first == 0 or game.at(first - 1).round < game.round
                assert course.start.position == game.at(first).view(side).position
                for n, move in enumerate(course.moves, first + 1):
                    seen = game.move_seen(n, side)
                    assert (move < 0) == (seen is None)
                    if seen is None:
                        hidden.add(move)
                    else:
                        assert game.notation.moves[move] == seen
    assert hidden == {HIDDEN_CARD, HIDDEN_TOKEN, HIDDEN_CHOICE}


def test_a_course_grows_with_the_game_and_survives_copies_and_going_back() -> None:
    game, rng = Game.start(seed=3), random.Random(3)
    for _ in range(60):
        before = course_of(game.view("editor"))
        fresh = course_of(game.copy().view("editor"))
        assert fresh.moves == before.moves
        assert fresh.start == before.start
        game.play(rng.choice(game.moves))
    game.back_to(30)
    assert course_of(game.view("nixon")).moves == course_of(game.at(30).view("nixon")).moves


def test_spectators_and_views_that_were_read_have_none() -> None:
    game = Game.start(seed=1)
    assert game.view("spectator").knowledge.course is None
    assert View.from_json(game.view("editor").to_json()).knowledge.course is None
