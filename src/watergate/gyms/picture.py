"""Rendering of a view for environments: as text, or as an image of the text."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from watergate.edition import Edition
from watergate.errors import WatergateError
from watergate.rules import View
from watergate.show import WIDTH, draw

from .extras import needs

RENDER_MODES = ["human", "ansi", "rgb_array"]
"""Printed, as text, as a picture."""
CELL_WIDTH, CELL_HEIGHT = 10, 20
_DOTS_PER_INCH = 100
_POINTS = CELL_WIDTH / 0.602 * 72 / _DOTS_PER_INCH
"""A letter of this font is 0.602 times as wide as its size."""
_BRAILLE = 0x2800
_DOTS = ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (3, 0), (3, 1))
"""Row and column of each bit of a Braille letter."""


def check_render_mode(mode: str | None) -> None:
    if mode is not None and mode not in RENDER_MODES:
        raise WatergateError(f"render mode {mode!r}; allowed: {', '.join(RENDER_MODES)}")


def render(view: View, edition: Edition, mode: str) -> str | npt.NDArray[np.uint8] | None:
    """The table as a viewer sees it, in one of the render modes."""
    text = draw(view, edition).plain
    if mode == "rgb_array":
        return picture_of(text)
    if mode == "human":
        print(text)  # noqa: T201
        return None
    return text


def picture_of(text: str) -> npt.NDArray[np.uint8]:
    """Lines of text, dark on light: every letter in a cell of the same size."""
    with needs("gyms"):
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    lines = text.splitlines()
    width, height = CELL_WIDTH * WIDTH, CELL_HEIGHT * len(lines)
    figure = Figure((width / _DOTS_PER_INCH, height / _DOTS_PER_INCH), _DOTS_PER_INCH)
    canvas: Any = FigureCanvasAgg(figure)
    for n, line in enumerate(lines):
        letters = "".join(" " if _is_braille(letter) else letter for letter in line)
        figure.text(
            0, 1 - (n + 0.8) / len(lines), letters, size=_POINTS, parse_math=False,
            family="DejaVu Sans Mono",
        )  # fmt: skip
    canvas.draw()
    picture = np.asarray(canvas.buffer_rgba())[:, :, :3].copy()
    for n, line in enumerate(lines):
        for column, letter in enumerate(line[:WIDTH]):
            if _is_braille(letter):
                _dot(picture, n * CELL_HEIGHT, column * CELL_WIDTH, ord(letter) - _BRAILLE)
    return picture


def _is_braille(letter: str) -> bool:
    return _BRAILLE <= ord(letter) < _BRAILLE + 256


def _dot(picture: npt.NDArray[np.uint8], top: int, left: int, dots: int) -> None:
    """Lines between spaces are drawn in Braille, which few fonts have: a cell of 2 × 4 dots."""
    for bit, (row, column) in enumerate(_DOTS):
        if dots >> bit & 1:
            y, x = top + row * CELL_HEIGHT // 4 + 1, left + column * CELL_WIDTH // 2 + 1
            picture[y : y + 2, x : x + 2] = 0
