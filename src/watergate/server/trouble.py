"""Logging of lasting trouble: one line when it begins, one when it is over."""

from __future__ import annotations

import logging

from .storage.database import reason_of

log = logging.getLogger(__name__)


class Trouble:
    def __init__(self, begins: str, ends: str) -> None:
        self._begins, self._ends = begins, ends
        self.is_on = False

    def met(self, error: BaseException) -> None:
        """It is there; the first to meet it says so."""
        if not self.is_on:
            self.is_on = True
            log.error(self._begins, extra={"error": reason_of(error)})

    def is_over(self) -> None:
        if self.is_on:
            self.is_on = False
            log.warning(self._ends)
