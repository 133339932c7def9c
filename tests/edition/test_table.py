"""Tables: every statement as instructions, and the facts of the standard edition as masks."""

from __future__ import annotations

import numpy as np
import pytest

from watergate.edition import Side, layout, standard_edition
from watergate.edition.language import read_script
from watergate.edition.layout import Op
from watergate.edition.table import compile_script, table_of

EDITION = standard_edition()
TABLE = table_of(EDITION)[0]
COLORS = ["blue", "yellow", "green"]
PICTURES = ["martha_mitchell", "dean"]


def mask(*numbers: int) -> int:
    return sum(1 << number for number in numbers)


@pytest.mark.parametrize(
    ("line", "rows"),
    [
        ("move initiative 2", [(Op.MOVE_MARKER, 1, 2)]),
        ("move momentum 1", [(Op.MOVE_MARKER, 2, 1)]),
        ("move initiative or momentum 3", [(Op.MOVE_MARKER, 3, 3)]),
        ("place initiative 0", [(Op.PLACE_MARKER, 1, 0)]),
        ("place momentum 5", [(Op.PLACE_MARKER, 2, 5)]),
        ("pin dean", [(Op.PIN_PICTURE, 1)]),
        ("choose evidence, move 3", [(Op.CHOOSE, 3, 0, layout.EFFECT_MOVE, 3)]),
        ("choose evidence faceup green, pin", [(Op.CHOOSE, 1, 3, layout.EFFECT_PIN, 0)]),
        ("choose evidence facedown, bag", [(Op.CHOOSE, 2, 0, layout.EFFECT_BAG, 0)]),
        ("choose evidence off-zero, to 0", [(Op.CHOOSE, 5, 0, layout.EFFECT_PLACE, 0)]),
        ("choose evidence on board, to 0", [(Op.CHOOSE, 11, 0, layout.EFFECT_PLACE, 0)]),
        (
            "choose evidence facedown on board, turn",
            [(Op.CHOOSE, 10, 0, layout.EFFECT_TURN, 0)],
        ),
        (
            "choose two evidence, move 2",
            [(Op.CHOOSE, 19, 0, 0, 2, 1), (Op.CHOOSE, 19, 0, 0, 2, 0), (Op.FORGET,)],
        ),
        (
            "choose up to two evidence faceup, move 1",
            [(Op.CHOOSE, 49, 0, 0, 1, 1), (Op.CHOOSE, 49, 0, 0, 1, 0), (Op.FORGET,)],
        ),
        ("choose each evidence, move 1", [(Op.CHOOSE, 83, 0, 0, 1, 0), (Op.FORGET,)]),
        ("share 2 steps among evidence", [(Op.CHOOSE, 3, 0, 0, 1)] * 2),
        ("choose picture facedown, supply", [(Op.FREE_PICTURE,)]),
        ("return evidence", [(Op.RETURN_EVIDENCE,)]),
        ("draw evidence, to 3", [(Op.DRAW_EVIDENCE, 0, 0, layout.EFFECT_PLACE, 3)]),
        ("draw evidence, pin", [(Op.DRAW_EVIDENCE, 0, 0, layout.EFFECT_PIN)]),
        ("draw card, play it", [(Op.DRAW_CARD,)]),
        ("lose card", [(Op.LOSE_CARD,)]),
        ("another turn", [(Op.ANOTHER_TURN,)]),
        ("silence events", [(Op.SILENCE_EVENTS,)]),
        ("end round", [(Op.END_ROUND,)]),
        ("spare journalist", [(Op.SPARE, layout.JOURNALIST)]),
        ("require dean", []),
        ("require later turn", []),
        ("reuse removed", []),
        ("answer value, reverse it", []),
    ],
)
def test_instructions(line: str, rows: list[tuple[int, ...]]) -> None:
    script, _ = read_script(line, colors=COLORS, pictures=PICTURES)
    assert compile_script(script, COLORS, PICTURES) == rows


