"""`watergate arena`: matches and round-robins, with ratings, a sequential test, files and plots."""

from __future__ import annotations

import secrets
import shlex
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from watergate.edition import Edition
from watergate.lab.arena import (
    ArenaError,
    Crew,
    Folder,
    Hypotheses,
    Plan,
    Played,
    Report,
    Tournament,
    crew_of,
    crew_of_cluster,
    play_on,
    report_as_json,
    report_on,
    try_players,
)
from watergate.lab.arena.folder import (
    CROSSTABLE,
    GAMES,
    RESULTS,
    ArenaSettings,
    as_text,
    read_settings,
    sheet,
    write_whole,
)
from watergate.lab.arena.plot import pictures
from watergate.lab.arena.report import Score, crosstable
from watergate.players import PLAYERS
from watergate.texts.figures import decimal

from .arena_tables import running, tell
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
from .player_names import say_who_plays

GAMES_OF_MATCH, GAMES_OF_TEST, MOST_GAMES = 100, 10_000, 10_000_000


def _player_names() -> list[str]:
    return list(PLAYERS)


def arena(
    players: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLAYER",
            help="help.arena_players",
            show_default=False,
            autocompletion=_player_names,
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "-n",
            "--games",
            min=1,
            max=MOST_GAMES,
            metavar="N",
            show_default="help.default_arena_games",
            help="help.arena_games",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        seed_option("help.seed_pairs"),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            "-j",
            min=1,
            max=256,
            metavar="J",
            show_default="1",
            help="help.jobs",
        ),
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="help.arena_out"),
    ] = None,
    records: Annotated[bool, typer.Option("--records", help="help.arena_records")] = False,
    luck: Annotated[bool, typer.Option("--luck", help="help.arena_luck")] = False,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="help.arena_resume"),
    ] = False,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            metavar="LOW:HIGH",
            help="help.sprt",
        ),
    ] = None,
    alpha: Annotated[
        float | None,
        typer.Option(metavar="A", show_default="0.05", help="help.alpha"),
    ] = None,
    beta: Annotated[
        float | None,
        typer.Option(metavar="B", show_default="0.05", help="help.beta"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="help.json")] = False,
    ray: Annotated[
        str | None,
        typer.Option(
            "--ray",
            metavar="ADDRESS",
            help="help.ray",
        ),
    ] = None,
    edition: EditionOption = None,
) -> None:
    """Play matches between computer players and rate them.

    \b
    Examples:
      watergate arena priorities random -n 200 --seed 1 --jobs 2
      watergate arena level:5 level:4 --luck
      watergate arena priorities random --sprt 0.5:0.6 --out test/
      watergate arena --out test/ --resume
      watergate arena random priorities cmd:./bot.py --json
    """  # fmt: skip
    if folder is None and (records or resume):
        raise ArenaError(words("arena.needs_out", option="--records" if records else "--resume"))
    wished = {
        "players": players or None,
        "games": games and games + games % 2,
        "seed": seed,
        "records": records or None,
        "sprt": _hypotheses(sprt, alpha, beta),
        "luck": luck or None,
    }
    kept = read_settings(folder) if folder is not None and resume else None
    plan = _plan(wished, kept, edition_of(edition))
    crew = crew_of(jobs or 1) if ray is None else crew_of_cluster(ray, jobs)
    try_players(plan)
    say_who_plays(plan.players, plan.edition)
    opened = None if folder is None else Folder(folder, plan)
    done: Mapping[int, Played] = {}
    if opened is not None:
        done = opened.resume() if resume else opened.begin()
    prepare_engine()
    _run(Tournament(plan, done), crew, opened, as_json, _going_on(folder, edition))


