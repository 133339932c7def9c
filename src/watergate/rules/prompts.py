"""The pending decision in a viewer's terms: who decides what, as a message."""

from __future__ import annotations

from typing import NamedTuple

from watergate.edition import Edition, Side
from watergate.edition.table import (
    ABILITY,
    EFFECT_BAG,
    EFFECT_MOVE,
    EFFECT_PIN,
    EFFECT_PLACE,
    EFFECT_TURN,
    FREE_PICTURE,
    OPTIONAL,
)

from . import state as st
from .frames import NAMES, SIDES
from .messages import Message, Params
from .moves import place_name
from .plain import plain_table
from .state import TableRecord, direction
from .viewers import Viewer, sees_hand

_EFFECTS = {
    EFFECT_MOVE: "move",
    EFFECT_PLACE: "place",
    EFFECT_BAG: "bag",
    EFFECT_PIN: "pin",
    EFFECT_TURN: "turn",
}


class Pending(NamedTuple):
    """All of a state that matters for what is to be decided."""

    frame: tuple[int, ...]
    below: tuple[int, ...]
    """The frame under it."""
    drawn: int
    named: int
    """The last card of the chain."""


def prompt_of(pending: Pending, edition: Edition, viewer: Viewer) -> tuple[str, str, Message]:
    """The kind of decision, who decides, and the prompt. The game must not be over."""
    what, number = pending.frame[:2]
    side = SIDES[number]
    decider = "chance" if what >= st.FIRST_DRAW else side
    key, params = _words(pending, edition, viewer)
    return NAMES[what], decider, Message(f"prompt.{key}", {"side": side, **params})


def _words(pending: Pending, edition: Edition, viewer: Viewer) -> tuple[str, Params]:
    frame = pending.frame
    what, side, a, b = frame[0], Side(frame[1]), frame[2], frame[3]
    name, t = NAMES[what], plain_table(edition)
    match what:
        case st.PLAY_DRAWN:
            if sees_hand(viewer, side):
                return name, {"card": pending.drawn}
            return f"{name}_hidden", {}
        case st.CHOOSE_VALUE:
            key = f"{name}_asked" if b else name
            return key, {"card": a, "number": t.value[a]}
        case st.ANSWER:
            return name, {"card": a, "color": edition.colors[b].name}
        case st.REACT:
            return name, {"card": pending.named}
        case st.CHOOSE | st.BLIND:
            return _choice(t, side, a, b) if what == st.CHOOSE else (name, {})
        case st.EITHER:
            return name, {"number": a}
        case st.PIN:
            return name, {"token": edition.token_kinds[a].name}
        case st.REUSE:
            return name, {"card": a}
        case st.SPARE:
            return name, {"card": pending.below[4]}
        case _:
            return name, {}


def _choice(t: TableRecord, side: Side, program: int, pc: int) -> tuple[str, Params]:
    op, bits, _, effect, number, _ = t.program[program][pc]
    is_ability = program >= ABILITY
    params: Params = {"ability": program - ABILITY} if is_ability else {"card": program}
    head = "ability" if is_ability else "choose"
    if op == FREE_PICTURE:
        return f"{head}_picture", params
    tail = "_optional" if bits & OPTIONAL else ""
    if effect == EFFECT_MOVE:
        params["number"] = number
    elif effect == EFFECT_PLACE:
        params["at"] = place_name(number * direction(side))
    return f"{head}_{_EFFECTS[effect]}{tail}", params
