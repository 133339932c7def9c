"""The base of every error this package raises on purpose."""

from __future__ import annotations

from watergate.texts import phrase


class WatergateError(Exception):
    """The message names what was wrong, and what is allowed."""


class TranslatedError(WatergateError):
    """An error whose message is a text of the catalogue; `str` gives it in English."""

    def __init__(self, key: str, /, **values: str | int) -> None:
        super().__init__(phrase(key, "en", **values))
        self._key, self._values = key, values

    def in_language(self, language: str) -> str:
        return phrase(self._key, language, **self._values)
