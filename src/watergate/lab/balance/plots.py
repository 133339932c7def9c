"""Inline SVG plots for the report, in the colours of its page.

All are 360 units wide, so that their letters stay readable on a narrow screen, where they lie below
each other, and on a wide one or on paper, where two stand side by side. Names stand above their
bars, in full. What a picture shows is told in its alternative text and in the table beside it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

WIDTH = 360
_ROW, _LABEL, _BAR = 31, 11, 10


@dataclass(frozen=True, slots=True)
class Bar:
    """A length from 0 to 1, with an interval where there is one."""

    label: str
    share: float
    interval: tuple[float, float] | None = None
    look: str = "plain"


@dataclass(frozen=True, slots=True)
class Stack:
    """Parts of a whole, each with its look; what they lack to 1 stays empty."""

    label: str
    parts: Sequence[tuple[str, float]]


@dataclass(frozen=True, slots=True)
class Dot:
    look: str
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Dots:
    """Values with intervals on one axis."""

    label: str
    dots: Sequence[Dot]


def bars(rows: Sequence[Bar], alt: str) -> str:
    """Bars from 0 to the first of 20, 40, 60, 80 and 100 % that holds them all."""
    ends = [max(row.share, row.interval[1] if row.interval else 0) for row in rows]
    fifths = max(1, math.ceil(5 * max(ends, default=0)))
    drawn = _scale(len(rows), ((n / 4, f"{5 * fifths * n}%") for n in range(5)))
    for n, row in enumerate(rows):
        y = _ROW * n + _LABEL
        drawn += [_label(row.label, y), _rect(row.look, 0, 5 * row.share / fifths, y)]
        if row.interval is not None:
            low, high = (_along(5 * end / fifths) for end in row.interval)
            middle = y + 5 + _BAR / 2
            line = f"M{low:.1f} {middle}H{high:.1f}"
            drawn.append(f'<path class="casing" d="{line}"/><path class="reach" d="{line}"/>')
    return _svg(_ROW * len(rows) + 20, drawn, alt)


def stacks(rows: Sequence[Stack], alt: str) -> str:
    """Bars of several parts, from 0 to 100 %."""
    drawn = _scale(len(rows), ((n / 4, f"{25 * n}%") for n in range(5)))
    for n, row in enumerate(rows):
        y = _ROW * n + _LABEL
        drawn.append(_label(row.label, y))
        start = 0.0
        for look, share in row.parts:
            if share > 0:
                drawn.append(_rect(look, start, start + share, y))
            start += share
    return _svg(_ROW * len(rows) + 20, drawn, alt)


def dots(rows: Sequence[Dots], alt: str) -> str:
    """Values around 0 with their intervals.

    The axis holds nine of ten ends of intervals, so that a few wide ones do not make all others
    small. What reaches beyond it ends at its edge.
    """
    ends = sorted(abs(end) for row in rows for dot in row.dots for end in (dot.low, dot.high))
    far = ends[9 * (len(ends) - 1) // 10] if ends else 0.0
    half = min(5, max(1, math.ceil(10 * far))) / 10
    drawn = _scale(len(rows), ((n / 4, _signed(50 * (n - 2) * half)) for n in range(5)))
    drawn.append(f'<path class="zero" d="M{_along(0.5)} 0V{_ROW * len(rows)}"/>')

    def at(value: float) -> float:
        return _along(min(1.0, max(0.0, 0.5 + value / (2 * half))))

    for n, row in enumerate(rows):
        y = _ROW * n + _LABEL
        drawn.append(_label(row.label, y))
        for k, dot in enumerate(row.dots):
            middle = y + 7.5 + 7.5 * k
            line = f"M{at(dot.low):.1f} {middle}H{at(dot.high):.1f}"
            drawn.append(f'<path class="line {dot.look}" d="{line}"/>')
            if abs(dot.value) <= half:
                drawn.append(_mark(dot.look, at(dot.value), middle))
    return _svg(_ROW * len(rows) + 20, drawn, alt)


def columns(columns: Sequence[tuple[int, Sequence[tuple[str, int]]]], alt: str, unit: str) -> str:
    """A column for each number, made of counts with their looks."""
    height = 190
    most = max(sum(count for _, count in parts) for _, parts in columns)
    width = WIDTH / len(columns)
    every = math.ceil(len(columns) / 12)
    drawn = []
    for n, (number, parts) in enumerate(columns):
        x, y = n * width, float(height)
        gap = min(3.0, width / 5)
        for look, count in parts:
            tall = (height - 14) * count / most
            y -= tall
            if count:
                drawn.append(
                    f'<rect class="{look}" x="{x + gap / 2:.1f}" y="{y:.1f}" '
                    f'width="{width - gap:.1f}" height="{tall:.1f}"/>'
                )
        total = sum(count for _, count in parts)
        if every == 1 and total:
            drawn.append(_text("count", x + width / 2, y - 3, str(total)))
        if n % every == 0:
            drawn.append(_text("tick", x + width / 2, height + 13, str(number)))
    drawn.append(f'<path class="zero" d="M0 {height}H{WIDTH}"/>')
    drawn.append(_text("tick", WIDTH / 2, height + 27, unit))
    return _svg(height + 32, drawn, alt)


def shares(parts: Sequence[tuple[str, float]], interval: tuple[float, float], alt: str) -> str:
    """A whole as one wide bar, with the interval of its first part and a mark at one half."""
    drawn, start = [], 0.0
    for look, share in parts:
        x, width = 100 * start, 100 * share
        drawn.append(f'<rect class="{look}" x="{x:.2f}" y="0" width="{width:.2f}" height="10"/>')
        start += share
    low, high = interval
    drawn.append(
        f'<rect class="unsure" x="{100 * low:.2f}" y="3.6" width="{100 * (high - low):.2f}" '
        'height="2.8"/><rect class="half" x="49.9" y="-1" width="0.2" height="12"/>'
    )
    inner = "".join(drawn)
    return (
        f'<svg class="whole" viewBox="0 -1 100 12" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(alt)}">{inner}</svg>'
    )


def _svg(height: float, drawn: Iterable[str], alt: str) -> str:
    return (
        f'<svg class="plot" viewBox="0 0 {WIDTH} {height:.0f}" role="img" '
        f'aria-label="{escape(alt)}">{"".join(drawn)}</svg>'
    )


def _along(share: float) -> float:
    return WIDTH * share


def _scale(rows: int, places: Iterable[tuple[float, str]]) -> list[str]:
    """Thin lines from top to bottom, with their numbers below."""
    drawn, bottom = [], _ROW * rows
    for share, name in places:
        x = _along(share)
        drawn.append(f'<path class="grid" d="M{x:.1f} 0V{bottom}"/>')
        look = {0.0: "tick first", 1.0: "tick last"}.get(share, "tick")
        drawn.append(_text(look, x, bottom + 13, name))
    return drawn


def _label(text: str, y: float) -> str:
    return f'<text class="label" x="0" y="{y}">{escape(text)}</text>'


def _text(look: str, x: float, y: float, text: str) -> str:
    return f'<text class="{look}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def _rect(look: str, start: float, end: float, y: float) -> str:
    x, width = _along(start), _along(end) - _along(start)
    return f'<rect class="{look}" x="{x:.1f}" y="{y + 5}" width="{width:.1f}" height="{_BAR}"/>'


def _mark(look: str, x: float, y: float) -> str:
    """A disc for an action, a square for a value: colour is never the only sign."""
    if look.endswith("value"):
        return f'<rect class="mark {look}" x="{x - 3:.1f}" y="{y - 3}" width="6" height="6"/>'
    return f'<circle class="mark {look}" cx="{x:.1f}" cy="{y}" r="3.6"/>'


def _signed(points: float) -> str:
    if points == 0:
        return "0"
    return f"{'+' if points > 0 else '−'}{abs(points):g}"
