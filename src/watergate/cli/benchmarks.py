"""`watergate bench`: the benchmarks, in the folder `bench` of a checkout and in no wheel."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Annotated

import typer

import watergate
from watergate.rules import WatergateError

from .common import words

SOURCE = Path(watergate.__file__).parents[2]
"""The root of the source, if the package is used from there."""


def add_bench(app: typer.Typer) -> None:
    """Add the commands of `bench`; outside the source, one that says where they are."""
    if not (SOURCE / "bench" / "commands.py").is_file():
        app.command("bench", context_settings={"ignore_unknown_options": True})(elsewhere)
        return
    if str(SOURCE) not in sys.path:
        sys.path.append(str(SOURCE))
    app.add_typer(importlib.import_module("bench.commands").app, name="bench")


def elsewhere(
    arguments: Annotated[list[str] | None, typer.Argument(hidden=True)] = None,
) -> None:
    """Say where the benchmarks are."""
    raise WatergateError(words("bench.in_source"))
