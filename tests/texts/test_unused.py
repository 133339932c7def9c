"""Every text of the catalogue is said somewhere: in the program, the benchmarks or the page.

Nothing is run: the texts in the sources are read. A key counts as used if it stands in one, whole
(`"page.settings"`) or put together (`f"date.month_{month}"`, where each part that is put in must
stand somewhere itself).
"""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from watergate.texts import catalogue

ROOT = Path(__file__).parents[2]
GAP = "\0"
"""Where something is put into a text."""
OF_PARAMETERS = {"part", "side"}
"""Sections that are looked up by the name of a parameter: `rules/wording.py`."""
_QUOTED = re.compile(r"""(["'])([\w.]*)\1""")
_TEMPLATE = re.compile(r"`((?:[\w.]|\$\{[^{}`]*\})+)`")
_PUT_IN = re.compile(r"(\$\{[^{}]*\})")
_EITHER = re.compile(r'\? "(\w*)" : "(\w*)"\}')
"""One of two texts is put in: then it is these or nothing."""


def texts_of_program(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
            yield node.value.replace(" ", "_")  # a form of the card language
        elif isinstance(node, ast.JoinedStr):
            yield "".join(str(p.value) if isinstance(p, ast.Constant) else GAP for p in node.values)
        elif isinstance(node, ast.Name):
            yield node.id.lower()  # a member of an enumeration
        elif isinstance(node, ast.keyword) and node.arg:
            yield node.arg


def texts_of_page(source: str) -> Iterator[str]:
    yield from (found[2] for found in _QUOTED.finditer(source))
    yield from re.findall(r"\b(\w+):", source)  # the name of a field
    for template in _TEMPLATE.findall(source):
        pieces = _PUT_IN.split(template)
        either = [_EITHER.search(gap) for gap in pieces[1::2]]
        for fillings in itertools.product(*(one.groups() if one else (GAP,) for one in either)):
            yield "".join(map("".join, itertools.zip_longest(pieces[::2], fillings, fillvalue="")))


def texts_of_data(source: str) -> Iterator[str]:
    yield from re.findall(r"[a-z_]+", source)


@cache
def texts() -> frozenset[str]:
    """All that stands in quotes, and what names can become texts."""
    program, page = ROOT / "src/watergate", ROOT / "web/src"
    found: set[str] = set()
    for folder, ending, read in (
        (program, "py", texts_of_program),
        (ROOT / "bench", "py", texts_of_program),
        (program / "edition", "toml", texts_of_data),
        (program / "learn", "toml", texts_of_data),
        (page, "ts", texts_of_page),
        (page, "svelte", texts_of_page),
    ):
        for path in folder.rglob(f"*.{ending}"):
            if "generated" not in path.parts:
                found.update(read(path.read_text(encoding="utf-8")))
    return frozenset(found)


@cache
def patterns() -> list[list[str]]:
    """Texts with gaps, as what stands around these; those that say nothing are left out."""
    found = [text.split(GAP) for text in texts() if re.fullmatch(rf"[a-z0-9_.{GAP}]+", text)]
    return [parts for parts in found if len(parts) > 1 and re.search("[a-z_]", "".join(parts))]


def fits(key: str, parts: list[str]) -> bool:
    """Whether a key is a text whose gaps are filled in with other texts or numbers."""
    if not key.startswith(parts[0]):
        return False
    rest = key[len(parts[0]) :]
    if len(parts) == 1:
        return rest == ""
    return any(
        fits(rest[end:], parts[1:])
        for end in range(len(rest) + 1)
        if end == 0 or rest[:end].isdigit() or rest[:end] in texts()
    )


def is_used(key: str) -> bool:
    section, name = key.split(".")
    if key in texts() or any(fits(key, parts) for parts in patterns() if parts[0]):
        return True
    if section not in OF_PARAMETERS and f"{section}.{GAP}" not in texts():
        return False
    return fits(name, ["", ""]) or any(fits(name, parts) for parts in patterns())


def test_no_text_is_left_that_nobody_says() -> None:
    assert [key for key in catalogue("en") if not is_used(key)] == []
