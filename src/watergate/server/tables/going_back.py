"""Going back against the computer: how far, and dealing anew what came to light since."""

from __future__ import annotations

import random

from watergate.edition import Side
from watergate.players.seating import UNSEEN
from watergate.rules import Game, alternative_history, last_choice, ply_to_go_back_to

OPEN_TO_ALL = {
    Side.NIXON: frozenset({"gain", "either"}),
    Side.EDITOR: frozenset({"gain", "either", "choose", "choose_value", "pin"}),
}
"""Decisions whose possible answers depend on what lies open alone. Nixon also chooses among tokens
that only he knows."""

_LUCK = random.SystemRandom()


def last_choice_seen(game: Game, side: Side) -> int | None:
    """The ply before a side's last choice, by what all can see; None if it has made none.

    How far somebody goes back must not tell who watches whether there was a choice (RULES 8.11):
    what comes up whatever is in hand is passed over, what only its side knows to be forced is not.
    """
    then = game.at(game.ply)
    while (ply := last_choice(then, side, skips_forced=False)) is not None:
        then.back_to(ply)
        kind = then.decision_kind
        if kind in UNSEEN:
            continue
        if kind not in OPEN_TO_ALL[side] or len(then.legal_ids()) > 1:
            return ply
    return None


def dealt_anew(game: Game, ply: int, side: Side) -> list[str]:
    """How a side gets back to a ply: the ply to go back to, and the moves to make again from there.

    Nothing that the side had seen by then is changed. Everything else is another deal wherever
    there can be one, so that whoever takes back does not know what the opponent holds.
    """
    if ply_to_go_back_to(game, side, skips_forced=True) == ply:
        return [str(ply)]  # nothing has come to light since
    then = game.at(ply)
    other = alternative_history(then, side, _LUCK, only_this_round=True)
    pairs = zip(then.history_ids, other.history_ids, strict=True)
    first = next((n for n, (one, two) in enumerate(pairs) if one != two), ply)
    return [str(first), *map(str, other.history[first:])]
