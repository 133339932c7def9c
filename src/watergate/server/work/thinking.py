"""Doing one job: a computer's move, a hint, a curve, a review.

Moves and hints come from a view, never from the state.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from watergate import coach
from watergate.edition import Side
from watergate.players import Budget, strongest
from watergate.players.advice import ADVICE, believed, best_of
from watergate.players.base import Player
from watergate.players.seating import GLANCE, UNSEEN, seated
from watergate.rules import Game, View, Viewer

CURVE_BUDGET = Budget(seconds=0.5, simulations=16)
MOST_POINTS = 80
REPORTED_STEP = 0.03
"""Progress of a review is stored and told when it has grown by this."""
Report = Callable[[float, dict[str, Any] | None], None]
GLANCE_SHARE = 0.8
"""Of the time a window stays open, so much is thought at most; the rest is for storing."""


def choose(seat: str, view: View, game: Game, seconds: float) -> str:
    """The move of the computer player of a seat, from its view alone."""
    player = seated(seat, game.edition)
    is_window = view.decision is not None and view.decision.kind in UNSEEN
    limit = min(seconds, GLANCE * GLANCE_SHARE) if is_window else seconds
    try:
        with _stopped_after(player, limit):
            return str(player.choose(view))
    finally:
        player.close()


def hint(view: View, game: Game, seconds: float) -> dict[str, Any]:
    """What a strong player who sees this view thinks of it: the few best moves, and the hands."""
    adviser = strongest(1, game.edition, budget=ADVICE, name="adviser")
    with _stopped_after(adviser, seconds):
        thought = adviser.think(view)
    told = replace(thought, candidates=tuple(best_of(thought)), reading=believed(thought))
    return told.to_json()  # type: ignore[no-any-return]


def curve(game: Game, report: Callable[[float], None]) -> dict[str, Any]:
    """The Editor's chance to win over a finished game, as whoever was to decide could judge it."""
    adviser = strongest(1, game.edition, budget=CURVE_BUDGET, name="adviser")
    plies = _turning_plies(game)
    points = []
    for done, ply in enumerate(plies):
        report(done / len(plies))
        then = game.at(ply)
        side = then.decider
        assert isinstance(side, Side)
        chance = adviser.think(then.view(Viewer(str(side)))).win_probability
        points.append({"ply": ply, "editor": chance if side is Side.EDITOR else 1 - chance})
    if game.result is not None:
        points.append({"ply": game.ply, "editor": float(game.result.winner == "editor")})
    return {"points": points}


def review(game: Game, depth: coach.Depth, report: Report) -> dict[str, Any]:
    """The review of a finished game, as JSON; `report` hears now and then how far it is, and what
    is judged so far if that is new."""
    told = 0.0
    so_far: dict[str, Any] | None = None

    def now_and_then(done: float) -> None:
        nonlocal told, so_far
        if done >= told + REPORTED_STEP:
            told = done
            report(done, so_far)
            so_far = None

    def grown(review: coach.Review) -> None:
        nonlocal so_far
        so_far = _as_json(review)

    return _as_json(coach.review(game, depth, report=now_and_then, grown=grown))


def _as_json(review: coach.Review) -> dict[str, Any]:
    return json.loads(review.to_json())  # type: ignore[no-any-return]


def _turning_plies(game: Game) -> list[int]:
    """The plies after which somebody chooses a card to play, thinned out in long games."""
    plies = [
        ply
        for ply in range(game.ply)
        if (then := game.at(ply)).decision_kind == "play" and isinstance(then.decider, Side)
    ]
    step = max(1, -(-len(plies) // MOST_POINTS))
    return plies[::step]


@contextmanager
def _stopped_after(player: Player, seconds: float) -> Iterator[None]:
    """Have a player that thinks stop after a while; it answers with what it has."""
    stop = getattr(player, "stop", None)
    if stop is None:
        yield
        return
    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
