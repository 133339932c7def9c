"""Routes of the exercises that ship with the package: decisions to be found, seen as their side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Path, Response

from watergate.coach.exercises import Exercise, JudgedMove, chosen, exercises
from watergate.edition import Side
from watergate.rules import Game, Viewer, WatergateError
from watergate.rules.messages import Message
from watergate.rules.paths import WayToWin

from ..fields import SideName
from ..problems import Problem
from .learn import CACHED
from .review import Step, step_of

router = APIRouter(tags=["learn"])

STEPS_BEFORE = 14
"""So many plies before the decision are told, at most."""


@dataclass(frozen=True, slots=True)
class ExerciseName:
    number: int
    """From 1 on, the easiest first."""
    difficulty: int
    side: SideName
    round: int


@dataclass(frozen=True, slots=True)
class ExerciseFacts(ExerciseName):
    """A decision to be found. Nothing in it tells what its side could not know."""

    steps: list[Step]
    """The plies before the decision, which is the last of them."""
    answers: list[JudgedMove]
    """All legal moves, the best first."""
    noise: float
    """How far the values of the better moves may be off: one standard error."""
    line: list[str]
    """How play may go on after the best move."""
    reasons: list[Message]
    """Why it is better than what was played; empty: the line says it."""


@router.get("/exercises")
async def exercise_names(response: Response) -> list[ExerciseName]:
    """The exercises, by rising difficulty."""
    response.headers.update(CACHED)
    return [
        ExerciseName(one.number, one.difficulty, Side[one.side.upper()], one.round)
        for one in exercises()
    ]


@router.get("/exercises/{number}")
async def exercise(
    number: Annotated[int, Path(ge=1, le=1_000_000)], response: Response
) -> ExerciseFacts:
    """An exercise: the table as its side saw it, and what there is to say of every legal move."""
    try:
        (found,) = chosen(number=number)
    except WatergateError:
        raise Problem("not_found", what="exercise") from None
    response.headers.update(CACHED)
    return facts_of(found, found.game(None))


def facts_of(found: Exercise, game: Game) -> ExerciseFacts:
    """What is told of an exercise in a game of it: the same whatever its side cannot know."""
    viewer, first = Viewer(found.side), max(0, game.ply - STEPS_BEFORE)
    ways: dict[str, WayToWin | None] = {}
    return ExerciseFacts(
        found.number, found.difficulty, Side[found.side.upper()], found.round,
        [step_of(game, ply, viewer, ways) for ply in range(first, game.ply + 1)],
        found.answers, found.noise, found.line, found.reasons,
    )  # fmt: skip
