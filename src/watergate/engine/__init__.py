"""The engine: the rules' entry points, as plain Python or compiled, and which of the two is in use.

`PLAIN` runs anywhere at once; `compiled()` is about a thousand times faster and needs machine code,
which is made once (`watergate.compiling`, a minute) and kept in the user's cache folder
(`machine_code.py`). `engine()` answers with the compiled one as soon as its code is there, so
nobody ever waits in silence. The environment variable WATERGATE_COMPILED says `always` or `never`
instead of `auto`.
"""

from __future__ import annotations

import functools
import os
from dataclasses import dataclass
from typing import Any

import numpy as np

from watergate.errors import WatergateError
from watergate.rules.core import entries

from .machine_code import Entry, compile_entry, is_ready


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """The entry points (`rules/core/entries.py`) in one of their two forms."""

    is_compiled: bool
    begin: Entry
    step: Entry
    decider: Entry
    legal: Entry
    outcomes: Entry
    sample: Entry
    fault: Entry
    facts: Entry
    hide: Entry
    redeal: Entry
    random_games: Entry


def _engine(*, is_compiled: bool) -> Engine:
    def form(function: Entry) -> Entry:
        return form_of(function, is_compiled)

    return Engine(
        is_compiled=is_compiled,
        begin=form(entries.begin_at),
        step=form(entries.step_at),
        decider=form(entries.decider_at),
        legal=form(entries.legal_at),
        outcomes=form(entries.outcomes_at),
        sample=form(entries.sample_at),
        fault=form(entries.fault_at),
        facts=form(entries.facts_at),
        hide=form(entries.hide_at),
        redeal=form(entries.redeal_at),
        random_games=form(entries.random_games),
    )


@functools.cache
def form_of(function: Entry, is_compiled: bool) -> Entry:
    """An entry point in one of its two forms."""
    return compile_entry(function) if is_compiled else _as_plain(function)


@functools.cache
def entry(function: Entry) -> Entry:
    """An entry point in the form that is in use."""
    return form_of(function, engine().is_compiled)


def _as_plain(function: Entry) -> Entry:
    """Plain Python reads fields as attributes, which takes record arrays."""

    @functools.wraps(function)
    def run(*arguments: Any) -> Any:
        return function(*(_as_records(argument) for argument in arguments))

    return run


def _as_records(argument: Any) -> Any:
    if isinstance(argument, np.ndarray) and argument.dtype.names is not None:
        return argument.view(np.recarray)
    if isinstance(argument, tuple):
        return argument._make(_as_records(part) for part in argument)  # type: ignore[attr-defined]
    return argument


PLAIN = _engine(is_compiled=False)


@functools.cache
def compiled() -> Engine:
    return _engine(is_compiled=True)


@functools.cache
def engine() -> Engine:
    """The engine to use now: see the module's docstring."""
    wish = os.environ.get("WATERGATE_COMPILED", "auto")
    if wish not in ("auto", "always", "never"):
        raise WatergateError(f"WATERGATE_COMPILED is {wish!r}; allowed: auto, always, never")
    return compiled() if wish == "always" or (wish == "auto" and is_ready()) else PLAIN


def forget_choice() -> None:
    """Let `engine` choose anew, after the code was compiled or the environment changed."""
    engine.cache_clear()
    entry.cache_clear()
