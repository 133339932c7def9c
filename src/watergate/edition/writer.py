"""Write editions as TOML that reads back exactly; equal editions give equal files.

A *draft* is an edition as plain values, in the shape of its file, whole (nothing is inherited), and
perhaps not finished: `draft_of` makes one of any content, however misshapen, for somebody to mend.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from .fields import BLOCKS, EDITION, SCRIPT, TEXTS, Field
from .model import Ability, Card, Edition
from .problems import said, shown
from .source import Content, Raw

HUGE = said("huge_number")
_EMPTY: Mapping[str, Any] = {
    "momentum_tokens": 9, "threads": [], "title": {}, "label": {}, "text": {},
    "colors": [], "momentum_symbol": False, "count": 1, "number": 1, "value": 1, "space": 1,
    "side": "editor", "kind": "event", "radius": 1, "angle": 0,
}  # fmt: skip
"""What stands in a draft where a file has nothing usable; a text for all other keys."""


def draft_of(content: Content) -> Raw:
    """An edition to work on: every key is there, and holds a value of its type."""
    draft = {key: _value(content.facts, key, field) for key, field in EDITION.items()}
    draft["threads"] = [list(thread) for thread in draft["threads"] if _is_pair(thread)]
    for section, fields in BLOCKS.items():
        draft[section] = [
            {key: _value(block.fields, key, field) for key, field in fields.items()}
            for block in content.blocks.get(section, [])
        ]
    return draft


def _value(values: Mapping[str, Any], key: str, field: Field) -> Any:
    value = values.get(key)
    if field is TEXTS:
        texts = value if isinstance(value, dict) else {}
        return {code: text for code, text in texts.items() if isinstance(text, str)}
    empty = _EMPTY.get(key, "")
    # What is only out of its range stays, to be mended where it stands.
    is_alike = type(value) is type(empty) and isinstance(value, str | int) and shown(value) != HUGE
    return value if field.accepts(value) or is_alike else empty


def _is_pair(thread: object) -> bool:
    return isinstance(thread, list) and len(thread) == 2 and all(type(end) is str for end in thread)


def write_edition(draft: Mapping[str, Any]) -> str:
    """The file of a draft. Keys that no edition has are left out."""
    lines = list(_facts(draft))
    for section, fields in BLOCKS.items():
        for block in draft.get(section, []):
            lines += ["", f"[[{section}]]", *_lines(block, fields)]
    return "\n".join(lines) + "\n"


def _facts(draft: Mapping[str, Any]) -> Iterator[str]:
    plain = {key: field for key, field in EDITION.items() if key != "threads"}
    yield from _lines(draft, plain)
    yield "threads = ["
    yield from (f"  {_written(thread)}," for thread in draft.get("threads", []))
    yield "]"


def _lines(values: Mapping[str, Any], fields: Mapping[str, Field]) -> Iterator[str]:
    for key, field in fields.items():
        if key not in values:
            continue
        value = values[key]
        if field is SCRIPT and isinstance(value, str) and "\n" in value:
            yield f'{key} = """\n{_quoted(value)}"""'
        elif isinstance(value, dict):
            yield from (f"{key}.{_key(code)} = {_written(text)}" for code, text in value.items())
        else:
            yield f"{key} = {_written(value)}"


def _written(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case float() if value.is_integer():
            return str(int(value))  # browsers do not tell 1.0 from 1
        case int() | float():
            return repr(value)
        case list():
            return f"[{', '.join(_written(item) for item in value)}]"
        case _:
            text = _quoted(str(value)).replace("\n", "\\n")
            return f'"{text}"'


def _quoted(text: str) -> str:
    """A text as it stands between quotes, but for its line feeds."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return re.sub(r"[\x00-\x09\x0b-\x1f\x7f]", lambda found: f"\\u{ord(found[0]):04x}", escaped)


def _key(code: str) -> str:
    return code if re.fullmatch(r"[A-Za-z0-9_-]+", code) else _written(code)


def draft_from(edition: Edition) -> Raw:
    """The draft of a finished edition, to start another from."""
    drawn = [(one, {"radius": one.radius, "angle": one.angle}) for one in edition.spaces]
    hung = [(one, {"radius": one.radius, "angle": one.angle}) for one in edition.informants]
    return {
        "name": edition.name,
        "title": dict(edition.titles),
        "momentum_tokens": edition.momentum_tokens,
        "threads": [list(thread) for thread in edition.threads],
        "color": [
            {"name": c.name, "symbol": c.symbol, "label": dict(c.names)} for c in edition.colors
        ],
        "token": [
            {"colors": list(k.colors), "momentum_symbol": k.momentum_symbol, "count": k.count}
            for k in edition.token_kinds
        ],
        "card": [
            {
                "number": card.number, "side": str(card.side), "kind": str(card.kind),
                "value": card.value, "color": card.color, **_worded(card),
            }
            for card in edition.cards
        ],
        "ability": [{"space": a.space, **_worded(a)} for a in edition.abilities],
        "space": [{"name": s.name, "color": s.color, **place} for s, place in drawn],
        "informant": [{"name": i.name, "full_name": i.full_name, **place} for i, place in hung],
    }  # fmt: skip


def _worded(block: Card | Ability) -> Raw:
    script = "".join(f"{statement.text}\n" for statement in block.script)
    return {"name": dict(block.names), "text": dict(block.texts), "script": script}
