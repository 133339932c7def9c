"""Every check of the linter, provoked: place, what was found, what is allowed."""

from __future__ import annotations

import tomllib
from datetime import date
from typing import Any

import pytest

from tests.edition.helpers import (
    one_problem,
    problem,
    problems_in_variant,
    problems_of,
    whole_edition,
)
from watergate.edition.fields import BLOCKS, KEYS
from watergate.edition.problems import shown

NAME = "a word of at most 40 letters a-z, digits and _ that begins with a letter"
TEXT = "one line of text, at most 500 characters"
TEXTS = "a text for each language, like name.en"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (False, "false"),
        (3, "3"),
        pytest.param(-(16**5000), "a huge number", id="huge"),
        (float("nan"), "nan"),
        (0.5, "0.5"),
        ("word", "'word'"),
        ("a\nb", "'a\\nb'"),
        ("x" * 81, repr("x" * 80) + "..."),
        ([[1], 2], "a list"),
        ({"a": {}}, "a table"),
        (date(1972, 6, 17), "1972-06-17"),
    ],
)
def test_how_values_are_shown(value: object, text: str) -> None:
    assert shown(value) == text


# Shape


@pytest.mark.parametrize(
    ("changes", "place", "found", "allowed"),
    [
        (
            "titel = 1",
            "top level",
            "key 'titel'",
            "name, title, momentum_tokens, threads, color, token, card, ability, space, informant, "
            "extends (and with it replace)",
        ),
        ("card = 3", "card", "3", "blocks that begin with [[card]]"),
        ("card = {number = 3}", "card", "a table", "blocks that begin with [[card]]"),
        ("card = [1972-06-17]", "card block 1", "1972-06-17", "a table"),
        (
            "[[card]]\nnumber = 13\nvalu = 3",
            "card 13",
            "key 'valu'",
            "number, side, kind, value, color, name, text, script",
        ),
        (
            "[[ability]]\nspace = 3\ncost = 1",
            "ability 3",
            "key 'cost'",
            "space, name, text, script",
        ),
        ("[[space]]\nname = 'rim1'\nx = 1", "space rim1", "key 'x'", "name, color, radius, angle"),
        (
            "[[informant]]\nname = 'dean'\nx = 1",
            "informant dean",
            "key 'x'",
            "name, full_name, radius, angle",
        ),
        ("[[color]]\nname = 'blue'\nx = 1", "color blue", "key 'x'", "name, symbol, label"),
        ("momentum_tokens = 0", "momentum_tokens", "0", "a whole number from 1 to 60"),
        ("momentum_tokens = 61", "momentum_tokens", "61", "a whole number from 1 to 60"),
        ("momentum_tokens = true", "momentum_tokens", "true", "a whole number from 1 to 60"),
        ("momentum_tokens = 9.0", "momentum_tokens", "9.0", "a whole number from 1 to 60"),
        ("title = 'Mine'", "title", "'Mine'", TEXTS),
        ("threads = 3", "threads", "3", "a list of pairs of names"),
        (
            "[[card]]\nnumber = 13\nside = 'editors'",
            "card 13, side",
            "'editors'",
            "one of: editor, nixon",
        ),
        (
            "[[card]]\nnumber = 13\nkind = ['event']",
            "card 13, kind",
            "a list",
            "one of: event, conspirator, journalist",
        ),
        ("[[card]]\nnumber = 13\nvalue = 0", "card 13, value", "0", "a whole number from 1 to 9"),
        ("[[card]]\nnumber = 13\nvalue = 10", "card 13, value", "10", "a whole number from 1 to 9"),
        ("[[card]]\nnumber = 13\ncolor = 'Blue'", "card 13, color", "'Blue'", NAME),
        ("[[card]]\nnumber = 13\nname = ''", "card 13, name", "''", TEXTS),
        (
            "[[card]]\nnumber = 13\nscript = ['lose card']",
            "card 13, script",
            "a list",
            "the lines of a script, at most 2,000 characters",
        ),
        (
            "[[space]]\nname = 'rim1'\nradius = nan",
            "space rim1, radius",
            "nan",
            "a number from 0 to 10",
        ),
        (
            "[[space]]\nname = 'rim1'\nradius = true",
            "space rim1, radius",
            "true",
            "a number from 0 to 10",
        ),
        (
            "[[space]]\nname = 'rim1'\nangle = 360.5",
            "space rim1, angle",
            "360.5",
            "a number from 0 to 360",
        ),
        (
            "[[informant]]\nname = 'dean'\nangle = -1",
            "informant dean, angle",
            "-1",
            "a number from 0 to 360",
        ),
        ("[[informant]]\nname = 'dean'\nfull_name = ' '", "informant dean, full_name", "' '", TEXT),
        ("[[color]]\nname = 'blue'\nsymbol = ''", "color blue, symbol", "''", NAME),
    ],
)
def test_shape(changes: str, place: str, found: str, allowed: str) -> None:
    assert problems_in_variant(changes) == [problem(place, found, allowed)]


