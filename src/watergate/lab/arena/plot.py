"""Plot of the ratings: a dot per player with its 95 % interval."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from .plan import ArenaError
from .ratings import Rating

FORMATS = ("png", "svg")
_LONGEST_NAME = 40


def pictures(ratings: Sequence[tuple[str, Rating]], title: str, axis: str) -> dict[str, bytes]:
    """The same picture in every format; the same bytes for the same ratings."""
    matplotlib, figure_type = _matplotlib()
    found = {}
    with matplotlib.rc_context({"svg.hashsalt": "watergate", "svg.fonttype": "none"}):
        for kind in FORMATS:
            file = io.BytesIO()
            figure = _figure(figure_type, ratings, title, axis)
            metadata = {"Software": None} if kind == "png" else {"Date": None, "Creator": None}
            figure.savefig(file, format=kind, metadata=metadata)
            found[kind] = file.getvalue()
    return found


def _matplotlib() -> tuple[Any, Any]:
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise ArenaError(
            "Matplotlib is not installed; install it with: pip install 'watergate[plots]'"
        ) from None
    return matplotlib, Figure


def _figure(figure_type: Any, ratings: Sequence[tuple[str, Rating]], title: str, axis: str) -> Any:
    figure = figure_type(figsize=(8, 1.6 + 0.4 * len(ratings)), dpi=120, layout="constrained")
    axes = figure.add_subplot()
    places = list(range(len(ratings), 0, -1))
    elos = [rating.elo for _, rating in ratings]
    reaches = [rating.interval.high - rating.elo for _, rating in ratings]
    axes.errorbar(elos, places, xerr=reaches, fmt="o", capsize=4, color="#1f3b5c")
    axes.set_yticks(places, [_short(name) for name, _ in ratings], parse_math=False)
    axes.set_ylim(0.4, len(ratings) + 0.6)
    axes.grid(axis="x", alpha=0.3)
    axes.set_xlabel(axis, parse_math=False)
    axes.set_title(title, parse_math=False)
    return figure


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
