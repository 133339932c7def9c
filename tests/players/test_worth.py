"""First sight knows every instruction and every decision there is, or leaves it out on purpose."""

from __future__ import annotations

import ast
import inspect

from watergate.edition.layout import Op
from watergate.players.kernel import worth
from watergate.rules.core.frames import FIRST_DECISION, FIRST_DRAW, Frame

WORTHLESS = {Op.END, Op.FORGET, Op.END_ROUND, Op.SPARE}
"""Instructions that are worth nothing by themselves."""
BY_THE_CARD = {Frame.PLAY, Frame.PLAY_DRAWN}
"""Decisions that choose a card and a part of it: `played_worth`."""


def named(enumeration: type[Op] | type[Frame]) -> set[str]:
    """The members of an enumeration that `worth.py` speaks of."""
    return {
        node.attr
        for node in ast.walk(ast.parse(inspect.getsource(worth)))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        if node.value.id == enumeration.__name__
    }


def test_every_instruction_has_a_worth() -> None:
    forgotten = {op.name for op in Op} - named(Op) - {op.name for op in WORTHLESS}
    assert forgotten == set(), "players would use these actions as if they did nothing"


def test_every_decision_has_its_worths() -> None:
    decisions = {frame.name for frame in Frame if FIRST_DECISION <= frame < FIRST_DRAW}
    forgotten = decisions - named(Frame) - {frame.name for frame in BY_THE_CARD}
    assert forgotten == set(), "players would take the moves of these decisions for cards"
