"""`watergate compile`: make the rules engine fast."""

from __future__ import annotations

import typer

from watergate.engine.machine_code import cache_folder, is_ready

from .common import FAILED, compile_now, out, say, words


def compile_command() -> None:
    """Compile the rules engine now, so that no other command has to wait for it.

    \b
    Example:
      watergate compile
    """
    if not is_ready() and not compile_now():
        say(words("cli.engine_failed"))
        raise typer.Exit(FAILED)
    out().print(words("cli.engine_ready", folder=str(cache_folder())), soft_wrap=True)
