"""Typed moves: the number of a choice, the notation, or a few of a choice's words."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence

from watergate.edition import Edition
from watergate.rules import Move, View, why_not
from watergate.rules.moves import notation_of
from watergate.texts import folded

from .labels import label
from .words import Words

MOST_EXAMPLES = 3
LONGEST = 40


class Refused(Exception):
    """What was typed is no legal move; the text says why, in the session's language."""


def read_typed(text: str, view: View, choices: Sequence[Move], words: Words) -> Move:
    """The legal move that was meant. Raises Refused with the reason."""
    typed = folded(" ".join(text.split()))
    if re.fullmatch(r"\s*[1-9][0-9]?\s*", text) and int(text) <= len(choices):
        return choices[int(text) - 1]
    meant = _notation(words.edition).get(typed)
    if meant is not None:
        reason = why_not(view, meant, words.edition)
        if reason is None:
            return meant
        raise Refused(words.refusal(reason))
    fitting = [move for move in choices if typed and _fits(typed, move, view, words)]
    if len(fitting) == 1:
        return fitting[0]
    key = "typed_several" if fitting else "typed_unknown"
    examples = ", ".join(str(move) for move in (fitting or choices)[:MOST_EXAMPLES])
    raise Refused(words(key, text=typed[:LONGEST], moves=examples))


@functools.cache
def _notation(edition: Edition) -> Mapping[str, Move]:
    """Every move by its notation, without regard to capitals."""
    return {folded(str(move)): move for move in notation_of(edition).moves.values()}


def _fits(typed: str, move: Move, view: View, words: Words) -> bool:
    return folded(str(move)).startswith(typed) or typed in folded(label(move, view, words).plain)
