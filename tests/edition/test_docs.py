"""docs/card-language.md explains the whole language, and what it shows is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from watergate.edition import check_edition, fields, layout, load_edition, standard_edition
from watergate.edition.card_checks import FEWEST_CARDS
from watergate.edition.language import FORMS, NAME_LENGTH, Form
from watergate.edition.linter import RESERVED
from watergate.edition.table import table_of

PAGE = (Path(__file__).parents[2] / "docs" / "card-language.md").read_text(encoding="utf-8")
RULES = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+) ?(\d*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
VARIANTS = [text for language, _, text in BLOCKS if language == "toml"]
SCRIPTS = [(int(card), text) for language, card, text in BLOCKS if language == "script"]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_every_statement_has_a_heading(form: Form) -> None:
    assert f"\n#### `{form.usage}`\n" in PAGE


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_every_statement_says_which_rule_it_carries_out(form: Form) -> None:
    text = PAGE.partition(f"\n#### `{form.usage}`\n")[2]
    about = re.split(r"^#{2,4} ", text, maxsplit=1, flags=re.MULTILINE)[0]
    named = re.findall(r"\b\d+\.\d+\b", " ".join(re.findall(r"\([\d., ]+\)", about)))
    assert named
    assert all(f"\n**{rule}** " in RULES for rule in named), named


@pytest.mark.parametrize("text", VARIANTS, ids=lambda text: text.split('"')[3])
def test_every_variant_can_be_played(text: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    assert check_edition(path) == []
    assert table_of(load_edition(path)) is not table_of(standard_edition())


def test_there_is_a_worked_example() -> None:
    whole = VARIANTS[-1]
    assert all(f"[[{section}]]" in whole for section in ("card", "ability", "space", "token"))


@pytest.mark.parametrize(("number", "text"), SCRIPTS, ids=lambda value: str(value).split("\n")[0])
def test_scripts_of_standard_cards_are_theirs(number: int, text: str) -> None:
    script = standard_edition().card(number).script
    assert text.splitlines() == [statement.text for statement in script]


def test_most_statements_have_an_example() -> None:
    shown = {line.form for n, _ in SCRIPTS for line in standard_edition().card(n).script}
    assert shown == {form.name for form in FORMS}


def test_the_python_example_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(VARIANTS[0], encoding="utf-8")
    [example] = [text for language, _, text in BLOCKS if language == "python"]
    exec(example, {})
    assert capsys.readouterr().out == "2\n"


def test_the_messages_shown_are_real(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    wrong = VARIANTS[0].replace("value = 2", "value = 12").replace("momentum 1\n", "momentum\n")
    Path("mine.toml").write_text(wrong, encoding="utf-8")
    messages = "\n".join(str(problem) for problem in check_edition("mine.toml"))
    assert f"```text\n{messages}\n```" in PAGE


@pytest.mark.parametrize(
    ("what", "limit"),
    [
        ("colours", f"1 to {layout.COLORS}"),
        ("kinds of tokens", f"1 to {layout.KINDS}"),
        ("tokens of one kind", f"1 to {layout.COPIES}"),
        ("spaces", f"1 to {layout.SPACES}"),
        ("informants", f"2 to {layout.PICTURES}"),
        ("card numbers", f"1 to {layout.CARDS - 1}"),
        ("cards of each side", f"at least {FEWEST_CARDS}"),
        ("values of cards", f"1 to {fields.MOST_VALUE}"),
        ("momentum tokens", f"1 to {fields.MOST_MOMENTUM}"),
        ("spaces with abilities", f"1 to {layout.MOMENTUM_SPACES}"),
        ("instructions of one script", f"at most {layout.INSTRUCTIONS - 1}"),
        ("reactions of both sides together", f"at most {layout.CHAIN - 1}"),
        (
            "cards of one side that draw a card to play it or reuse one",
            f"at most {layout.NESTED}",
        ),
        ("letters of a short name", f"at most {NAME_LENGTH}"),
        ("characters of a text", f"at most {fields.TEXT_LENGTH}"),
        ("radius", f"0 to {fields.MOST_RADIUS}"),
        ("angle", "0 to 360"),
    ],
)
def test_limits(what: str, limit: str) -> None:
    assert f"\n| {what} | {limit} |\n" in PAGE


def test_keys_and_words() -> None:
    for section in fields.BLOCKS:
        assert f"`[[{section}]]`" in PAGE
    for key in [*fields.EDITION, *(key for block in fields.BLOCKS.values() for key in block)]:
        assert f"`{key}`" in PAGE
    assert all(f"`{word}`" in PAGE for word in RESERVED)
