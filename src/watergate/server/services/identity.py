"""`Identity`: who asks, and what they may do."""

from __future__ import annotations

from dataclasses import dataclass

from ..problems import Problem
from ..requests import ALL_SCOPES


@dataclass(frozen=True, slots=True)
class Identity:
    """Who asks: a person, in a browser or by a bot's token."""

    person: str
    name: str
    scopes: frozenset[str] = frozenset(ALL_SCOPES)
    token: str = ""
    """The id of a bot's token."""

    @property
    def is_bot(self) -> bool:
        return bool(self.token)

    def must_have(self, scope: str) -> None:
        if scope not in self.scopes:
            raise Problem("scope_missing", scope=scope)
