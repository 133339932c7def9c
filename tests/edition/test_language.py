from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from watergate.edition.language import (
    FORMS,
    ScriptError,
    numbers,
    read_script,
    written_numbers,
)
from watergate.edition.layout import Op
from watergate.edition.model import Statement
from watergate.edition.table import compile_script

COLORS = ("blue", "green2")
PICTURES = ("dean", "source_2")


def read(source: str, *, ability: bool = False) -> tuple[tuple[Statement, ...], list[ScriptError]]:
    return read_script(source, colors=COLORS, pictures=PICTURES, ability=ability)


def errors(source: str, *, ability: bool = False) -> list[ScriptError]:
    return read(source, ability=ability)[1]


EVERY_FORM = {
    "require later turn": "require later turn\nmove momentum 1",
    "require picture": "require source_2\nmove momentum 1",
    "pin picture": "require dean\npin dean",
    "move": "move initiative or momentum 9",
    "place": "place momentum 5",
    "choose evidence": "choose evidence faceup green2, pin",
    "share": "share 3 steps among evidence",
    "free picture": "choose picture facedown, supply",
    "return evidence": "return evidence",
    "draw evidence": "draw evidence, to 0",
    "draw card": "draw card, play it",
    "lose card": "lose card",
    "another turn": "another turn",
    "silence events": "silence events",
    "end round": "end round",
    "spare": "spare conspirator",
    "reuse": "reuse removed",
    "answer": "answer value, reverse it",
}


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_every_form_is_understood(form: object) -> None:
    name = getattr(form, "name", "")
    statements, found = read(EVERY_FORM[name])
    assert found == []
    assert name in [statement.form for statement in statements]
    compile_script(statements, COLORS, PICTURES)


@pytest.mark.parametrize(
    "line",
    [
        "move initiative 1",
        "place initiative 0",
        "choose evidence, move 1",
        "choose evidence, to 3",
        "choose evidence off-zero, to 0",
        "choose evidence faceup off-zero blue, bag",
        "choose two evidence facedown, move 2",
        "choose up to two evidence faceup blue, move 2",
        "choose each evidence, move 1",
        "choose evidence on board, to 0",
        "choose evidence faceup on board, bag",
        "choose evidence facedown on board, turn",
        "draw evidence, pin",
        "answer journalist, remove it",
        "answer event, discard it",
        "  choose   evidence ,  bag ".replace(" ,", ","),
        "lose card # and now a comment",
    ],
)
def test_lines_that_are_understood(line: str) -> None:
    assert errors(line) == []


def test_comments_and_blank_lines_are_skipped_but_counted() -> None:
    statements, found = read("# first\n\nmove  momentum   2  # two\nwalk\n")
    assert [statement.text for statement in statements] == ["move momentum 2"]
    assert [error.line for error in found] == [4]


def test_an_unknown_verb_gets_the_whole_language() -> None:
    [error] = errors("move initiative 1\nmvoe momentum 2")
    assert (error.line, error.found) == (2, "'mvoe momentum 2'")
    assert error.allowed.startswith("one of: ")
    assert all(form.usage in error.allowed for form in FORMS)


def test_a_known_verb_gets_its_forms() -> None:
    [error] = errors("draw evidence, to 6")
    assert error.allowed == "one of: draw evidence, to SPACE|pin; draw card, play it"


