"""The pending decision in a viewer's terms: who decides what, as a message."""

from __future__ import annotations

from typing import NamedTuple

from watergate.edition import Edition, Side
from watergate.edition.layout import (
    ABILITY,
    EFFECT_BAG,
    EFFECT_MOVE,
    EFFECT_PIN,
    EFFECT_PLACE,
    EFFECT_TURN,
    OPTIONAL,
    Op,
)

from .core.changes import stop_at_five
from .core.frames import (
    ASKED,
    CARD,
    FIRST_DRAW,
    KIND,
    PART_A,
    PC,
    PLACE_SHIFT,
    PROGRAM,
    SCRIPT_CARD,
    SIDE,
    VALUE_CARD,
    VALUE_KIND,
    VALUE_PLACE,
    Frame,
)
from .core.state import TableRecord, direction
from .messages import Message, Params
from .names import SIDES, names_of, place_name
from .record_tuples import table_tuple
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
    kind, side = Frame(pending.frame[KIND]), SIDES[pending.frame[SIDE]]
    decider = "chance" if kind >= FIRST_DRAW else side
    key, params = _words(kind, pending, edition, viewer)
    return kind.key, decider, Message(f"prompt.{key}", {"side": side, **params})


def _words(kind: Frame, pending: Pending, edition: Edition, viewer: Viewer) -> tuple[str, Params]:
    """The key of the prompt and what it speaks of: the frame's parts, but for the special kinds."""
    frame, t = pending.frame, table_tuple(edition)
    match kind:
        case Frame.PLAY_DRAWN:
            if sees_hand(viewer, Side(frame[SIDE])):
                return kind.key, {"card": pending.drawn}
            return f"{kind.key}_hidden", {}
        case Frame.CHOOSE_VALUE:
            key = f"{kind.key}_asked" if frame[ASKED] else kind.key
            return key, {"card": frame[CARD], "number": t.value[frame[CARD]]}
        case Frame.REACT:
            return _reaction(pending, edition)
        case Frame.CHOOSE:
            return _choice(t, Side(frame[SIDE]), frame[PROGRAM], frame[PC])
        case Frame.SPARE:
            return kind.key, {"card": pending.below[SCRIPT_CARD]}
        case _:
            return kind.key, _parts(kind, frame, edition)


def _parts(kind: Frame, frame: tuple[int, ...], edition: Edition) -> Params:
    """The parts of a frame that people speak of."""
    names, params = names_of(edition), Params()
    for part, number in zip(kind.parts, frame[PART_A:], strict=False):
        match part:
            case "card":
                params["card"] = number
            case "steps":
                params["number"] = number
            case "color":
                params["color"] = names.colors[number]
            case "kind":
                params["token"] = names.kinds[number]
    return params


def _reaction(pending: Pending, edition: Edition) -> tuple[str, Params]:
    """What is answered: a card, or a value part with the token it is to move (RULES 8.4)."""
    key, params = Frame.REACT.key, Params(card=pending.named)
    below = pending.below
    if below[KIND] != Frame.VALUE or pending.named != below[VALUE_CARD]:
        return key, params
    side, start = below[SIDE], below[VALUE_PLACE] - PLACE_SHIFT
    steps = table_tuple(edition).value[below[VALUE_CARD]]
    params["token"] = names_of(edition).kinds[below[VALUE_KIND]]
    params["start"] = place_name(start)
    params["end"] = place_name(stop_at_five(side, start, steps))
    return f"{key}_value", params


def _choice(t: TableRecord, side: Side, program: int, pc: int) -> tuple[str, Params]:
    op, bits, _, effect, number, _ = t.program[program][pc]
    is_ability = program >= ABILITY
    params: Params = {"ability": program - ABILITY} if is_ability else {"card": program}
    head = "ability" if is_ability else "choose"
    if op == Op.FREE_PICTURE:
        return f"{head}_picture", params
    tail = "_optional" if bits & OPTIONAL else ""
    if effect == EFFECT_MOVE:
        params["number"] = number
    elif effect == EFFECT_PLACE:
        params["at"] = place_name(number * direction(side))
    return f"{head}_{_EFFECTS[effect]}{tail}", params
