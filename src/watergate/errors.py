"""The base of every error this package raises on purpose."""


class WatergateError(Exception):
    """The message names what was wrong, and what is allowed."""
