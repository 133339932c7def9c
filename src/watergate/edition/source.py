"""Edition files as they are written: read, put in order and extended, but not yet checked.

Whatever a file holds becomes a `Content`; what is too misshapen for that becomes a `Problem` in it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from .fields import BLOCKS, KEYS, is_name
from .problems import EditionError, Place, Problem, listed, said, shown

FIRST_LANGUAGE = "en"
"""The language that every text has."""

FILE = Place("the file")

Raw = dict[str, Any]
"""What TOML gives: any keys, any values."""


class Readable(Protocol):
    """A file: a path, or a resource of a package."""

    def read_bytes(self) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Block:
    """One `[[section]]` block. `key` tells it apart; None if the block has no usable one."""

    place: Place
    key: int | str | None
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Content:
    """What an edition's files say. A section that is not given is absent from `blocks`.

    `file` stands for all of them; `files` says which one holds a top-level key, if there are more.
    `spare` are languages that are inherited but not used by the file itself: its texts may lack
    them, and are then shown in English.
    """

    file: str
    facts: Raw
    blocks: dict[str, list[Block]] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    spare: tuple[str, ...] = ()

    def problem(self, key: str, place: str, found: str, allowed: str) -> Problem:
        """A mistake under a top-level key."""
        return Problem(self.files.get(key, self.file), place, found, allowed)


def read_toml(file: Readable, label: str) -> Raw:
    """What a file says; EditionError if it cannot be read."""
    try:
        data = file.read_bytes()
    except (OSError, ValueError) as error:  # ValueError: no file can have such a name
        reason = getattr(error, "strerror", None) or str(error)
        raise EditionError([Problem(label, FILE, reason, said("readable_file"))]) from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        found = said("byte", byte=f"{error.object[error.start]:#04x}")
        raise EditionError([Problem(label, f"line {line}", found, said("utf8"))]) from None
    return parse_toml(text, label)


def parse_toml(text: str, label: str) -> Raw:
    """What a text says; EditionError if it is no TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise EditionError([_syntax_problem(label, text, str(error))]) from None
    except (ValueError, RecursionError):
        # The parser's own limits, which it does not report as syntax errors.
        raise EditionError([Problem(label, FILE, said("too_deep"), said("usual_toml"))]) from None


def _syntax_problem(label: str, text: str, message: str) -> Problem:
    """The parser's message ends in `(at line 3, column 5)` or `(at end of document)`."""
    reason, _, at = message.rpartition(" (at ")
    lines = text.replace("\r\n", "\n").split("\n")
    position = [int(number) for number in re.findall(r"\d+", at)]
    line, column = position or (len(lines), len(lines[-1]) + 1)
    place = f"line {line}, column {column}"
    return Problem(label, place, shown(lines[line - 1]), said("toml", reason=reason))


def joined(label: str, parts: Mapping[str, Raw]) -> Content:
    """The content of several files, which divide the keys of an edition among them."""
    raw: Raw = {}
    files: dict[str, str] = {}
    problems = []
    for file, part in parts.items():
        for key, value in part.items():
            if key in raw:
                found = said("key_taken", key=shown(key), file=files[key])
                problems.append(Problem(file, "top level", found, said("key_in_one_file")))
            else:
                raw[key], files[key] = value, file
    content = in_order(label, raw, files)
    content.problems.extend(problems)
    return content


def in_order(label: str, raw: Raw, files: Mapping[str, str] | None = None) -> Content:
    """Divide what files say into facts and the blocks of each section."""
    facts = {key: value for key, value in raw.items() if key not in BLOCKS}
    content = Content(label, facts, files=files or {})
    for section in BLOCKS:
        if section in raw:
            content.blocks[section] = _blocks(content, section, raw[section])
    return content


