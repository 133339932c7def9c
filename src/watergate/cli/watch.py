"""`watergate watch`: a game between computer players, told in words and drawn every round."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from typing import Annotated

import typer
from rich.console import Console
from rich.rule import Rule

from watergate.lab.simulate import is_going_on, play_one, players_of
from watergate.players import Thinker
from watergate.rules import Entry, Game, Viewer
from watergate.show import NARROWEST, WIDTH, draw
from watergate.show.news import log_lines

from .common import (
    EditionOption,
    edition_of,
    language,
    out,
    prepare_engine,
    say,
    seed_option,
    words,
)
from .player_names import complete_player, say_who_plays

PACE = 0.4


def watch(
    seed: Annotated[
        int | None,
        seed_option(),
    ] = None,
    pace: Annotated[
        float | None,
        typer.Option(
            "--pace",
            min=0.0,
            max=60.0,
            metavar="SECONDS",
            show_default="help.default_pace",
            help="help.pace_after",
        ),
    ] = None,
    editor: Annotated[
        str, typer.Option(metavar="PLAYER", help="help.player", autocompletion=complete_player)
    ] = "priorities",
    nixon: Annotated[
        str, typer.Option(metavar="PLAYER", help="help.player", autocompletion=complete_player)
    ] = "priorities",
    edition: EditionOption = None,
) -> None:
    """Watch two computer players: every move in words, and the table after every round.

    \b
    Examples:
      watergate watch
      watergate watch --seed 1972 --pace 1
      watergate watch --editor level:6 --nixon level:5
      watergate watch --seed 1972 > game.txt
    """  # fmt: skip
    chosen = edition_of(edition)
    seed = secrets.randbelow(1 << 31) if seed is None else seed
    players = players_of(editor, nixon, chosen, seed)
    say_who_plays((editor, nixon), chosen)
    if any(isinstance(player, Thinker) for player in players.values()):
        prepare_engine()  # they need it to be strong, and to be fast
    console = out()
    if pace is None:
        pace = PACE if console.is_terminal else 0.0
    width = WIDTH if console.width >= WIDTH else NARROWEST
    game = Game.start(chosen, seed)
    told, told_rounds = 0, 0
    while True:
        for entry in _news(game, told):
            if entry.key == "round_begins":
                if told_rounds:
                    title = words("cli.after_round", number=told_rounds)
                    _draw_round(console, game.at(entry.ply), width, title)
                    time.sleep(4 * pace)
                told_rounds += 1
                console.print(Rule(words("cli.round", number=told_rounds)), width=width)
            else:
                for line in log_lines(entry, chosen, width, language()):
                    console.print(line, soft_wrap=True)
        told = game.ply
        if not is_going_on(game):
            break
        time.sleep(pace)
        play_one(game, players)
    _draw_round(console, game, width, words("cli.the_end"))
    say(words("cli.again", seed=str(seed)))


def _news(game: Game, told: int) -> Iterator[Entry]:
    """What has happened since a ply; from the set-up on if nothing was told yet."""
    for ply in range(told + 1 if told else 0, game.ply + 1):
        yield from (entry for entry in game.events(ply, Viewer.EVERYONE) if entry.is_told)


def _draw_round(console: Console, game: Game, width: int, title: str) -> None:
    console.print(Rule(title), width=width)
    view = game.view(Viewer.EVERYONE)
    drawing = draw(view, game.edition, width, log_lines=0, language=language())
    console.print(drawing, soft_wrap=True)
