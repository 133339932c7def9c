"""Events as a viewer may read them: log entries built from the rows the rules wrote.

Hidden things never get in: a card that is drawn appears to its owner only, face-down evidence to
Nixon only (RULES 9.1). Everything else in a game is open.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from watergate.edition import Edition, Side
from watergate.edition.table import INITIATIVE, REMOVED

from .events import Event, Row
from .messages import Message, Params
from .moves import place_name
from .plain import compact, kept
from .playing import PART_ACTION, PART_NONE
from .positions import WAYS, bits_of
from .viewers import Viewer, sees_facedown, sees_hand


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened: `key` and `params` as in `messages.py`, without the `log.`."""

    ply: int
    key: str
    params: Params

    @property
    def message(self) -> Message:
        return Message(f"log.{self.key}", self.params)


def is_hidden(entry: Entry) -> bool:
    """Whether the viewer was not told all. A move is hidden from a viewer if its first entry is."""
    return entry.key.endswith("_hidden")


def entries(rows: Iterable[Row], ply: int, viewer: Viewer, edition: Edition) -> tuple[Entry, ...]:
    return tuple(Entry(ply, *_read(row, viewer, edition)) for row in rows)


def write_entries(rows: Iterable[Row], ply: int, viewer: Viewer, edition: Edition) -> str:
    """The same as JSON, without the brackets around them."""
    return ",".join([f'{{"ply":{ply},{_told(row, viewer, edition)}' for row in rows])


@kept
def _told(row: Row, viewer: Viewer, edition: Edition) -> str:
    key, params = _read(row, viewer, edition)
    return compact({"key": key, "params": params})[1:]


@kept
def _read(row: Row, viewer: Viewer, edition: Edition) -> tuple[str, Params]:
    """Kept, since the same things happen in every game: entries share parameters, to read only."""
    event = Event(row[0])
    a, b, c = int(row[1]), int(row[2]), int(row[3])
    kinds = edition.token_kinds
    key = event.name.lower()
    match event:
        case Event.ROUND_BEGINS:
            return key, {"number": a}
        case Event.CARD_DRAWN:
            if sees_hand(viewer, Side(a)):
                return key, {"side": str(Side(a)), "card": b}
            return f"{key}_hidden", {"side": str(Side(a))}
        case Event.EVIDENCE_LAID_OUT | Event.FACEDOWN_BAGGED:
            if sees_facedown(viewer):
                return key, {"token": kinds[a].name}
            return f"{key}_hidden", {}
        case Event.CARD_PLAYED:
            if c == PART_NONE:
                return "card_discarded", {"side": str(Side(a)), "card": b}
            part = "action" if c == PART_ACTION else "value"
            return f"card_played_{part}", {"side": str(Side(a)), "card": b}
        case Event.CARD_TO_PILE:
            pile = "removed" if c == REMOVED else "discard"
            return f"card_to_{pile}", {"side": str(Side(a)), "card": b}
        case Event.CARD_NAMED | Event.REACTED | Event.CARD_LOST:
            return key, {"side": str(Side(a)), "card": b}
        case Event.CARD_CANCELLED | Event.SPARED:
            return key, {"card": a}
        case Event.ASKED:
            return key, {"color": edition.colors[a].name}
        case Event.ANSWERED:
            return f"answered_{'yes' if b else 'no'}", {"color": edition.colors[a].name}
        case Event.TURNED_UP | Event.EVIDENCE_DRAWN:
            return key, {"token": kinds[a].name}
        case Event.MARKER_MOVED:
            marker = "initiative" if a == INITIATIVE else "momentum"
            return key, {"marker": marker, "start": place_name(b), "end": place_name(c)}
        case Event.EVIDENCE_MOVED:
            return key, {"token": kinds[a].name, "start": place_name(b), "end": place_name(c)}
        case Event.MOMENTUM_GAINED:
            if b == 0:
                return "momentum_out", {"side": str(Side(a))}
            return key, {"side": str(Side(a)), "number": b}
        case Event.ABILITY:
            return key, {"ability": a}
        case Event.EVIDENCE_PLACED:
            return key, {"token": kinds[a].name, "at": place_name(b)}
        case Event.EVIDENCE_PINNED:
            face = "up" if a == Side.EDITOR else "down"
            params: Params = {"side": str(Side(a)), "token": kinds[b].name}
            return f"{key}_{face}", {**params, "space": edition.spaces[c].name}
        case Event.EVIDENCE_TAKEN_OFF | Event.EVIDENCE_FLIPPED:
            return key, {"token": kinds[a].name, "space": edition.spaces[b].name}
        case Event.EVIDENCE_BAGGED:
            return key, {"token": kinds[a].name}
        case Event.PICTURE_PINNED:
            word = "recruited" if a == Side.EDITOR else "silenced"
            return f"picture_{word}", {"side": str(Side(a)), "picture": edition.informants[b].name}
        case Event.PICTURE_FREED:
            return key, {"picture": edition.informants[a].name}
        case Event.EVALUATION:
            return f"evaluation_{a}", {"number": a}
        case Event.LINKED:
            spaces = [edition.spaces[n].name for n in bits_of(a)]
            return key, {
                "spaces": spaces,
                "pictures": [edition.informants[n].name for n in bits_of(b)],
            }
        case Event.WON:
            return key, {"side": str(Side(a)), "way": WAYS[b]}
        case Event.DECK_REFILLED | Event.PASSED | Event.INITIATIVE_TAKEN | Event.ANOTHER_TURN:
            return key, {"side": str(Side(a))}
        case Event.ROUND_ENDED:
            return key, {"side": str(Side(a))}
        case _:
            return key, {}