def test_programs_of_cards_and_abilities() -> None:
    assert TABLE["program"][9, :3, 0].tolist() == [
        Op.MOVE_MARKER,
        Op.DRAW_CARD,
        Op.END,
    ]
    fourth = TABLE["program"][layout.ABILITY + 4, :2]
    assert fourth.tolist() == [[Op.CHOOSE, 10, 0, layout.EFFECT_BAG, 0, 0], [0] * 6]
    assert not TABLE["program"][layout.ABILITY + 1].any()
    assert not TABLE["program"][14].any()


def test_cards() -> None:
    assert TABLE["cards"][Side.NIXON] == mask(*range(2, 22))
    assert TABLE["cards"][Side.EDITOR] == mask(*range(23, 43))
    assert TABLE["owner"][2:22].tolist() == [Side.NIXON] * 20
    assert TABLE["cards_of_kind"][layout.CONSPIRATOR] == mask(*range(9, 15))
    assert TABLE["cards_of_kind"][layout.JOURNALIST] == mask(33, 34, 35)
    assert TABLE["kind"][35] == layout.JOURNALIST
    assert TABLE["value"][8] == 4
    assert TABLE["later_turn"] == mask(21)
    assert TABLE["reusers"] == mask(41)
    woods = [informant.name for informant in EDITION.informants].index("woods")
    assert TABLE["needs"][woods] == mask(2, 23)


def test_reactions() -> None:
    """RULES 8.2 to 8.4."""
    assert TABLE["reactions"] == mask(14, 35, 40, 42)
    assert TABLE["answers"][Side.NIXON].tolist() == [mask(14), 0, 0, 0]
    assert TABLE["answers"][Side.EDITOR].tolist() == [0, mask(35, 40), 0, mask(42)]
    piles = {card: int(TABLE["cancelled_to"][card]) for card in (14, 35, 40, 42)}
    assert piles == {
        14: layout.DISCARD,
        35: layout.REMOVED,
        40: layout.REMOVED,
        42: layout.DISCARD,
    }


def test_tokens() -> None:
    assert TABLE["tokens"] == int("4" * 9, 16)
    assert TABLE["kinds"] == 9
    assert TABLE["colors"] == 3
    assert TABLE["symbol_kinds"] == 0b010101
    assert TABLE["momentum_tokens"] == 9
    assert TABLE["color_tokens"].tolist() == [0x0FF0000FF, 0xF0F00FF00, 0xFF0FF0000, 0, 0, 0]
    assert TABLE["fits"][9] == TABLE["color_tokens"][0]
    assert TABLE["ask_colors"][9] == 0b001
    assert TABLE["fits"][10] == 0xFFFFFFFFF
    assert TABLE["ask_colors"][10] == 0b111


def test_board() -> None:
    spaces = [space.name for space in EDITION.spaces]
    at = spaces.index
    assert TABLE["spaces"] == (1 << 24) - 1
    assert TABLE["pictures"] == (1 << 7) - 1
    assert TABLE["nixon_threads"] == mask(at("inner1"), at("inner3"), at("inner5"))
    assert TABLE["picture_threads"][0] == mask(at("rim1"))
    assert TABLE["threads"][at("rim1")] == mask(at("spoke1"), at("rim2"))
    blue = mask(*(i for i, space in enumerate(EDITION.spaces) if space.color == "blue"))
    yellow = mask(*(i for i, space in enumerate(EDITION.spaces) if space.color == "yellow"))
    assert TABLE["spaces_of_kind"][0] == blue
    assert TABLE["spaces_of_kind"][6] == blue | yellow


def test_tables_are_made_once_and_cannot_be_changed() -> None:
    assert table_of(EDITION) is table_of(EDITION)
    with pytest.raises(ValueError, match="read-only"):
        table_of(EDITION)["kinds"] = 3


def test_masks_stay_positive() -> None:
    """Compiled code shifts them as signed numbers."""
    assert layout.CARDS <= 63
    assert 4 * layout.KINDS < 63
    assert np.iinfo(np.int8).max > max(layout.PROGRAMS, (1 << layout.COLORS) - 1)
