"""The base of every error this package raises on purpose."""

from __future__ import annotations

from watergate.texts import phrase


class WatergateError(Exception):
    """The message names what was wrong, and what is allowed."""

    def in_language(self, language: str) -> str:
        """The message; in English where it has no translation."""
        return str(self)


class TranslatedError(WatergateError):
    """An error whose message is a text of the catalogue; `str` gives it in English.

    A value may be another error: the reason of this one.
    """

    def __init__(self, key: str, /, **values: str | int | WatergateError) -> None:
        super().__init__(key)
        self._values = values

    def __str__(self) -> str:
        return self.in_language("en")

    def in_language(self, language: str) -> str:
        values = {
            name: value.in_language(language) if isinstance(value, WatergateError) else value
            for name, value in self._values.items()
        }
        return phrase(self.args[0], language, **values)
