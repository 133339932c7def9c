"""Preview of a move: what it would do, as far as the viewer can know."""

from __future__ import annotations

import random
from dataclasses import dataclass

from watergate.edition import Edition, standard_edition

from .errors import IllegalMove
from .game import CHANCE, Game
from .messages import Message
from .moves import Move, Verb, notation_of
from .redeal import redealt_game
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
        raise IllegalMove("error.move_view", move=repr(wanted.text))
    # What a move does at once is open, up to where `_known_part` cuts: so one deal shows it all.
    game = redealt_game(view, random.Random(0), edition)
    events = _seen(game, wanted, view)
    answered = False
    while _is_window(game, view):
        answered = True
        events += tuple(e for e in _seen(game, Move(Verb.PASS), view) if e.key != "passed")
    known = _known_part(events, view)
    if len(known) < len(events):
        return Preview(known, False, answered, None, None, ())
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
    """Make a move in a game dealt from a view; returns what its viewer sees happen."""
    game.play(move)
    return tuple(
        Entry(view.ply + entry.ply, entry.key, entry.params)
        for entry in game.events(game.ply, view.viewer)
        if entry.is_told and entry.key != "evidence_named"  # it is what was asked about
    )


def _is_window(game: Game, view: View) -> bool:
    """Whether the opponent may react now."""
    decider = game.decider
    if decider is None or decider == CHANCE or str(decider) == view.viewer.value:
        return False
    decision = game.view(view.viewer).decision
    return decision is not None and decision.kind == "react"


def _known_part(events: tuple[Entry, ...], view: View) -> tuple[Entry, ...]:
    """The events up to where something hidden decides: an answer (4.7), a hand laid open (7.10)."""
    for index, event in enumerate(events):
        if event.key.startswith("answered_") and event.params["color"] not in view.facedown.absent:
            return events[:index]
        if event.key == "round_ended" and _opponents_hand_is_hidden(view):
            return events[: index + 1]
    return events


def _opponents_hand_is_hidden(view: View) -> bool:
    """Whether the viewer has yet to learn a card of it; with an empty deck all are known (9.2)."""
    if view.viewer.side is None:
        return False
    opponent = view.player(view.viewer.side.opponent)
    return opponent.deck_count > 0 and opponent.hand_count > len(opponent.known_in_hand)
