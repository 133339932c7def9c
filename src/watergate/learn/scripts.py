"""A card's script in words: a sentence for each line, made from the catalogue's `[script]`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from watergate.edition import Color, Edition, Informant, Side, Statement
from watergate.edition.card_checks import scripts_of
from watergate.edition.sound import sound_part
from watergate.edition.source import Content
from watergate.rules.names import place_name
from watergate.rules.wording import color_in_words, picture_in_words
from watergate.texts import FALLBACK, phrase


def scripts_in_words(content: Content, language: str) -> dict[int, list[str]]:
    """What the cards of an unfinished edition do, of those whose script can be understood."""
    sound = sound_part(content)
    named = Edition(
        name="", titles={}, token_kinds=(), momentum_tokens=0, cards=(), abilities=(), spaces=(),
        threads=(), digest="",
        colors=tuple(
            Color(name, "", {FALLBACK: name, **_only_texts(label)})
            for _, [name, label] in sound.having("color", "name", "label")
        ),
        informants=tuple(
            Informant(name, full_name, 0, 0)
            for _, [name, full_name] in sound.having("informant", "name", "full_name")
        ),
    )  # fmt: skip
    return {
        script.block.fields["number"]: script_in_words(script.lines, script.side, named, language)
        for script in scripts_of(sound, "card")
        if script.lines and script.side is not None and "number" in script.block.fields
    }


def _only_texts(texts: Mapping[str, object]) -> dict[str, str]:
    return {code: text for code, text in texts.items() if isinstance(text, str)}


def script_in_words(
    script: Sequence[Statement], owner: Side, edition: Edition, language: str
) -> list[str]:
    """What a card of this side does, line by line."""
    return [_sentence(line, owner, edition, language) for line in script]


def _sentence(line: Statement, owner: Side, edition: Edition, language: str) -> str:
    if line.form == "choose evidence":
        return _choice(line.words, owner, edition, language)
    return phrase(
        f"script.{_key(line, owner)}", language, **_values(line, owner, edition, language)
    )


def _key(line: Statement, owner: Side) -> str:
    words = line.words
    match line.form:
        case "pin picture":
            return f"pin_picture_{owner}"
        case "move":
            return "move_either" if " or " in words["markers"] else "move"
        case "draw evidence":
            return "draw_evidence_to" if "space" in words else "draw_evidence_pin"
        case "answer":
            return f"answer_{words['pile']}" if "pile" in words else "answer_value"
        case _:
            return line.form.replace(" ", "_")


def _values(line: Statement, owner: Side, edition: Edition, language: str) -> dict[str, str | int]:
    values: dict[str, str | int] = {}
    for name, word in line.words.items():
        match name:
            case "steps":
                values["number"] = int(word)
            case "space":
                values["at"] = _place(word, owner)
            case "picture":
                values["picture"] = picture_in_words(word, edition)
            case "marker" | "markers" if " " not in word:
                values["marker"] = phrase(f"marker.{word}", language)
            case "kind":
                values["kind"] = phrase(f"kind.{word}", language)
            case _:
                pass
    return values


def _choice(words: Mapping[str, str], owner: Side, edition: Edition, language: str) -> str:
    many = words.get("many", "one").replace(" ", "_")
    conditions = [phrase(f"script.{words['face']}", language)] if "face" in words else []
    if "off_zero" in words:
        conditions.append(phrase("script.off_zero", language))
    if "color" in words:
        color = color_in_words(words["color"], edition, language)
        conditions.append(phrase("script.colored", language, color=color))
    listed = phrase("join.list", language).join(conditions)
    return phrase(
        "script.choose",
        language,
        many=phrase(f"script.many_{many}", language),
        where=phrase(f"script.where_{'board' if 'board' in words else 'track'}", language),
        conditions=phrase("script.conditions", language, list=listed) if listed else "",
        effect=_effect(words, owner, language),
    )


def _effect(words: Mapping[str, str], owner: Side, language: str) -> str:
    if "steps" in words:
        key = "script.effect_move_each" if "many" in words else "script.effect_move"
        return phrase(key, language, number=int(words["steps"]))
    if "space" in words:
        return phrase("script.effect_to", language, at=_place(words["space"], owner))
    return phrase(f"script.effect_{words['effect']}", language)


def _place(space: str, owner: Side) -> str:
    """A space of the track on the owner's side, in the notation of RULES 2.1."""
    return place_name(int(space) * (1 if owner is Side.EDITOR else -1))
