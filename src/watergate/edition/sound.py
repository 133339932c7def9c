"""First half of the linter: each key and value by itself.

What is wrong becomes a `Finding`; what is sound is the ground on which the other checks stand, so
that one mistake does not set off a dozen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from .fields import BLOCKS, EDITION, OPTIONAL, Field
from .problems import Place, listed, said, shown
from .source import Block, Content


class Finding(NamedTuple):
    """A mistake under a top-level key; `Content.problem` makes a `Problem` of it."""

    key: str
    place: Place
    found: str
    allowed: str


@dataclass(frozen=True, slots=True)
class Sound:
    """What of a content is sound: a key that is missing or wrong is not here."""

    facts: Mapping[str, Any]
    blocks: Mapping[str, Sequence[Block]]
    spare: Sequence[str]

    def values(self, section: str, key: str) -> list[Any]:
        return [block.fields[key] for block in self.blocks[section] if key in block.fields]

    def having(self, section: str, *keys: str) -> Iterator[tuple[Block, list[Any]]]:
        """The blocks of a section that have all of these keys, with the values."""
        for block in self.blocks[section]:
            if all(key in block.fields for key in keys):
                yield block, [block.fields[key] for key in keys]


def sound_part(content: Content) -> Sound:
    blocks = {
        section: [
            Block(block.place, block.key, _sound_fields(block.fields, fields))
            for block in content.blocks.get(section, [])
        ]
        for section, fields in BLOCKS.items()
    }
    return Sound(_sound_fields(content.facts, EDITION), blocks, content.spare)


def _sound_fields(values: Mapping[str, Any], fields: Mapping[str, Field]) -> dict[str, Any]:
    return {
        key: value for key, value in values.items() if key in fields and fields[key].accepts(value)
    }


def check_shape(content: Content) -> Iterator[Finding]:
    """Unknown keys, missing keys and wrong values, everywhere."""
    allowed = said("keys", list=listed([*EDITION, *BLOCKS]))
    for key in content.facts:
        if key not in EDITION:
            yield Finding(key, _top(key), said("key", key=shown(key)), allowed)
    for key, field in EDITION.items():
        if key not in content.facts:
            yield Finding(key, _top(key), said("no_key", key=repr(key)), field.allowed)
        elif not field.accepts(content.facts[key]):
            place = Place.of(key, key)
            yield Finding(key, place, shown(content.facts[key]), field.allowed)
    for section, fields in BLOCKS.items():
        if section not in content.blocks and section not in OPTIONAL:
            missing = said("no_key", key=repr(section))
            yield Finding(section, _top(section), missing, said("blocks", section=section))
        for block in content.blocks.get(section, []):
            yield from _check_block(section, block, fields)


def _top(key: str) -> Place:
    return Place.of(key, "top level")


def _check_block(section: str, block: Block, fields: Mapping[str, Field]) -> Iterator[Finding]:
    for key in block.fields:
        if key not in fields:
            yield Finding(section, block.place, said("key", key=shown(key)), listed([*fields]))
    for key, field in fields.items():
        if key not in block.fields:
            yield Finding(section, block.place, said("no_key", key=repr(key)), field.allowed)
        elif not field.accepts(block.fields[key]):
            value = shown(block.fields[key])
            yield Finding(section, block.place.inside(key), value, field.allowed)
