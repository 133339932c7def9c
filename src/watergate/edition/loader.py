"""Loading editions: the standard one, or one that a TOML file describes.

A file is read (`source.py`), checked (`linter.py`), and only then made into an `Edition`.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from .fields import BLOCKS
from .language import read_script
from .linter import lint
from .model import (
    Ability,
    Card,
    Color,
    Edition,
    Informant,
    Kind,
    Side,
    Space,
    Statement,
    TokenKind,
)
from .problems import EditionError, Place, Problem, said, shown
from .source import Content, Raw, extended, in_order, joined, parse_toml, read_toml

STANDARD = "standard"
DIGEST_LENGTH = 16
_STANDARD_FILES = ("edition.toml", "tokens.toml", "board.toml", "cards.toml")


@functools.cache
def standard_edition() -> Edition:
    """The game as the rules describe it."""
    return edition_of(standard_content())


def load_edition(path: str | os.PathLike[str] | None = None) -> Edition:
    """The edition a TOML file describes, whole or by what it changes; without one, the standard.

    Raises EditionError, which lists every mistake in the file.
    """
    if path is None or path == STANDARD:
        return standard_edition()
    return edition_of(_content_of_file(path))


def check_edition(path: str | os.PathLike[str] | None = None) -> list[Problem]:
    """Every mistake in an edition file; none if it can be loaded."""
    try:
        if path is None or path == STANDARD:
            return lint(standard_content())
        return lint(_content_of_file(path))
    except EditionError as error:
        return list(error.problems)


def read_edition(text: str, label: str) -> Content:
    """What the text of a file says; EditionError if it is no TOML."""
    return content_of(parse_toml(text, label), label)


def edition_of(content: Content) -> Edition:
    """The edition that files describe; EditionError if anything is wrong with them."""
    problems = lint(content)
    if problems:
        raise EditionError(problems)
    return _built(content)


@functools.cache
def standard_content() -> Content:
    """What the files of the standard edition say."""
    folder = resources.files("watergate.edition") / STANDARD
    labels = {f"{STANDARD}/{name}": folder / name for name in _STANDARD_FILES}
    return joined(STANDARD, {label: read_toml(file, label) for label, file in labels.items()})


def _content_of_file(path: str | os.PathLike[str]) -> Content:
    # A name of bytes that are no text must not keep its problems from being printed.
    label = os.fspath(path).encode(errors="backslashreplace").decode()
    return content_of(read_toml(Path(path), label), label)


def content_of(raw: Raw, label: str) -> Content:
    """What one file says, with what it inherits if it `extends` the standard edition."""
    own = in_order(label, raw)
    if own.facts.get("name") == STANDARD:
        place, allowed = Place.of("name", "name"), said("own_name")
        own.problems.append(own.problem("name", place, repr(STANDARD), allowed))
    if "extends" not in own.facts:
        return own
    if own.facts["extends"] != STANDARD:
        place, found = Place.of("extends", "extends"), shown(own.facts["extends"])
        own.problems.append(own.problem("extends", place, found, repr(STANDARD)))
    return extended(standard_content(), own)


# From checked content to an edition


def _built(content: Content) -> Edition:
    facts, blocks = content.facts, _fields_of_blocks(content)
    colors = [block["name"] for block in blocks["color"]]
    pictures = [block["name"] for block in blocks["informant"]]

    def script(block: Mapping[str, Any]) -> tuple[Statement, ...]:
        return read_script(block["script"], colors=colors, pictures=pictures)[0]

    edition = Edition(
        name=facts["name"],
        titles=facts["title"],
        colors=tuple(Color(b["name"], b["symbol"], b["label"]) for b in blocks["color"]),
        token_kinds=tuple(_token_kind(block, colors) for block in blocks["token"]),
        momentum_tokens=facts["momentum_tokens"],
        cards=tuple(
            sorted((_card(b, script(b)) for b in blocks["card"]), key=lambda card: card.number)
        ),
        abilities=tuple(
            Ability(b["space"], b["name"], b["text"], script(b))
            for b in sorted(blocks["ability"], key=lambda block: block["space"])
        ),
        spaces=tuple(
            Space(b["name"], b["color"], float(b["radius"]), float(b["angle"]))
            for b in blocks["space"]
        ),
        informants=tuple(
            Informant(b["name"], b["full_name"], float(b["radius"]), float(b["angle"]))
            for b in blocks["informant"]
        ),
        threads=tuple((one, other) for one, other in facts["threads"]),
        digest="",
    )
    return dataclasses.replace(edition, digest=digest_of(edition))


def _fields_of_blocks(content: Content) -> dict[str, list[Mapping[str, Any]]]:
    return {s: [block.fields for block in content.blocks.get(s, [])] for s in BLOCKS}


def _token_kind(block: Mapping[str, Any], colors: Sequence[str]) -> TokenKind:
    # Blue and yellow are the same token as yellow and blue.
    return TokenKind(
        tuple(sorted(block["colors"], key=colors.index)), block["momentum_symbol"], block["count"]
    )


def _card(block: Mapping[str, Any], script: tuple[Statement, ...]) -> Card:
    return Card(
        number=block["number"],
        side=Side[block["side"].upper()],
        kind=Kind(block["kind"]),
        value=block["value"],
        color=block["color"],
        names=block["name"],
        texts=block["text"],
        script=script,
    )


def digest_of(edition: Edition) -> str:
    """A short name for what is played with; texts, symbols and drawing are left out.

    The order of colours, tokens, spaces and informants is part of it: the rules count by it.
    """
    facts = {
        "momentum_tokens": edition.momentum_tokens,
        "colors": [color.name for color in edition.colors],
        "tokens": [[k.colors, k.momentum_symbol, k.count] for k in edition.token_kinds],
        "cards": [
            [card.number, str(card.side), card.kind, card.value, card.color, _lines(card.script)]
            for card in edition.cards
        ],
        "abilities": [[ability.space, _lines(ability.script)] for ability in edition.abilities],
        "spaces": [[space.name, space.color] for space in edition.spaces],
        "informants": [informant.name for informant in edition.informants],
        "threads": sorted(sorted(thread) for thread in edition.threads),
    }
    canonical = json.dumps(facts, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:DIGEST_LENGTH]


def _lines(script: tuple[Statement, ...]) -> list[str]:
    return [statement.text for statement in script]
