"""The core deals with every instruction and every decision; what it does not name is its `else`."""

from __future__ import annotations

from types import ModuleType

import pytest

from tests.rows import unnamed
from watergate.edition.layout import Op
from watergate.rules import refusals
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
