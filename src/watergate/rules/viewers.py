"""Who looks at a game, and what is hidden from them (RULES 9.1, 9.4). One source for that."""

from __future__ import annotations

from enum import StrEnum

from watergate.edition import Side


class Viewer(StrEnum):
    EDITOR = "editor"
    NIXON = "nixon"
    SPECTATOR = "spectator"
    EVERYONE = "everyone"
    """Sees everything: for after the game."""

    @property
    def side(self) -> Side | None:
        return _SIDES.get(self)

    __hash__ = str.__hash__  # that of an enumeration is slow


_SIDES = {Viewer.EDITOR: Side.EDITOR, Viewer.NIXON: Side.NIXON}


def viewer_of(who: Viewer | Side | str) -> Viewer:
    return who if isinstance(who, Viewer) else Viewer(str(who))


def sees_hand(viewer: Viewer, side: Side) -> bool:
    return viewer is Viewer.EVERYONE or viewer.side is side


def sees_facedown(viewer: Viewer) -> bool:
    return viewer is Viewer.EVERYONE or viewer is Viewer.NIXON