def _blocks(content: Content, section: str, items: object) -> list[Block]:
    if not isinstance(items, list):
        place, allowed = Place.of(section, section), said("blocks", section=section)
        content.problems.append(content.problem(section, place, shown(items), allowed))
        return []
    blocks = []
    for count, item in enumerate(items, start=1):
        if isinstance(item, dict):
            blocks.append(_block(section, count, item))
        else:
            place = Place.of(section, f"{section} block {count}", count - 1)
            content.problems.append(content.problem(section, place, shown(item), said("a_table")))
    return blocks


def _block(section: str, count: int, fields: Raw) -> Block:
    value = fields.get(KEYS.get(section, ""))
    if is_name(value) or (type(value) is int and 0 <= value < 1000):
        return Block(Place.of(section, f"{section} {value}", count - 1), value, fields)
    return Block(Place.of(section, f"{section} block {count}", count - 1), None, fields)


def extended(base: Content, own: Content) -> Content:
    """The content of a file that `extends` another edition: `own` over `base`."""
    replaced = _sections_to_replace(own)
    blocks: dict[str, list[Block]] = {}
    for section in BLOCKS:
        inherited = [] if section in replaced else base.blocks.get(section, [])
        given = own.blocks.get(section, [])
        if section in KEYS:
            blocks[section] = _merged(inherited, given)
        else:
            blocks[section] = given if section in own.blocks else inherited
    inherited_facts = dict(base.facts)
    if "threads" in replaced:
        inherited_facts["threads"] = []
    del inherited_facts["name"]  # one that plays differently must be called differently
    facts = _over(inherited_facts, own.facts)
    del facts["extends"]
    facts.pop("replace", None)
    spare = tuple(code for code in base.facts["title"] if code not in _languages_used(own))
    _keep_title(base, own, facts, spare)
    return Content(own.file, facts, blocks, problems=own.problems, spare=spare)


def _languages_used(own: Content) -> set[str]:
    """Every language in which a file has a text, and English, which all must have."""
    fields = [own.facts, *(block.fields for blocks in own.blocks.values() for block in blocks)]
    texts = [value for values in fields for value in values.values() if isinstance(value, dict)]
    return {FIRST_LANGUAGE, *(code for text in texts for code in text)}


def _keep_title(base: Content, own: Content, facts: Raw, spare: Sequence[str]) -> None:
    """A file that gives a title must give it in all languages it uses."""
    title = facts["title"]
    if not isinstance(title, dict):
        return
    for code, text in base.facts["title"].items():
        if code not in title and code not in spare:
            title[code] = text  # or every other text in that language would be a mistake too
            place, missing = Place.of("title", "title"), said("no_key", key=repr(code))
            own.problems.append(own.problem("title", place, missing, said("languages_of_texts")))


def _sections_to_replace(own: Content) -> Sequence[str]:
    named = own.facts.get("replace", [])
    sections = [*BLOCKS, "threads"]
    wrong = [named] if not isinstance(named, list) else [s for s in named if s not in sections]
    for value in wrong:
        place, allowed = Place.of("replace", "replace"), said("list_of", list=listed(sections))
        own.problems.append(own.problem("replace", place, shown(value), allowed))
    return [] if wrong else named


def _merged(inherited: Sequence[Block], given: Sequence[Block]) -> list[Block]:
    """Inherited blocks with what is given for them, then the new ones; doubles stay doubles."""
    blocks: list[Block] = []
    for block in inherited:
        own = [other for other in given if other.key == block.key]
        changed = [Block(o.place, o.key, _over(block.fields, o.fields)) for o in own]
        blocks += changed or [block]
    known = {block.key for block in inherited}
    return blocks + [block for block in given if block.key not in known]


def _over(old: Mapping[str, Any], new: Mapping[str, Any]) -> Raw:
    """New values over old ones; texts are merged by language.

    A text that is new in English drops its old translations, which would say something else.
    """
    merged = {**old, **new}
    for key, value in new.items():
        if isinstance(value, dict) and isinstance(old.get(key), dict):
            merged[key] = {**value} if FIRST_LANGUAGE in value else {**old[key], **value}
    return merged
