"""`watergate simulate`: play many games; results as a table, JSON, CSV or records."""

from __future__ import annotations

import csv
import json
import secrets
import time
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table

from watergate.lab.simulate import (
    RANDOM,
    STOPPED,
    Results,
    SimulationPlan,
    Summary,
    rounds_of,
    simulate,
    summary,
    way_of,
    winner_of,
)
from watergate.lab.statistics import Share, Spread
from watergate.players import player
from watergate.rules import WatergateError
from watergate.rules.core.playout import MOST_ROUNDS_PLAYED
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
from .player_names import complete_player, say_who_plays

MOST_GAMES = 100_000_000


def simulate_command(
    games: Annotated[
        int, typer.Option("-n", "--games", min=1, max=MOST_GAMES, metavar="N", help="help.games")
    ] = 1000,
    seed: Annotated[
        int | None,
        seed_option("help.seed_games"),
    ] = None,
    editor: Annotated[
        str, typer.Option(metavar="PLAYER", help="help.player", autocompletion=complete_player)
    ] = RANDOM,
    nixon: Annotated[
        str, typer.Option(metavar="PLAYER", help="help.player", autocompletion=complete_player)
    ] = RANDOM,
    as_json: Annotated[bool, typer.Option("--json", help="help.json")] = False,
    csv_file: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="help.csv")] = None,
    record: Annotated[Path | None, typer.Option(metavar="DIR", help="help.record")] = None,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, max=256, metavar="J", help="help.jobs")
    ] = 1,
    edition: EditionOption = None,
) -> None:
    """Play many games and summarise who won, how, and in how many rounds.

    \b
    Examples:
      watergate simulate -n 100000 --seed 1 --jobs 2
      watergate simulate -n 200 --editor level:3 --nixon priorities
      watergate simulate -n 10 --seed 1972 --record games/
      watergate simulate -n 1000 --json --csv games.csv
    """  # fmt: skip
    chosen = edition_of(edition)
    for name in (editor, nixon):
        player(name, 0, chosen)  # refuses a wrong name before anything is played
    say_who_plays((editor, nixon), chosen)
    seed = secrets.randbelow(1 << 31) if seed is None else seed
    today = datetime.now().astimezone().date().isoformat()
    plan = SimulationPlan(games, seed, editor, nixon, chosen, record, {"Date": today})
    with ExitStack() as stack:
        sheet = stack.enter_context(csv_file.open("w", newline="")) if csv_file else None
        if record is not None:
            _make_folder(record)
        prepare_engine()
        start = time.perf_counter()
        results = _with_progress(plan, jobs)
        seconds = time.perf_counter() - start
        if sheet is not None:
            csv.writer(sheet).writerows(_sheet(plan, results))
    _tell(plan, summary(results), as_json)
    took = decimal(seconds, 1, language())
    say(words("simulate.done", number=games, seconds=took, seed=str(seed)))


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise WatergateError(words("cli.no_folder", folder=str(folder))) from None


def _with_progress(plan: SimulationPlan, jobs: int) -> Results:
    with progress_bar(words("simulate.playing"), plan.games) as (progress, task):
        return simulate(plan, jobs=jobs, progress=lambda n: progress.advance(task, n))


def _sheet(plan: SimulationPlan, results: Results) -> list[list[Any]]:
    rows: list[list[Any]] = [["game", "seed", "winner", "way", "rounds", "decisions", "moves"]]
    rounds = rounds_of(results)
    for n, result in enumerate(results):
        rows.append(
            [n + 1, plan.seed + n, winner_of(result) or "", way_of(result), int(rounds[n]),
             int(result["decisions"]), int(result["plies"])]
        )  # fmt: skip
    return rows


def _tell(plan: SimulationPlan, found: Summary, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(_as_json(plan, found), indent=2))
        return
    console = out()
    head = words(
        "simulate.head", number=plan.games, seed=str(plan.seed), edition=plan.edition.name,
        editor=plan.editor, nixon=plan.nixon,
    )  # fmt: skip
    console.print(head, soft_wrap=True)
    console.print(_table(found))


def _table(found: Summary) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("")
    for name in ("games", "share", "interval"):
        table.add_column(words(f"simulate.{name}"), justify="right")
    for side, share in found.winners.items():
        wins = words("simulate.wins", side=words(f"winner.{side}"))
        table.add_row(wins, *_cells(share), style="bold")
    table.add_section()
    for way, share in found.ways.items():
        table.add_row(_way(way), *_cells(share))
    table.add_section()
    for name, numbers in (("rounds", found.rounds), ("decisions", found.decisions)):
        low, high = numbers.interval.low, numbers.interval.high
        span = f"{_number(low)} – {_number(high)}" if low > float("-inf") else "–"
        least, most = int(numbers.least), int(numbers.most)
        extent = words(f"simulate.{name}", least=least, most=most)
        table.add_row(extent, "", _number(numbers.mean), span)
    return table


def _way(way: str) -> str:
    if way == STOPPED:
        return words("simulate.stopped", number=MOST_ROUNDS_PLAYED)
    return words(f"by.{way}")


def _number(number: float) -> str:
    return decimal(number, 2, language())


def _cells(share: Share) -> tuple[str, str, str]:
    low, high = (percent(end, language()) for end in (share.interval.low, share.interval.high))
    return whole(share.count, language()), percent(share.share, language()), f"{low} – {high}"


def _as_json(plan: SimulationPlan, found: Summary) -> dict[str, Any]:
    def share(s: Share) -> dict[str, float]:
        return {"games": s.count, "share": s.share, "low": s.interval.low, "high": s.interval.high}

    def numbers(s: Spread) -> dict[str, float | None]:
        known = plan.games > 1
        return {
            "mean": s.mean,
            "low": s.interval.low if known else None,
            "high": s.interval.high if known else None,
            "min": s.least,
            "max": s.most,
        }

    return {
        "games": plan.games,
        "seed": plan.seed,
        "editor": plan.editor,
        "nixon": plan.nixon,
        "edition": plan.edition.name,
        "edition_digest": plan.edition.digest,
        "winners": {side: share(s) for side, s in found.winners.items()},
        "ways": {way: share(s) for way, s in found.ways.items()},
        "rounds": numbers(found.rounds),
        "decisions": numbers(found.decisions),
    }
