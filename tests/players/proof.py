"""A prover for small positions: what a move leads to, whatever the opponent holds and does.

It goes through everything that can happen until the end of the round, by the true rules. A side
*wins* if it wins by then; it is *saved* if the opponent has not won by then.

- `is_certain`: the side reaches its goal by what it sees alone. It makes one move for all deals
  that look the same to it, against every deal, every draw and every move of an opponent who sees
  everything.
- `is_refuted`: the same for the opponent. In every deal that the side must reckon with, the
  opponent keeps it from its goal for certain, by what the opponent sees alone.
- `most`: the chance that is left in between, over all deals and draws, if both see everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations, product

import numpy as np

from watergate import Edition, Game, Side
from watergate.edition.table import table_of
from watergate.engine import engine
from watergate.rules.core import state as st
from watergate.rules.core.bits import one_token
from watergate.rules.core.events import new_log
from watergate.rules.core.ids import MOST_LEGAL
from watergate.rules.core.knowledge import pending_is_possible
from watergate.rules.core.state import States
from watergate.rules.knowledge import Knowledge
from watergate.rules.moves import notation_of
from watergate.rules.names import kinds_of, numbers_of
from watergate.rules.positions import read_knowledge
from watergate.rules.viewers import Viewer

World = bytes
"""A whole state."""


class Proof:
    """All that can happen in the rest of the round, as a side hopes for a win or a save."""

    def __init__(self, game: Game, side: Side, goal: str, in_round: int | None = None) -> None:
        self.side, self.goal, self.edition = side, goal, game.edition
        self.worlds = worlds(game.view(side).position, game.edition)
        self._tables = table_of(game.edition)
        self._round = in_round or game.round
        self._viewer = Viewer(str(side))
        self._ways: dict[World, tuple[tuple[int, int, World], ...]] = {}
        self._most: dict[World, Fraction] = {}
        self._reached: dict[World, frozenset[World] | None] = {}
        self._certain: dict[frozenset[World], bool] = {}

    # What is asked of it

    def is_certain(self, move: str) -> bool:
        """Whether after this move the side reaches its goal for certain."""
        number = notation_of(self.edition).id_of(move)
        return self._holds([self._after(world, number) for world in self.worlds])

    def is_refuted(self, move: str) -> bool:
        """Whether after this move the opponent keeps the side from its goal for certain."""
        number = notation_of(self.edition).id_of(move)
        return all(self._is_foiled(self._after(world, number)) for world in self.worlds)

    def _is_foiled(self, world: World) -> bool:
        settled = self._settled(world)
        if settled is not None:
            return not settled
        game = Game(_states(world), self.edition)
        foil = "win" if self.goal == "save" else "save"
        opponent = Proof(game, Side(1 - self.side), foil, self._round)
        return opponent._holds(opponent.worlds)

    def most(self, move: str) -> Fraction:
        """The chance that this move leaves the side to reach its goal, if all lay open."""
        number = notation_of(self.edition).id_of(move)
        total = sum(self.worlds.values())
        return sum(
            (
                Fraction(weight, total) * self._chance(self._after(world, number))
                for world, weight in self.worlds.items()
            ),
            Fraction(0),
        )

    # The rules

    def _settled(self, world: World) -> bool | None:
        """Whether the goal has been reached; None while it is open."""
        state = _states(world)
        winner = int(state["winner"][0])
        if winner != st.NOBODY:
            return winner == self.side
        return self.goal == "save" if state["round_no"][0] > self._round else None

    def _decider(self, world: World) -> int:
        return int(engine().decider(_states(world), 0))

    def _following(self, world: World) -> tuple[tuple[int, int, World], ...]:
        """Every move with its weight and what it leads to."""
        if world not in self._ways:
            self._ways[world] = tuple(self._moves(world))
        return self._ways[world]

    def _moves(self, world: World) -> Iterator[tuple[int, int, World]]:
        state = _states(world)
        moves, weights = np.zeros(MOST_LEGAL, np.int16), np.ones(MOST_LEGAL, np.int16)
        if self._decider(world) == st.CHANCE:
            n = engine().outcomes(state, 0, self._tables, moves, weights)
        else:
            n = engine().legal(state, 0, self._tables, moves)
        for move, weight in zip(moves[:n].tolist(), weights[:n].tolist(), strict=True):
            after = _states(world)
            engine().step(after, 0, self._tables, new_log(), move)
            yield move, weight, after.tobytes()

    def _after(self, world: World, move: int) -> World:
        return next(after for number, _, after in self._following(world) if number == move)

    # The chance if all lay open

    def _chance(self, world: World) -> Fraction:
        settled = self._settled(world)
        if settled is not None:
            return Fraction(settled)
        if world not in self._most:
            self._most[world] = self._best_of(world)
        return self._most[world]

    def _best_of(self, world: World) -> Fraction:
        who, following = self._decider(world), self._following(world)
        if who == st.CHANCE:
            total = sum(weight for _, weight, _ in following)
            return sum((self._chance(w) * Fraction(n, total) for _, n, w in following), Fraction(0))
        best = Fraction(who != self.side)
        for _, _, after in following:
            chance = self._chance(after)
            best = max(best, chance) if who == self.side else min(best, chance)
            if best == (who == self.side):
                break
        return best

    # What is certain by what the side sees

    def _holds(self, states: Iterable[World]) -> bool:
        """Whether the goal is certain from here, where the side is told nothing but its view."""
        groups: dict[str, set[World]] = {}
        for state in states:
            reached = self._reach(state)
            if reached is None:
                return False
            for world in reached:
                seen = Knowledge.of(_states(world), self.edition, self._viewer).position
                groups.setdefault(seen, set()).add(world)
        return all(self._can(frozenset(group)) for group in groups.values())

    def _can(self, group: frozenset[World]) -> bool:
        """Whether one move is good in all these worlds, which the side cannot tell apart."""
        if group not in self._certain:
            moves = [number for number, _, _ in self._following(next(iter(group)))]
            self._certain[group] = any(
                self._holds([self._after(world, move) for world in group]) for move in moves
            )
        return self._certain[group]

    def _reach(self, world: World) -> frozenset[World] | None:
        """Where the side is next to decide, whatever others do; None if it fails somewhere."""
        settled = self._settled(world)
        if settled is not None:
            return frozenset() if settled else None
        if self._decider(world) == self.side:
            return frozenset([world])
        if world not in self._reached:
            found: frozenset[World] | None = frozenset()
            for _, _, after in self._following(world):
                reached = self._reach(after)
                if reached is None or found is None:
                    found = None
                    break
                found |= reached
            self._reached[world] = found
        return self._reached[world]


def _states(world: World) -> States:
    """A copy to work on. `array.copy` leaves the padding of a record to chance: bytes differ."""
    return np.frombuffer(bytearray(world), st.STATE)


# What a side cannot know


def worlds(position: str, edition: Edition) -> dict[World, int]:
    """All deals that agree with a viewer's position (RULES 9.2, 9.3), each with its weight."""
    known, hidden = read_knowledge(position, edition)
    assert not hidden["drawn"].any(), "a card that Hunt drew is not dealt out here"
    tables, moves = table_of(edition).view(np.recarray), np.zeros(MOST_LEGAL, np.int16)
    found: dict[World, int] = {}
    hands = [combinations(numbers_of(known["deck"][0, side]), hidden["hand"][0, side])
             for side in Side]  # fmt: skip
    facedown = list(_facedown_deals(known, int(hidden["facedown"][0]), edition))
    for cards in product(*hands):
        for tokens, weight in facedown:
            states = _states(known.tobytes())
            for side in Side:
                hand = sum(1 << card for card in cards[side])
                states["hand"][0, side] |= hand
                states["deck"][0, side] &= ~hand
            states["facedown"][0] += tokens
            states["bag"][0] -= tokens
            if pending_is_possible(states.view(np.recarray)[0], tables[0], moves):
                found[states.tobytes()] = weight
    return found


def _facedown_deals(known: States, count: int, edition: Edition) -> Iterator[tuple[int, int]]:
    """The words of so many tokens out of the bag, of no colour that is known to be absent."""
    absent = {edition.colors[n].name for n in numbers_of(known["absent"][0])}
    bag = [
        kind
        for kind in kinds_of(known["bag"][0])
        if not absent & set(edition.token_kinds[kind].name.rstrip("*").split("-"))
    ]
    for kinds, weight in Counter(combinations(bag, count)).items():
        yield sum(one_token(kind) for kind in kinds), weight
