"""The research track from N5 to E5: the markers I and M, face-up and face-down evidence."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from watergate.edition import Edition, Side
from watergate.rules import View
from watergate.texts import phrase

from .signs import FAINT, SIDE_STYLE, UNKNOWN, Runs, plain, token

PLACES = [*(f"N{n}" for n in range(5, 0, -1)), "0", *(f"E{n}" for n in range(1, 6))]
LEAST_ROWS = 3
NOTHING: Runs = ()


def draw_track(view: View, edition: Edition, width: int, language: str = "en") -> list[Text]:
    cell = (width - len(PLACES) - 1) // len(PLACES)
    pieces = {place: _pieces(view, edition, place, language) for place in PLACES}
    count = max(LEAST_ROWS, *(len(column) for column in pieces.values()))
    rows = [_line("┌┬┐", PLACES, cell)]
    rows.append(_row([_markers(view, place, cell, language) for place in PLACES], cell))
    for n in range(count):
        row = [column[n] if n < len(column) else NOTHING for column in pieces.values()]
        rows.append(_row(row, cell))
    rows.append(_line("└┴┘", [""] * len(PLACES), cell))
    return rows


def _markers(view: View, place: str, cell: int, language: str) -> Runs:
    if place in ("N5", "E5"):  # where nothing rests (RULES 4.9)
        side = Side.NIXON if place == "N5" else Side.EDITOR
        name = phrase(f"show.{side}_end", language)
        return ((name if len(name) <= cell else name.strip("◄ ►"), SIDE_STYLE[side]),)
    found = [("<I>", view.initiative_at), ("<M>", view.momentum_at)]
    return tuple((sign, "bold magenta") for sign, at in found if at == place)


def _pieces(view: View, edition: Edition, place: str, language: str) -> list[Runs]:
    found = [
        token(t.token, edition, face_up=True, language=language)
        for t in view.track
        if t.at == place
    ]
    if place != "0":
        return found
    if view.facedown.tokens is None:
        return found + [UNKNOWN] * view.facedown.count
    return found + [
        token(name, edition, face_up=False, language=language) for name in view.facedown.tokens
    ]


def _line(corners: str, names: Sequence[str], cell: int) -> Text:
    row = Text(corners[0], FAINT)
    for n, name in enumerate(names):
        word = f" {name} " if name else ""
        left = (cell - len(word)) // 2
        row.append("─" * left, FAINT).append(word, "bold")
        row.append("─" * (cell - left - len(word)), FAINT)
        row.append(corners[2] if n == len(names) - 1 else corners[1], FAINT)
    return row


def _row(pieces: Sequence[Runs], cell: int) -> Text:
    row = Text("│", FAINT)
    for runs in pieces:
        size = len(plain(runs))
        left = (cell - size) // 2
        row.append(" " * left).append_text(Text.assemble(*runs)).append(" " * (cell - left - size))
        row.append("│", FAINT)
    return row
