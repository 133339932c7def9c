"""Exercises: positions from games of computer players, in which one must find a right move.

Each is a round from its beginning to the decision. Whoever tries it sees the side's own view, with
what is hidden dealt anew (`Exercise.game`), so that nobody solves it by memory. The collection
ships with the package as one file, made and proven by `watergate lab exercises`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Annotated

from pydantic import Field, TypeAdapter

from watergate.edition import Edition, Side, standard_edition
from watergate.rules import Game, WatergateError
from watergate.rules.histories import alternative_history
from watergate.rules.messages import Message

from .models import Chance, SideName

FILE = "exercises.json"
LEVELS = 5
"""Of difficulty, the easiest first."""


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A legal move, and the side's chance after it."""

    move: str
    value: Chance
    is_right: bool


@dataclass(frozen=True, slots=True)
class Exercise:
    """A decision to be found. Moves are texts, as in records."""

    number: int
    """From 1 on, in the order of difficulty."""
    difficulty: Annotated[int, Field(ge=1, le=LEVELS)]
    side: SideName
    kind: str
    round: int
    start: str
    """The position at the start of the round."""
    moves: list[str]
    """What was played since, draws of chance included."""
    answers: list[JudgedMove]
    """All legal moves, the best first."""
    noise: float
    """How far the values of the better moves may be off: one standard error."""
    line: list[str]
    """How play may go on after the best move."""
    reasons: list[Message]
    """Why it is better than what the computer player did; empty: the line says it."""

    @property
    def best(self) -> JudgedMove:
        return self.answers[0]

    def answer(self, move: str) -> JudgedMove:
        """What there is to say of a legal move."""
        return next(answer for answer in self.answers if answer.move == move)

    def game(self, rng: random.Random | None, edition: Edition | None = None) -> Game:
        """The game at the decision; with random numbers, what the side cannot know is dealt anew.

        Its draws are yours to make.
        """
        game = Game.from_position(self.start, edition or standard_edition())
        for move in self.moves:
            game.play(move)
        if rng is None:
            return game
        return alternative_history(game, Side[self.side.upper()], rng)


_EXERCISES: TypeAdapter[list[Exercise]] = TypeAdapter(list[Exercise])


def written(exercises: list[Exercise]) -> bytes:
    """A collection as a file, one exercise a line."""
    lines = (TypeAdapter(Exercise).dump_json(exercise) for exercise in exercises)
    return b"[\n" + b",\n".join(lines) + b"\n]\n"


@cache
def exercises() -> tuple[Exercise, ...]:
    """The collection that ships with the package."""
    data = resources.files(__package__).joinpath(FILE).read_bytes()
    return tuple(_EXERCISES.validate_json(data))


def chosen(
    side: Side | None = None, difficulty: int | None = None, number: int | None = None
) -> list[Exercise]:
    """Those of a side, of a difficulty, or the one with a number; else a WatergateError."""
    found = [
        exercise
        for exercise in exercises()
        if side is None or exercise.side == str(side)
        if difficulty is None or exercise.difficulty == difficulty
        if number is None or exercise.number == number
    ]
    if not found:
        raise WatergateError(f"there is no such exercise; allowed: 1 to {len(exercises())}")
    return found