@pytest.mark.parametrize(
    ("line", "found", "allowed"),
    [
        ("require nobody\nlose card", "picture 'nobody'", "one of: dean, source_2"),
        ("choose evidence faceup red, pin", "colour 'red'", "one of: blue, green2"),
        ("choose evidence on board, pin", "'pin' for evidence on board", "on board: to, bag, turn"),
        (
            "choose evidence facedown, turn",
            "'turn' for evidence on the track",
            "on the track: move, to, bag, pin",
        ),
        (
            "choose evidence on board, turn",
            "'turn' for evidence that may lie face up",
            "'turn' with 'facedown'",
        ),
        ("choose two evidence, bag", "'two' with 'bag'", "'two' only with 'move STEPS'"),
        (
            "choose evidence, to 0",
            "'to 0' for evidence that may lie on 0",
            "'to 0' with 'off-zero' or 'on board'",
        ),
        (
            "choose evidence off-zero on board, bag",
            "'off-zero' or a colour with 'on board'",
            "'faceup' or 'facedown' with 'on board'",
        ),
        (
            "choose evidence faceup blue on board, bag",
            "'off-zero' or a colour with 'on board'",
            "'faceup' or 'facedown' with 'on board'",
        ),
        (
            "choose evidence facedown off-zero, bag",
            "'off-zero' with 'facedown'",
            "face-down evidence on the track always lies on 0",
        ),
        (
            "choose evidence blue, bag",
            "a colour without 'faceup'",
            "a colour only with 'faceup': others cannot be seen",
        ),
    ],
)
def test_misused_words(line: str, found: str, allowed: str) -> None:
    assert errors(line) == [ScriptError(1, found, allowed)]


@pytest.mark.parametrize(
    ("source", "found", "allowed"),
    [
        ("", "nothing to carry out", "at least one line besides requirements"),
        ("# nothing\n", "nothing to carry out", "at least one line besides requirements"),
        ("require dean", "nothing to carry out", "at least one line besides requirements"),
        ("reuse removed\nlose card", "'reuse removed' among others", "it stands alone in a script"),
        ("end round\nlose card", "'end round' before others", "it is the last line"),
        ("lose card\nrequire dean", "'require dean' after others", "requirements come first"),
        ("pin dean", "'pin dean'", "'require dean' before it"),
        ("require source_2\npin dean", "'pin dean'", "'require dean' before it"),
    ],
)
def test_order_of_lines(source: str, found: str, allowed: str) -> None:
    assert errors(source) == [ScriptError(0, found, allowed)]


@pytest.mark.parametrize(
    "line",
    [
        "require later turn",
        "require dean",
        "pin dean",
        "draw card, play it",
        "another turn",
        "silence events",
        "end round",
        "spare event",
        "reuse removed",
        "answer value, reverse it",
    ],
)
def test_what_an_ability_cannot_say(line: str) -> None:
    allowed = "in an ability, only what needs no card in play"
    assert errors(line, ability=True) == [ScriptError(1, repr(line), allowed)]


def test_everything_wrong_is_reported_at_once() -> None:
    found = errors("nonsense\nchoose two evidence red, bag\nanswer value, reverse it\nend round")
    assert [error.line for error in found] == [1, 2, 2, 2, 0]


def test_numbers() -> None:
    script, _ = read("require source_2\nplace momentum 5\nshare 4 steps among evidence")
    assert numbers(script) == [4, 5]
    assert written_numbers("E5 first, then 4 steps and 0x") == [0, 4, 5]


WORDS = sorted({word for source in EVERY_FORM.values() for word in source.split()})
LINES = sorted({line for source in EVERY_FORM.values() for line in source.splitlines()})


@settings(deadline=None)
@given(st.text() | st.lists(st.lists(st.sampled_from(WORDS)).map(" ".join)).map("\n".join))
def test_any_text_is_read(source: str) -> None:
    for ability in (False, True):
        statements, found = read(source, ability=ability)
        assert statements or found


@settings(deadline=None)
@given(st.lists(st.sampled_from(LINES), max_size=4), st.booleans())
@example(["answer value, reverse it"], False)
def test_what_is_understood_can_be_compiled(lines: list[str], ability: bool) -> None:
    statements, found = read("\n".join(lines), ability=ability)
    assert [statement.text for statement in statements] == lines
    if not found:
        rows = compile_script(statements, COLORS, PICTURES)
        assert all(1 <= len(row) <= 6 and row[0] != Op.END for row in rows)
