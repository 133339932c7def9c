"""Whatever a file holds, it gives an edition that can be played, or problems; nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.edition.helpers import FILE, STANDARD, whole_edition
from watergate.edition import EditionError, check_edition, load_edition
from watergate.edition.fields import BLOCKS, EDITION
from watergate.edition.linter import lint
from watergate.edition.loader import content_of, edition_of
from watergate.edition.table import table_of

FIELDS = {key for fields in BLOCKS.values() for key in fields}
KEYS = sorted({"extends", "replace", "en", "hu", *EDITION, *BLOCKS, *FIELDS})
WORDS = ["standard", "blue", "rim1", "dean", "nixon", "joker", "event", "lose card", ""]

scalars = (
    st.booleans()
    | st.integers(-5, 70)
    | st.integers().map(lambda n: 16**5000 * n)
    | st.floats()
    | st.sampled_from(WORDS)
    | st.sampled_from(KEYS)
    | st.text()
    | st.dates()
    | st.times()
    | st.datetimes()
)
keys = st.sampled_from(KEYS) | st.text()
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=20,
)
blocks = st.lists(st.dictionaries(keys, values, max_size=8) | values, max_size=3)


def load_or_explain(raw: dict[str, Any]) -> None:
    content = content_of(raw, FILE)
    problems = lint(content)
    assert all(str(problem).startswith(FILE) for problem in problems)
    if problems:
        with pytest.raises(EditionError):
            edition_of(content)
    else:
        assert table_of(edition_of(content)).shape == (1,)


@settings(deadline=None)
@given(st.dictionaries(keys, values | blocks, max_size=8))
def test_any_values(raw: dict[str, Any]) -> None:
    load_or_explain(raw)
    load_or_explain({"extends": "standard", "name": "mine", **raw})


@settings(deadline=None)
@given(st.data())
def test_an_edition_with_a_few_other_values(data: st.DataObject) -> None:
    raw = whole_edition()
    for _ in range(data.draw(st.integers(1, 3))):
        _change_something(data, raw)
    load_or_explain(raw)


def _change_something(data: st.DataObject, raw: Any) -> None:
    """Walk to some place of the values, then set, remove or double what is there."""
    here = raw
    while True:
        places = sorted(here) if isinstance(here, dict) else list(range(len(here)))
        if not places:
            return
        place = data.draw(st.sampled_from(places))
        if isinstance(here[place], dict | list) and data.draw(st.integers(0, 5)):
            here = here[place]
            continue
        match data.draw(st.sampled_from(["set", "remove", "double"])):
            case "set":
                here[place] = data.draw(values)
            case "remove":
                del here[place]
            case _:
                other = data.draw(st.sampled_from(places))
                here[place] = here[other]
        return


@pytest.fixture(name="path", scope="module")
def _path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("editions") / FILE


def read_or_explain(path: Path) -> None:
    problems = check_edition(path)
    assert all(problem.file == str(path) for problem in problems)
    if problems:
        with pytest.raises(EditionError) as caught:
            load_edition(path)
        assert list(caught.value.problems) == problems
    else:
        assert load_edition(path).digest


@settings(deadline=None)
@given(data=st.binary() | st.text().map(str.encode))
def test_any_bytes(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    read_or_explain(path)


TEXT = "\n".join(
    ['name = "mine"', 'title = { en = "Mine", hu = "Az enyém" }', "momentum_tokens = 9"]
    + [(STANDARD / name).read_text(encoding="utf-8") for name in ("board.toml", "tokens.toml")]
    + [(STANDARD / "cards.toml").read_text(encoding="utf-8")]
)


def test_the_text_to_damage_is_sound(path: Path) -> None:
    path.write_text(TEXT, encoding="utf-8")
    assert check_edition(path) == []


@settings(deadline=None)
@given(at=st.integers(0, len(TEXT)), length=st.integers(0, 30), text=st.text(max_size=5))
def test_damaged_files(path: Path, at: int, length: int, text: str) -> None:
    path.write_text(TEXT[:at] + text + TEXT[at + length :], encoding="utf-8")
    read_or_explain(path)
