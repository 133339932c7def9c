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
        return {"editor": Side.EDITOR, "nixon": Side.NIXON}.get(self.value)


def viewer_of(who: Viewer | Side | str) -> Viewer:
    return Viewer(str(who))


def sees_hand(viewer: Viewer, side: Side) -> bool:
    return viewer is Viewer.EVERYONE or viewer.side is side


def sees_facedown(viewer: Viewer) -> bool:
    return viewer in (Viewer.EVERYONE, Viewer.NIXON)
