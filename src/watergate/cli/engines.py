"""`watergate compile` and `watergate bench`: make the rules engine fast, and measure how fast."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer
from rich import box
from rich.table import Table

from watergate.rules import WatergateError
from watergate.rules.engine import cache_folder, engine, is_ready
from watergate.texts.figures import decimal, percent

from .common import FAILED, compile_now, err, language, out, prepare_engine, say, words

if TYPE_CHECKING:
    from watergate.lab.bench import Figures

bench_app = typer.Typer(no_args_is_help=True, help="Measure how fast the program is.")


def compile_command() -> None:
    """Compile the rules engine now, so that nothing waits for it later.

    Done once for every version of the rules; the code is kept in your cache folder.

    \b
    Example:
      watergate compile
    """
    if not is_ready() and not compile_now():
        say(words("cli.engine_failed"))
        raise typer.Exit(FAILED)
    out().print(words("cli.engine_ready", folder=str(cache_folder())), soft_wrap=True)


@bench_app.callback()
def bench() -> None:
    """Measure how fast the program is."""


@bench_app.command("engine")
def bench_engine_command(
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
    seconds: Annotated[
        float, typer.Option(min=0.1, max=600, metavar="S", help="Time for each measure.")
    ] = 2.0,
    cold: Annotated[
        bool, typer.Option("--cold", help="Also time a first start with compiling: a minute.")
    ] = False,
) -> None:
    """Measure random play in the engine, on one core and two, beside other programs.

    The measures alternate in short slices within one run; medians count. The packages chess and
    open_spiel are measured against where they are installed.

    \b
    Examples:
      watergate bench engine
      watergate bench engine --seconds 10 --json
    """
    from watergate.lab.bench import bench_engine

    prepare_engine()
    if not engine().is_compiled:
        raise WatergateError(words("bench.compiled_only"))
    console = err()
    if console.is_terminal:
        with console.status(words("bench.measuring")) as status:
            figures = bench_engine(
                seconds,
                cold=cold,
                progress=lambda what: status.update(words("bench.measuring_what", what=what)),
            )
    else:
        figures = bench_engine(seconds, cold=cold)
    found = figures.as_json()
    if as_json:
        typer.echo(json.dumps(found, indent=2))
        return
    out().print(_table(figures))
    if not figures.references:
        say(words("bench.no_references"))


def _table(figures: Figures) -> Table:
    def number(value: float, digits: int = 0) -> str:
        return decimal(value, digits, language())

    rows = {
        "games": number(figures.games_per_second),
        "decisions": number(figures.decisions_per_second),
        "length": number(figures.decisions_per_game, 1),
        "two_cores": percent(figures.two_core_scaling, language(), 1),
        "spin": percent(figures.spin_scaling, language(), 1),
        "engine_move": f"{number(figures.python_step_us, 2)} µs",
        "game_move": f"{number(figures.game_play_us, 1)} µs",
        "copy": f"{number(figures.state_copy_ns, 1)} ns",
        "size": words("bench.bytes", number=figures.state_bytes),
        "start": f"{number(figures.warm_start_s, 2)} s",
    }
    if figures.cold_start_s is not None:
        rows["cold_start"] = f"{number(figures.cold_start_s, 1)} s"
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(words("bench.measure"))
    table.add_column(words("bench.figure"), justify="right")
    table.add_column(words("bench.faster"), justify="right")
    for key, figure in rows.items():
        table.add_row(words(f"bench.{key}"), figure, "")
    table.add_section()
    for name, rate in figures.references.items():
        ratio = f"{number(figures.ratios[name], 1)} ×"
        table.add_row(words("bench.reference", name=name), number(rate), ratio)
    return table
