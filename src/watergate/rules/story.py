"""Events as a viewer may read them: log entries built from the rows the rules wrote.

Hidden things never get in: a card that is drawn appears to its owner only, face-down evidence to
Nixon only (RULES 9.1). Everything else in a game is open. Which event is what, and which is hidden
from whom, is said once, in `core/events.py`; this reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from watergate.edition import Edition, Side

from .caching import cached
from .core.events import FROM_BAG, FROM_BOARD, Event, EventRow
from .messages import Message, Params
from .names import MARKERS, SIDES, WAYS, Names, named, names_of, place_name
from .viewers import Viewer, sees_facedown, sees_hand

HIDDEN = "_hidden"
"""At the end of the key of an event that the viewer is not told whole."""
REVEALING = frozenset(event.key for event in Event if event.row.reveals)
"""Events that bring hidden things or chance to light; the end of a game shows all (RULES 9.4)."""
SHOWING = frozenset(event.key for event in Event if event.row.shows)
"""Events by which a side shows the other what it holds or means to do. What it does on the open
board is no secret; a face-down token shows when it is turned up, which is among `REVEALING`."""
HEADS = frozenset(event.key for event in Event if event.row.is_head)
"""Events with which a new paragraph of the story begins."""
DETAILS = frozenset(event.key for event in Event if event.row.is_detail)
"""Events that a summary leaves out: they follow from the rest, or happen in every round."""
MARKS = frozenset(event.key for event in Event if event.row.is_mark)
"""Events that only keep the books, and are no line of the story."""


def event_keys() -> Iterator[tuple[str, Event, tuple[str, ...]]]:
    """Every key a log entry can have, its event, and the parameters it then has."""
    for event in Event:
        yield event.key, event, event.row.params
        if event.row.hidden:
            secret = _SECRET[event.row.hidden]
            params = tuple(name for name in event.row.params if name != secret)
            yield f"{event.key}{HIDDEN}", event, params


_SECRET = {"hand": "card", "facedown": "token"}
"""The parameter that is left out for those who may not read it, by where it hides."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened: `key` and `params` as in `messages.py`, without the `log.`."""

    ply: int
    key: Annotated[str, Field(json_schema_extra={"enum": [key for key, _, _ in event_keys()]})]
    params: Params

    @property
    def message(self) -> Message:
        return Message(f"log.{self.key}", self.params)

    @property
    def is_told(self) -> bool:
        """Whether it is a line of the story, to be said in words."""
        return self.key not in MARKS

    @property
    def is_detail(self) -> bool:
        """Whether a summary leaves it out."""
        return self.key in MARKS or self.key.removesuffix(HIDDEN) in DETAILS


def is_hidden(entry: Entry) -> bool:
    """Whether the viewer was not told all. A move is hidden from a viewer if its first entry is."""
    return entry.key.endswith(HIDDEN)


def entries(
    rows: Iterable[EventRow], ply: int, viewer: Viewer, edition: Edition
) -> tuple[Entry, ...]:
    names = names_of(edition)
    return tuple([Entry(ply, *read_event(row, viewer, names)) for row in rows])


@cached  # the same things happen in every game: entries share parameters, to read only
def read_event(row: EventRow, viewer: Viewer, names: Names) -> tuple[str, Params]:
    """The key and the parameters of an event, as a viewer may read it."""
    event = Event(row[0])
    told = event.row.params
    params: dict[str, Any] = {
        name: _PARAMETERS[name](number, names) for name, number in zip(told, row[1:], strict=False)
    }
    key = event.key
    if event.row.hidden and not _sees(event, row, viewer):
        del params[_SECRET[event.row.hidden]]
        key += HIDDEN
    return key, params  # type: ignore[return-value]


def _sees(event: Event, row: EventRow, viewer: Viewer) -> bool:
    if event.row.hidden == "hand":
        return sees_hand(viewer, Side(row[1]))
    return sees_facedown(viewer)


def _origin(number: int, names: Names) -> str:
    """Where something comes from: a place of the track, a space of the board, or the bag."""
    if number >= FROM_BOARD:
        return names.spaces[number - FROM_BOARD]
    return "bag" if number == FROM_BAG else place_name(number)


_PARAMETERS: dict[str, Callable[[int, Names], object]] = {
    "side": lambda n, names: SIDES[n],
    "card": lambda n, names: n,
    "number": lambda n, names: n,
    "ability": lambda n, names: n,
    "token": lambda n, names: names.kinds[n],
    "color": lambda n, names: names.colors[n],
    "colors": lambda n, names: list(named(names.colors, n)),
    "marker": lambda n, names: MARKERS[n],
    "start": _origin,
    "end": lambda n, names: place_name(n),
    "at": lambda n, names: place_name(n),
    "space": lambda n, names: names.spaces[n],
    "spaces": lambda n, names: list(named(names.spaces, n)),
    "picture": lambda n, names: names.pictures[n],
    "pictures": lambda n, names: list(named(names.pictures, n)),
    "way": lambda n, names: WAYS[n],
}
"""What a number of an event is for a reader, by the name of the parameter."""
