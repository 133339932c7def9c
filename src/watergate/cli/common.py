"""What all commands share: the two streams, the edition, the engine, and how mistakes are told.

Results go to stdout, everything said on the way to stderr. Exit codes: 0 done, 1 what was checked
is not in order, 2 the command was used wrongly, 130 interrupted.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from typer.core import TyperGroup

from watergate.compiling import compile_in_child
from watergate.edition import Edition, EditionError, load_edition
from watergate.rules import WatergateError
from watergate.rules.engine import engine, forget_choice, is_ready

WIDTH = 100
FAILED, WRONG_USE, INTERRUPTED = 1, 2, 130

EditionOption = Annotated[
    Path | None,
    typer.Option("--edition", metavar="FILE", help="Play with the edition of this TOML file."),
]


def out() -> Console:
    """Where results go; not wrapped to the 80 columns that a pipe is taken for."""
    console = Console(highlight=False, emoji=False, markup=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = WIDTH
    return console


def err() -> Console:
    return Console(stderr=True, highlight=False, emoji=False, markup=False)


class Commands(TyperGroup):
    """The whole command line, with mistakes told in a line instead of a traceback."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            say("Stopped.")
            raise typer.Exit(INTERRUPTED) from None
        except EditionError as error:
            n = len(error.problems)
            say(f"This edition cannot be used; it has {n} problem{'s' * (n != 1)}:")
            for problem in error.problems:
                say(f"  {problem}")
        except WatergateError as error:
            say(str(error))
        except BrokenPipeError:
            raise
        except OSError as error:
            say(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        raise typer.Exit(WRONG_USE)


def say(text: str) -> None:
    err().print(text, soft_wrap=True)


def edition_of(path: Path | None) -> Edition:
    return load_edition(path)


def text_of_file(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise WatergateError("not a text file") from None


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Put the file's name before what is wrong with it."""
    try:
        yield
    except WatergateError as error:
        raise WatergateError(f"{path}: {error}") from None


def prepare_engine() -> None:
    """Compile the rules if that is wished and not done yet, and never in silence."""
    wish = os.environ.get("WATERGATE_COMPILED", "auto")
    if wish in ("auto", "always") and not is_ready() and not compile_now():
        say("The rules engine could not be compiled; going on without, about 1000 times slower.")
        os.environ["WATERGATE_COMPILED"] = "never"
    forget_choice()
    engine()


def compile_now() -> bool:
    """Compile the rules in a child process; whether that went well."""
    text = "Preparing the rules engine, once, about a minute…"
    console = err()
    process = compile_in_child()
    try:
        if console.is_terminal:
            with console.status(text):
                process.wait()
        else:
            say(text)
            process.wait()
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait()
    forget_choice()
    return process.returncode == 0
