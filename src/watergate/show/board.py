"""The evidence board: Nixon in the middle, the informants on the rim, threads between the spaces.

Places come from the edition's radius and angle. Threads that lead from Nixon over face-up evidence
are drawn thick.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from rich.text import Text

from watergate.edition import Edition
from watergate.rules import View
from watergate.rules.wording import space_in_words
from watergate.texts import phrase

from .canvas import Canvas
from .signs import FAINT, Runs, color_style, empty_space, framed, letters, plain, short_name, token

NIXON = "nixon"
LIT = "bold bright_red"
SPACE_WIDTH = 5
MARGIN, SIDE_MARGIN = 0.5, 0.9
"""Room for the informants round the spaces, in the edition's own measure."""


@dataclass(frozen=True, slots=True)
class Node:
    """Something that threads lead to: where it is, in the edition's own measure, and its label."""

    x: float
    y: float
    label: Runs
    is_space: bool = False

    @property
    def size(self) -> int:
        return len(plain(self.label))


def draw_board(
    view: View, edition: Edition, width: int, height: int, language: str = "en"
) -> list[Text]:
    nodes = nodes_of(view, edition, language)
    places = places_of(nodes, width, height)
    canvas = Canvas(width, height)
    lit = {NIXON, *view.connected_spaces, *view.pictures.connected}
    for is_lit in (False, True):
        for one, other in edition.threads:
            if ({one, other} <= lit) is is_lit:
                canvas.line(places[one], places[other], LIT if is_lit else FAINT, thick=is_lit)
    for name, node in nodes.items():
        x, y = places[name]
        canvas.write(x - node.size // 2, y, *node.label)
    for space in edition.spaces:
        name = space_in_words(space.name, language, "show.space_")
        _write_name(canvas, name, places[space.name], nodes[space.name].size)
    _write_legend(canvas, edition, language)
    return canvas.rows()


def _write_legend(canvas: Canvas, edition: Edition, language: str) -> None:
    """What the frames mean, in the lower right corner if that is free."""
    color, letter = next(iter(letters(edition, language).items()))
    face: Runs = ((f" {letter} ", color_style(color)),)
    lines: list[Runs] = [
        (*signs, (f" {phrase(f'show.{key}', language)}", FAINT))
        for key, signs in (
            ("empty", empty_space(color, edition, language)),
            ("face_up", framed(face, face_up=True)),
            ("face_down", framed(face, face_up=False)),
        )
    ]
    sizes = [len(plain(line)) for line in lines]
    x, y = canvas.width - max(sizes), canvas.height - len(lines)
    if not any(canvas.crowd(x, y + n, size) for n, size in enumerate(sizes)):
        for n, line in enumerate(lines):
            canvas.write(x, y + n, *line)


def _write_name(canvas: Canvas, name: str, place: tuple[int, int], size: int) -> None:
    """A space's name where it covers least: right or left of it, below or above."""
    x, y = place
    right, left, middle = x + size // 2 + 1, x - size // 2 - len(name), x - len(name) // 2
    spots = [(right, y), (left, y), (middle, y + 1), (middle, y - 1)]
    best = min(spots, key=lambda spot: canvas.crowd(spot[0], spot[1], len(name)))
    canvas.write(*best, (name, FAINT))


def nodes_of(view: View, edition: Edition, language: str = "en") -> Mapping[str, Node]:
    nodes = {NIXON: Node(0, 0, ((" NIXON ", "bold white on red"),))}
    pinned = {p.space: p for p in view.board}
    for space in edition.spaces:
        found = pinned.get(space.name)
        if found is None:
            label = empty_space(space.color, edition, language)
        else:
            label = token(found.token, edition, face_up=found.face_up, language=language)
        nodes[space.name] = Node(*_point(space.radius, space.angle), label, is_space=True)
    for informant in edition.informants:
        label = _picture(informant.name, informant.full_name, view)
        nodes[informant.name] = Node(*_point(informant.radius, informant.angle), label)
    return nodes


def _picture(name: str, full_name: str, view: View) -> Runs:
    label = short_name(name, full_name)
    if name in view.pictures.recruited:
        return framed(((label, "bold"),), face_up=True)
    if name in view.pictures.silenced:
        return framed(((label, FAINT),), face_up=False)
    return ((f"({label})", ""),)


def _point(radius: float, angle: float) -> tuple[float, float]:
    """Angles run clockwise from the top; y grows downward."""
    turn = math.radians(angle)
    return radius * math.sin(turn), -radius * math.cos(turn)


def places_of(nodes: Mapping[str, Node], width: int, height: int) -> Mapping[str, tuple[int, int]]:
    """Every node's column and row, Nixon in the middle column.

    The spaces set the scale, with a margin for the informants;
    labels that would stand further out are moved in, until they fit.
    """
    spaces = [node for node in nodes.values() if node.is_space]
    top, bottom = min(n.y for n in spaces) - MARGIN, max(n.y for n in spaces) + MARGIN
    down = (height - 1) / (bottom - top)
    across = (width / 2 - SPACE_WIDTH / 2) / (max(abs(n.x) for n in spaces) + SIDE_MARGIN)
    middle = (width - 1) // 2
    places = {}
    for name, node in nodes.items():
        half = node.size // 2
        x, y = middle + round(node.x * across), round((node.y - top) * down)
        places[name] = min(max(x, half), width - 1 - half), min(max(y, 0), height - 1)
    return places
