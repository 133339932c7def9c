"""`watergate show` and `watergate check`: recorded games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from watergate.edition import Edition
from watergate.rules import Game, Viewer, WatergateError, read_record
from watergate.rules.positions import VERSION
from watergate.show import NARROWEST, WIDTH, draw

from .common import FAILED, EditionOption, edition_of, language, naming, out, text_of_file, words

MOST_LOG_LINES = 100_000


def show(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="help.show_file")],
    ply: Annotated[
        int | None,
        typer.Option(
            "--ply", min=0, metavar="N", show_default="help.default_last", help="help.ply"
        ),
    ] = None,
    viewer: Annotated[
        Viewer, typer.Option("--as", metavar="SIDE", help="help.viewer")
    ] = Viewer.EVERYONE,
    log: Annotated[
        int | None,
        typer.Option(
            "--log",
            min=0,
            max=MOST_LOG_LINES,
            metavar="N",
            show_default="help.default_fits",
            help="help.log_lines",
        ),
    ] = None,
    edition: EditionOption = None,
) -> None:
    """Draw the table of a recorded game or of a position.

    \b
    Examples:
      watergate show game.wg
      watergate show game.wg --ply 120 --as editor
      watergate show game.wg --log 40
    """  # fmt: skip
    chosen = edition_of(edition)
    game = game_at(file, ply, chosen)
    console = out()
    width = WIDTH if console.width >= WIDTH else NARROWEST
    drawing = draw(game.view(viewer), chosen, width, log_lines=log, language=language())
    console.print(drawing, soft_wrap=True)


def game_at(file: Path, ply: int | None, edition: Edition) -> Game:
    """The game that a file tells, as it stood after so many moves, or in the end."""
    with naming(file):
        game = read_game(text_of_file(file), edition)
        return game if ply is None else game.at(ply)


def read_game(text: str, edition: Edition) -> Game:
    """The game of a record or of a line with a position."""
    if text.lstrip().startswith(VERSION):
        return Game.from_position(text.strip(), edition)
    return read_record(text, edition)


def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILES...", help="help.check_files")],
    edition: EditionOption = None,
) -> None:
    """Replay game records and check every move and tag.

    \b
    Examples:
      watergate check game.wg
      watergate check games/ other.wg
    """
    chosen = edition_of(edition)
    console, failed = out(), 0
    paths = [path for file in files for path in records_in(file)]
    for path in paths:
        try:
            game = read_record(text_of_file(path), chosen)
            verdict = words("check.good", game=_in_short(game))
        except WatergateError as error:
            verdict, failed = error.in_language(language()), failed + 1
        except OSError as error:
            verdict, failed = str(error.strerror), failed + 1
        console.print(f"{path}: {verdict}", soft_wrap=True)
    n = len(paths)
    console.print(words("check.sum", number=n, good=n - failed, wrong=failed), style="bold")
    if failed:
        raise typer.Exit(FAILED)


def records_in(file: Path) -> list[Path]:
    """The records in a folder, or the one record that a file is."""
    return sorted(file.rglob("*.wg")) if file.is_dir() else [file]


def _in_short(game: Game) -> str:
    moves = words("check.moves", moves=game.ply, rounds=game.round)
    if game.result is None:
        return words("check.open", moves=moves)
    way = words(f"by.{game.result.way}")
    if game.result.winner is None:
        return words("check.stopped", moves=moves, way=way)
    side = words(f"winner.{game.result.winner}")
    return words("check.over", moves=moves, side=side, way=way)
