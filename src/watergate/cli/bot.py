"""`watergate bot`: a built-in player for other programs, line by line over stdin and stdout."""

from __future__ import annotations

import contextlib
import sys
from typing import Annotated

import typer

from watergate.bot import BotSettings, serve
from watergate.players import STRONGEST, player

from .common import EditionOption, edition_of, prepare_engine, say, words
from .player_names import say_who_plays


def bot(
    name: Annotated[
        str, typer.Option("--player", metavar="PLAYER", help="help.bot_player")
    ] = STRONGEST,
    edition: EditionOption = None,
) -> None:
    """Run a computer player for another program, over stdin and stdout (docs/bot-protocol.md).

    \b
    Examples:
      watergate bot
      watergate bot --player random
    """
    chosen = edition_of(edition)
    player(name, 0, chosen).close()  # refuses a wrong name at once
    say_who_plays([name], chosen)
    if sys.stdin.isatty():
        say(words("cli.bot_listens"))
    # Whatever else might be printed must not get between the lines of the protocol.
    source, sink = sys.stdin.fileno(), sys.stdout.fileno()
    with contextlib.redirect_stdout(sys.stderr):
        serve(BotSettings(name, edition, prepare_engine), source, sink)
