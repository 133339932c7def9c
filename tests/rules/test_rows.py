"""The core deals with every instruction and every decision; what it does not name is its `else`."""

from __future__ import annotations

from types import ModuleType

import pytest

from tests.rows import unnamed
from watergate.edition.layout import Op
from watergate.rules import refusals, stacks
from watergate.rules.core import apply, legal, machine
from watergate.rules.core.frames import FIRST_DECISION, FIRST_DRAW, Frame


def test_every_instruction_is_carried_out() -> None:
    assert unnamed(Op, machine) == {"SPARE"}


@pytest.mark.parametrize(
    ("module", "rest"), [(legal, {"SPARE"}), (apply, {"SPARE"}), (refusals, set())]
)
def test_every_decision_has_its_moves_its_consequences_and_its_refusals(
    module: ModuleType, rest: set[str]
) -> None:
    decisions = {frame.name for frame in Frame if FIRST_DECISION <= frame < FIRST_DRAW}
    assert unnamed(Frame, module) & decisions == rest


def test_what_must_lie_below_a_frame_is_checked_or_nothing_must() -> None:
    """Otherwise positions are let in that cannot come up. Under these anything may lie."""
    anything = {
        "GAIN_HALF", "DEAL", "LAY_OUT", "SETTLE", "CHOOSE_VALUE", "ANSWER", "EITHER", "PIN",
        "REUSE", "GAIN", "DRAW_CARD", "DRAW_TOKEN", "LOSE_CARD",
    }  # fmt: skip
    assert unnamed(Frame, stacks) == anything
