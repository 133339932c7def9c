"""For those who show the game: what a move would do, as far as the viewer can know."""

from __future__ import annotations

import random
from dataclasses import dataclass

from watergate.edition import Edition, standard_edition

from .errors import IllegalMove
from .game import CHANCE, Game
from .guess import redealt_game
from .messages import Message
from .moves import Move, notation_of
from .story import Entry
from .views import View


@dataclass(frozen=True, slots=True)
class Preview:
    """What a move does at once, and what is decided next.

    `certain` is False where the events stop because what follows depends on something hidden.
    `may_be_answered` is True where the opponent could react first; the events then tell what
    happens if nobody does. `choices` are the viewer's own next moves, if the viewer is next.
    """

    events: tuple[Entry, ...]
    certain: bool
    may_be_answered: bool
    next_decider: str | None
    next_prompt: Message | None
    choices: tuple[Move, ...]


def preview(view: View, move: Move | str | int, edition: Edition | None = None) -> Preview:
    """What a legal move would do, for the viewer whose decision it is."""
    edition = edition or standard_edition()
    wanted = notation_of(edition).move(move)
    if wanted not in view.moves:
        raise IllegalMove(f"'{wanted}' is not a legal move of this view")
    # Everything a move does at once is open, but for one thing: the answer to a question (4.7).
    # So one deal shows it all, and the events are cut where an answer would come.
    game = redealt_game(view, random.Random(0), edition)
    events = _seen(game, wanted, view)
    answered = False
    while _is_window(game, view):
        answered = True
        events += _seen(game, Move(wanted.verb.PASS), view)
    for index, event in enumerate(events):
        if event.key.startswith("answered_"):
            return Preview(events[:index], False, answered, None, None, ())
    after = game.view(view.viewer)
    decision = after.decision
    return Preview(
        events=events,
        certain=True,
        may_be_answered=answered,
        next_decider=decision.decider if decision else None,
        next_prompt=decision.prompt if decision else None,
        choices=tuple(after.moves),
    )


def _seen(game: Game, move: Move, view: View) -> tuple[Entry, ...]:
    game.play(move)
    return tuple(
        Entry(view.ply + entry.ply, entry.key, entry.params)
        for entry in game.events(game.ply, view.viewer)
        if entry.key != "passed" or move.verb != "pass" or str(game.decider) == view.viewer.value
    )


def _is_window(game: Game, view: View) -> bool:
    """Whether the opponent may react now."""
    decider = game.decider
    if decider is None or decider == CHANCE or str(decider) == view.viewer.value:
        return False
    decision = game.view(view.viewer).decision
    return decision is not None and decision.kind == "react"
