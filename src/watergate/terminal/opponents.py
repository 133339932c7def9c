"""Names of the players at the two seats, in words."""

from __future__ import annotations

from watergate.players.seating import SEATS, level_of
from watergate.texts import phrase


def name_of(seat: str, language: str) -> str:
    """A level by its name, the other computer players by what they are."""
    level = level_of(seat)
    if level is not None:
        return phrase(f"level.{level.number}", language)
    return phrase(f"terminal.seat_{seat}", language) if seat in SEATS else seat


def about(seat: str, language: str) -> str:
    """A level's character in a line; nothing for others."""
    level = level_of(seat)
    return "" if level is None else phrase(f"level_about.{level.number}", language)