@pytest.mark.parametrize(
    ("token", "place", "found", "allowed"),
    [
        ("colors = []", "token block 10, colors", "a list", "a list of different colours"),
        (
            "colors = ['blue', 'blue']",
            "token block 10, colors",
            "a list",
            "a list of different colours",
        ),
        ("colors = [1]", "token block 10, colors", "a list", "a list of different colours"),
        ("colors = 'blue'", "token block 10, colors", "'blue'", "a list of different colours"),
        (
            "colors = ['blue', 'red']",
            "token block 10, colors",
            "'red'",
            "some of: blue, yellow, green",
        ),
        ("momentum_symbol = 1", "token block 10, momentum_symbol", "1", "true or false"),
        ("count = 0", "token block 10, count", "0", "a whole number from 1 to 15"),
        ("count = 16", "token block 10, count", "16", "a whole number from 1 to 15"),
        ("colour = 'blue'", "token block 10", "key 'colour'", "colors, momentum_symbol, count"),
        (
            "colors = ['yellow', 'blue']\nmomentum_symbol = false",
            "token block 10",
            "the colours and symbol of token block 7 again",
            "each kind once, with its count",
        ),
    ],
)
def test_tokens(token: str, place: str, found: str, allowed: str) -> None:
    raw = whole_edition()
    new = {"colors": ["yellow", "blue"], "momentum_symbol": True, "count": 1}
    raw["token"].append(new | tomllib.loads(token))
    assert problems_of(raw) == [problem(place, found, allowed)]


@pytest.mark.parametrize(
    ("key", "allowed"),
    [
        ("name", NAME),
        ("title", TEXTS),
        ("momentum_tokens", "a whole number from 1 to 60"),
        ("threads", "a list of pairs of names"),
        *[(s, f"blocks that begin with [[{s}]]") for s in BLOCKS if s != "ability"],
    ],
)
def test_missing_keys_of_an_edition(key: str, allowed: str) -> None:
    raw = whole_edition()
    del raw[key]
    assert problem("top level", f"no {key!r}", allowed) in problems_of(raw)


@pytest.mark.parametrize(
    ("section", "key"), [(section, key) for section, keys in BLOCKS.items() for key in keys]
)
def test_missing_keys_of_blocks(section: str, key: str) -> None:
    raw = whole_edition()
    block = raw[section][-1]
    del block[key]
    name = block.get(KEYS.get(section, ""), f"block {len(raw[section])}")
    allowed = BLOCKS[section][key].allowed
    assert problem(f"{section} {name}", f"no {key!r}", allowed) in problems_of(raw)


def test_an_empty_file_lacks_everything() -> None:
    found = [p.found for p in problems_of({})]
    assert found == [
        "no 'name'",
        "no 'title'",
        "no 'momentum_tokens'",
        "no 'threads'",
        "no 'color'",
        "no 'token'",
        "no 'card'",
        "no 'space'",
        "no 'informant'",
    ]


# Extending


@pytest.mark.parametrize(
    ("raw", "place", "found", "allowed"),
    [
        ({"extends": "deluxe", "name": "mine"}, "extends", "'deluxe'", "'standard'"),
        ({"extends": ["standard"], "name": "mine"}, "extends", "a list", "'standard'"),
        ({"extends": "standard"}, "top level", "no 'name'", NAME),
        (
            {"extends": "standard", "name": "standard"},
            "name",
            "'standard'",
            "a name of its own: that is the standard edition's",
        ),
        (
            {"extends": "standard", "name": "mine", "replace": "card"},
            "replace",
            "'card'",
            "a list of these: color, token, card, ability, space, informant, threads",
        ),
        (
            {"extends": "standard", "name": "mine", "replace": ["card", "cards"]},
            "replace",
            "'cards'",
            "a list of these: color, token, card, ability, space, informant, threads",
        ),
        (
            {**whole_edition(), "replace": []},
            "top level",
            "key 'replace'",
            "name, title, momentum_tokens, threads, color, token, card, ability, space, informant, "
            "extends (and with it replace)",
        ),
    ],
)
def test_extending(raw: dict[str, Any], place: str, found: str, allowed: str) -> None:
    assert problems_of(raw) == [problem(place, found, allowed)]


