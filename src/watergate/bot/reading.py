"""Parse the arguments of protocol commands; errors say what is allowed."""

from __future__ import annotations

import re

from watergate.players import Budget
from watergate.rules import WatergateError


def read_pairs(rest: bytes, allowed: tuple[str, ...]) -> dict[str, str]:
    """Words with a value behind each: `seconds 0.5 simulations 1000`."""
    words = rest.decode().split()
    pairs = dict(zip(words[::2], words[1::2], strict=False))
    for name in words[::2]:
        if name not in allowed:
            raise WatergateError(f"unknown word {name!r}; allowed: {', '.join(allowed)}")
        if name not in pairs:
            raise WatergateError(f"{name} needs a value")
    return pairs


def read_number(name: str, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,19}", text):
        raise WatergateError(f"{name} is {text!r}; allowed: a whole number from 0 on")
    return int(text)


def read_seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text):
        raise WatergateError(f"seconds is {text!r}; allowed: a number like 2 or 0.5")
    return float(text)


def read_budget(rest: bytes) -> Budget | None:
    """None, the player's own, if none is given."""
    facts = read_pairs(rest, ("seconds", "simulations"))
    if not facts:
        return None
    return Budget(
        read_seconds(facts["seconds"]) if "seconds" in facts else None,
        read_number("simulations", facts["simulations"]) if "simulations" in facts else None,
    )
