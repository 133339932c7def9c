"""An edition in the form the rules read: one flat NumPy record, the *table*.

Every rules function takes a table, so several editions live in one process and the same compiled
code serves them all. Sets of cards, spaces and pictures are bit masks: bit n is card number n,
space n or picture n. Multisets of tokens are 64-bit words of four bits a kind:

    bits   59..56   ...   7..4     3..0
           kind 14        kind 1   kind 0      (the top four bits stay clear, so words are positive)
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from .model import Edition, Kind, Side, Statement

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

KIND_ORDER = (Kind.EVENT, Kind.CONSPIRATOR, Kind.JOURNALIST)
EVENT, CONSPIRATOR, JOURNALIST = range(3)
VALUE_MOVE = 3
"""What a reaction can answer: the action of a kind of card, or a value part that moves evidence."""
TRIGGERS = 4

ABILITY = CARDS + 1
"""The program of the ability of momentum space n is ABILITY + n; a card's is its number."""
PROGRAMS = ABILITY + MOMENTUM_SPACES + 1

# Piles: where a card goes.
DISCARD, REMOVED = 0, 1

# Instructions are rows (op, a, b, c, d, e).
(
    END,  # the script is over
    MOVE_MARKER,  # a: markers, b: steps
    PLACE_MARKER,  # a: markers, b: space
    PIN_PICTURE,  # a: picture
    CHOOSE,  # a: filter, b: colour + 1 or 0, c: effect, d: steps or space, e: rows a pass skips
    FORGET,  # the tokens chosen so far may be chosen again
    FREE_PICTURE,
    RETURN_EVIDENCE,
    DRAW_EVIDENCE,  # c: effect, d: space
    DRAW_CARD,
    LOSE_CARD,
    ANOTHER_TURN,
    SILENCE_EVENTS,
    END_ROUND,
    SPARE,  # a: kind of card
) = range(15)

INITIATIVE, MOMENTUM = 1, 2
"""Bits of MOVE_MARKER and PLACE_MARKER."""
FACEUP, FACEDOWN, OFF_ZERO, ON_BOARD, OTHER, OPTIONAL, EACH = (1 << bit for bit in range(7))
"""Bits of CHOOSE. OTHER: not a token this statement has moved already (RULES 4.13)."""
EFFECT_MOVE, EFFECT_PLACE, EFFECT_BAG, EFFECT_PIN, EFFECT_TURN = range(5)
EFFECTS = {"bag": EFFECT_BAG, "pin": EFFECT_PIN, "turn": EFFECT_TURN}

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
        ("program", "i1", (PROGRAMS, INSTRUCTIONS, 6)),
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


@functools.cache
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
    program = np.zeros((INSTRUCTIONS, 6), np.int8)
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
            return [(MOVE_MARKER, markers.get(words["markers"], either), statement.number("steps"))]
        case "place":
            return [(PLACE_MARKER, markers[words["marker"]], statement.number("space"))]
        case "pin picture":
            return [(PIN_PICTURE, pictures.index(words["picture"]))]
        case "choose evidence":
            return _choices(statement, colors)
        case "share":
            step = (CHOOSE, FACEUP | FACEDOWN, 0, EFFECT_MOVE, 1)
            return [step] * statement.number("steps")
        case "draw evidence":
            if "space" in words:
                return [(DRAW_EVIDENCE, 0, 0, EFFECT_PLACE, statement.number("space"))]
            return [(DRAW_EVIDENCE, 0, 0, EFFECT_PIN)]
        case "spare":
            return [(SPARE, KIND_ORDER.index(Kind(words["kind"])))]
        case form:
            simple = {
                "free picture": FREE_PICTURE,
                "return evidence": RETURN_EVIDENCE,
                "draw card": DRAW_CARD,
                "lose card": LOSE_CARD,
                "another turn": ANOTHER_TURN,
                "silence events": SILENCE_EVENTS,
                "end round": END_ROUND,
            }
            return [(simple[form],)] if form in simple else []


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
        effect, number = EFFECTS[words["effect"]], 0
    match words.get("many"):
        case "two":
            flags = [OTHER, OTHER]
        case "up to two":
            flags = [OTHER | OPTIONAL, OTHER | OPTIONAL]
        case "each":
            flags = [OTHER | EACH]
        case _:
            return [(CHOOSE, bits, color, effect, number)]
    return [
        *((CHOOSE, bits | flag, color, effect, number, len(flags) - i - 1)
          for i, flag in enumerate(flags)),
        (FORGET,),
    ]  # fmt: skip
