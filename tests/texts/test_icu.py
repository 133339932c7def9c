"""The subset of ICU MessageFormat in which texts are written."""

from __future__ import annotations

import pytest

from watergate.texts.icu import BadPattern, filled, parameters, parsed

STEPS = "{side}: {number, plural, one {# step} other {# steps}}!"


def test_parameters_are_filled_in() -> None:
    assert filled(parsed("{a} and {b_c}, {a}"), {"a": "x", "b_c": 3}, "en") == "x and 3, x"
    assert filled(parsed("no parameter # at all"), {}, "en") == "no parameter # at all"
    assert filled(parsed(""), {}, "en") == ""


@pytest.mark.parametrize(("number", "text"), [(0, "0 steps"), (1, "1 step"), (2, "2 steps")])
def test_plurals(number: int, text: str) -> None:
    assert filled(parsed(STEPS), {"side": "E", "number": number}, "en") == f"E: {text}!"


def test_one_form_serves_all_numbers() -> None:
    pattern = parsed("{n, plural, other {# lépés}}")
    assert [filled(pattern, {"n": n}, "hu") for n in (1, 5)] == ["1 lépés", "5 lépés"]


def test_forms_may_hold_parameters_and_plurals() -> None:
    pattern = parsed("{a, plural, one {# x, {b, plural, one {# y} other {# ys}}} other {{c}}}")
    assert filled(pattern, {"a": 1, "b": 2, "c": "!"}, "en") == "1 x, 2 ys"
    assert filled(pattern, {"a": 3, "b": 2, "c": "!"}, "en") == "!"
    assert parameters(pattern) == {"a", "b", "c"}


@pytest.mark.parametrize(
    ("language", "one", "few", "many", "other"),
    [
        ("pl", [1], [2, 4, 22, 102], [0, 5, 11, 12, 21, 112], []),
        ("cs", [1], [2, 3, 4], [], [0, 5, 11, 21, 22, 101]),
        ("ru", [1, 21, 101], [2, 4, 22, 102], [0, 5, 11, 12, 112], []),
        ("en", [1], [], [], [0, 2, 21]),
        ("hu", [1], [], [], [0, 2, 21]),
    ],
)
def test_each_language_has_its_own_forms(
    language: str, one: list[int], few: list[int], many: list[int], other: list[int]
) -> None:
    pattern = parsed("{n, plural, one {one} few {few} many {many} other {other}}")
    for form, numbers in {"one": one, "few": few, "many": many, "other": other}.items():
        for n in numbers:
            assert filled(pattern, {"n": n}, language) == form, n


def test_a_form_that_is_left_out_is_served_by_other() -> None:
    assert filled(parsed("{n, plural, one {krok} other {kroki}}"), {"n": 5}, "pl") == "kroki"


def test_numbers_are_written_as_the_language_does() -> None:
    values: dict[str, str | int] = {"side": "E", "number": 1000}
    assert filled(parsed(STEPS), values, "en") == "E: 1,000 steps!"
    assert filled(parsed(STEPS), values, "hu") == "E: 1000 steps!"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a } b", "a '}' too many at character 3"),
        ("{", "no parameter's name"),
        ("{Name}", "no parameter's name"),
        ("{name", "no '}' or ', plural,'"),
        ("{name, select, other {x}}", "no '}' or ', plural,'"),
        ("{n, plural, some {x} other {y}}", "no form"),
        ("{n, plural, one {x}}", "a plural without 'other'"),
        ("{n, plural, other {x}", "no form"),
        ("{n, plural, other {x", "no '}'"),
        ("Nixon'{n}", "an apostrophe before a brace"),
    ],
)
def test_what_is_not_written_well_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadPattern) as error:
        parsed(text)
    assert reason in str(error.value)
    assert repr(text) in str(error.value)
