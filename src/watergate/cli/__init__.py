"""The command line: one command, `watergate`, with one file here for each group of commands.

Commands read options, call the lab and the rules, and show what these return; they work nothing out
themselves. Help, and how mistakes are told, is in `program.py`; what goes to which stream in
`common.py`.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from watergate import __version__
from watergate.texts import LANGUAGES

from . import (
    arena,
    bot,
    compiling,
    database,
    editions,
    exercises,
    lab,
    learn,
    records,
    review,
    server,
    simulate,
    terminal,
    watch,
)
from .benchmarks import add_bench
from .common import choose_language
from .program import App, Program

app = App(
    name="watergate",
    cls=Program,
    pretty_exceptions_show_locals=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("play")(server.play)
app.command("terminal")(terminal.terminal)
app.command("watch")(watch.watch)
app.command("show")(records.show)
app.command("check")(records.check)
app.command("review")(review.review_command)
app.command("exercises")(exercises.exercises_command)
app.command("simulate")(simulate.simulate_command)
app.command("arena")(arena.arena)
app.add_typer(lab.app, name="lab")
app.command("bot")(bot.bot)
app.command("rules")(learn.rules)
app.command("cards")(learn.cards)
app.command("history")(learn.history)
app.command("timeline")(learn.timeline)
app.command("serve")(server.serve_command)
app.add_typer(database.app, name="db")
app.add_typer(editions.app, name="edition")
add_bench(app)
app.command("compile")(compiling.compile_command)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"watergate {__version__}")
        raise typer.Exit


@app.callback()
def watergate(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="help.version"),
    ] = False,
    language: Annotated[
        str | None,
        typer.Option(
            "--language",
            "--lang",
            callback=choose_language,
            metavar="|".join(LANGUAGES),
            show_default="help.default_language",
            help="help.language",
        ),
    ] = None,
) -> None:
    """What holds for all commands."""


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a letter shows a question mark; that is no reason to stop.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    app()


__all__ = ["app", "main"]
