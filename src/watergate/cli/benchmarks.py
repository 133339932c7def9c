"""`watergate bench`: the benchmarks, which are in the source (folder `bench`) and in no wheel."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import typer

import watergate
from watergate.rules import WatergateError

from .common import words

SOURCE = Path(watergate.__file__).parents[2]
"""The root of the source, if the package is used from there."""


def add_bench(app: typer.Typer) -> None:
    """Add the commands of `bench`; outside the source, one that says where they are."""
    if not (SOURCE / "bench" / "commands.py").is_file():
        anything = {"allow_extra_args": True, "ignore_unknown_options": True}
        app.command("bench", context_settings=anything)(elsewhere)
        return
    if str(SOURCE) not in sys.path:
        sys.path.append(str(SOURCE))
    app.add_typer(importlib.import_module("bench.commands").app, name="bench")


def elsewhere() -> None:
    """Measure how fast the program is; only in a checkout of the source."""
    raise WatergateError(words("bench.in_source"))
