"""Compile an edition to its table: facts and scripts in the form the rules read.

`layout.py` says what a table looks like. Every rules function takes one, so several editions live
in one process and the same compiled code serves them all.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from .caching import kept_by_edition
from .layout import (
    ABILITY,
    DISCARD,
    EACH,
    EFFECT_BAG,
    EFFECT_MOVE,
    EFFECT_PIN,
    EFFECT_PLACE,
    EFFECT_TURN,
    FACEDOWN,
    FACEUP,
    INITIATIVE,
    INSTRUCTIONS,
    MOMENTUM,
    OFF_ZERO,
    ON_BOARD,
    OPTIONAL,
    OTHER,
    REMOVED,
    ROW_WIDTH,
    TABLE,
    VALUE_MOVE,
    Op,
    Table,
)
from .model import Edition, Kind, Side, Statement

KIND_ORDER = tuple(Kind)
"""The number of a card's kind, as in `layout.py`."""
_EFFECTS = {"bag": EFFECT_BAG, "pin": EFFECT_PIN, "turn": EFFECT_TURN}
_SIMPLE = {
    "free picture": Op.FREE_PICTURE,
    "return evidence": Op.RETURN_EVIDENCE,
    "draw card": Op.DRAW_CARD,
    "lose card": Op.LOSE_CARD,
    "another turn": Op.ANOTHER_TURN,
    "silence events": Op.SILENCE_EVENTS,
    "end round": Op.END_ROUND,
}
"""Forms of a line that are one instruction without anything more."""
_FACTS = ("require later turn", "require picture", "reuse", "answer")
"""Forms that are facts of the table instead."""


@kept_by_edition
def table_of(edition: Edition) -> Table:
    """The table of a checked edition."""
    table = np.zeros(1, TABLE)
    t = table.view(np.recarray)[0]
    _write_tokens(t, edition)
    _write_board(t, edition)
    _write_cards(t, edition)
    for ability in edition.abilities:
        t.program[ABILITY + ability.space] = _program(edition, ability.script)
    table.flags.writeable = False
    return table


def _write_tokens(t: np.record, edition: Edition) -> None:
    colors = [color.name for color in edition.colors]
    t.colors, t.kinds = len(colors), len(edition.token_kinds)
    t.momentum_tokens = edition.momentum_tokens
    for index, kind in enumerate(edition.token_kinds):
        t.tokens += kind.count << 4 * index
        t.symbol_kinds |= kind.momentum_symbol << index
        for color in kind.colors:
            t.color_tokens[colors.index(color)] |= 15 << 4 * index
        for space, spot in enumerate(edition.spaces):
            if spot.color in kind.colors:
                t.spaces_of_kind[index] |= 1 << space


def _write_board(t: np.record, edition: Edition) -> None:
    spaces = {space.name: index for index, space in enumerate(edition.spaces)}
    pictures = {informant.name: index for index, informant in enumerate(edition.informants)}
    t.spaces, t.pictures = (1 << len(spaces)) - 1, (1 << len(pictures)) - 1
    for one, other in edition.threads:
        for end, space in ((one, other), (other, one)):
            if space not in spaces:
                continue
            bit = 1 << spaces[space]
            if end in spaces:
                t.threads[spaces[end]] |= bit
            elif end in pictures:
                t.picture_threads[pictures[end]] |= bit
            else:
                t.nixon_threads |= bit


def _write_cards(t: np.record, edition: Edition) -> None:
    colors = [color.name for color in edition.colors]
    pictures = [informant.name for informant in edition.informants]
    for card in edition.cards:
        n, bit = card.number, 1 << card.number
        asked = colors if card.is_joker else [card.color]
        kind = KIND_ORDER.index(card.kind)
        t.owner[n], t.kind[n], t.value[n] = card.side, kind, card.value
        for color in asked:
            t.fits[n] |= t.color_tokens[colors.index(color)]
            t.ask_colors[n] |= 1 << colors.index(color)
        t.cards[card.side] |= bit
        t.cards_of_kind[kind] |= bit
        t.program[n] = _program(edition, card.script)
        for statement in card.script:
            match statement.form:
                case "require later turn":
                    t.later_turn |= bit
                case "require picture":
                    t.needs[pictures.index(statement.words["picture"])] |= bit
                case "reuse":
                    t.reusers |= bit
                case "answer":
                    _write_reaction(t, card.side, bit, n, statement)


