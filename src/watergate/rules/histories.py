"""Alternative histories: other games that agree with everything one viewer has seen.

The test of secrecy: whatever a viewer is shown must be the same, byte for byte, in a game and in
its alternatives. Hands are empty and the bag is open knowledge whenever a round begins, so what was
hidden in one round never reaches into the next, and rounds are altered one by one: the hidden moves
of a round are made differently, around what came to light later in that round, until every visible
move of it can be made again and brings the same visible events.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter

import numpy as np

from watergate.edition import Side

from .core import ids
from .core.state import top_frame
from .errors import IllegalMove
from .game import Game
from .names import numbers_of
from .viewers import Viewer, viewer_of

ATTEMPTS = 80
"""How often a round is tried before it stays as it was."""


def alternative_history(
    game: Game, viewer: Viewer | Side | str, rng: random.Random, *, only_this_round: bool = False
) -> Game:
    """A game with the same history for a viewer, and other hidden things wherever possible."""
    viewer = viewer_of(viewer)
    rounds = [int(game.state_at(ply)["round_no"][0]) for ply in range(game.ply)]
    first = rounds.index(rounds[-1]) if only_this_round and rounds else 0
    other = game.at(first)
    for _, plies in itertools.groupby(range(first, game.ply), key=rounds.__getitem__):
        _alter(game, other, list(plies), viewer, rng)
    return other


def _alter(game: Game, other: Game, plies: list[int], viewer: Viewer, rng: random.Random) -> None:
    """Add these plies (each counted before its move) to the other game, altered if possible."""
    hidden = [ply for ply in plies if game.move_seen(ply + 1, viewer) is None]
    came_to_light = _come_to_light(game, plies[-1] + 1, hidden)
    for attempt in range(ATTEMPTS if hidden else 0):
        # Shuffled draws may be impossible where a deck was refilled: later attempts keep the order.
        plan = _plan(game, hidden, came_to_light, rng, shuffle=attempt < ATTEMPTS // 2)
        if _replay(game, other, plies, plan, viewer, rng):
            return
        other.back_to(plies[0])
    for ply in plies:
        other.play(game.history_ids[ply])


def _come_to_light(game: Game, end: int, hidden: list[int]) -> set[int]:
    """Of the hidden plies, those whose card or token the viewer has seen by the end."""
    state = game.state_at(end).view(np.recarray)[0]
    unseen: Counter[int] = Counter({ids.CARD_DRAWN + int(state.drawn): 1})
    for side in Side:
        cards = numbers_of(int(state.hand[side]) & ~int(state.known[side]))
        unseen.update(ids.CARD_DRAWN + card for card in cards)
    for kind in range(15):
        unseen[ids.TOKEN_DRAWN + kind] += int(state.facedown) >> 4 * kind & 15
    for ply in range(hidden[0] if hidden else end, end):
        for entry in game.events(ply + 1, Viewer.EVERYONE):
            if entry.key == "facedown_bagged":
                unseen[game.notation.id_of(f"draw {entry.params['token']}")] += 1
    seen = set()
    for ply in reversed(hidden):
        move = game.history_ids[ply]
        if unseen[move] > 0:
            unseen[move] -= 1
        else:
            seen.add(ply)
    return seen


def _plan(
    game: Game, hidden: list[int], came_to_light: set[int], rng: random.Random, *, shuffle: bool
) -> dict[int, int | None]:
    """For each hidden ply the move to make, or None for any; draws in a row may change places."""
    plan: dict[int, int | None] = {}
    history = game.history_ids
    for _, run in itertools.groupby(enumerate(hidden), key=lambda pair: pair[1] - pair[0]):
        by_frame: dict[tuple[int, ...], list[int]] = {}
        for _, ply in run:
            by_frame.setdefault(top_frame(game.state_at(ply).view(np.recarray)[0]), []).append(ply)
        for plies in by_frame.values():
            moves = [history[ply] if ply in came_to_light else None for ply in plies]
            if shuffle:
                rng.shuffle(moves)
            plan.update(zip(plies, moves, strict=True))
    return plan


def _replay(
    game: Game,
    other: Game,
    plies: list[int],
    plan: dict[int, int | None],
    viewer: Viewer,
    rng: random.Random,
) -> bool:
    needed = Counter(move for move in plan.values() if move is not None)
    history = game.history_ids
    for ply in plies:
        move = plan.get(ply, history[ply])
        if move is None:
            outcomes = other.legal_ids()
            free = [m for m in outcomes if needed[m] == 0 or m >= ids.TOKEN_DRAWN]
            if not free:
                return False
            move = rng.choice(free)
        elif ply in plan:
            needed[move] -= 1
        try:
            other.play(move)
        except IllegalMove:
            return False
        if other.events(ply + 1, viewer) != game.events(ply + 1, viewer):
            return False
    return True
