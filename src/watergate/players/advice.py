"""Hints for people: the budget of a hint, and what of a thought it shows."""

from __future__ import annotations

from dataclasses import replace

from .thinking import Budget, Candidate, Reading, Thought, likeliest_first

ADVICE = Budget(seconds=1.0, simulations=400)
MOST_ADVICE = 3
MOST_BELIEVED = 3
"""Of the cards that the opponent may hold, and of the tokens that may lie face down."""
FEWEST_VISITS = 10
"""A move other than the best is worth telling if it was looked at so often."""


def best_of(thought: Thought) -> list[Candidate]:
    """The few best moves of what was thought, the best first.

    A move that was looked at less often is not better, even if few looks were lucky.
    """
    best = thought.candidates[:1]
    others = [found for found in thought.candidates[1:MOST_ADVICE] if found.visits >= FEWEST_VISITS]
    return [*best, *(replace(found, value=min(found.value, best[0].value)) for found in others)]


def believed(thought: Thought) -> Reading | None:
    """The likeliest of what a thought believes, if it believes anything."""
    reading = thought.reading
    if reading is None or not (reading.cards or reading.tokens):
        return None
    return Reading(
        dict(likeliest_first(reading.cards)[:MOST_BELIEVED]),
        dict(likeliest_first(reading.tokens)[:MOST_BELIEVED]),
    )
