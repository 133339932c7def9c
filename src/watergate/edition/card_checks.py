"""Checks of cards, abilities and their scripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .language import ScriptError, read_script
from .layout import CHAIN, INSTRUCTIONS, NESTED
from .model import Kind, Side, Statement
from .problems import Place, listed, said, shown
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
        return Finding(self.section, self.block.place.inside("script", line), found, allowed)


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
            found, most = (
                said("instructions", number=length),
                said("at_most", most=INSTRUCTIONS - 1),
            )
            yield script.finding(found, most)


def check_cards(sound: Sound, scripts: Sequence[Script]) -> Iterator[Finding]:
    for block, [name, kind] in sound.having("card", "side", "kind"):
        kinds = _KINDS[_SIDES[name]]
        if kind not in kinds:
            allowed = said("kinds_of_side", side=name, kinds=listed(kinds))
            yield Finding("card", block.place.inside("kind"), shown(kind), allowed)
    for script in scripts:
        for line in script.lines:
            yield from _check_fit(script, line)


def _check_fit(script: Script, line: Statement) -> Iterator[Finding]:
    """Whether a line makes sense on a card of this side and kind."""
    side, card_kind, kind = script.side, script.block.fields.get("kind"), line.words.get("kind")
    if side is None:
        return
    found = said("on_a_card_of", line=repr(line.text), side=str(side))
    own, others = listed(_KINDS[side]), listed(_KINDS[side.opponent])
    match line.form:
        case "require later turn" | "silence events" if side is Side.EDITOR:
            yield script.finding(found, said("nixon_alone"))  # RULES 7.21
        case "answer" if kind is not None and kind not in _KINDS[side.opponent]:
            allowed = said("answer_kinds", side=str(side.opponent), kinds=others)
            yield script.finding(found, allowed)
        case "spare":
            if kind not in _KINDS[side]:
                yield script.finding(found, said("spare_kinds", side=str(side), kinds=own))
            if card_kind not in (Kind.EVENT, None):  # RULES 4.4: others are discarded anyway
                found = said("on_a_kind", line=repr(line.text), kind=str(card_kind))
                yield script.finding(found, said("spare_on_events"))


def check_decks(sound: Sound, scripts: Sequence[Script]) -> Iterator[Finding]:
    """Whether there are enough cards, and not too many of those that need room in the rules."""
    everywhere = Place.of("card", "card")
    for side in Side:
        count = sound.values("card", "side").count(str(side))
        if count < FEWEST_CARDS:
            found = said("cards_of_side", number=count, side=str(side))
            yield Finding("card", everywhere, found, said("least_each_side", least=FEWEST_CARDS))
        setting_off = _count(scripts, side, "draw card", "reuse")
        if setting_off > NESTED:
            found = said("cards_setting_off", number=setting_off, side=str(side))
            yield Finding("card", everywhere, found, said("most_each_side", most=NESTED))
    reactions = _count(scripts, None, "answer")
    if reactions > CHAIN - 1:
        found = said("reactions", number=reactions)
        yield Finding("card", everywhere, found, said("at_most", most=CHAIN - 1))


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
                yield ability.finding(repr(line.text), said("no_track_evidence"))


def _touches_track(line: Statement) -> bool:
    """Whether a line is about evidence that lies on the track already."""
    on_track = line.form == "choose evidence" and "board" not in line.words
    return on_track or line.form in ("share", "return evidence")
