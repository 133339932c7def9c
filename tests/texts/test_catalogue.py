"""The catalogues of all languages say the same things."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib import resources

import pytest

from watergate.rules.core.frames import FIRST_DECISION, FIRST_DRAW, Frame
from watergate.rules.story import event_keys
from watergate.texts import (
    LANGUAGES,
    catalogue,
    folded,
    icu,
    known,
    language_of_locale,
    phrase,
    sentence,
)
from watergate.texts.figures import decimal, percent, whole

OTHERS = [language for language in LANGUAGES if language != "en"]


@pytest.mark.parametrize("language", OTHERS)
def test_the_same_keys_in_the_same_order(language: str) -> None:
    assert list(catalogue(language)) == list(catalogue("en"))


@pytest.mark.parametrize("language", OTHERS)
def test_the_same_parameters(language: str) -> None:
    english = catalogue("en")
    for key, text in catalogue(language).items():
        ours, theirs = (icu.parameters(icu.parsed(words)) for words in (english[key], text))
        assert ours == theirs, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_only_forms_that_the_language_has(language: str) -> None:
    forms = {*icu.plural_rule(language).tags, "other"}
    for key, text in catalogue(language).items():
        assert set(forms_in(icu.parsed(text))) <= forms, key


def forms_in(pattern: icu.Pattern) -> Iterator[str]:
    for piece in pattern:
        if isinstance(piece, icu.Plural):
            for form, inner in piece.forms.items():
                yield form
                yield from forms_in(inner)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_clean(language: str) -> None:
    source = resources.files("watergate.texts") / f"{language}.toml"
    text = source.read_text(encoding="utf-8")
    assert set(tomllib.loads(text)) == {key.split(".")[0] for key in catalogue(language)}
    assert not re.search("[õûÕÛ\u00ad\u200b]", text)  # wrong or invisible letters
    for key, words in catalogue(language).items():
        assert words.strip(), key


def test_hungarian_parameters_have_no_article_or_suffix() -> None:
    """Nobody knows here whether a name begins with a vowel; markers are words of our own."""
    for key, text in catalogue("hu").items():
        if key.split(".")[0] in ("log", "prompt", "refusal"):
            assert not re.search(r"\b[Aa]z? \{(?!marker)", text), key
            assert not re.search(r"\{(?!marker)\w+\}[-\w]", text), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_and_decision_has_a_text(language: str) -> None:
    keys = catalogue(language)
    for key, event, params in event_keys():
        if event.row.is_mark:
            assert f"log.{key}" not in keys, key
        else:
            assert icu.parameters(icu.parsed(keys[f"log.{key}"])) <= set(params), key
    for frame in Frame:
        if frame >= FIRST_DECISION:  # tasks decide nothing
            assert any(key.startswith(f"prompt.{frame.key}") for key in keys), frame
        if FIRST_DECISION <= frame < FIRST_DRAW:
            assert f"habit.kind_{frame.key}" in keys, frame


def test_a_phrase() -> None:
    assert phrase("edition.problems", "en", number=1) == "1 problem"
    assert phrase("edition.problems", "en", number=1200) == "1,200 problems"
    assert phrase("edition.problems", "hu", number=12000) == "12\N{NO-BREAK SPACE}000 hiba"
    assert known("symbol.tape", "hu", "?") == "hangszalag"
    assert known("symbol.coin", "hu", "coin") == "coin"


def test_a_sentence() -> None:
    assert sentence("élet.") == "Élet."
    assert sentence("who?.") == "Who?"
    assert sentence("") == ""


def test_searching_forgets_capitals_and_accents() -> None:
    assert folded("Lendületjelző ÁRVÍZTŰRŐ") == "lenduletjelzo arvizturo"


def test_figures() -> None:
    assert [whole(n, "en") for n in (999, 1234, 12345)] == ["999", "1,234", "12,345"]
    assert [whole(n, "hu") for n in (999, 1234)] == ["999", "1234"]
    assert whole(1234567, "hu") == "1\N{NO-BREAK SPACE}234\N{NO-BREAK SPACE}567"
    assert (decimal(-0.5, 2, "en"), decimal(-0.5, 2, "hu")) == ("-0.50", "-0,50")
    assert (percent(0.1234, "en"), percent(0.1234, "hu")) == ("12.34%", "12,34%")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "hu_HU.UTF-8"}, "hu"),
        ({"LANG": "hu"}, "hu"),
        ({"LANG": "hu.UTF-8"}, "hu"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_AT"}, "en"),
        ({"LANG": "hu_HU", "LC_MESSAGES": "en_GB"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "hu_HU"}, "hu"),
        ({"LC_ALL": "hu_HU@euro", "LC_MESSAGES": "en_GB", "LANG": "en_GB"}, "hu"),
        ({"LC_ALL": "", "LANG": "hu-HU"}, "hu"),
    ],
)
def test_the_language_of_the_locale(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language_of_locale() == language
