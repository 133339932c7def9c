"""Every rule of docs/rules.md has a test that names it; nothing names a rule that is not there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from watergate.rules.core.events import Event
from watergate.rules.core.frames import Frame

ROOT = Path(__file__).parents[1]


def rules() -> set[str]:
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    return set(re.findall(r"^\*\*(\d+\.\d+)\*\*", text, re.MULTILINE))


def cited() -> dict[str, list[str]]:
    """The rules that tests are marked with, and the tests."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                for argument in node.args:
                    if isinstance(argument, ast.Constant):
                        found.setdefault(str(argument.value), []).append(path.name)
    return found


def test_every_rule_is_cited_by_a_test() -> None:
    assert sorted(rules() - set(cited())) == []
    assert len(rules()) > 70


def test_no_test_cites_a_rule_that_is_not_there() -> None:
    assert sorted(set(cited()) - rules()) == []


def test_no_row_names_a_rule_that_is_not_there() -> None:
    """What happens and what is decided comes from a rule, or from a chapter as a whole."""
    known = rules() | {rule.partition(".")[0] for rule in rules()}
    named = {frame.name: {frame.rule} for frame in Frame}
    named |= {event.name: set(event.row.rules) for event in Event}
    assert {name: rules for name, rules in named.items() if not rules or rules - known} == {}
