"""Who looks at a game, and what is hidden from them (RULES 9.1, 9.4). One source for that."""

from __future__ import annotations

from enum import StrEnum

from watergate.edition import Side
from watergate.edition.table import EFFECT_BAG

from . import ids
from .state import CHOOSE, DRAW_CARD, DRAW_TOKEN, LAY_DOWN, State, TableRecord, top_frame


class Viewer(StrEnum):
    EDITOR = "editor"
    NIXON = "nixon"
    SPECTATOR = "spectator"
    EVERYONE = "everyone"
    """Sees everything: for after the game."""

    @property
    def side(self) -> Side | None:
        return {"editor": Side.EDITOR, "nixon": Side.NIXON}.get(self.value)


def viewer_of(who: Viewer | Side | str) -> Viewer:
    return Viewer(str(who))


def sees_hand(viewer: Viewer, side: Side) -> bool:
    return viewer is Viewer.EVERYONE or viewer.side is side


def sees_facedown(viewer: Viewer) -> bool:
    return viewer in (Viewer.EVERYONE, Viewer.NIXON)


def is_hidden_move(s: State, t: TableRecord, move: int, viewer: Viewer) -> bool:
    """Whether a move made in a state is hidden from a viewer (RULES 9.1)."""
    what, side, a, b, _, _ = top_frame(s)
    if what == DRAW_CARD:
        return not sees_hand(viewer, Side(side))
    if what == DRAW_TOKEN:
        return a == LAY_DOWN and not sees_facedown(viewer)
    unseen_to_bag = (
        what == CHOOSE
        and ids.CHOOSE_DOWN <= move < ids.PIN_AT
        and int(t.program[a, b, 3]) == EFFECT_BAG
    )
    return unseen_to_bag and not sees_facedown(viewer)
