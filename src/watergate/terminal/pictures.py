"""The evidence board and the research track as widgets: what can be chosen is marked; it clicks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Span, Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from watergate.rules import Move, View
from watergate.rules.moves import FACEDOWN, INITIATIVE
from watergate.show import board
from watergate.show.signs import plain
from watergate.show.track import PLACES, draw_track

from .labels import MARKERS, sign_of
from .words import Words

MARKED, CHOOSABLE = "reverse bold", "underline bold"


@dataclass
class Picked(Message):
    """Somebody has clicked on what a choice speaks of."""

    index: int


@dataclass(frozen=True)
class Scene:
    """What is to be drawn: a view, the choices in their order, and which is highlighted."""

    view: View
    words: Words
    choices: Sequence[Move] = ()
    marked: int | None = None


class Picture(Widget):
    """A drawing of a scene, empty while there is none."""

    scene: Scene | None = None

    def show(self, scene: Scene | None) -> None:
        """Draw this scene; nothing is done if it would look the same."""
        last, self.scene = self.scene, scene
        if self._look(last) != self._look(scene):
            self.refresh()

    def _look(self, scene: Scene | None) -> object:
        if scene is None:
            return None
        mine = [n for n, move in enumerate(scene.choices) if self.has(scene, move)]
        marked = scene.marked if scene.marked in mine else None
        return id(scene.view), scene.words.language, mine, marked

    def has(self, scene: Scene, move: Move) -> bool:
        """Whether what a move speaks of is on this picture."""
        raise NotImplementedError

    def render(self) -> Text:
        width, height = self.size
        if self.scene is None or width < 1 or height < 1:
            return Text()
        rows = self.drawing(self.scene, width, height)
        for index in range(len(self.scene.choices)):
            style = MARKED if index == self.scene.marked else CHOOSABLE
            for y, start, end in self.area(self.scene, index, rows):
                rows[y].stylize(style, start, end)
        return Text("\n").join(map(_joined, rows))

    def drawing(self, scene: Scene, width: int, height: int) -> list[Text]:
        raise NotImplementedError

    def area(self, scene: Scene, index: int, rows: list[Text]) -> list[tuple[int, int, int]]:
        """Where the choice of an index is: row, first column, column behind the last."""
        raise NotImplementedError

    def on_click(self, event: events.Click) -> None:
        if self.scene is None:
            return
        rows = self.drawing(self.scene, *self.size)
        for index in range(len(self.scene.choices)):
            for y, start, end in self.area(self.scene, index, rows):
                if event.y == y and start <= event.x < end:
                    self.post_message(Picked(index))
                    return


class BoardPicture(Picture):
    def has(self, scene: Scene, move: Move) -> bool:
        edition = scene.words.edition
        names = {space.name for space in edition.spaces} | {i.name for i in edition.informants}
        return move.target in names

    def drawing(self, scene: Scene, width: int, height: int) -> list[Text]:
        words = scene.words
        return board.draw_board(scene.view, words.edition, width, height, words.language)

    def area(self, scene: Scene, index: int, rows: list[Text]) -> list[tuple[int, int, int]]:
        target = str(scene.choices[index].target)
        nodes = board.nodes_of(scene.view, scene.words.edition, scene.words.language)
        if target not in nodes:
            return []
        x, y = board.places_of(nodes, *self.size)[target]
        start = x - nodes[target].size // 2
        return [(y, start, start + nodes[target].size)]


class TrackPicture(Picture):
    def has(self, scene: Scene, move: Move) -> bool:
        return _place_of(move, scene.view) in PLACES

    def drawing(self, scene: Scene, width: int, height: int) -> list[Text]:
        return draw_track(scene.view, scene.words.edition, width, scene.words.language)

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        if self.scene is None:
            return 6
        return len(self.drawing(self.scene, width, 0))

    def show(self, scene: Scene | None) -> None:
        super().show(scene)
        if self.get_content_height(None, None, self.size.width) != self.size.height:
            self.refresh(layout=True)

    def area(self, scene: Scene, index: int, rows: list[Text]) -> list[tuple[int, int, int]]:
        move = scene.choices[index]
        place = _place_of(move, scene.view)
        if place not in PLACES:
            return []
        sign = plain(sign_of(move, scene.view, scene.words))
        cell = (self.size.width - len(PLACES) - 1) // len(PLACES)
        left = 1 + PLACES.index(place) * (cell + 1)
        for y, row in enumerate(rows):
            at = row.plain[left : left + cell].find(sign)
            if at >= 0:
                return [(y, left + at, left + at + len(sign))]
        return []


def _joined(row: Text) -> Text:
    """The same row, with neighbours of one style in one piece: it is drawn several times faster."""
    spans: list[Span] = []
    for span in row.spans:
        if spans and spans[-1].end == span.start and spans[-1].style == span.style:
            spans[-1] = Span(spans[-1].start, span.end, span.style)
        else:
            spans.append(span)
    row.spans = spans
    return row


def _place_of(move: Move, view: View) -> str | None:
    """The place on the track of what a move speaks of."""
    if move.target in MARKERS:
        return view.initiative_at if move.target == INITIATIVE else view.momentum_at
    if FACEDOWN in (move.target, move.at):
        return "0"
    return move.at
