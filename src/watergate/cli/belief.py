"""`watergate lab belief`: how good the beliefs of a player about hidden things are."""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict
from typing import Annotated

import typer
from rich import box
from rich.table import Table

from watergate.lab.beliefs import BeliefFigures, Surprise, belief_figures
from watergate.players.policy import known_edition
from watergate.texts.figures import decimal, percent, whole

from .common import (
    EditionOption,
    edition_of,
    language,
    out,
    prepare_engine,
    progress_bar,
    say,
    seed_option,
    words,
)
from .player_names import complete_player

MOST_GAMES = 100_000


def measure_belief(
    games: Annotated[
        int, typer.Option("-n", "--games", min=1, max=MOST_GAMES, metavar="N", help="help.games")
    ] = 20,
    player: Annotated[
        str,
        typer.Option(metavar="PLAYER", help="help.both_sides", autocompletion=complete_player),
    ] = "network",
    seed: Annotated[int | None, seed_option("help.seed_games")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="help.json")] = False,
    edition: EditionOption = None,
) -> None:
    """Measure how far the belief about hidden cards and tokens is better than counting.

    \b
    Examples:
      watergate lab belief
      watergate lab belief -n 100 --player level:3 --seed 1
    """
    chosen = known_edition(edition_of(edition))
    prepare_engine()
    first = secrets.randbelow(1 << 31) if seed is None else seed
    with progress_bar(words("simulate.playing"), games) as (progress, task):
        figures = belief_figures(
            player, range(first, first + games), chosen,
            lambda now: progress.update(task, completed=now),
        )  # fmt: skip
    if as_json:
        typer.echo(json.dumps(asdict(figures)))
        return
    out().print(_bits(figures))
    out().print(_classes(figures))
    say(words("beliefs.done", number=games, seed=str(first)))


def _bits(figures: BeliefFigures) -> Table:
    table = _table("beliefs.of", "beliefs.said", "beliefs.counted", "beliefs.believed")
    _add(table, "beliefs.cards", figures.cards)
    _add(table, "beliefs.tokens", figures.tokens)
    return table


def _add(table: Table, name: str, found: Surprise) -> None:
    bits = (decimal(number, 3, language()) for number in (found.counted, found.believed))
    table.add_row(words(name), whole(found.said, language()), *bits)


def _classes(figures: BeliefFigures) -> Table:
    table = _table("beliefs.given", "beliefs.said", "beliefs.so")
    for found in figures.classes:
        given, so = (percent(share, language(), 1) for share in (found.believed, found.so))
        table.add_row(given, whole(found.said, language()), so)
    return table


def _table(first: str, *others: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(words(first))
    for name in others:
        table.add_column(words(name), justify="right")
    return table
