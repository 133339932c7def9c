"""The examples in README and docs are true."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import watergate
import watergate.rules.game
from watergate.rules.moves import Verb

ROOT = Path(__file__).parents[1]
PAGES = ["README.md", *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md")))]
WITH_EXAMPLES = [page for page in PAGES if ">>>" in (ROOT / page).read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", WITH_EXAMPLES)
def test_examples_of_the_page_are_true(page: str) -> None:
    options = doctest.IGNORE_EXCEPTION_DETAIL
    result = doctest.testfile(str(ROOT / page), module_relative=False, optionflags=options)
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("module", [watergate, watergate.rules.game])
def test_examples_of_the_module_are_true(module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert result.attempted > 0
    assert result.failed == 0


def test_every_verb_of_a_move_is_in_the_notation() -> None:
    page = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    moves = page.partition("## Moves")[2].partition("## Positions")[0]
    assert set(re.findall(r"^\| `(\w+)", moves, re.MULTILINE)) == {str(verb) for verb in Verb}


def test_links_between_pages_lead_somewhere() -> None:
    for page in PAGES:
        path = ROOT / page
        for target in _links(path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{page} links to {target}"


def _links(text: str) -> list[str]:
    found = re.findall(r"\]\(([^)#\s]+)[^)]*\)", text)
    return [target for target in found if "://" not in target]
