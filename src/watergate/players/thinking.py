"""Types of players that think: the budget, and the result with candidate moves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, runtime_checkable

from watergate.edition import Side
from watergate.errors import TranslatedError
from watergate.rules import Move, View, WatergateError
from watergate.rules.views import Result

from .base import Player

MOST_SECONDS, MOST_SIMULATIONS = 3600.0, 1_000_000_000
MOST_THREADS = 64


@dataclass(frozen=True, slots=True)
class Budget:
    """A limit for a search: seconds, simulations, or whichever ends first."""

    seconds: float | None = None
    simulations: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is None and self.simulations is None:
            raise WatergateError("a budget needs seconds or simulations")
        if self.seconds is not None and not 0 < self.seconds <= MOST_SECONDS:
            raise WatergateError(f"{self.seconds} seconds: allowed are up to {MOST_SECONDS:.0f}")
        if self.simulations is not None and not 1 <= self.simulations <= MOST_SIMULATIONS:
            raise WatergateError(
                f"{self.simulations} simulations: allowed are 1 to {MOST_SIMULATIONS}"
            )

    @classmethod
    def parse(cls, text: str) -> Budget:
        """Read `0.5s` or `2s` as seconds, `5000` as simulations.

        >>> Budget.parse("0.5s"), Budget.parse("5000")
        (Budget(seconds=0.5, simulations=None), Budget(seconds=None, simulations=5000))
        """
        if re.fullmatch(r"[0-9]{1,10}", text):
            return cls(simulations=int(text))
        if re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,6})?s", text):
            return cls(seconds=float(text[:-1]))
        raise TranslatedError("error.bad_budget", text=repr(text))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move that was looked at. `value` is the viewer's side's chance to win after it."""

    move: Move
    visits: int
    value: float
    share: float = 0.0
    """How often the player would choose it, if it says so."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a player believes of hidden things, from how the opponent played."""

    cards: Mapping[int, float]
    """Of each card that the opponent may hold: how likely it is in hand."""
    tokens: Mapping[str, float]
    """Of each kind of token that may lie face down: how likely one of it does."""

    def to_json(self) -> Any:
        """As plain data, the likeliest first."""
        return {
            "cards": [{"card": card, "chance": c} for card, c in likeliest_first(self.cards)],
            "tokens": [{"token": token, "chance": c} for token, c in likeliest_first(self.tokens)],
        }


@dataclass(frozen=True, slots=True)
class Thought:
    """What a player thinks of a view, from that viewer's knowledge alone."""

    side: Side
    win_probability: float
    """Of the viewer's side."""
    candidates: tuple[Candidate, ...]
    """The best first; empty where the viewer is not to decide."""
    continuation: tuple[Move, ...]
    """How play is expected to go on, moves of both sides, as far as it is clear."""
    choice: Move | None
    """The move this player would make: the best, unless it plays below its strength."""
    simulations: int
    seconds: float
    reading: Reading | None = None
    """None of a player that takes everything hidden to be equally likely."""

    def to_json(self) -> Any:
        """As plain data, moves as their texts."""
        return {
            "side": str(self.side),
            "win_probability": self.win_probability,
            "candidates": [
                {"move": str(c.move), "visits": c.visits, "value": c.value} for c in self.candidates
            ],
            "continuation": [str(move) for move in self.continuation],
            "choice": None if self.choice is None else str(self.choice),
            "simulations": self.simulations,
            "seconds": self.seconds,
            "reading": None if self.reading is None else self.reading.to_json(),
        }


Hidden = TypeVar("Hidden", int, str)


def likeliest_first(chances: Mapping[Hidden, float]) -> list[tuple[Hidden, float]]:
    return sorted(chances.items(), key=lambda item: (-item[1], item[0]))


@runtime_checkable
class Thinker(Player, Protocol):
    """A player that can say what it thinks, and be stopped."""

    def think(self, view: View, budget: Budget | None = None) -> Thought:
        """What it thinks of a view of a side, whoever decides; its own budget if none is given."""
        ...

    def stop(self) -> None:
        """End the thinking under way soon, from any thread; it then answers with what it has."""
        ...


def check_threads(threads: int) -> None:
    if not 1 <= threads <= MOST_THREADS:
        raise WatergateError(f"{threads} threads: allowed are 1 to {MOST_THREADS}")


def side_of(view: View) -> Side:
    side = view.viewer.side
    if side is None:
        raise WatergateError(f"the view is {view.viewer}'s; allowed are those of editor and nixon")
    return side


def over(result: Result, side: Side) -> Thought:
    """What there is to think of a game that is over."""
    worth = 0.5 if result.winner is None else float(result.winner == str(side))
    return Thought(side, worth, (), (), None, 0, 0.0)
