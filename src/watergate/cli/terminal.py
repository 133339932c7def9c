"""`watergate terminal`: play in the terminal, against the computer or a friend beside you."""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from watergate.edition import Edition
from watergate.lab.simulate import MOST_SEED
from watergate.rules import WatergateError
from watergate.terminal.session import (
    PERSON,
    SEATS,
    Session,
    default_name,
    save_path,
    saved_games,
)

from .common import EditionOption, edition_of, language, words

SEAT_HELP = f"Who plays this side: {', '.join(SEATS)}."
MOST_PACE = 60.0
OPPONENT = "priorities"


class Place(StrEnum):
    """Which side the person at the screen plays."""

    EDITOR = "editor"
    NIXON = "nixon"
    BOTH = "both"


def terminal(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]", show_default="the newest", help="With --resume: the saved game."
        ),
    ] = None,
    side: Annotated[
        Place | None,
        typer.Option(
            "--side", metavar="SIDE", help="You play: editor, nixon or both (two people)."
        ),
    ] = None,
    editor: Annotated[
        str | None, typer.Option(metavar="PLAYER", show_default=PERSON, help=SEAT_HELP)
    ] = None,
    nixon: Annotated[
        str | None, typer.Option(metavar="PLAYER", show_default="priorities", help=SEAT_HELP)
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with a saved game, its seats and all.")
    ] = False,
    save: Annotated[
        str | None,
        typer.Option("--save", metavar="NAME", show_default="the date", help="Save it as this."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            min=0,
            max=MOST_SEED,
            metavar="S",
            show_default="the operating system's luck",
            help="The luck of the game, for practice.",
        ),
    ] = None,
    pace: Annotated[
        float | None,
        typer.Option(
            "--pace",
            min=0.0,
            max=MOST_PACE,
            metavar="SECONDS",
            show_default="0.7",
            help="How long the computer waits before each move.",
        ),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Lines of text only: for screen readers and pipes.")
    ] = False,
    edition: EditionOption = None,
) -> None:
    """Play in the terminal. Every move is saved at once; without options there is a menu.

    \b
    Examples:
      watergate terminal
      watergate terminal --side nixon --lang hu
      watergate terminal --side both --save "with Kati"
      watergate terminal --resume
      watergate terminal --resume "with Kati"
    """  # fmt: skip
    if not plain:
        _check_screen()
    chosen = edition_of(edition)
    wishes = (name, side, editor, nixon, save, seed)
    session: Session | None = None
    if resume:
        session = Session.resume(_saved(name), chosen)
        if save is not None:
            session.path = _free(save)
            session.save()
    elif plain or any(wish is not None for wish in wishes):
        if name is not None:
            raise WatergateError(words("terminal.name_alone", name=name))
        session = _new(side, editor, nixon, save, seed, chosen)
    if plain:
        assert session is not None  # where a menu would be there is a new game
        from watergate.terminal import plain as plain_mode

        plain_mode.run(session, language())
        return
    from watergate.terminal.app import PACE, WatergateApp

    WatergateApp(
        session, language=language(), edition=chosen, pace=PACE if pace is None else pace
    ).run()


def _new(
    side: Place | None,
    editor: str | None,
    nixon: str | None,
    save: str | None,
    seed: int | None,
    edition: Edition,
) -> Session:
    people = {None: "editor", Place.BOTH: "editor nixon"}.get(side, str(side)).split()
    return Session.start(
        editor=editor or (PERSON if "editor" in people else OPPONENT),
        nixon=nixon or (PERSON if "nixon" in people else OPPONENT),
        edition=edition,
        seed=seed,
        path=_free(save or default_name()),
    )


def _free(name: str) -> Path:
    """Where a new game is saved: never over another one."""
    path = save_path(name)
    if path.exists():
        raise WatergateError(words("terminal.name_taken", name=name))
    return path


def _saved(name: str | None) -> Path:
    """The saved game of a name, or the newest."""
    newest = next((path for path, _ in saved_games()), None)
    path = save_path(name) if name is not None else newest
    if path is None or not path.exists():
        raise WatergateError(words("terminal.no_such_game" if name else "terminal.no_saves"))
    return path


def _check_screen() -> None:
    """Refuse, politely, where no application can be shown."""
    is_screen = sys.stdin.isatty() and sys.stderr.isatty()  # it draws on stderr
    if not is_screen or os.environ.get("TERM", "dumb") == "dumb":
        raise WatergateError(words("terminal.no_screen"))
