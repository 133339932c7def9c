"""Editions written to files: what is read back is the same, to the byte."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.edition.helpers import FILE, problems_of, whole_edition
from watergate.edition import EditionError, Place, Problem, standard_edition
from watergate.edition.linter import MOST_BLOCKS, lint
from watergate.edition.loader import content_of, edition_of, read_edition, standard_content
from watergate.edition.problems import said
from watergate.edition.writer import draft_from, draft_of, write_edition
from watergate.texts import LANGUAGES


def standard_draft() -> dict[str, Any]:
    return draft_of(standard_content()) | {"name": "mine"}


def test_the_standard_edition_out_and_in() -> None:
    text = write_edition(standard_draft())
    content = read_edition(text, FILE)
    assert lint(content) == []
    edition = edition_of(content)
    assert edition.digest == standard_edition().digest
    assert edition.cards == standard_edition().cards
    assert edition.spaces == standard_edition().spaces
    assert write_edition(draft_of(content)) == text


def test_a_file_that_extends_becomes_whole() -> None:
    own = 'extends = "standard"\nname = "mine"\n[[card]]\nnumber = 9\nvalue = 2\n'
    content = read_edition(own, FILE)
    text = write_edition(draft_of(content))
    assert "extends" not in text
    again = edition_of(read_edition(text, FILE))
    assert again == edition_of(content)
    assert again.card(9).value == 2


def test_a_finished_edition_is_a_draft_again() -> None:
    draft = draft_from(standard_edition()) | {"name": "mine"}
    edition = edition_of(read_edition(write_edition(draft), FILE))
    assert edition == standard_edition()
    assert edition.abilities == standard_edition().abilities
    assert edition.informants == standard_edition().informants
    assert draft_from(edition) == draft


def test_what_is_out_of_its_range_stays_to_be_mended() -> None:
    raw = whole_edition()
    raw["card"][3] |= {"value": 12, "number": 10**30, "kind": "spy", "color": 7}
    card = draft_of(content_of(raw, FILE))["card"][3]
    assert [card[key] for key in ("value", "number", "kind", "color")] == [12, 1, "spy", ""]


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@settings(deadline=None, max_examples=60)
@given(texts, texts, texts, st.floats(0, 10), st.dictionaries(texts, texts, max_size=2))
def test_any_text_reads_back(
    name: str, script: str, end: str, radius: float, names: dict[str, str]
) -> None:
    draft = standard_draft()
    draft["name"], draft["title"], draft["threads"] = name, names, [[end, "nixon"]]
    draft["card"][0] |= {"script": script, "name": names}
    draft["space"][0]["radius"] = radius
    text = write_edition(draft)
    assert draft_of(content_of(tomllib.loads(text), FILE)) == draft_of(content_of(draft, FILE))
    assert write_edition(tomllib.loads(text)) == text


values = st.none() | st.booleans() | st.integers() | texts | st.lists(texts | st.integers())
raws = st.dictionaries(
    st.sampled_from([*standard_draft(), "other"]),
    values | st.lists(st.dictionaries(st.sampled_from(["name", "script", "count"]), values)),
)


@settings(deadline=None, max_examples=60)
@given(raws)
def test_of_anything_a_draft_is_made_that_can_be_written(raw: dict[str, Any]) -> None:
    draft = draft_of(content_of(raw, FILE))
    assert draft.keys() == standard_draft().keys()
    assert draft_of(read_edition(write_edition(draft), FILE)) == draft


def test_places_are_data() -> None:
    raw = whole_edition()
    raw["card"][3]["value"] = 12
    raw["card"][4]["script"] = "lose card\nfly"
    raw["card"][5]["name"] |= {"en": ""}
    raw["threads"].append(["rim1", "rim1"])
    places = [problem.place for problem in problems_of(raw)]
    assert all(isinstance(place, Place) for place in places)
    told = {(p.section, p.block, p.field, p.line) for p in places if isinstance(p, Place)}
    assert {
        ("card", 3, "value", 0),
        ("card", 4, "script", 2),
        ("card", 5, "name.en", 0),
        ("threads", len(raw["threads"]) - 1, "", 0),
    } <= told


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_its_own_words(language: str) -> None:
    raw = whole_edition()
    raw["card"][3]["value"] = 12
    [problem] = problems_of(raw)
    words = problem.in_words(language)
    assert ("a whole number from 1 to 9" in words) == (language == "en")
    assert "12" in words


def test_a_text_inside_another_is_translated_too() -> None:
    problem = Problem(FILE, "card 9", said("numbers", list=said("none")), "1")
    assert problem.in_words("hu").startswith("itt ez áll: számok: egy sem")


def test_files_without_end_are_refused_at_once() -> None:
    raw = whole_edition()
    raw["space"] = [{"name": f"s{n}"} for n in range(MOST_BLOCKS + 1)]
    raw["threads"] = [["s1", "s2"]] * (10 * MOST_BLOCKS + 1)
    assert [(str(p.place), p.found) for p in problems_of(raw)] == [
        ("space", "far too many"),
        ("threads", "far too many"),
    ]
    raw = whole_edition()
    raw["card"][0]["script"] = "lose card\n" * 1000
    [problem] = problems_of(raw)
    assert "at most 2,000 characters" in problem.allowed


def test_no_toml() -> None:
    with pytest.raises(EditionError):
        read_edition("= 1", FILE)