def _hypotheses(sprt: str | None, alpha: float | None, beta: float | None) -> Hypotheses | None:
    if sprt is None:
        if alpha is not None or beta is not None:
            raise ArenaError(
                words("arena.needs_sprt", option="--beta" if alpha is None else "--alpha")
            )
        return None
    try:
        low, high = map(float, sprt.split(":"))
    except ValueError:
        raise ArenaError(words("arena.bad_sprt", text=repr(sprt))) from None
    rates = {"alpha": alpha, "beta": beta}
    try:
        return Hypotheses(low, high, **{name: n for name, n in rates.items() if n is not None})
    except ValueError as error:
        raise ArenaError(f"--sprt: {error}") from None


def _plan(wished: Mapping[str, Any], kept: ArenaSettings | None, edition: Edition) -> Plan:
    """What is wished; what is not said is as it was kept, or else as usual."""
    usual: dict[str, Any] = {
        "players": (),
        "games": GAMES_OF_TEST if wished["sprt"] else GAMES_OF_MATCH,
        "seed": None,
        "records": False,
        "sprt": None,
        "luck": False,
    }
    if kept is not None:
        usual = {name: getattr(kept, name) for name in usual}
    chosen = {name: usual[name] if value is None else value for name, value in wished.items()}
    seed = secrets.randbelow(1 << 31) if chosen["seed"] is None else chosen["seed"]
    return Plan(
        tuple(chosen["players"]), chosen["games"] // 2, seed, edition, chosen["records"],
        chosen["sprt"], chosen["luck"],
    )  # fmt: skip


# Playing


def _going_on(folder: Path | None, edition: Path | None) -> str | None:
    """The command that goes on with an arena; None if nothing is kept of it."""
    if folder is None:
        return None
    edition_too = [] if edition is None else ["--edition", str(edition)]
    return shlex.join(["watergate", "arena", "--out", str(folder), "--resume", *edition_too])


def _run(
    tournament: Tournament, crew: Crew, folder: Folder | None, as_json: bool, going_on: str | None
) -> None:
    start, before = time.perf_counter(), tournament.played
    try:
        with _progress(tournament) as show:
            play_on(tournament, crew, folder, show)
    except KeyboardInterrupt:
        _tell_interrupted(tournament.played, going_on)
        raise typer.Exit(INTERRUPTED) from None
    finally:
        if folder is not None:
            folder.close()
    report = report_on(tournament)
    if folder is not None:
        folder.complete(tournament.games, tournament.dropped)
        _write_results(report, folder.path)
    if as_json:
        typer.echo(as_text(report_as_json(report)), nl=False)
    else:
        tell(report, out())
    seconds = decimal(time.perf_counter() - start, 1, language())
    played, seed = tournament.played - before, str(tournament.plan.seed)
    say(words("arena.done", number=played, seconds=seconds, seed=seed))


def _tell_interrupted(number: int, going_on: str | None) -> None:
    if going_on is None:
        say(words("arena.interrupted_lost", number=number))
    else:
        say(words("arena.interrupted", number=number, command=going_on))


@contextmanager
def _progress(tournament: Tournament) -> Iterator[Any]:
    games, played = tournament.plan.games, tournament.played
    with progress_bar(words("simulate.playing"), games, played) as (progress, task):

        def show(now: Tournament) -> None:
            if not progress.disable:
                progress.update(task, completed=now.played, description=running(now))

        yield show


# Files


def _write_results(report: Report, folder: Path) -> None:
    write_whole(folder / RESULTS, as_text(report_as_json(report)))
    write_whole(folder / CROSSTABLE, sheet(crosstable(report, _exact)))
    ratings = [(standing.player, standing.rating) for standing in report.standings]
    title = words("arena.plot_title", number=len(report.games), seed=str(report.plan.seed))
    try:
        drawn = pictures(ratings, title, words("arena.plot_axis"))
    except ArenaError as error:
        say(words("arena.no_plot", reason=str(error)))
        drawn = {}
    for kind, data in drawn.items():
        write_whole(folder / f"ratings.{kind}", data)
    say(words("arena.written", games=str(folder / GAMES), results=str(folder / RESULTS)))


def _exact(score: Score | None) -> str:
    return "" if score is None or score.share is None else f"{score.share:.4f}"
