"""`watergate exercises`: positions to solve; `watergate lab exercises` makes them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Annotated

import typer

from watergate.coach.exercises import LEVELS, Exercise, chosen, written
from watergate.coach.telling import Teller
from watergate.edition import Side, standard_edition
from watergate.lab.arena.folder import write_whole
from watergate.lab.exercises import collection
from watergate.players.seating import PERSON, USUAL
from watergate.rules import Game, Viewer, WatergateError, move_in_words, read_record
from watergate.rules.messages import text_of
from watergate.show import NARROWEST, WIDTH, draw
from watergate.texts import sentence

from .common import (
    language,
    out,
    prepare_engine,
    progress_bar,
    say,
    seed_option,
    text_of_file,
    words,
)
from .records import records_in
from .review import Sides

MOST = 10_000
STOP = ("q", "quit")


def exercises_command(
    number: Annotated[
        int | None, typer.Argument(min=1, max=MOST, metavar="N", help="help.exercise_number")
    ] = None,
    side: Annotated[
        Sides, typer.Option("--side", metavar="SIDE", help="help.exercise_side")
    ] = Sides.BOTH,
    difficulty: Annotated[
        int | None,
        typer.Option("--difficulty", min=1, max=LEVELS, metavar="N", help="help.exercise_level"),
    ] = None,
    play_on: Annotated[bool, typer.Option("--play-on", help="help.exercise_play_on")] = False,
    seed: Annotated[int | None, seed_option()] = None,
) -> None:
    """Try exercises: find a right move in positions from games of the computer.

    \b
    Examples:
      watergate exercises
      watergate exercises 12
      watergate exercises --side nixon --difficulty 3
      watergate exercises 12 --play-on
    """
    rng = random.Random(seed)
    wanted = None if side == Sides.BOTH else Side[side.name]
    right = tried = 0
    for exercise in chosen(wanted, difficulty, number):
        answered = _try(exercise, rng, play_on=play_on)
        if answered is None:
            break
        tried, right = tried + 1, right + answered
        if play_on:
            break
    if tried:
        say(words("exercises.sum", right=right, number=tried))


def _try(exercise: Exercise, rng: random.Random, *, play_on: bool) -> bool | None:
    """Ask one; whether it was solved at the first try, or None if whoever tries has enough."""
    edition, console = standard_edition(), out()
    game = exercise.game(rng)
    view = game.view(Viewer(exercise.side))
    width = WIDTH if console.width >= WIDTH else NARROWEST
    head = words("exercises.head", number=exercise.number, level=exercise.difficulty,
                 side=words(f"page.the_{exercise.side}"))  # fmt: skip
    console.print(head, style="bold", soft_wrap=True)
    console.print(draw(view, edition, width, log_lines=6, language=language()), soft_wrap=True)
    assert view.decision is not None
    console.print(text_of(view.decision.prompt, edition, language()), soft_wrap=True)
    for n, move in enumerate(view.moves, start=1):
        console.print(f"  {n}. {move_in_words(move, edition, language())}", soft_wrap=True)
    tries = 0
    while True:
        picked = _asked(len(view.moves))
        if picked is None:
            return None
        tries += 1
        answer = exercise.answer(str(view.moves[picked - 1]))
        if answer.is_right:
            break
        loss = Teller(edition, language()).points(exercise.best.value - answer.value)
        console.print(words("exercises.wrong", points=loss), soft_wrap=True)
    _explain(exercise)
    if play_on:
        game.play(answer.move)
        _play_on(game, Side[exercise.side.upper()])
    return tries == 1


def _asked(count: int) -> int | None:
    while True:
        try:
            text = input(words("exercises.ask", number=count) + " ").strip().casefold()
        except EOFError:
            return None
        if text in STOP or not text:
            return None
        if text.isdecimal() and 1 <= int(text) <= count:
            return int(text)
        say(words("exercises.bad", text=repr(text[:40]), number=count))


def _explain(exercise: Exercise) -> None:
    edition, console = standard_edition(), out()
    teller = Teller(edition, language())
    console.print(words("exercises.right"), style="bold green")
    for answer in exercise.answers:
        mark = "+" if answer.is_right else "-"
        text = f"  {mark} {teller.percent(answer.value)}  {teller.move(answer.move)}"
        console.print(text, soft_wrap=True)
    for reason in exercise.reasons:
        console.print(f"  {text_of(reason, edition, language())}", soft_wrap=True)
    if not exercise.reasons and len(exercise.line) > 1:
        line = "; ".join(teller.move(move) for move in exercise.line)
        console.print(f"  {sentence(words('review.line', line=line))}", soft_wrap=True)


def _play_on(game: Game, side: Side) -> None:
    """Go on against the computer, line by line."""
    from watergate.terminal import plain
    from watergate.terminal.session import Session

    game.draw_at_random()
    seats = {each: PERSON if each is side else USUAL for each in Side}
    plain.run(Session(game, seats), language())


def make_exercises(
    folders: Annotated[list[Path], typer.Argument(metavar="FILES...", help="help.exercise_games")],
    file: Annotated[Path, typer.Option("--out", metavar="FILE", help="help.exercise_out")] = Path(
        "exercises.json"
    ),
    number: Annotated[
        int, typer.Option("-n", "--number", min=1, max=MOST, metavar="N", help="help.exercise_most")
    ] = 120,
    seed: Annotated[int, seed_option(show_default="1")] = 1,
) -> None:
    """Make exercises from finished games, each proven by a longer think.

    \b
    Examples:
      watergate arena level:2 level:1 -n 60 --records --out games/
      watergate lab exercises games/ -n 120 --out exercises.json
    """
    prepare_engine()
    edition = standard_edition()
    paths = [path for folder in folders for path in records_in(folder)]
    games = (read_record(text_of_file(path), edition) for path in paths)
    with progress_bar(words("exercises.making"), number) as (bar, task):
        found = collection(
            games, edition, seed, number, lambda n: bar.update(task, completed=n, refresh=True)
        )
    if not found:
        raise WatergateError(words("exercises.none"))
    write_whole(file, written(found))
    say(words("exercises.made", number=len(found), file=str(file)))