def _write_reaction(t: np.record, side: Side, bit: int, card: int, statement: Statement) -> None:
    t.reactions |= bit
    kind = statement.words.get("kind")
    trigger = VALUE_MOVE if kind is None else KIND_ORDER.index(Kind(kind))
    t.answers[side, trigger] |= bit
    t.cancelled_to[card] = REMOVED if statement.words.get("pile") == "remove" else DISCARD


def _program(edition: Edition, script: Sequence[Statement]) -> npt.NDArray[np.int8]:
    colors = [color.name for color in edition.colors]
    pictures = [informant.name for informant in edition.informants]
    program = np.zeros((INSTRUCTIONS, ROW_WIDTH), np.int8)
    for index, row in enumerate(compile_script(script, colors, pictures)):
        program[index, : len(row)] = row
    return program


def compile_script(
    script: Sequence[Statement], colors: Sequence[str], pictures: Sequence[str]
) -> list[tuple[int, ...]]:
    """The instructions of a script, without the END that follows them."""
    return [row for line in script for row in compile_statement(line, colors, pictures)]


def compile_statement(
    statement: Statement, colors: Sequence[str], pictures: Sequence[str]
) -> list[tuple[int, ...]]:
    """The instructions of one line. Requirements and reactions are facts of the table instead."""
    words = statement.words
    markers = {"initiative": INITIATIVE, "momentum": MOMENTUM}
    match statement.form:
        case "move":
            either = INITIATIVE | MOMENTUM
            return [
                (Op.MOVE_MARKER, markers.get(words["markers"], either), statement.number("steps"))
            ]
        case "place":
            return [(Op.PLACE_MARKER, markers[words["marker"]], statement.number("space"))]
        case "pin picture":
            return [(Op.PIN_PICTURE, pictures.index(words["picture"]))]
        case "choose evidence":
            return _choices(statement, colors)
        case "share":
            step = (Op.CHOOSE, FACEUP | FACEDOWN, 0, EFFECT_MOVE, 1)
            return [step] * statement.number("steps")
        case "draw evidence":
            if "space" in words:
                return [(Op.DRAW_EVIDENCE, 0, 0, EFFECT_PLACE, statement.number("space"))]
            return [(Op.DRAW_EVIDENCE, 0, 0, EFFECT_PIN)]
        case "spare":
            return [(Op.SPARE, KIND_ORDER.index(Kind(words["kind"])))]
        case form if form in _SIMPLE:
            return [(_SIMPLE[form],)]
        case form:
            assert form in _FACTS, form
            return []


def _choices(statement: Statement, colors: Sequence[str]) -> list[tuple[int, ...]]:
    words = statement.words
    faces = {"faceup": FACEUP, "facedown": FACEDOWN}.get(words.get("face", ""), FACEUP | FACEDOWN)
    color = 1 + colors.index(words["color"]) if "color" in words else 0
    bits = faces | (ON_BOARD if "board" in words else 0)
    if "off_zero" in words:  # face-down evidence always lies on 0 (RULES 4.12)
        bits = FACEUP | OFF_ZERO
    if "steps" in words:
        effect, number = EFFECT_MOVE, statement.number("steps")
    elif "space" in words:
        effect, number = EFFECT_PLACE, statement.number("space")
    else:
        effect, number = _EFFECTS[words["effect"]], 0
    match words.get("many"):
        case "two":
            flags = [OTHER, OTHER]
        case "up to two":
            flags = [OTHER | OPTIONAL, OTHER | OPTIONAL]
        case "each":
            flags = [OTHER | EACH]
        case _:
            return [(Op.CHOOSE, bits, color, effect, number)]
    return [
        *((Op.CHOOSE, bits | flag, color, effect, number, len(flags) - i - 1)
          for i, flag in enumerate(flags)),
        (Op.FORGET,),
    ]  # fmt: skip
