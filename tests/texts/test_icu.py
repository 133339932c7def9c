"""The subset of ICU MessageFormat in which texts are written."""

from __future__ import annotations

import pytest

from watergate.texts.icu import BadPattern, filled, parameters, parsed

STEPS = "{side}: {number, plural, one {# step} other {# steps}}!"


def test_parameters_are_filled_in() -> None:
    assert filled(parsed("{a} and {b_c}, {a}"), {"a": "x", "b_c": 3}) == "x and 3, x"
    assert filled(parsed("no parameter # at all"), {}) == "no parameter # at all"
    assert filled(parsed(""), {}) == ""


@pytest.mark.parametrize(("number", "text"), [(0, "0 steps"), (1, "1 step"), (2, "2 steps")])
def test_plurals(number: int, text: str) -> None:
    assert filled(parsed(STEPS), {"side": "E", "number": number}) == f"E: {text}!"


def test_one_form_serves_all_numbers() -> None:
    pattern = parsed("{n, plural, other {# lépés}}")
    assert [filled(pattern, {"n": n}) for n in (1, 5)] == ["1 lépés", "5 lépés"]


def test_forms_may_hold_parameters_and_plurals() -> None:
    pattern = parsed("{a, plural, one {# x, {b, plural, one {# y} other {# ys}}} other {{c}}}")
    assert filled(pattern, {"a": 1, "b": 2, "c": "!"}) == "1 x, 2 ys"
    assert filled(pattern, {"a": 3, "b": 2, "c": "!"}) == "!"
    assert parameters(pattern) == {"a", "b", "c"}


def test_numbers_are_written_as_wished() -> None:
    values: dict[str, str | int] = {"side": "E", "number": 1000}
    assert filled(parsed(STEPS), values, lambda n: f"{n:,}") == "E: 1,000 steps!"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a } b", "a '}' too many at character 3"),
        ("{", "no parameter's name"),
        ("{Name}", "no parameter's name"),
        ("{name", "no '}' or ', plural,'"),
        ("{name, select, other {x}}", "no '}' or ', plural,'"),
        ("{n, plural, few {x} other {y}}", "no form"),
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
