"""Why a move is better, in words: by what the rules know of the two moves."""

from __future__ import annotations

from watergate.edition import Edition
from watergate.rules import View
from watergate.rules.messages import Message


def reasons_for(view: View, best: int, played: int, edition: Edition) -> list[Message]:
    return []
