"""What can go wrong when people, files or bots speak to the rules."""

from watergate.errors import TranslatedError, WatergateError

__all__ = ["BadPosition", "BadRecord", "BadView", "IllegalMove", "WatergateError"]


class IllegalMove(TranslatedError, ValueError):
    """Not a move at all, or not one that is allowed now."""


class BadPosition(WatergateError, ValueError):
    """A line that is not a position."""


class BadRecord(TranslatedError, ValueError):
    """A file that is not the record of a game."""


class BadView(WatergateError, ValueError):
    """JSON that is not a view."""