# Names and counts


@pytest.mark.parametrize(
    ("section", "key", "value", "place", "found", "allowed"),
    [
        ("card", "number", 0, "card 0, number", "0", "a whole number from 1 to 62"),
        ("card", "number", 63, "card 63, number", "63", "a whole number from 1 to 62"),
        ("card", "number", True, "card block 40, number", "true", "a whole number from 1 to 62"),
        ("card", "number", -1, "card block 40, number", "-1", "a whole number from 1 to 62"),
        pytest.param(
            "card",
            "number",
            16**5000,
            "card block 40, number",
            "a huge number",
            "a whole number from 1 to 62",
            id="huge",
        ),
        ("card", "number", 13, "card 13", "number 13 again", "each number once"),
        ("ability", "space", 6, "ability 6, space", "6", "a whole number from 1 to 5"),
        ("ability", "space", 3, "ability 3", "space 3 again", "each space once"),
        ("color", "symbol", "cheque", "color green", "symbol 'cheque' again", "each symbol once"),
        ("space", "name", "Rim 12", "space block 24, name", "'Rim 12'", NAME),
        ("space", "name", "x" * 41, "space block 24, name", repr("x" * 41), NAME),
    ],
)
def test_keys_of_blocks(
    section: str, key: str, value: object, place: str, found: str, allowed: str
) -> None:
    raw = whole_edition()
    raw[section][-1][key] = value
    assert problem(place, found, allowed) in problems_of(raw)


@pytest.mark.parametrize(
    "word", ["nixon", "initiative", "momentum", "facedown", "joker", "supply", "bag"]
)
def test_reserved_names(word: str) -> None:
    raw = whole_edition()
    raw["space"][-1]["name"] = word
    allowed = "any other word than: nixon, initiative, momentum, facedown, joker, supply, bag"
    assert problem(f"space {word}", f"name {word!r}", allowed) in problems_of(raw)


@pytest.mark.parametrize(
    ("section", "name", "owner"),
    [
        ("space", "blue", "color"),
        ("space", "rim11", "space"),
        ("informant", "rim12", "space"),
        ("informant", "dean", "informant"),
        ("color", "blue", "color"),
    ],
)
def test_names_are_taken_once(section: str, name: str, owner: str) -> None:
    raw = whole_edition()
    raw[section][-1]["name"] = name
    found = f"name {name!r}, which a {owner} has too"
    allowed = "different names for all colours, spaces and informants"
    assert problem(f"{section} {name}", found, allowed) in problems_of(raw)


@pytest.mark.parametrize(
    ("section", "count", "allowed"),
    [
        ("color", 7, "1 to 6"),
        ("color", 0, "1 to 6"),
        ("token", 16, "1 to 15"),
        ("token", 0, "1 to 15"),
        ("space", 33, "1 to 32"),
        ("space", 0, "1 to 32"),
        ("informant", 17, "2 to 16"),
        ("informant", 1, "2 to 16"),
    ],
)
def test_counts(section: str, count: int, allowed: str) -> None:
    raw = whole_edition()
    raw[section] = (raw[section] * 40)[:count]
    assert problem(section, f"{count} of them", allowed) in problems_of(raw)


def test_unknown_colors() -> None:
    assert one_problem("[[space]]\nname = 'rim1'\ncolor = 'red'") == problem(
        "space rim1, color", "'red'", "one of: blue, yellow, green"
    )
    assert one_problem("[[card]]\nnumber = 13\ncolor = 'red'") == problem(
        "card 13, color", "'red'", "one of: blue, yellow, green, joker"
    )


def test_every_color_has_a_space_and_a_token() -> None:
    changes = "[[color]]\nname = 'red'\nsymbol = 'stamp'\nlabel.en = 'red'"
    assert problems_in_variant(changes) == [
        problem("color red", "no space of this colour", "at least one"),
        problem("color red", "no token of this colour", "at least one"),
    ]
