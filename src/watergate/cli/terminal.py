"""`watergate terminal`: play in the terminal, against the computer or a friend beside you."""

from __future__ import annotations

import os
import sys
from dataclasses import asdict, astuple, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from watergate.edition import Edition
from watergate.engine.machine_code import is_ready
from watergate.players import LEVELS
from watergate.players.seating import PERSON
from watergate.rules import Game, WatergateError
from watergate.terminal.session import (
    Session,
    default_name,
    last_opponent,
    save_path,
    saved_games,
)

from .common import EditionOption, edition_of, language, needs, prepare_engine, seed_option, words
from .player_names import complete_seat
from .records import game_at

MOST_PACE = 60.0


class Place(StrEnum):
    """Which side the person at the screen plays."""

    EDITOR = "editor"
    NIXON = "nixon"
    BOTH = "both"


def terminal(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", show_default="help.default_newest", help="help.saved"),
    ] = None,
    side: Annotated[
        Place | None,
        typer.Option("--side", metavar="SIDE", help="help.side"),
    ] = None,
    level: Annotated[
        int | None,
        typer.Option(
            "--level",
            min=1,
            max=len(LEVELS),
            metavar="N",
            show_default=False,
            help="help.level",
        ),
    ] = None,
    opponent: Annotated[
        str | None,
        typer.Option(
            "--opponent",
            metavar="PLAYER",
            show_default="help.default_level",
            help="help.opponent",
            autocompletion=complete_seat,
        ),
    ] = None,
    editor: Annotated[
        str | None,
        typer.Option(
            metavar="PLAYER", show_default=False, help="help.seat", autocompletion=complete_seat
        ),
    ] = None,
    nixon: Annotated[
        str | None,
        typer.Option(
            metavar="PLAYER", show_default=False, help="help.seat", autocompletion=complete_seat
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="help.resume")] = False,
    begin: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE", show_default=False, help="help.terminal_from"),
    ] = None,
    ply: Annotated[
        int | None,
        typer.Option(
            "--ply", min=0, metavar="N", show_default="help.default_last", help="help.from_ply"
        ),
    ] = None,
    save: Annotated[
        str | None,
        typer.Option("--save", metavar="NAME", show_default="help.default_date", help="help.save"),
    ] = None,
    seed: Annotated[
        int | None,
        seed_option("help.seed_practice", "help.default_system"),
    ] = None,
    pace: Annotated[
        float | None,
        typer.Option(
            "--pace",
            min=0.0,
            max=MOST_PACE,
            metavar="SECONDS",
            show_default="0.7",
            help="help.pace_before",
        ),
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="help.plain")] = False,
    edition: EditionOption = None,
) -> None:
    """Play in the terminal.

    \b
    Examples:
      watergate terminal
      watergate terminal --side nixon --level 4 --lang hu
      watergate terminal --side both --save "with Kati"
      watergate terminal --resume
      watergate terminal --resume "with Kati"
      watergate terminal --from game.wg --ply 120 --side nixon
    """  # fmt: skip
    if not plain:
        _check_screen()
    chosen = edition_of(edition)
    if os.environ.get("WATERGATE_COMPILED") == "always" and not is_ready():
        prepare_engine()
    seats = Seats(side, level, opponent, editor, nixon)
    wishes = (name, begin, ply, save, seed, *astuple(seats))
    session: Session | None = None
    if resume:
        seats.refuse("terminal.resume_seats")
        if begin is not None or ply is not None:
            option = "--ply" if begin is None else "--from"
            raise WatergateError(words("terminal.resume_from", option=option))
        session = Session.resume(_saved(name), chosen)
        if save is not None:
            session.path = _free(save)
            session.save()
    elif any(wish is not None for wish in wishes):
        if name is not None:
            raise WatergateError(words("terminal.name_alone", name=name))
        game = _begun(begin, ply, chosen)
        session = _new(seats.taken(), save, seed, chosen, game)
    if plain:
        _play_plain(session, chosen)
        return
    with needs("terminal"):
        from watergate.terminal.app import PACE, WatergateApp

    WatergateApp(
        session, language=language(), edition=chosen, pace=PACE if pace is None else pace
    ).run()


@dataclass(frozen=True)
class Seats:
    """What was said about who plays: all of it may be missing."""

    side: Place | None
    level: int | None
    opponent: str | None
    editor: str | None
    nixon: str | None

    def refuse(self, why: str, *options: str) -> None:
        """Say of the first of these options that was given, or of any, why it is out of place."""
        for option, said in asdict(self).items():
            if said is not None and option in (options or asdict(self)):
                raise WatergateError(words(why, option=f"--{option}"))

    def taken(self) -> tuple[str, str]:
        """Who plays the Editor and who Nixon."""
        if self.level is not None:
            self.refuse("terminal.two_opponents", "opponent")
        if self.side is Place.BOTH:
            self.refuse("terminal.no_opponent", "level", "opponent")
        if self.editor is not None and self.nixon is not None:
            self.refuse("terminal.two_opponents", "level", "opponent")
        level = None if self.level is None else f"level:{self.level}"
        computer = level or self.opponent or last_opponent()
        people = tuple(Place) if self.side is Place.BOTH else (self.side or Place.EDITOR,)
        return (
            self.editor or (PERSON if Place.EDITOR in people else computer),
            self.nixon or (PERSON if Place.NIXON in people else computer),
        )


def _play_plain(session: Session | None, edition: Edition) -> None:
    """Line by line; without a game, one is asked for."""
    from watergate.terminal import plain

    if session is None:
        seats = plain.Menu(plain.SpokenWords(edition, language())).seats()
        if seats is None:
            return
        session = _new(seats, None, None, edition)
    plain.run(session, language())


def _begun(file: Path | None, ply: int | None, edition: Edition) -> Game | None:
    """The game to go on from, if one was named."""
    if file is None:
        if ply is not None:
            raise WatergateError(words("terminal.ply_alone"))
        return None
    game = game_at(file, ply, edition)
    if game.decider is None:
        raise WatergateError(words("terminal.from_over", file=str(file)))
    return game


def _new(
    seats: tuple[str, str],
    save: str | None,
    seed: int | None,
    edition: Edition,
    game: Game | None = None,
) -> Session:
    return Session.start(
        game=game,
        editor=seats[0],
        nixon=seats[1],
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
