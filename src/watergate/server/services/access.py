"""Access control: who may see a game and through whose eyes, and who may play which side."""

from __future__ import annotations

from watergate.edition import Side
from watergate.rules import Viewer

from ..live import LiveTable
from ..problems import Problem
from ..security import Keys
from .identity import Identity


class Access:
    def __init__(self, keys: Keys) -> None:
        self._keys = keys

    def eyes(
        self, live: LiveTable, who: Identity, wanted: Viewer | None = None, code: str | None = None
    ) -> Viewer:
        """Through whose eyes somebody sees a game; a Problem if they may not see it at all."""
        who.must_have("read")
        table = live.table
        sides = table.sides_of(who.person)
        is_known = bool(sides) or live.row.creator == who.person
        if not is_known and not (code and self._keys.is_signed(code, "watch", table.id)):
            raise Problem("bad_link" if code else "not_allowed")
        if wanted is None:
            return Viewer(str(sides[0])) if len(sides) == 1 else Viewer.SPECTATOR
        is_open = table.is_over or not table.people
        if wanted is Viewer.SPECTATOR or wanted.side in sides or is_open:
            return wanted
        raise Problem("not_allowed")

    def must_be_open(self, live: LiveTable, who: Identity, code: str | None) -> None:
        """Refuse what may be done with finished games only."""
        self.eyes(live, who, None, code)
        if not live.table.is_over and not live.row.imported:
            raise Problem("game_goes_on")

    def own_side(self, live: LiveTable, who: Identity) -> Side:
        """The side somebody plays; at one screen, the one that decides."""
        who.must_have("play")
        sides = live.table.sides_of(who.person)
        if not sides:
            raise Problem("not_allowed")
        decider = live.table.decider
        return decider if decider in sides else sides[0]
