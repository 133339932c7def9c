"""A canvas of characters: texts in front, dotted lines behind them.

Lines are made of braille dots, eight to a character, so that threads run at any angle. Nothing here
knows the game; `board.py` draws the evidence board on it.
"""

from __future__ import annotations

import math

from rich.text import Text

DOTS_ACROSS, DOTS_DOWN = 2, 4
_BRAILLE = 0x2800
# The bit of each dot in a braille character, by row and column.
_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


class Canvas:
    """Characters with styles, addressed by column and row; whatever falls outside is left out."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._letters: dict[tuple[int, int], tuple[str, str]] = {}
        self._dots: dict[tuple[int, int], int] = {}
        self._dot_styles: dict[tuple[int, int], str] = {}

    def write(self, x: int, y: int, *runs: tuple[str, str]) -> None:
        """Write pieces of text with their styles from a column on, over whatever is there."""
        for text, style in runs:
            for letter in text:
                if 0 <= x < self.width and 0 <= y < self.height:
                    self._letters[x, y] = letter, style
                x += 1

    def crowd(self, x: int, y: int, length: int) -> int:
        """How much a text there would cover: a line counts 1 a character, a letter far more."""
        if x < 0 or x + length > self.width or not 0 <= y < self.height:
            return self.width
        cells = [(x + i, y) for i in range(length)]
        lines = sum(cell in self._dots for cell in cells)
        return lines + self.width * sum(cell in self._letters for cell in cells)

    def line(
        self, start: tuple[float, float], end: tuple[float, float], style: str, *, thick: bool
    ) -> None:
        """A line between the middles of two characters."""
        (x0, y0), (x1, y1) = _dot(start), _dot(end)
        steps = max(1, round(max(abs(x1 - x0), abs(y1 - y0))))
        for i in range(steps + 1):
            x = math.floor(x0 + (x1 - x0) * i / steps)
            y = math.floor(y0 + (y1 - y0) * i / steps)
            self._set_dot(x, y, style)
            if thick:
                self._set_dot(x - 1, y, style)

    def _set_dot(self, x: int, y: int, style: str) -> None:
        cell = x // DOTS_ACROSS, y // DOTS_DOWN
        self._dots[cell] = self._dots.get(cell, 0) | _BITS[y % DOTS_DOWN][x % DOTS_ACROSS]
        self._dot_styles[cell] = style

    def rows(self) -> list[Text]:
        return [self._row(y) for y in range(self.height)]

    def _row(self, y: int) -> Text:
        row = Text()
        for x in range(self.width):
            if (x, y) in self._letters:
                row.append(*self._letters[x, y])
            elif (x, y) in self._dots:
                row.append(chr(_BRAILLE + self._dots[x, y]), self._dot_styles[x, y])
            else:
                row.append(" ")
        return row


def _dot(point: tuple[float, float]) -> tuple[float, float]:
    """The dot in the middle of a character."""
    return (point[0] + 0.5) * DOTS_ACROSS, (point[1] + 0.5) * DOTS_DOWN
