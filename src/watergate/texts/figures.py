"""Numbers and percentages as each language writes them.

English: 1,234 and 12,345 and 0.5. Hungarian: 1234 (four digits stay together), 12 345 and 0,5.
"""

from __future__ import annotations

NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
_TOGETHER = 9999
"""The greatest number that Hungarian writes without a space."""


def whole(number: int, language: str) -> str:
    return _grouped(f"{number:,}", abs(number), language)


def decimal(number: float, digits: int, language: str) -> str:
    return _grouped(f"{number:,.{digits}f}", abs(number), language)


def percent(share: float, language: str, digits: int = 2) -> str:
    return f"{decimal(100 * share, digits, language)}%"


def _grouped(english: str, size: float, language: str) -> str:
    if language != "hu":
        return english
    space = "" if size <= _TOGETHER else NO_BREAK_SPACE
    return english.replace(",", space).replace(".", ",")
