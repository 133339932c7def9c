"""The frames of the stack: what is still to happen, and every kind of decision, one row each.

The stack lies in the state (`state.py`); its top frame is next. A frame is six bytes: its kind,
whose it is, and up to four parts. *Tasks* are carried out at once, *decisions* wait for a move of a
side, *draws* for a move of chance. `Frame` is the one list of them: names, texts of positions,
prompts and the rules of refusals are derived from it.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple


class Row(NamedTuple):
    """What is said of one kind of frame."""

    parts: tuple[str, ...]
    rule: str
    is_window: bool = False


def _row(*parts: str, rule: str, is_window: bool = False) -> Row:
    return Row(parts, rule, is_window)


class Frame(IntEnum):
    """The kinds of frames. A *window* comes up whether or not there is a choice (RULES 8.11)."""

    parts: tuple[str, ...]
    rule: str
    is_window: bool

    def __new__(cls, *row: Any) -> Frame:
        frame = int.__new__(cls, len(cls.__members__))
        frame._value_ = len(cls.__members__)
        frame.parts, frame.rule, frame.is_window = row
        return frame

    # Tasks
    ROUND = _row(rule="3")  # a round begins
    TURN = _row(rule="4.1")  # whoever is next takes a turn
    EVALUATION = _row("step", rule="6")  # the next step of evaluation
    GAIN_HALF = _row(rule="6.5")  # the side gains what lies on its half
    DEAL = _row("cards", "to_play", rule="3.1")  # the side draws cards, or one to play (7.3)
    LAY_OUT = _row("cards", rule="3.2")  # Nixon lays out so many evidence tokens
    ACTION = _row("program", "card", rule="8.7")  # an announced action awaits its chain
    VALUE = _row("card", "kind", "place", rule="8.4")  # a named token awaits its chain
    SCRIPT = _row("program", "pc", "card_or_none", "pile", rule="4.10")  # then the card to the pile
    SETTLE = _row("card", rule="4.4")  # a card whose value was used is discarded
    # Decisions
    PLAY = _row(rule="4.2")  # choose a card and a part of it
    PLAY_DRAWN = _row(rule="7.3")  # the same with the card just drawn
    CHOOSE_VALUE = _row("card", "asked", rule="4.5")  # choose the token a value moves
    ANSWER = _row("card", "color", rule="4.7", is_window=True)  # Nixon picks what was asked for
    REACT = _row("trigger", rule="8.5", is_window=True)  # react or pass
    CHOOSE = _row("program", "pc", rule="4.10")  # choose what an instruction speaks of
    EITHER = _row("steps", rule="4.10")  # choose initiative or momentum
    PIN = _row("kind", "origin", rule="5.6")  # choose the space for a gained token
    REUSE = _row("card", rule="7.19")  # name the removed card to use again
    SPARE = _row("card_kind", rule="7.20", is_window=True)  # remove a card from hand instead
    GAIN = _row(rule="6.5")  # choose which token to gain next
    # Draws
    DRAW_CARD = _row("to_play", rule="3.1")  # a card leaves the deck
    DRAW_TOKEN = _row("effect", "space", rule="3.2")  # a token leaves the bag
    LOSE_CARD = _row(rule="7.5")  # a card of this side is lost
    BLIND = _row("program", "pc", rule="4.12")  # a face-down token is picked

    @property
    def key(self) -> str:
        """Its name in positions, prompts and views."""
        return self.name.lower()


FIRST_DECISION, FIRST_DRAW = int(Frame.PLAY), int(Frame.DRAW_CARD)

FRAME_WIDTH = 6
KIND, SIDE, PART_A, PART_B, PART_C, PART_D = range(FRAME_WIDTH)
"""The columns of a frame; those of its parts have names of their own, too, as in `Frame`:"""


def _column(frame: Frame, part: str) -> int:
    return PART_A + frame.parts.index(part)


STEP = _column(Frame.EVALUATION, "step")
CARDS_LEFT, DEAL_TO_PLAY = _column(Frame.DEAL, "cards"), _column(Frame.DEAL, "to_play")
ACTION_PROGRAM, ACTION_CARD = (_column(Frame.ACTION, part) for part in Frame.ACTION.parts)
VALUE_CARD, VALUE_KIND, VALUE_PLACE = (_column(Frame.VALUE, part) for part in Frame.VALUE.parts)
PROGRAM, PC, SCRIPT_CARD, SCRIPT_PILE = (_column(Frame.SCRIPT, part) for part in Frame.SCRIPT.parts)
"""PROGRAM and PC are those of CHOOSE and BLIND, too."""
CARD, ASKED = (_column(Frame.CHOOSE_VALUE, part) for part in Frame.CHOOSE_VALUE.parts)
"""CARD is that of SETTLE, ANSWER and REUSE, too."""
COLOR = _column(Frame.ANSWER, "color")
TRIGGER, STEPS = _column(Frame.REACT, "trigger"), _column(Frame.EITHER, "steps")
PIN_KIND, PIN_ORIGIN = (_column(Frame.PIN, part) for part in Frame.PIN.parts)
CARD_KIND = _column(Frame.SPARE, "card_kind")
CARD_TO_PLAY = _column(Frame.DRAW_CARD, "to_play")
DRAWN_EFFECT, DRAWN_SPACE = (_column(Frame.DRAW_TOKEN, part) for part in Frame.DRAW_TOKEN.parts)

PLACE_SHIFT = 5
"""A place in a frame is the position plus this, so that it is never negative."""
LAY_DOWN = 9
"""The effect of a DRAW_TOKEN that lays the token face down on 0 (RULES 3.2)."""
