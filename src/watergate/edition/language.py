"""The card language: what a line of a script may say.

A script is a few lines, one instruction each, carried out from top to bottom. `FORMS` is the
whole language; `docs/card-language.md` explains it, and a test holds the two together. This
module understands scripts; `table.py` makes programs of them, `watergate.rules` runs those.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from .model import Kind, Statement
from .problems import listed, said, shown


@dataclass(frozen=True, slots=True)
class Form:
    """One kind of line: `usage` is how it is written, `pattern` recognises it."""

    name: str
    usage: str
    pattern: re.Pattern[str]
    alone: bool = False
    last: bool = False


NAME_LENGTH = 40
NAME_PATTERN = rf"[a-z][a-z0-9_]{{0,{NAME_LENGTH - 1}}}"
"""The names an edition gives to colours, spaces and informants."""

_MARKER = r"(?P<marker>initiative|momentum)"
_KIND = "|".join(Kind)
_SPACE = r"(?P<space>[0-5])"
_STEPS = r"(?P<steps>[1-9])"


def _form(name: str, usage: str, pattern: str, *, alone: bool = False, last: bool = False) -> Form:
    return Form(name, usage, re.compile(pattern), alone, last)


FORMS: tuple[Form, ...] = (
    _form("require later turn", "require later turn", r"require later turn"),
    _form("require picture", "require PICTURE", rf"require (?P<picture>{NAME_PATTERN})"),
    _form("pin picture", "pin PICTURE", rf"pin (?P<picture>{NAME_PATTERN})"),
    _form(
        "move",
        "move initiative|momentum|initiative or momentum STEPS",
        rf"move (?P<markers>initiative or momentum|initiative|momentum) {_STEPS}",
    ),
    _form("place", "place initiative|momentum SPACE", rf"place {_MARKER} {_SPACE}"),
    _form(
        "choose evidence",
        "choose [two|up to two|each] evidence [faceup|facedown] [off-zero] [COLOR] [on board], "
        "move STEPS|to SPACE|bag|pin|turn",
        r"choose (?:(?P<many>two|up to two|each) )?evidence"
        r"(?: (?P<face>faceup|facedown))?(?: (?P<off_zero>off-zero))?"
        rf"(?: (?!on board)(?P<color>{NAME_PATTERN}))?(?: (?P<board>on board))?, "
        rf"(?:move {_STEPS}|to {_SPACE}|(?P<effect>bag|pin|turn))",
    ),
    _form("share", "share STEPS steps among evidence", rf"share {_STEPS} steps among evidence"),
    _form("free picture", "choose picture facedown, supply", r"choose picture facedown, supply"),
    _form("return evidence", "return evidence", r"return evidence"),
    _form("draw evidence", "draw evidence, to SPACE|pin", rf"draw evidence, (?:to {_SPACE}|pin)"),
    _form("draw card", "draw card, play it", r"draw card, play it"),
    _form("lose card", "lose card", r"lose card"),
    _form("another turn", "another turn", r"another turn"),
    _form("silence events", "silence events", r"silence events"),
    _form("end round", "end round", r"end round", last=True),
    _form("spare", "spare KIND", rf"spare (?P<kind>{_KIND})", last=True),
    _form("reuse", "reuse removed", r"reuse removed", alone=True),
    _form(
        "answer",
        "answer KIND, remove it|discard it  or  answer value, reverse it",
        rf"answer (?:(?P<kind>{_KIND}), (?P<pile>remove|discard) it|value, reverse it)",
        alone=True,
    ),
)


_CARD_ONLY = {
    "require later turn", "require picture", "pin picture", "draw card", "another turn",
    "silence events", "end round", "spare", "reuse", "answer",
}  # fmt: skip
"""What an ability cannot say: all this speaks of a card in play, of turns, or of Nixon's cards."""


@dataclass(frozen=True, slots=True)
class ScriptError:
    """A line that cannot be understood: `line` counts from 1, 0 is the script as a whole."""

    line: int
    found: str
    allowed: str


