"""The packages depend on each other as docs/architecture.md says, and in no other way."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src/watergate"
ROOMS_OF_THEIR_OWN = ("rules.core",)
"""Packages inside others that have a place of their own in the row."""
OF_ALL = ("watergate._version.__version__", "watergate.__version__")


def layers() -> list[set[str]]:
    """The row of packages in the page: each may use what stands left of it."""
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    [row] = re.findall(r"^```arrows\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    return [set(layer.replace(",", " ").split()) for layer in row.split("←")]


def package_of(module: str) -> str:
    """The package, or the lone module, to which a module of watergate belongs."""
    name = module.removeprefix("watergate.")
    own = [room for room in ROOMS_OF_THEIR_OWN if f"{name}.".startswith(f"{room}.")]
    return own[0] if own else name.split(".")[0]


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        if parts[0] not in ("__init__", "__main__", "_version"):  # the front doors
            yield ".".join(("watergate", *parts)), path


def imported(module: str, path: Path) -> Iterator[str]:
    """What a module imports of watergate, wherever in its code."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = module.split(".")[: -node.level] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{source}.{alias.name}" for alias in node.names)


def test_packages_use_only_what_stands_left_of_them() -> None:
    row = layers()
    level = {package: number for number, layer in enumerate(row) for package in layer}
    wrong = [
        f"{module} uses {name}"
        for module, path in modules()
        for name in imported(module, path)
        if name.startswith("watergate.") and name not in OF_ALL
        if package_of(name) != package_of(module)
        if level.get(package_of(name), len(row)) >= level[package_of(module)]
    ]
    assert wrong == []


def test_every_package_has_its_place_in_the_row() -> None:
    named = [package for layer in layers() for package in layer]
    assert sorted(named) == sorted({package_of(module) for module, _ in modules()})
