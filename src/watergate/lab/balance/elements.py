"""Pieces of the page: tables, plots with captions, and how figures are written in a language.

What is handed in as `str` is HTML already, except where a docstring says plain text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from watergate.texts.figures import NO_BREAK_SPACE, decimal, percent, whole

from .figures import Mean, Portion

NOTHING = "–"


class Writing:
    """Figures as a language writes them."""

    def __init__(self, language: str) -> None:
        self.language = language

    def number(self, number: int) -> str:
        return whole(number, self.language)

    def decimal(self, number: float, digits: int = 1) -> str:
        return decimal(number, digits, self.language).replace("-", "−")

    def percent(self, share: float | None, digits: int = 1) -> str:
        return NOTHING if share is None else percent(share, self.language, digits)

    def points(self, difference: float) -> str:
        """A difference of shares in percentage points, with its sign."""
        return ("+" if difference >= 0 else "") + self.decimal(100 * difference)

    def span(self, low: str, high: str) -> str:
        """From here to there; with signs before the numbers, a dash would be one too many."""
        dash = "…" if low[0] in "+−" else "–"
        return f"{low}{NO_BREAK_SPACE}{dash}{NO_BREAK_SPACE}{high}"

    def portion(self, portion: Portion) -> str:
        """A share with its interval below."""
        if portion.share is None:
            return NOTHING
        span = self.span(self.percent(portion.low), self.percent(portion.high))
        return f"{self.percent(portion.share)}{below(span)}"

    def counts(self, portion: Portion) -> str:
        return f"{self.number(portion.count)} / {self.number(portion.of)}"

    def counted(self, portion: Portion) -> str:
        """A share with how many of how many and its interval below."""
        if portion.share is None:
            return NOTHING
        span = self.span(self.percent(portion.low), self.percent(portion.high))
        return f"{self.percent(portion.share)}{below(f'{self.counts(portion)}; {span}')}"

    def mean(self, mean: Mean | None) -> str:
        """A mean with its interval below."""
        if mean is None:
            return NOTHING
        if mean.low is None or mean.high is None:
            return self.decimal(mean.mean, 2)
        span = self.span(self.decimal(mean.low, 2), self.decimal(mean.high, 2))
        return f"{self.decimal(mean.mean, 2)}{below(span)}"


def below(text: str) -> str:
    """Something said in smaller letters below a figure."""
    return f"<small>{text}</small>"


def table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; the first cell of each row is its head. Caption and heads are plain text."""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "".join(
        f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in rest)}</tr>\n'
        for first, *rest in rows
    )
    name = escape(caption)
    return (
        f'<div class="scroll" role="region" aria-label="{name}" tabindex="0"><table>\n'
        f"<caption><span>{name}</span></caption>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n"
        "</table></div>\n"
    )


def plot(svg: str, caption: str, legend: Sequence[tuple[str, str]] = ()) -> str:
    """A drawing with its caption and the meaning of its looks, all plain text but the drawing."""
    keys = "".join(
        f'<li><span class="key {look}" aria-hidden="true"></span>{escape(text)}</li>'
        for look, text in legend
    )
    listed = f'<ul class="legend">{keys}</ul>' if keys else ""
    return f"<figure><figcaption>{escape(caption)}{listed}</figcaption>\n{svg}\n</figure>\n"


def beside(left: str, right: str, *, wide: bool = False) -> str:
    """Two pieces side by side where there is room; the right one may be wide and get more of it."""
    look = "beside narrow-wide" if wide else "beside"
    return f'<div class="{look}">\n<div>{left}</div>\n<div>{right}</div>\n</div>\n'


def paragraph(text: str, look: str = "") -> str:
    """A paragraph of plain text."""
    attribute = f' class="{look}"' if look else ""
    return f"<p{attribute}>{escape(text)}</p>\n"


def section(name: str, title: str, *pieces: str) -> str:
    """A section with a name for links and a title in plain text."""
    inner = "".join(pieces)
    head = f'<h2 id="{name}-title">{escape(title)}</h2>'
    return f'<section id="{name}" aria-labelledby="{name}-title">\n{head}\n{inner}</section>\n'
