"""First sight knows every instruction and every decision there is, or leaves it out on purpose."""

from __future__ import annotations

from tests.rows import unnamed
from watergate.edition.layout import Op
from watergate.players.kernel import worth
from watergate.rules.core.frames import FIRST_DECISION, FIRST_DRAW, Frame


def test_every_instruction_has_a_worth() -> None:
    """Otherwise players use an action as if it did nothing; these are worth nothing."""
    assert unnamed(Op, worth) == {"FORGET", "END_ROUND", "SPARE"}


def test_every_decision_has_its_worths() -> None:
    """Otherwise players take its moves for cards to play, as they are in these two."""
    decisions = {frame.name for frame in Frame if FIRST_DECISION <= frame < FIRST_DRAW}
    assert unnamed(Frame, worth) & decisions == {"PLAY", "PLAY_DRAWN"}
