"""Records: a game as a small text file (`.wg`) that a replay needs nothing else to understand.

    [Edition "standard"]
    [Result "nixon"]
    [Won "momentum"]

    1. draw 24 ; a comment to the end of the line
    2. draw 39

Tags first, then the moves with their numbers, those of chance included, so that no random generator
has to be trusted. `docs/notation.md` describes the format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from watergate.edition import Edition, standard_edition

from .errors import BadRecord, WatergateError
from .game import Game

RULES_VERSION = "1"
NOBODY = "nobody"
"""The result of a game that was stopped (RULES 9.6)."""
MOST_BYTES = 4_000_000
MOST_IN_TAG = 20_000
_TAG = re.compile(rf'\[([A-Z][A-Za-z]{{0,30}}) "([^"\r\n]{{0,{MOST_IN_TAG}}})"\]')
_MOVE = re.compile(r"([0-9]{1,9})\. +(.+)")
_TAG_NAME = re.compile(r"[A-Z][A-Za-z]{0,30}")
_OWN_TAGS = ("Game", "Edition", "EditionDigest", "Rules", "Start", "Result", "Won", "Rounds")


def write_record(game: Game, comments: Mapping[int, str] | None = None) -> str:
    """The record of a game; comments by ply."""
    tags = {
        "Game": "Watergate",
        "Edition": game.edition.name,
        "EditionDigest": game.edition.digest,
        "Rules": RULES_VERSION,
        **{name: text for name, text in game.tags.items() if name not in _OWN_TAGS},
        **_outcome(game),
    }
    if game.start_position != Game.new(game.edition).start_position:
        tags["Start"] = game.start_position
    lines = [f'[{_tag_name(name)} "{_tag_text(text)}"]' for name, text in tags.items()]
    lines.append("")
    for number, move in enumerate(game.history, start=1):
        comment = " ".join((comments or {}).get(number, "").split())
        lines.append(f"{number}. {move}" + (f" ; {comment}" if comment else ""))
    return "\n".join(lines) + "\n"


def _tag_name(name: str) -> str:
    if not _TAG_NAME.fullmatch(name):
        raise BadRecord("error.record_tag_name", name=repr(name))
    return name


def _tag_text(text: str) -> str:
    return " ".join(text.replace('"', "'").split())[:MOST_IN_TAG]


def read_record(text: str, edition: Edition | None = None, *, most: int | None = None) -> Game:
    """The game a record tells, replayed and checked move by move; or BadRecord.

    The tags the record speaks of itself with must be true: edition, result, way of winning. With
    `most`, longer games are refused.
    """
    if len(text) > MOST_BYTES:
        raise BadRecord("error.record_long", most=MOST_BYTES, found=len(text))
    edition = edition or standard_edition()
    tags: dict[str, str] = {}
    game: Game | None = None
    for number, line in _lines(text):
        tag = _TAG.fullmatch(line)
        if tag and game is None:
            if tag[1] in tags:
                raise BadRecord("error.record_tag_twice", line=number, name=tag[1])
            tags[tag[1]] = tag[2]
            continue
        if game is None:
            game = _start(tags, edition)
        if game.ply == most:
            raise BadRecord("error.record_moves", line=number, most=most)
        _play_line(game, number, line)
    game = game or _start(tags, edition)
    _compare(game, tags)
    return game


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw if raw.startswith("[") else raw.partition(";")[0]
        if line.strip():
            yield number, line.strip()


def _start(tags: Mapping[str, str], edition: Edition) -> Game:
    digest = tags.get("EditionDigest", edition.digest)
    if digest != edition.digest:
        raise BadRecord(
            "error.record_edition", theirs=repr(tags.get("Edition", "?")), digest=digest,
            ours=repr(edition.name), own_digest=edition.digest,
        )  # fmt: skip
    if tags.get("Rules", RULES_VERSION) != RULES_VERSION:
        found = repr(tags["Rules"])
        raise BadRecord("error.record_rules", found=found, allowed=RULES_VERSION)
    game = Game.from_position(tags["Start"], edition) if "Start" in tags else Game.new(edition)
    game.tags.update({name: text for name, text in tags.items() if name not in _OWN_TAGS})
    return game


def _play_line(game: Game, number: int, line: str) -> None:
    match = _MOVE.fullmatch(line)
    if match is None:
        raise BadRecord("error.record_line", line=number, text=repr(line[:60]))
    if int(match[1]) != game.ply + 1:
        raise BadRecord("error.record_number", line=number, before=game.ply, found=int(match[1]))
    try:
        game.play(match[2])
    except WatergateError as error:
        raise BadRecord("error.record_move", line=number, reason=error) from None


def _outcome(game: Game) -> dict[str, str]:
    """The tags that follow from the moves."""
    result = game.result
    return {
        "Result": "*" if result is None else result.winner or NOBODY,
        "Won": "*" if result is None else result.way,
        "Rounds": str(game.round),
    }


def _compare(game: Game, tags: Mapping[str, str]) -> None:
    for name, text in _outcome(game).items():
        if tags.get(name, text) != text:
            raise BadRecord(
                "error.record_outcome", name=name, said=repr(tags[name]), found=repr(text)
            )


def save(game: Game, path: str | Path, comments: Mapping[int, str] | None = None) -> None:
    Path(path).write_text(write_record(game, comments), encoding="utf-8")


def load(path: str | Path, edition: Edition | None = None) -> Game:
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadRecord("error.record_unreadable", file=str(path), reason=str(error)) from None
    return read_record(text, edition)
