"""Import of the packages of the extra `gyms`, with one clear error where they are missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from watergate.errors import WatergateError


class MissingExtra(WatergateError, ImportError):
    """A package that an extra of watergate brings is not installed."""


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Import what an extra brings; where it is missing, say how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package == "watergate":
            raise
        raise MissingExtra(
            f"{package} is missing; install it with: pip install 'watergate[{extra}]'"
        ) from None
