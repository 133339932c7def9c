"""`Refused`: the error of the domain. It knows codes, but no protocol and no language."""

from __future__ import annotations

from typing import Any

from watergate.rules import WatergateError


class Refused(WatergateError):
    """What cannot be done with a game as it stands; `problems.py` says how that is told."""

    def __init__(self, code: str, **params: str | int) -> None:
        self.code = code
        self.params: dict[str, Any] = params
        super().__init__(code)
