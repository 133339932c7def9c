"""Checks of cards, abilities and their scripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .language import ScriptError, read_script
from .layout import CHAIN, INSTRUCTIONS, NESTED
from .model import Kind, Side, Statement
from .problems import shown
from .sound import Finding, Sound
from .source import Block
from .table import compile_script

FEWEST_CARDS = 9
"""Of each side, so that 5 and 4 can be dealt (RULES 3.1)."""

_SIDES = {str(side): side for side in Side}
_KINDS = {
    Side.EDITOR: (Kind.EVENT, Kind.JOURNALIST),
    Side.NIXON: (Kind.EVENT, Kind.CONSPIRATOR),
}


@dataclass(frozen=True, slots=True)
class Script:
    """The script of a card or ability, read; `lines` is empty if there are errors."""

    section: str
    block: Block
    lines: tuple[Statement, ...]
    errors: Sequence[ScriptError]

    @property
    def side(self) -> Side | None:
        return _SIDES.get(self.block.fields.get("side", ""))

    def finding(self, found: str, allowed: str, line: int = 0) -> Finding:
        place = f"script line {line}" if line else "script"
        return Finding(self.section, f"{self.block.place}, {place}", found, allowed)


def scripts_of(sound: Sound, section: str) -> list[Script]:
    colors, pictures = sound.values("color", "name"), sound.values("informant", "name")
    scripts = []
    for block, [source] in sound.having(section, "script"):
        lines, errors = read_script(
            source, colors=colors, pictures=pictures, ability=section == "ability"
        )
        scripts.append(Script(section, block, () if errors else lines, errors))
    return scripts


def check_scripts(sound: Sound, scripts: Sequence[Script]) -> Iterator[Finding]:
    colors, pictures = sound.values("color", "name"), sound.values("informant", "name")
    for script in scripts:
        for error in script.errors:
            yield script.finding(error.found, error.allowed, error.line)
        length = len(compile_script(script.lines, colors, pictures))
        if length > INSTRUCTIONS - 1:
            yield script.finding(f"{length} instructions", f"at most {INSTRUCTIONS - 1}")


def check_cards(sound: Sound, scripts: Sequence[Script]) -> Iterator[Finding]:
    for block, [name, kind] in sound.having("card", "side", "kind"):
        kinds = _KINDS[_SIDES[name]]
        if kind not in kinds:
            allowed = f"on a card of {name}: {', '.join(kinds)}"
            yield Finding("card", f"{block.place}, kind", shown(kind), allowed)
    for script in scripts:
        for line in script.lines:
            yield from _check_fit(script, line)


def _check_fit(script: Script, line: Statement) -> Iterator[Finding]:
    """Whether a line makes sense on a card of this side and kind."""
    side, card_kind, kind = script.side, script.block.fields.get("kind"), line.words.get("kind")
    if side is None:
        return
    found = f"{line.text!r} on a card of {side}"
    own, others = ", ".join(_KINDS[side]), ", ".join(_KINDS[side.opponent])
    match line.form:
        case "require later turn" | "silence events" if side is Side.EDITOR:
            yield script.finding(found, "this line on cards of nixon alone")  # RULES 7.21
        case "answer" if kind is not None and kind not in _KINDS[side.opponent]:
            yield script.finding(found, f"an answer to the kinds of {side.opponent}: {others}")
        case "spare":
            if kind not in _KINDS[side]:
                yield script.finding(found, f"'spare' with the kinds of {side}: {own}")
            if card_kind not in (Kind.EVENT, None):  # RULES 4.4: others are discarded anyway
                yield script.finding(f"{line.text!r} on a {card_kind}", "'spare' on events alone")


def check_decks(sound: Sound, scripts: Sequence[Script]) -> Iterator[Finding]:
    """Whether there are enough cards, and not too many of those that need room in the rules."""
    for side in Side:
        count = sound.values("card", "side").count(str(side))
        if count < FEWEST_CARDS:
            allowed = f"at least {FEWEST_CARDS} of each side"
            yield Finding("card", "card", f"{count} cards of {side}", allowed)
        setting_off = _count(scripts, side, "draw card", "reuse")
        if setting_off > NESTED:
            found = f"{setting_off} cards of {side} that set off another card"
            yield Finding("card", "card", found, f"at most {NESTED} of each side")
    reactions = _count(scripts, None, "answer")
    if reactions > CHAIN - 1:
        yield Finding("card", "card", f"{reactions} reactions", f"at most {CHAIN - 1}")


def _count(scripts: Sequence[Script], side: Side | None, *forms: str) -> int:
    """How many cards, of a side or of both, have a line of one of these forms."""
    own = [script for script in scripts if side is None or script.side is side]
    return sum(any(line.form in forms for line in script.lines) for script in own)


def check_abilities(cards: Sequence[Script], abilities: Sequence[Script]) -> Iterator[Finding]:
    """An ability can come in the middle of `choose each`, which keeps count of the track."""
    editor = [line for script in cards if script.side is Side.EDITOR for line in script.lines]
    if not any(line.words.get("many") == "each" for line in editor):
        return
    for ability in abilities:
        for line in ability.lines:
            if _touches_track(line):
                allowed = "no evidence of the track, as a card of editor has 'choose each'"
                yield ability.finding(repr(line.text), allowed)


def _touches_track(line: Statement) -> bool:
    """Whether a line is about evidence that lies on the track already."""
    on_track = line.form == "choose evidence" and "board" not in line.words
    return on_track or line.form in ("share", "return evidence")
