"""The rooms of the server: each uses those below it only, and is read in one sitting."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import watergate.server

HOME = Path(watergate.server.__file__).parent
PACKAGE = ("watergate", "server")
MOST_LINES = 350

ROOMS = (
    "model", "fields", "requests", "status", "messages", "wire", "settings", "problems",
    "home_network", "limits", "security", "metrics", "frames", "connection", "websocket_client",
    "children", "logs", "storage", "trouble", "notifications", "tables", "records", "live", "peers",
    "services", "work", "maintenance", "house", "guard", "api", "page", "app", "running",
    "supervising",
)  # fmt: skip
"""From the lowest to the highest."""
KNOWS_VALUES_ONLY = ("storage", "tables")
"""Neither knows the other, nor anything else but the model."""


def modules() -> Iterator[tuple[str, Path]]:
    """Every module of the server, with its room."""
    for path in HOME.rglob("*.py"):
        room = path.relative_to(HOME).with_suffix("").parts[0]
        if room != "__init__":
            yield room, path


def rooms_used(path: Path) -> set[str]:
    """The rooms a module imports from, by relative names or whole ones."""
    package = (*PACKAGE, *path.relative_to(HOME).parent.parts)
    used = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.ImportFrom):
            continue
        parts = tuple(node.module.split(".")) if node.module else ()
        if node.level:
            parts = package[: len(package) - node.level + 1] + parts
        if parts[:2] == PACKAGE:
            used |= {parts[2]} if len(parts) > 2 else {name.name for name in node.names}
    return used


def test_every_room_has_its_place() -> None:
    assert {room for room, _ in modules()} == set(ROOMS)


def test_rooms_use_those_below_them_only() -> None:
    arrows = {
        (room, used, path.name) for room, path in modules() for used in rooms_used(path) - {room}
    }
    assert ("api", "services", "people.py") in arrows
    assert not {arrow for arrow in arrows if ROOMS.index(arrow[1]) > ROOMS.index(arrow[0])}


def test_storage_and_tables_know_the_model_alone() -> None:
    for room, path in modules():
        if room in KNOWS_VALUES_ONLY:
            assert rooms_used(path) <= {room, "model"}, path


def test_every_file_can_be_read_in_one_sitting() -> None:
    for _, path in modules():
        text = path.read_text(encoding="utf-8")
        assert text.startswith('"""'), path
        assert len(text.splitlines()) <= MOST_LINES, path
