"""`watergate lab`: study the game itself. `balance`: how even it is, from many games.

What makes networks is in `training.py`, `exercises` in `exercises.py`, `belief` in `belief.py`.
"""

from __future__ import annotations

import secrets
import shlex
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.table import Table

from watergate.edition import Edition
from watergate.lab.arena import crew_of
from watergate.lab.arena.folder import write_whole
from watergate.lab.balance import (
    BalanceError,
    BalanceSettings,
    Figures,
    Run,
    figures_as_text,
    page_of,
    read_figures,
    read_settings,
    record_paths,
    tally_of,
)
from watergate.lab.balance.figures import FIGURES, Portion
from watergate.lab.balance.page import PAGE
from watergate.players import STRONGEST
from watergate.texts.figures import decimal, percent, whole

from .belief import measure_belief
from .common import (
    INTERRUPTED,
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
from .exercises import make_exercises
from .player_names import complete_player, say_who_plays
from .program import App
from .training import exploit, export, learn, replica, teach, train_policy

USUAL_GAMES, MOST_GAMES = 100, 1_000_000
FOLDER = Path("balance")

app = App()


app.command("learn")(learn)
app.command("train")(train_policy)
app.command("teach")(teach)
app.command("replica")(replica)
app.command("exploit")(exploit)
app.command("export")(export)
app.command("exercises")(make_exercises)
app.command("belief")(measure_belief)


@app.command("balance")
def balance(
    games: Annotated[
        int | None,
        typer.Option(
            "-n",
            "--games",
            min=1,
            max=MOST_GAMES,
            metavar="N",
            show_default=str(USUAL_GAMES),
            help="help.games",
        ),
    ] = None,
    player: Annotated[
        str | None,
        typer.Option(
            "--player",
            metavar="PLAYER",
            show_default=STRONGEST,
            help="help.both_sides",
            autocompletion=complete_player,
        ),
    ] = None,
    seed: Annotated[
        int | None,
        seed_option("help.seed_games"),
    ] = None,
    jobs: Annotated[
        int,
        typer.Option("--jobs", "-j", min=1, max=256, metavar="J", help="help.jobs"),
    ] = 1,
    folder: Annotated[Path, typer.Option("--out", metavar="DIR", help="help.balance_out")] = FOLDER,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="help.balance_resume"),
    ] = False,
    sources: Annotated[
        list[Path] | None,
        typer.Option(
            "--from",
            metavar="DIR",
            help="help.balance_from",
        ),
    ] = None,
    compare: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="help.compare"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="help.json")] = False,
    edition: EditionOption = None,
) -> None:
    """Have a player play itself many times, and write a report on the balance of the game.

    \b
    Examples:
      watergate lab balance -n 200 --player tree:2000 --seed 1 --jobs 2
      watergate lab balance --resume -n 400
      watergate lab balance --from games/ --out report/
      watergate lab balance --edition mine.toml --out mine/ --compare balance/
    """  # fmt: skip
    chosen = edition_of(edition)
    other = None if compare is None else read_figures(compare)
    if sources:
        _refuse_playing({"-n": games, "--player": player, "--seed": seed, "--resume": resume})
        paths, where = record_paths(sources), ", ".join(map(str, sources))
        prepare_engine()
    else:
        run = _run(folder, (player, games, seed), resume, chosen)
        say_who_plays([run.settings.player], chosen)
        prepare_engine()
        _play(run, jobs, _going_on(folder, edition, compare))
        paths, where = run.paths(), str(folder)
    figures = _figures(paths, where, chosen)
    _write(folder, figures, page_of(figures, chosen, language(), other))
    if as_json:
        typer.echo(figures_as_text(figures), nl=False)
    else:
        out().print(_table(figures))
    say(words("balance.written", page=str(folder / PAGE), figures=str(folder / FIGURES)))


def _refuse_playing(options: dict[str, object]) -> None:
    for option, value in options.items():
        if value is not None and value is not False:
            raise BalanceError(words("balance.needs_no", option=option))


# Playing


def _run(
    folder: Path, wished: tuple[str | None, int | None, int | None], resume: bool, edition: Edition
) -> Run:
    """What is wished; what is not said is as it was kept, or else as usual."""
    usual: tuple[str, int, int] = (STRONGEST, USUAL_GAMES, secrets.randbelow(1 << 31))
    if resume:
        kept = read_settings(folder)
        usual = kept.player, kept.games, kept.seed
    player, games, seed = wished
    settings = BalanceSettings(
        usual[0] if player is None else player, usual[1] if games is None else games,
        usual[2] if seed is None else seed, edition.name, edition.digest,
    )  # fmt: skip
    run = Run(folder, settings, edition)
    if resume:
        run.resume()
    else:
        run.begin()
    return run


def _going_on(folder: Path, edition: Path | None, compare: Path | None) -> str:
    """The command that goes on with a run."""
    options = [("--edition", edition), ("--compare", compare)]
    also = [part for name, path in options if path is not None for part in (name, str(path))]
    return shlex.join(["watergate", "lab", "balance", "--out", str(folder), "--resume", *also])


def _play(run: Run, jobs: int, going_on: str) -> None:
    start, before = time.perf_counter(), run.settings.games - len(run.missing())
    try:
        with _progress(words("simulate.playing"), run.settings.games, before) as show:
            played = run.play_on(crew_of(jobs), show)
    except KeyboardInterrupt:
        kept = run.settings.games - len(run.missing())
        say(words("balance.interrupted", number=kept, command=going_on))
        raise typer.Exit(INTERRUPTED) from None
    seconds = decimal(time.perf_counter() - start, 1, language())
    say(words("balance.done", number=played, seconds=seconds, seed=str(run.settings.seed)))


@contextmanager
def _progress(name: str, total: int, done: int = 0) -> Iterator[Callable[[int], None]]:
    with progress_bar(name, total, done) as (progress, task):
        yield lambda now: progress.update(task, completed=now)


# Reporting


def _figures(paths: Sequence[Path], where: str, edition: Edition) -> Figures:
    with _progress(words("balance.reading"), len(paths)) as show:
        tally = tally_of(paths, edition, show)
    if tally.games == 0:
        raise BalanceError(words("balance.no_games", folder=where))
    return tally.figures()


def _write(folder: Path, figures: Figures, page: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise BalanceError(words("cli.no_folder", folder=str(folder))) from None
    write_whole(folder / FIGURES, figures_as_text(figures))
    write_whole(folder / PAGE, page)


def _table(figures: Figures) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("")
    for name in ("games", "share", "interval"):
        table.add_column(words(f"simulate.{name}"), justify="right")
    for side, won in figures.winners.items():
        wins = words("simulate.wins", side=words(f"winner.{side}"))
        table.add_row(wins, *_cells(won), style="bold")
    return table


def _cells(portion: Portion) -> tuple[str, str, str]:
    low, high = (percent(end, language()) for end in (portion.low, portion.high))
    return whole(portion.count, language()), percent(portion.share or 0.0, language()), (
        f"{low} – {high}"
    )  # fmt: skip