def read_script(
    source: str, *, colors: Sequence[str], pictures: Sequence[str], ability: bool = False
) -> tuple[tuple[Statement, ...], list[ScriptError]]:
    """Understand a script, and report everything wrong with it at once."""
    statements: list[Statement] = []
    errors: list[ScriptError] = []
    for number, line in _lines(source):
        statement = _read_line(line)
        if statement is None:
            usages = said("one_of", list="; ".join(_usages(line)))
            errors.append(ScriptError(number, shown(line), usages))
            continue
        statements.append(statement)
        for found, allowed in _misused(statement, colors, pictures, ability):
            errors.append(ScriptError(number, found, allowed))
    errors.extend(_ill_ordered(statements, ability))
    if not errors and all(_is_requirement(statement) for statement in statements):
        errors.append(ScriptError(0, said("nothing_to_do"), said("a_line_besides")))
    return tuple(statements), errors


def numbers(script: Sequence[Statement]) -> list[int]:
    """Every number written in a script, in rising order: its texts must have the same ones."""
    named = ("steps", "space")
    return sorted(line.number(name) for line in script for name in named if name in line.words)


def written_numbers(text: str) -> list[int]:
    """Every number written with digits in a text, in rising order."""
    return sorted(int(digits) for digits in re.findall(r"\d+", text))


def _lines(source: str) -> Iterator[tuple[int, str]]:
    for number, raw in enumerate(source.splitlines(), start=1):
        line = " ".join(raw.split("#")[0].split())
        if line:
            yield number, line


def _read_line(line: str) -> Statement | None:
    for form in FORMS:
        match = form.pattern.fullmatch(line)
        if match:
            words = {name: word for name, word in match.groupdict().items() if word is not None}
            return Statement(form.name, words, line)
    return None


def _usages(line: str) -> list[str]:
    """How a line that is not understood might be meant: what begins alike, or everything."""
    verb = line.split()[0]
    alike = [form.usage for form in FORMS if form.usage.split()[0] == verb]
    return alike or [form.usage for form in FORMS]


def _misused(
    statement: Statement, colors: Sequence[str], pictures: Sequence[str], ability: bool
) -> Iterator[tuple[str, str]]:
    words = statement.words
    if "picture" in words and words["picture"] not in pictures:
        yield said("picture", name=repr(words["picture"])), said("one_of", list=listed(pictures))
    if "color" in words and words["color"] not in colors:
        yield said("color", name=repr(words["color"])), said("one_of", list=listed(colors))
    if statement.form == "choose evidence":
        yield from _misused_choice(words)
    if ability and statement.form in _CARD_ONLY:
        yield repr(statement.text), said("in_an_ability")


def _misused_choice(words: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    effect = "move" if "steps" in words else "to" if "space" in words else words["effect"]
    on_board = "board" in words
    allowed = ("to", "bag", "turn") if on_board else ("move", "to", "bag", "pin")
    if effect not in allowed:
        where = "on_board" if on_board else "on_track"
        yield said(f"effect_{where}", effect=repr(effect)), said(where, list=listed(allowed))
    if effect == "turn" and words.get("face") != "facedown":
        yield said("turn_faceup"), said("turn_with_facedown")
    if "many" in words and effect != "move":
        many = repr(words["many"])
        yield said("many_with", many=many, effect=repr(effect)), said("many_moves", many=many)
    if words.get("space") == "0" and not on_board and "off_zero" not in words:
        yield said("to_zero"), said("to_zero_with")
    if on_board and ("off_zero" in words or "color" in words):
        yield said("board_with"), said("board_with_face")
    if "off_zero" in words and words.get("face") == "facedown":
        yield said("off_zero_facedown"), said("facedown_on_zero")
    if "color" in words and words.get("face") != "faceup":
        yield said("color_unseen"), said("color_with_faceup")


def _is_requirement(statement: Statement) -> bool:
    return statement.form in ("require later turn", "require picture")


def _ill_ordered(statements: Sequence[Statement], ability: bool) -> Iterator[ScriptError]:
    forms = {form.name: form for form in FORMS}
    required: set[str] = set()
    changed = False
    for index, statement in enumerate(statements):
        form, line = forms[statement.form], repr(statement.text)
        if form.alone and len(statements) > 1:
            yield ScriptError(0, said("among_others", line=line), said("stands_alone"))
        if form.last and index != len(statements) - 1:
            yield ScriptError(0, said("before_others", line=line), said("last_line"))
        if _is_requirement(statement):
            if changed:
                yield ScriptError(0, said("after_others", line=line), said("requirements_first"))
            required.add(statement.words.get("picture", ""))
        else:
            changed = True
        picture = statement.words.get("picture", "")
        if form.name == "pin picture" and picture not in required and not ability:
            yield ScriptError(0, line, said("require_before", picture=picture))
