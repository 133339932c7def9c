"""`watergate compile` and `watergate bench`: make the rules engine fast, and measure how fast."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich import box
from rich.table import Table

from watergate.rules import WatergateError
from watergate.rules.engine import cache_folder, engine, is_ready

from .common import FAILED, compile_now, err, out, prepare_engine, say

bench_app = typer.Typer(no_args_is_help=True, help="Measure how fast the program is.")


def compile_command() -> None:
    """Compile the rules engine now, so that nothing waits for it later.

    Done once for every version of the rules; the code is kept in your cache folder.

    \b
    Example:
      watergate compile
    """
    if not is_ready() and not compile_now():
        say("The rules engine could not be compiled.")
        raise typer.Exit(FAILED)
    out().print(f"The rules engine is ready: {cache_folder()}", soft_wrap=True)


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
        raise WatergateError("the bench needs the compiled engine; WATERGATE_COMPILED forbids it")
    console = err()
    if console.is_terminal:
        with console.status("Measuring") as status:
            figures = bench_engine(
                seconds, cold=cold, progress=lambda what: status.update(f"Measuring: {what}")
            )
    else:
        figures = bench_engine(seconds, cold=cold)
    found = figures.as_json()
    if as_json:
        typer.echo(json.dumps(found, indent=2))
        return
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("measure")
    table.add_column("figure", justify="right")
    table.add_column("we are faster", justify="right")
    rows = [
        ("random games a second, one core", f"{figures.games_per_second:,.0f}"),
        ("decisions a second, one core", f"{figures.decisions_per_second:,.0f}"),
        ("decisions a game", f"{figures.decisions_per_game:.1f}"),
        ("two cores: share of a perfect speed-up", f"{figures.two_core_scaling:.1%}"),
        ("  a loop that only counts gets", f"{figures.spin_scaling:.1%}"),
        ("a move from Python through the engine", f"{figures.python_step_us:.2f} µs"),
        ("a move from Python through Game.play", f"{figures.game_play_us:.1f} µs"),
        ("copy of a state", f"{figures.state_copy_ns:.1f} ns"),
        ("size of a state", f"{figures.state_bytes} bytes"),
        ("start to the first prompt", f"{figures.warm_start_s:.2f} s"),
    ]
    if figures.cold_start_s is not None:
        rows.append(("the same with compiling", f"{figures.cold_start_s:.1f} s"))
    for name, figure in rows:
        table.add_row(name, figure, "")
    table.add_section()
    for name, rate in figures.references.items():
        table.add_row(
            f"{name}, decisions a second", f"{rate:,.0f}", f"{figures.ratios[name]:,.1f} ×"
        )
    out().print(table)
    if not figures.references:
        say("To compare with other programs: pip install chess open_spiel")
