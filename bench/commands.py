"""`watergate bench`: run a benchmark and show its figures as a table or as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from rich import box
from rich.table import Table

from watergate.cli.common import err, language, needs, out, prepare_engine, say, words
from watergate.cli.program import App
from watergate.cli.review import Depths
from watergate.engine import engine
from watergate.rules import WatergateError
from watergate.texts.figures import decimal, percent

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .engine import EngineFigures
    from .gyms import GymFigures
    from .search import SearchFigures
    from .server import ServerFigures

JsonOption = Annotated[bool, typer.Option("--json", help="help.json")]
SecondsOption = Annotated[
    float, typer.Option(min=0.1, max=600, metavar="S", help="help.bench_seconds")
]
Figures = TypeVar("Figures")

app = App()


@app.command("engine")
def bench_engine_command(
    as_json: JsonOption = False,
    seconds: SecondsOption = 2.0,
    cold: Annotated[bool, typer.Option("--cold", help="help.cold")] = False,
) -> None:
    """Measure the rules engine: random games on one core and on two, and other programs.

    \b
    Examples:
      watergate bench engine
      watergate bench engine --seconds 10 --json
    """
    from .engine import bench_engine

    figures = _measured(lambda tell: bench_engine(seconds, cold=cold, progress=tell))
    if as_json:
        typer.echo(json.dumps(figures.as_json(), indent=2))
        return
    out().print(_engine_table(figures))
    _say_left_out(figures.missing, "chess open_spiel")


@app.command("search")
def bench_search_command(as_json: JsonOption = False, seconds: SecondsOption = 2.0) -> None:
    """Measure the tree search on one core and on two, and other searches.

    \b
    Examples:
      watergate bench search
      watergate bench search --seconds 10 --json
    """
    from .search import bench_search

    figures = _measured(lambda tell: bench_search(seconds, progress=tell))
    if as_json:
        typer.echo(json.dumps(figures.as_json(), indent=2))
        return
    out().print(_search_table(figures))
    _say_left_out(figures.missing, "open_spiel")


@app.command("threads")
def bench_threads_command(
    as_json: JsonOption = False,
    seconds: SecondsOption = 10.0,
    most: Annotated[
        int | None, typer.Option(min=1, max=64, metavar="N", help="help.bench_threads_most")
    ] = None,
) -> None:
    """Measure how much more several threads do than one, in both searches.

    \b
    Examples:
      watergate bench threads
      watergate bench threads --most 2 --json
    """
    from .threads import bench_threads

    figures = _measured(lambda tell: bench_threads(seconds, most=most, progress=tell))
    if as_json:
        typer.echo(json.dumps(figures.as_json(), indent=2))
        return
    names = list(figures.speedups)
    table = _table("measure", *names)
    rates = (_number(figures.rates[name]) for name in names)
    table.add_row(words("bench.one_thread"), *rates)
    for n in figures.speedups[names[0]]:
        times = (f"{_number(figures.speedups[name][n], 2)} ×" for name in names)
        table.add_row(words("bench.threads", number=n), *times)
    out().print(table)


@app.command("gyms")
def bench_gyms_command(as_json: JsonOption = False, seconds: SecondsOption = 2.0) -> None:
    """Measure the environments for programs that learn, and those of other games.

    \b
    Examples:
      watergate bench gyms
      watergate bench gyms --seconds 10 --json
    """
    from .gyms import bench_gyms

    figures = _measured(lambda tell: bench_gyms(seconds, progress=tell))
    if as_json:
        typer.echo(json.dumps(figures.as_json(), indent=2))
        return
    out().print(_gyms_table(figures))
    if figures.missing:
        say(words("bench.server_left_out", names=", ".join(figures.missing)))


@app.command("review")
def bench_review_command(
    as_json: JsonOption = False,
    games: Annotated[
        int, typer.Option(min=1, max=1000, metavar="N", help="help.bench_reviews")
    ] = 4,
    depth: Annotated[Depths, typer.Option(metavar="WORD", help="help.review_depth")] = Depths.USUAL,
) -> None:
    """Measure how long a review of a whole game takes on one core.

    \b
    Examples:
      watergate bench review
      watergate bench review --depth deep --json
    """
    from .review import bench_review

    figures = _measured(lambda tell: bench_review(depth.value, games=games, progress=tell))
    if as_json:
        typer.echo(json.dumps(figures.as_json(), indent=2))
        return
    table = _table("measure", "figure")
    rows = {
        "review_seconds": f"{_number(figures.seconds, 1)} s",
        "review_most": f"{_number(figures.most_seconds, 1)} s",
        "review_decisions": _number(figures.decisions_per_game, 1),
        "review_rollouts": _number(figures.rollouts_per_game),
        "review_noise": _number(figures.noise, 1),
    }
    for key, figure in rows.items():
        table.add_row(words(f"bench.{key}"), figure)
    out().print(table)


@app.command("server")
def bench_server_command(
    as_json: JsonOption = False,
    seconds: Annotated[
        float, typer.Option(min=0.5, max=600, metavar="S", help="help.bench_seconds")
    ] = 15.0,
    games: Annotated[
        int, typer.Option(min=1, max=10_000, metavar="N", help="help.bench_games")
    ] = 1000,
    pace: Annotated[
        float, typer.Option(min=1, max=10_000, metavar="N", help="help.bench_pace")
    ] = 500.0,
    database: Annotated[str | None, typer.Option(metavar="URL", help="help.bench_database")] = None,
    processes: Annotated[
        int, typer.Option(min=2, max=64, metavar="N", help="help.bench_processes")
    ] = 2,
    crowds: Annotated[int, typer.Option(min=1, max=64, metavar="N", help="help.bench_crowds")] = 1,
    quick: Annotated[bool, typer.Option("--quick", help="help.quick")] = False,
) -> None:
    """Measure the server: moves per second at full speed, waiting times in many games, memory.

    \b
    Examples:
      watergate bench server
      watergate bench server --games 200 --pace 100 --json
      watergate bench server --database postgresql://USER@HOST/EMPTY --processes 2 --crowds 4
    """
    with needs("server"):
        from .server import PAIRS, bench_server

    pairs = PAIRS
    if quick:
        seconds, games, pace, pairs = 1.0, 20, 50.0, 8
    figures = _measured(
        lambda tell: bench_server(
            seconds, games=games, pace=pace, pairs=pairs, database=database, processes=processes,
            crowds=crowds, progress=tell,
        )
    )  # fmt: skip
    if as_json:
        typer.echo(json.dumps(figures.as_json(), indent=2))
    else:
        out().print(_server_table(figures))
        if figures.missing:
            say(words("bench.server_left_out", names=", ".join(figures.missing)))
    if figures.lost:
        raise WatergateError(words("bench.lost", number=figures.lost))


def _measured(bench: Callable[[Callable[[str], None] | None], Figures]) -> Figures:
    """Run a bench with the compiled engine, and say in a terminal what it is at."""
    prepare_engine()
    if not engine().is_compiled:
        raise WatergateError(words("bench.compiled_only"))
    console = err()
    if not console.is_terminal:
        return bench(None)
    with console.status(words("bench.measuring")) as status:
        return bench(lambda what: status.update(words("bench.measuring_what", what=what)))


def _say_left_out(missing: Sequence[str], packages: str) -> None:
    if missing:
        say(words("bench.left_out", names=", ".join(missing), packages=packages))


def _number(value: float, digits: int = 0) -> str:
    return decimal(value, digits, language())


def _engine_table(figures: EngineFigures) -> Table:
    rows = {
        "games": _number(figures.games_per_second),
        "decisions": _number(figures.decisions_per_second),
        "length": _number(figures.decisions_per_game, 1),
        "two_cores": percent(figures.two_core_scaling, language(), 1),
        "spin": percent(figures.spin_scaling, language(), 1),
        "engine_move": f"{_number(figures.python_step_us, 2)} µs",
        "game_move": f"{_number(figures.game_play_us, 1)} µs",
        "copy": f"{_number(figures.state_copy_ns, 1)} ns",
        "size": words("bench.bytes", number=figures.state_bytes),
        "start": f"{_number(figures.warm_start_s, 2)} s",
    }
    if figures.cold_start_s is not None:
        rows["cold_start"] = f"{_number(figures.cold_start_s, 1)} s"
    table = _table("measure", "figure", "faster")
    for key, figure in rows.items():
        table.add_row(words(f"bench.{key}"), figure, "")
    table.add_section()
    for name, rate in figures.references.items():
        ratio = f"{_number(figures.ratios[name], 1)} ×"
        table.add_row(words("bench.reference", name=name), _number(rate), ratio)
    return table


def _search_table(figures: SearchFigures) -> Table:
    speeds = (figures.player, figures.plain)
    rows = {
        "simulations": [_number(speed.simulations_per_second) for speed in speeds],
        "decisions": [_number(speed.decisions_per_second) for speed in speeds],
        "simulation_length": [_number(speed.decisions_per_simulation, 1) for speed in speeds],
        "two_cores": [percent(speed.two_core_scaling, language(), 1) for speed in speeds],
        "spin": [percent(figures.spin_scaling, language(), 1)] * 2,
        "views": [f"{figures.views} × {_number(figures.simulations_a_view)}"] * 2,
    }
    table = _table("measure", "player", "plain")
    for key, found in rows.items():
        table.add_row(words(f"bench.{key}"), *found)
    table.add_section()
    for name, rate in figures.references.items():
        ratios = [f"{_number(speed.ratios[name], 1)} ×" for speed in speeds]
        table.add_row(words("bench.search_reference", name=name, rate=_number(rate)), *ratios)
    return table


def _gyms_table(figures: GymFigures) -> Table:
    table = _table("measure", "figure", "faster")
    for name, rate in figures.interfaces.items():
        ratio = f"{_number(figures.ratios[name], 1)} ×" if name in figures.ratios else ""
        table.add_row(words("bench.interface", name=name), _number(rate), ratio)
        for other, its_rate in figures.references.get(name, {}).items():
            table.add_row(words("bench.interface_reference", name=other), _number(its_rate), "")
    table.add_section()
    shares = {
        "two_cores": figures.two_core_scaling,
        "spin": figures.spin_scaling,
        "efficiency": figures.two_core_efficiency,
    }
    for key, share in shares.items():
        table.add_row(words(f"bench.{key}"), percent(share, language(), 1), "")
    return table


def _server_table(figures: ServerFigures) -> Table:
    rows = {
        "moves": _number(figures.moves_per_second),
        "cpu": f"{_number(figures.cpu_us_per_move)} µs",
        "told": words("bench.bytes", number=round(figures.bytes_per_act)),
        "paced_games": f"{_number(figures.games)} / {_number(figures.pace)}",
        "wait": f"{_number(figures.ack_p50_ms, 1)} ms / {_number(figures.ack_p99_ms, 1)} ms",
        "return": f"{_number(figures.reconnect_p99_ms, 1)} ms",
        "memory": f"{_number(figures.kib_per_game)} KiB",
        "acknowledged": _number(figures.acknowledged),
        "refused": _number(sum(figures.refused.values())),
        "lost_moves": _number(figures.lost),
    }
    table = _table("measure", "figure", "faster")
    for key, figure in rows.items():
        table.add_row(words(f"bench.{key}"), figure, "")
    table.add_section()
    for number, several in figures.processes.items():
        ratios = " ".join(f"{_number(ratio, 2)} ×" for ratio in several.ratios.values())
        speed = _number(several.moves_per_second)
        table.add_row(words("bench.processes", number=number), speed, ratios)
    for name, rate in figures.references.items():
        ratio = f"{_number(figures.ratios[name], 2)} ×"
        table.add_row(words("bench.server_reference", name=name), _number(rate), ratio)
    return table


def _table(first: str, *others: str) -> Table:
    """An empty table with these headings."""
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(words(f"bench.{first}"))
    for key in others:
        table.add_column(words(f"bench.{key}"), justify="right")
    return table
