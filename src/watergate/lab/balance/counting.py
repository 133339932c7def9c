"""Counts of one game: who won and how, and what became of every card drawn.

All is read from the log that everyone may read after the game. A card that was drawn is used once,
or still in hand at the end:

    value       its value part was used (RULES 4.5)
    action      its action was used (4.10), cancelled or not
    reaction    it was played as a reaction (8.1)
    unused      it was discarded unused (4.3)
    lost        it left the hand without being played: to a card of either side (7.5, 7.10, 7.20)

A card named to be used again (7.19) is drawn by nobody, and so stands apart.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from watergate.edition import Edition, Side
from watergate.lab.simulate import STOPPED
from watergate.rules import Entry, Game, Viewer
from watergate.rules.core.ids import CHANCE_MOVES
from watergate.rules.core.playout import MOST_ROUNDS_PLAYED
from watergate.rules.names import numbers_of

VALUE, ACTION, REACTION, UNUSED, LOST = USES = ("value", "action", "reaction", "unused", "lost")
PLAYS = (VALUE, ACTION, REACTION)
"""The uses that are a side's own choice and do something."""
FAILED, UNFINISHED, MIDWAY, TWICE = LEFT_OUT = ("failed", "unfinished", "midway", "twice")
"""Why a game is left out: a player failed, it is not over, it began midway, it was there before."""

_USE_OF = {
    "card_played_value": VALUE,
    "card_played_action": ACTION,
    "reacted": REACTION,
    "card_discarded": UNUSED,
}


@dataclass(frozen=True, slots=True)
class Opening:
    """A side's first use of a card in a game, and the cards it chose from."""

    card: int
    use: str
    hand: frozenset[int]


@dataclass(slots=True)
class Counted:
    """A game in counts."""

    winner: str
    """A side; nobody where automatic play stopped the game (RULES 9.5)."""
    way: str
    rounds: int
    decisions: int
    draws: Counter[int] = field(default_factory=Counter)
    uses: Counter[tuple[int, str]] = field(default_factory=Counter)
    plays: Counter[tuple[int, str, int]] = field(default_factory=Counter)
    """Of the uses, those that are plays, by round as well."""
    cancelled: Counter[int] = field(default_factory=Counter)
    again: Counter[int] = field(default_factory=Counter)
    openings: dict[str, Opening] = field(default_factory=dict)
    connected: tuple[str, ...] = ()
    """The informants that won the game for the Editor."""
    recruited: tuple[str, ...] = ()
    silenced: tuple[str, ...] = ()
    at_end: Mapping[str, int] = field(default_factory=dict)
    """Evidence on the board and momentum tokens on the cards when the game ended."""


def why_left_out(game: Game) -> str | None:
    """Why a game cannot be counted; None if it can."""
    if "Failed" in game.tags:
        return FAILED
    if game.start_position != _set_up(game.edition):
        return MIDWAY
    if game.result is None and game.round <= MOST_ROUNDS_PLAYED:
        return UNFINISHED
    return None


@functools.cache
def _set_up(edition: Edition) -> str:
    return Game.new(edition).start_position


def counted(game: Game) -> Counted:
    """The counts of a game from the set-up that is over, or was stopped."""
    result, end = game.result, game.states[0]
    found = Counted(
        winner=(result.winner if result else None) or "",
        way=result.way if result else STOPPED,
        rounds=min(game.round, MOST_ROUNDS_PLAYED),
        decisions=sum(move < CHANCE_MOVES for move in game.history_ids),
        recruited=_pictures(game.edition, int(end["recruited"])),
        silenced=_pictures(game.edition, int(end["silenced"])),
        at_end={
            "face_up": int(end["up"]).bit_count(),
            "face_down": int(end["down"]).bit_count(),
            "momentum_editor": int(end["momentum"][Side.EDITOR]),
            "momentum_nixon": int(end["momentum"][Side.NIXON]),
        },
    )
    hands: dict[str, set[int]] = {str(side): set() for side in Side}
    number = 0
    for ply in range(game.ply + 1):
        for entry in game.events(ply, Viewer.EVERYONE):
            if entry.key == "round_begins":
                number = entry.params["number"]
            _count(found, hands, number, entry)
    if found.winner != str(Side.EDITOR):
        found.connected = ()
    return found


def _pictures(edition: Edition, mask: int) -> tuple[str, ...]:
    return tuple(edition.informants[n].name for n in numbers_of(mask))


def _count(found: Counted, hands: dict[str, set[int]], number: int, entry: Entry) -> None:
    """Count what happened in a round of this number."""
    key, params = entry.key, entry.params
    if key in _USE_OF:
        card, use = params["card"], _USE_OF[key]
        _count_use(found, hands[params["side"]], params["side"], card, use)
        if use in PLAYS:
            found.plays[card, use, number] += 1
    elif key in ("card_drawn", "card_drawn_to_play"):
        found.draws[params["card"]] += 1
        hands[params["side"]].add(params["card"])
    elif key in ("card_to_discard", "card_to_removed"):
        # A card that was played has left the hand before it goes to a pile.
        if params["card"] in hands[params["side"]]:
            hands[params["side"]].remove(params["card"])
            found.uses[params["card"], LOST] += 1
    elif key == "card_cancelled":
        found.cancelled[params["card"]] += 1
    elif key == "card_named":
        found.again[params["card"]] += 1
    elif key == "linked":
        found.connected = tuple(params["pictures"])  # the last link is the one that won


def _count_use(found: Counted, hand: set[int], side: str, card: int, use: str) -> None:
    if side not in found.openings:
        found.openings[side] = Opening(card, use, frozenset(hand))
    hand.discard(card)
    found.uses[card, use] += 1
