"""Which rows of an enumeration a module deals with by name."""

from __future__ import annotations

import ast
import inspect
from enum import IntEnum
from types import ModuleType


def unnamed(rows: type[IntEnum], module: ModuleType) -> set[str]:
    """The members that a module does not name: it leaves them out, or they are its `else`."""
    named = {
        node.attr
        for node in ast.walk(ast.parse(inspect.getsource(module)))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        if node.value.id == rows.__name__
    }
    return {row.name for row in rows} - named
