"""The layout of an edition's *table*: the flat NumPy record that every rules function reads.

Constants and types only, since they are compiled into the rules; `table.py` fills a table in. Sets
of cards, spaces and pictures are bit masks: bit n is card number n, space n or picture n. Multisets
of tokens are 64-bit words of four bits a kind:

    bits   59..56   ...   7..4     3..0
           kind 14        kind 1   kind 0      (the top four bits stay clear, so words are positive)
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import numpy.typing as npt

CARDS = 63
"""Card numbers are 1 to 62."""
KINDS = 15
COLORS = 6
SPACES = 32
PICTURES = 16
MOMENTUM_SPACES = 5
COPIES = 15
"""Tokens of one kind, so that a count fits four bits."""
INSTRUCTIONS = 12
"""Instructions of one script, its END among them."""
CHAIN = 8
"""Reaction cards an edition may have, plus one."""
NESTED = 8
"""Cards of one side that set off another (draw it to play it, reuse it): their scripts may nest."""

EVENT, CONSPIRATOR, JOURNALIST = range(3)
"""Kinds of cards, in the order of `model.Kind`."""
VALUE_MOVE = 3
"""What a reaction can answer: the action of a kind of card, or a value part that moves evidence."""
TRIGGERS = 4

ABILITY = CARDS + 1
"""The program of the ability of momentum space n is ABILITY + n; a card's is its number."""
PROGRAMS = ABILITY + MOMENTUM_SPACES + 1

# Piles: where a card goes.
DISCARD, REMOVED = 0, 1


class Op(IntEnum):
    """The instructions of a program, one row each: what its columns hold.

    A program is an array of rows (op, a, b, c, d, e); `column` finds a column by its name.
    """

    columns: tuple[str, ...]

    def __new__(cls, *columns: str) -> Op:
        op = int.__new__(cls, len(cls.__members__))
        op._value_ = len(cls.__members__)
        op.columns = columns
        return op

    END = ()  # the script is over
    MOVE_MARKER = "markers", "steps"
    PLACE_MARKER = "markers", "space"
    PIN_PICTURE = ("picture",)
    CHOOSE = "filter", "color", "effect", "number", "skip"
    FORGET = ()  # the tokens chosen so far may be chosen again (RULES 4.13)
    FREE_PICTURE = ()
    RETURN_EVIDENCE = ()
    DRAW_EVIDENCE = "", "", "effect", "number"
    DRAW_CARD = ()
    LOSE_CARD = ()
    ANOTHER_TURN = ()
    SILENCE_EVENTS = ()
    END_ROUND = ()
    SPARE = ("card_kind",)


def _column(op: Op, name: str) -> int:
    return 1 + op.columns.index(name)


# The columns of a row. CHOOSE: a filter of bits as below; the colour + 1, or 0 for any; what
# happens to the token, with its steps or space; how many rows are skipped when its side passes.
ROW_OP = 0
ROW_MARKERS, ROW_STEPS = _column(Op.MOVE_MARKER, "markers"), _column(Op.MOVE_MARKER, "steps")
ROW_SPACE = _column(Op.PLACE_MARKER, "space")
ROW_PICTURE = _column(Op.PIN_PICTURE, "picture")
ROW_FILTER, ROW_COLOR, ROW_EFFECT, ROW_NUMBER, ROW_SKIP = (
    _column(Op.CHOOSE, name) for name in Op.CHOOSE.columns
)
ROW_CARD_KIND = _column(Op.SPARE, "card_kind")
ROW_WIDTH = 6

INITIATIVE, MOMENTUM = 1, 2
"""Bits of MOVE_MARKER and PLACE_MARKER."""
FACEUP, FACEDOWN, OFF_ZERO, ON_BOARD, OTHER, OPTIONAL, EACH = (1 << bit for bit in range(7))
"""Bits of CHOOSE. OTHER: not a token this statement has moved already (RULES 4.13)."""
EFFECT_MOVE, EFFECT_PLACE, EFFECT_BAG, EFFECT_PIN, EFFECT_TURN = range(5)

TABLE = np.dtype(
    [
        ("owner", "i1", CARDS),
        ("kind", "i1", CARDS),
        ("value", "i1", CARDS),
        ("fits", "i8", CARDS),  # the tokens a card's colour fits, all four bits of each kind set
        ("ask_colors", "i1", CARDS),  # the colours a card may ask for (RULES 4.7)
        ("cancelled_to", "i1", CARDS),  # the pile of what this reaction cancels; REMOVED or DISCARD
        ("cards", "i8", 2),  # of each side
        ("cards_of_kind", "i8", 3),
        ("reactions", "i8"),
        ("later_turn", "i8"),  # cards that require a later turn (RULES 7.21)
        ("reusers", "i8"),  # cards that reuse a removed card (RULES 7.19)
        ("needs", "i8", PICTURES),  # cards that require this picture in the supply
        ("answers", "i8", (2, TRIGGERS)),  # a side's reactions to a trigger
        ("program", "i1", (PROGRAMS, INSTRUCTIONS, ROW_WIDTH)),
        ("tokens", "i8"),  # all of them
        ("kinds", "i1"),
        ("symbol_kinds", "i8"),  # bit n: kind n has the momentum symbol
        ("color_tokens", "i8", COLORS),  # like `fits`
        ("colors", "i1"),
        ("spaces", "i8"),
        ("spaces_of_kind", "i8", KINDS),  # where a token may be pinned
        ("threads", "i8", SPACES),  # the spaces next to a space
        ("nixon_threads", "i8"),
        ("picture_threads", "i8", PICTURES),
        ("pictures", "i4"),
        ("momentum_tokens", "i1"),
    ],
    align=True,
)

Table = npt.NDArray[np.void]
"""An array of one TABLE record."""
