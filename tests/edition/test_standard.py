"""The standard edition holds the facts of the rules."""

from __future__ import annotations

from collections import Counter

import pytest

from watergate.edition import (
    Kind,
    Side,
    check_edition,
    load_edition,
    standard_edition,
)
from watergate.edition.loader import digest_of

EDITION = standard_edition()


def test_it_has_no_problems() -> None:
    assert check_edition() == check_edition("standard") == []


def test_it_is_loaded_once() -> None:
    assert load_edition() is load_edition("standard") is standard_edition()


def test_its_digest_is_that_of_the_facts() -> None:
    assert EDITION.digest == digest_of(EDITION)
    assert len(EDITION.digest) == 16


def test_twenty_cards_a_side() -> None:
    assert [card.number for card in EDITION.cards] == [*range(2, 22), *range(23, 43)]
    for side, numbers in ((Side.NIXON, range(2, 22)), (Side.EDITOR, range(23, 43))):
        assert [card.number for card in EDITION.cards if card.side is side] == [*numbers]


def test_kinds_of_cards() -> None:
    of_kind = {kind: {c.number for c in EDITION.cards if c.kind is kind} for kind in Kind}
    assert of_kind[Kind.CONSPIRATOR] == {9, 10, 11, 12, 13, 14}
    assert of_kind[Kind.JOURNALIST] == {33, 34, 35}
    assert len(of_kind[Kind.EVENT]) == 31


def test_reactions() -> None:
    """RULES 8."""
    scripts = {card.number: card.script[0].text for card in EDITION.cards if card.is_reaction}
    assert scripts == {
        14: "answer event, discard it",
        35: "answer conspirator, remove it",
        40: "answer conspirator, remove it",
        42: "answer value, reverse it",
    }


def test_jokers_and_colors() -> None:
    """Six cards of each colour a side, and two jokers."""
    for side in Side:
        colors = Counter(card.color for card in EDITION.cards if card.side is side)
        assert colors == {"blue": 6, "yellow": 6, "green": 6, "joker": 2}
    assert {card.number for card in EDITION.cards if card.is_joker} == {10, 13, 33, 34}


@pytest.mark.parametrize("side", Side)
def test_every_informant_has_a_card(side: Side) -> None:
    """RULES 7.1 and 7.2."""
    two_steps = {"butterfield", "martha_mitchell", "mccord"}
    cards = [card for card in EDITION.cards if card.side is side and card.informant]
    assert {card.informant for card in cards} == {i.name for i in EDITION.informants}
    assert len(cards) == 7
    for card in cards:
        assert [line.text for line in card.script] == [
            f"require {card.informant}",
            f"pin {card.informant}",
            f"move initiative or momentum {2 if card.informant in two_steps else 1}",
        ]


@pytest.mark.parametrize(
    ("number", "name", "value", "script"),
    [
        (9, "Howard Hunt", 1, "move momentum 2; draw card, play it"),
        (10, "Gordon Liddy", 2, "choose evidence faceup, bag"),
        (11, "Chuck Colson", 1, "lose card; another turn"),
        (12, "Bob Haldeman", 1, "choose each evidence, move 1"),
        (
            13,
            "John Ehrlichman",
            2,
            "move momentum 2; move initiative 2; choose evidence facedown, bag",
        ),
        (
            15,
            '"A third-rate burglary attempt"',
            1,
            "choose evidence off-zero, to 0; place momentum 1",
        ),
        (16, '"Cancer on the presidency"', 2, "choose evidence, move 3; end round"),
        (17, "The President speaks", 1, "draw evidence, to 3"),
        (18, "Presidential election 1972", 2, "share 4 steps among evidence"),
        (19, "Operation Gemstone", 1, "move momentum 2; choose two evidence, move 2"),
        (20, "Gambit", 2, "place momentum 5; spare conspirator"),
        (21, "A brilliant mood", 2, "require later turn; silence events"),
        (30, "Deep Throat", 2, "choose picture facedown, supply; move initiative 3"),
        (31, "The Rose Mary stretch", 2, "choose evidence faceup green, pin"),
        (
            32,
            'The "smoking gun" tape',
            2,
            "move initiative 2; move momentum 2; choose evidence facedown, move 1",
        ),
        (33, "Bob Woodward", 2, "draw evidence, to 2; move initiative or momentum 2"),
        (34, "Carl Bernstein", 2, "choose evidence on board, to 0"),
        (
            36,
            "Who is paying the lawyers?",
            2,
            "move initiative 2; move momentum 1; choose up to two evidence faceup, move 1",
        ),
        (37, "The Pentagon papers", 3, "draw evidence, pin"),
        (
            38,
            "The Watergate complex",
            3,
            "move initiative 3; choose evidence faceup, move 2; choose evidence facedown, move 1",
        ),
        (
            39,
            "Saturday night massacre",
            1,
            "place initiative 0; return evidence; choose evidence, move 1",
        ),
        (41, "The system works", 1, "reuse removed"),
    ],
)
def test_actions(number: int, name: str, value: int, script: str) -> None:
    """RULES 7.3 to 7.21."""
    card = EDITION.card(number)
    assert card.names["en"] == name
    assert card.value == value
    assert "; ".join(line.text for line in card.script) == script


def test_tokens() -> None:
    """RULES 2.5: 36 tokens; none of three colours."""
    kinds = EDITION.token_kinds
    assert sum(kind.count for kind in kinds) == 36
    assert {len(kind.colors) for kind in kinds} == {1, 2}
    assert [kind.name for kind in kinds if kind.momentum_symbol] == ["blue*", "yellow*", "green*"]
    for color in EDITION.colors:
        assert sum(kind.count for kind in kinds if color.name in kind.colors) == 16


def test_momentum() -> None:
    """RULES 2.2 and 5.4."""
    assert EDITION.momentum_tokens == 9
    abilities = {ability.space: ability for ability in EDITION.abilities}
    assert {space: ability.script[0].text for space, ability in abilities.items()} == {
        3: "draw evidence, pin",
        4: "choose evidence facedown on board, bag",
        5: "choose evidence facedown on board, turn",
    }


def test_board() -> None:
    assert Counter(space.color for space in EDITION.spaces) == {"blue": 8, "yellow": 8, "green": 8}
    assert len(EDITION.informants) == 7
    ends = Counter(end for thread in EDITION.threads for end in thread)
    assert ends["nixon"] == 3
    assert all(ends[informant.name] == 1 for informant in EDITION.informants)
    assert all(2 <= ends[space.name] <= 5 for space in EDITION.spaces)
