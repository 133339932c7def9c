"""A view of the game as a drawing for the terminal: the whole table in 100 columns and 40 rows.

`draw` is pure: it makes a `rich` text, whose plain letters say everything the colours say. It shows
a view and decides nothing; who may see what was settled when the view was built.
"""

from __future__ import annotations

from rich.text import Text

from watergate.edition import Edition
from watergate.rules import View

from .board import draw_board
from .news import draw_header, draw_log, draw_news
from .panels import draw_panels
from .track import draw_track

__all__ = ["NARROWEST", "WIDTH", "draw"]

WIDTH = 100
NARROWEST = 80
BOARD_ROWS = 25
PANEL_WIDTH = 38
ROWS = 39
"""As high as a terminal of 40 rows leaves it; the log fills up what is left."""
FEWEST_LOG_LINES = 3


def draw(
    view: View,
    edition: Edition,
    width: int = WIDTH,
    *,
    log_lines: int | None = None,
    language: str = "en",
) -> Text:
    """The whole table, with the last lines of the log: so many, or as many as fit.

    With less than 100 columns the cards stand under the board.
    """
    width = max(width, NARROWEST)
    rows = [draw_header(view, width, language)]
    if width >= WIDTH:
        panels = draw_panels(view, edition, PANEL_WIDTH, language)
        board = draw_board(view, edition, width - PANEL_WIDTH - 1, BOARD_ROWS, language)
        rows += _side_by_side(board, panels, width - PANEL_WIDTH)
    else:
        rows += draw_board(view, edition, width, BOARD_ROWS, language)
        rows += draw_panels(view, edition, width, language)
    rows += draw_track(view, edition, width, language)
    rows += draw_news(view, edition, width, language)
    if log_lines is None:
        log_lines = max(ROWS - len(rows), FEWEST_LOG_LINES)
    rows += draw_log(view.log, edition, width, log_lines, language)
    for row in rows:
        row.rstrip()
    return Text("\n").join(rows)


def _side_by_side(left: list[Text], right: list[Text], width: int) -> list[Text]:
    """Rows of two columns; the left one is filled up to its width."""
    height = max(len(left), len(right))
    left = left + [Text()] * (height - len(left))
    right = right + [Text()] * (height - len(right))
    return [
        Text.assemble(one, " " * (width - one.cell_len), other)
        for one, other in zip(left, right, strict=True)
    ]
