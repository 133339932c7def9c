"""Seats of a game: a person, a level of the computer, or another computer player by name.

Only names that are safe to find in a file are seats: programs (`cmd:`) are not, since a record from
elsewhere would then start them.
"""

from __future__ import annotations

from collections.abc import Iterable

from watergate.edition import Edition
from watergate.engine import engine
from watergate.errors import TranslatedError
from watergate.rules import WatergateError
from watergate.rules.core.frames import Frame

from . import INSTEAD, PLAYERS, player
from .base import Player
from .levels import LEVELS, Level, LevelPlayer
from .policy import knows
from .thinking import Budget

PERSON = "person"
SEATS = (PERSON, *PLAYERS)
OTHER_SEATS = ("search:BUDGET", "tree:BUDGET", "plain:BUDGET")
USUAL = "level:2"
"""The default opponent."""
PATIENCE = 3.0
"""A level never thinks longer, in seconds: without machine code it looks ahead less far instead."""
QUICK = {True: 2_000, False: 20}
"""So many simulations of a tree are done before anybody notices; compiled, and not."""
UNSEEN = tuple(frame.key for frame in Frame if frame.is_window)
"""Decisions that come up whether or not there is anything to decide (RULES 8.11)."""
GLANCE, QUICK_GLANCE = 0.6, 0.15
"""Fixed thinking time, in seconds, for these, be there one move or many, so that its length reveals
nothing: of a player who takes time, and of one who answers at once."""


def level_of(seat: str) -> Level | None:
    """The level of a seat, if a level sits there."""
    return next((level for level in LEVELS if seat == f"level:{level.number}"), None)


def check_seat(seat: str) -> None:
    """Raise an error that lists the allowed names, unless this is one of them."""
    kind, colon, _ = seat.partition(":")
    if seat in SEATS:
        return
    if colon and f"{kind}:BUDGET" in OTHER_SEATS:
        player(seat)  # says what is wrong with the budget
        return
    allowed = ", ".join((*SEATS, *OTHER_SEATS))
    raise TranslatedError("error.no_seat", name=repr(seat), allowed=allowed)


def is_seat(seat: str) -> bool:
    try:
        check_seat(seat)
    except WatergateError:
        return False
    return True


def seated(seat: str, edition: Edition) -> Player:
    """The computer player of a seat; a level answers within `PATIENCE` on any engine."""
    level = level_of(seat)
    if level is None:
        return player(seat, edition=edition)
    return LevelPlayer(level.within(PATIENCE), edition=edition)


def thinks(seats: Iterable[str]) -> bool:
    """Whether somebody of these looks ahead, and so needs machine code to be strong."""
    return any(seat not in (PERSON, "priorities", "random") for seat in seats)


def takes_time(seat: str, edition: Edition | None = None) -> bool:
    """Whether a decision of this player can take so long that one notices, on today's engine; by
    default in some edition."""
    if not thinks([seat]):
        return False
    kind, _, rest = seat.partition(":")
    level = level_of(seat)
    if kind == "search":
        return True  # a belief alone can be noticed
    if level is not None and edition is not None and knows(edition):
        return level.by_network.budget is not None
    if level is not None:
        budget = level.by_tree.budget
    else:
        budget = INSTEAD if kind == "network" else Budget.parse(rest.partition(",")[0])
    most = None if budget is None else budget.simulations
    return most is None or most > QUICK[engine().is_compiled]


def glance(seat: str, edition: Edition) -> float:
    """How long this player looks at a decision of `UNSEEN`, in seconds."""
    return GLANCE if takes_time(seat, edition) else QUICK_GLANCE
