"""Measure how much better beliefs are than counting: what they say, compared with the truth.

Counting knows which cards and tokens can be where, and takes every deal that agrees with the view
to be equally likely. The belief weighs these deals by how the opponent played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from watergate.edition import Edition, Side
from watergate.players import player
from watergate.players.belief import ODD_PLAY, believe
from watergate.players.small import shipped_small_network
from watergate.rules import Game, View
from watergate.rules.core.chance import seeded_streams
from watergate.rules.names import kinds_of, names_of, numbers_of

GUESSES = 512
CLASSES = 10
"""Of chances, for the comparison of what was said with what was so."""
_BOUND = ODD_PLAY / 10
"""Chances nearer to 0 or 1 count as this near: a guess is a sample."""


@dataclass(frozen=True, slots=True)
class Said:
    """What was said of one hidden card, or of one kind of token."""

    is_card: bool
    believed: float
    counted: float
    is_so: bool


@dataclass(frozen=True, slots=True)
class Surprise:
    """The mean surprise at the truth, in bits, by counting and by belief."""

    said: int
    counted: float
    believed: float


@dataclass(frozen=True, slots=True)
class Class:
    """Of what was given about the same chance: how many, that chance, and how often it was so."""

    said: int
    believed: float
    so: float


@dataclass(frozen=True, slots=True)
class BeliefFigures:
    games: int
    cards: Surprise
    tokens: Surprise
    classes: Sequence[Class]


def belief_figures(
    name: str, seeds: Sequence[int], edition: Edition, tell: Callable[[int], None] | None = None
) -> BeliefFigures:
    """Have a player play itself, and ask for a belief at every choice."""
    said: list[Said] = []
    for number, seed in enumerate(seeds, 1):
        for game, view in _choices(name, seed, edition):
            said.extend(what_is_said(game, view))
        if tell is not None:
            tell(number)
    return BeliefFigures(
        len(seeds),
        _surprise([one for one in said if one.is_card]),
        _surprise([one for one in said if not one.is_card]),
        list(_classes(said)),
    )


def what_is_said(game: Game, view: View) -> Iterator[Said]:
    """What a side would believe of each card and token that it cannot see."""
    side = view.viewer.side
    assert side is not None
    streams = seeded_streams(view.ply)
    belief = believe(view, game.edition, shipped_small_network(), streams, GUESSES)
    if len(belief.guesses) == 1:
        return  # nothing is hidden
    even = replace(belief, weights=np.full(len(belief.weights), 1 / len(belief.weights)))
    state, names = game.states[0], names_of(game.edition).kinds
    held = set(numbers_of(int(state["hand"][side.opponent])))
    down = {names[kind] for kind in kinds_of(int(state["facedown"]))}
    yield from _compared(True, belief.cards(), even.cards(), held)
    tokens, counted = (one.tokens(game.edition) for one in (belief, even))
    yield from _compared(False, tokens, counted, down)


def _compared(
    is_card: bool, believed: dict[Any, float], counted: dict[Any, float], so: set[Any]
) -> Iterator[Said]:
    for one, chance in believed.items():
        yield Said(is_card, chance, counted[one], one in so)


def _choices(name: str, seed: int, edition: Edition) -> Iterator[tuple[Game, View]]:
    """Where a player has a choice in a game against itself, with the view of its side."""
    game, someone = Game.start(seed=seed, edition=edition), player(name, seed, edition)
    while isinstance(game.decider, Side):
        view = game.view(game.decider)
        if len(view.moves) > 1:
            yield game, view
        game.play(someone.choose(view))
    someone.close()


def _surprise(said: Sequence[Said]) -> Surprise:
    def bits(chances: Sequence[float]) -> float:
        given = np.clip(np.array(chances), _BOUND, 1 - _BOUND)
        so = np.array([one.is_so for one in said])
        return float(-np.log2(np.where(so, given, 1 - given)).mean()) if said else 0.0

    counted, believed = [one.counted for one in said], [one.believed for one in said]
    return Surprise(len(said), bits(counted), bits(believed))


def _classes(said: Sequence[Said]) -> Iterator[Class]:
    by_class: list[list[Said]] = [[] for _ in range(CLASSES)]
    for one in said:
        by_class[min(int(one.believed * CLASSES), CLASSES - 1)].append(one)
    for these in filter(None, by_class):
        chances, so = [one.believed for one in these], [one.is_so for one in these]
        yield Class(len(these), float(np.mean(chances)), float(np.mean(so)))
