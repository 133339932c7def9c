"""`watergate review`: what was lost and what was luck in finished games."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.table import Table

from watergate.coach import DEPTHS, Review, review
from watergate.coach.season import Mean, Season, SeasonLine, season_of
from watergate.coach.telling import Part, Teller, html_of
from watergate.edition import Edition, Side
from watergate.rules import Game, read_record
from watergate.texts import sentence
from watergate.texts.figures import decimal, percent

from .common import (
    EditionOption,
    edition_of,
    language,
    naming,
    out,
    prepare_engine,
    progress_bar,
    say,
    text_of_file,
    words,
)
from .records import records_in


class Depths(StrEnum):
    QUICK = "quick"
    USUAL = "usual"
    DEEP = "deep"


class Sides(StrEnum):
    EDITOR = "editor"
    NIXON = "nixon"
    BOTH = "both"


STYLES = {
    "": "bold", "round": "bold underline", "blunder": "bold red", "mistake": "bold yellow",
    "inaccuracy": "bold cyan",
}  # fmt: skip


def review_command(
    files: Annotated[list[Path], typer.Argument(metavar="FILES...", help="help.review_files")],
    side: Annotated[
        Sides, typer.Option("--side", metavar="SIDE", help="help.review_side")
    ] = Sides.BOTH,
    depth: Annotated[
        Depths | None,
        typer.Option(
            "--depth", metavar="WORD", show_default="help.default_depth", help="help.review_depth"
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="help.review_all")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="help.json")] = False,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="help.review_html")
    ] = None,
    edition: EditionOption = None,
) -> None:
    """Review finished games: what each decision cost, what was luck, and what could be guessed.

    \b
    Examples:
      watergate review game.wg
      watergate review game.wg --side editor --depth deep
      watergate review game.wg --html review.html
      watergate review games/
    """
    chosen = edition_of(edition)
    paths = [path for file in files for path in records_in(file)]
    games = []
    for path in paths:
        with naming(path):
            games.append(read_record(text_of_file(path), chosen))
    prepare_engine()
    sides = tuple(Side) if side == Sides.BOTH else (Side[side.name],)
    is_one = len(paths) == 1 and not files[0].is_dir()
    how = DEPTHS[(depth or (Depths.USUAL if is_one else Depths.QUICK)).value]
    reviews = []
    with progress_bar(words("review.reviewing"), 100 * len(games)) as (bar, task):
        is_read = is_one and html is None and not as_json
        printer = _Printer(chosen, everything=everything) if is_read else None
        for number, (path, game) in enumerate(zip(paths, games, strict=True)):
            with naming(path):
                found = review(
                    game, how, sides, grown=printer,
                    report=lambda done, n=number: bar.update(task, completed=100 * (n + done)),  # type: ignore[misc]
                )  # fmt: skip
            reviews.append(found)
    if not is_one:
        _tell_many(games, reviews, as_json=as_json)
    elif html is not None:
        html.write_text(html_of(reviews[0], chosen, language()), encoding="utf-8")
        say(words("review.written", file=str(html)))
    elif as_json:
        typer.echo(json.dumps(json.loads(reviews[0].to_json()), indent=1))


class _Printer:
    """Prints a review as it grows: each round once nothing about it can change any more."""

    def __init__(self, edition: Edition, *, everything: bool) -> None:
        self._teller, self._everything = Teller(edition, language()), everything
        self._console = out()
        self._next_round: int | None = None

    def __call__(self, found: Review) -> None:
        if self._next_round is None:
            self._next_round = 0
            self._print(self._teller.opening(found))
        # Whether a mistake was punished may show in the round after it only.
        is_whole = found.judged == found.rounds
        last = found.judged if is_whole else found.judged - 1
        settled = [one for one in found.decisions if one.round <= last]
        parts = self._teller.rounds(
            replace(found, decisions=settled), self._next_round, everything=self._everything
        )
        self._print(parts)
        self._next_round = last + 1
        if is_whole:
            self._print(self._teller.sums(found))

    def _print(self, parts: Iterable[Part]) -> None:
        for part in parts:
            self._console.print(part.head, style=STYLES.get(part.mark), soft_wrap=True)
            for line in part.lines:
                self._console.print(f"  {sentence(line)}", soft_wrap=True)


def _tell_many(games: list[Game], reviews: list[Review], *, as_json: bool) -> None:
    season = season_of(zip((game.tags for game in games), reviews, strict=True))
    if as_json:
        typer.echo(json.dumps(json.loads(season.to_json()), indent=1))
        return
    console = out()
    console.print(words("review.season", number=season.games), style="bold")
    console.print(_standings(season))
    console.print(_habits(season))


def _standings(season: Season) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for key in ("player", "side", "opponent"):
        table.add_column(words(f"review.column_{key}"), overflow="fold")
    for key in ("games", "share", "adjusted", "fewer"):
        table.add_column(words(f"review.column_{key}"), justify="right")
    for player, row in _rows(season):
        side = words(f"side.{row.side}") if row.side else words("review.all")
        fewer = "" if row.fewer is None else percent(1 - row.fewer, language(), 0)
        table.add_row(
            player, side, row.opponent or words("review.all"), str(row.games),
            _mean(row.share), _mean(row.adjusted), fewer,
        )  # fmt: skip
    return table


def _rows(season: Season) -> Iterator[tuple[str, SeasonLine]]:
    for player, tallies in season.players.items():
        yield from ((player, row) for row in tallies.standings)


def _mean(found: Mean) -> str:
    mean = decimal(100 * found.mean, 1, language())
    return (
        mean if found.within is None else f"{mean} ± {decimal(100 * found.within, 1, language())}"
    )


def _habits(season: Season) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for key in ("player", "kind"):
        table.add_column(words(f"review.column_{key}"), overflow="fold")
    for key in ("decisions", "loss"):
        table.add_column(words(f"review.column_{key}"), justify="right")
    for player, tallies in season.players.items():
        for name, found in (("kind", tallies.kinds), ("phase", tallies.phases)):
            for tally in found:
                table.add_row(
                    player, words(f"habit.{name}_{tally.name}"), str(tally.decisions),
                    decimal(100 * tally.loss, 1, language()),
                )  # fmt: skip
    return table
