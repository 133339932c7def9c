"""What all commands share: streams, language, edition, engine.

Everything said comes from the catalogue (`watergate.texts`) in the language of `--language`, or
else of the locale; what the parsers of files and moves find wrong is in English. Help is in
`program.py`.

Results go to stdout, everything said on the way to stderr. Exit codes: 0 done, 1 what was checked
is not in order, 2 the command was used wrongly, 130 interrupted.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from watergate.compiling import compile_in_child
from watergate.edition import Edition, load_edition
from watergate.engine import engine, forget_choice
from watergate.engine.machine_code import is_ready
from watergate.lab.simulate import MOST_SEED
from watergate.rules import WatergateError
from watergate.texts import LANGUAGES, language_of_locale, phrase

WIDTH = 100
FAILED, WRONG_USE, INTERRUPTED = 1, 2, 130

EditionOption = Annotated[
    Path | None,
    typer.Option("--edition", metavar="FILE", help="help.edition_option"),
]


def seed_option(explanation: str = "help.seed", show_default: str = "help.default_random") -> Any:
    """`--seed`, wherever luck can be chosen."""
    return typer.Option(
        "--seed", min=0, max=MOST_SEED, metavar="S", show_default=show_default, help=explanation
    )


_language: ContextVar[str | None] = ContextVar("language", default=None)


def language() -> str:
    """The language of everything this command says."""
    return _language.get() or language_of_locale()


def set_language(wanted: str | None) -> None:
    """Speak this language; None leaves it to the locale."""
    _language.set(wanted)


def choose_language(wanted: str | None) -> str | None:
    """What `--language` says; without it, the locale decides."""
    if wanted is not None and wanted not in LANGUAGES:
        allowed = ", ".join(LANGUAGES)
        raise typer.BadParameter(words("cli.bad_language", language=repr(wanted), allowed=allowed))
    set_language(wanted)
    return wanted


def words(key: str, /, **values: str | int) -> str:
    """A text of the catalogue in the language of this command."""
    return phrase(key, language(), **values)


def out() -> Console:
    """Where results go; not wrapped to the 80 columns that a pipe is taken for."""
    console = Console(highlight=False, emoji=False, markup=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = WIDTH
    return console


def err() -> Console:
    return Console(stderr=True, highlight=False, emoji=False, markup=False)


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Import what an extra of the package brings; where it is missing, say how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "watergate":
            raise
        raise WatergateError(words("cli.needs_extra", extra=extra)) from None


def say(text: str) -> None:
    err().print(text, soft_wrap=True)


@contextmanager
def progress_bar(name: str, total: int, done: int = 0) -> Iterator[tuple[Progress, TaskID]]:
    """A bar on a terminal, nothing elsewhere; its task's description stands behind it."""
    console = err()
    columns = (
        TextColumn(name), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        TextColumn("{task.description}", markup=False),
    )  # fmt: skip
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as progress:
        yield progress, progress.add_task("", total=total, completed=done)


def edition_of(path: Path | None) -> Edition:
    return load_edition(path)


def text_of_file(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise WatergateError(words("cli.not_text")) from None


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Put the file's name before what is wrong with it."""
    try:
        yield
    except WatergateError as error:
        raise WatergateError(f"{path}: {error.in_language(language())}") from None


def prepare_engine() -> None:
    """Compile the rules if that is wished and not done yet, and never in silence."""
    wish = os.environ.get("WATERGATE_COMPILED", "auto")
    if wish in ("auto", "always") and not is_ready() and not compile_now():
        say(words("cli.engine_slow"))
        os.environ["WATERGATE_COMPILED"] = "never"
    forget_choice()
    engine()


def compile_now() -> bool:
    """Compile the rules in a child process; whether that went well."""
    text = words("cli.engine_preparing")
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
