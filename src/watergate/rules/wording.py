"""The things of the game in the words of a language: cards, tokens, spaces, people and moves.

Names that are the edition's own come from the edition, all others from the catalogue. A name that
neither has, as that of a space in somebody's own edition, stands as it is.
"""

from __future__ import annotations

import re

from watergate.edition import Edition, text_in
from watergate.texts import catalogue, known, phrase

from .moves import FACEDOWN, INITIATIVE, MOMENTUM, Move, Verb, notation_of


def word(name: str, value: object, edition: Edition, language: str) -> str | int:
    """What stands for a parameter of a message."""
    if isinstance(value, list):
        single = name.removesuffix("s")
        words = [str(word(single, one, edition, language)) for one in value]
        return phrase("join.list", language).join(words) or phrase("join.nothing", language)
    if isinstance(value, int):
        return _numbered(name, value, edition, language)
    text = str(value)
    match name:
        case "token":
            return token_in_words(text, edition, language)
        case "color":
            return color_in_words(text, edition, language)
        case "space":
            return space_in_words(text, language)
        case "picture":
            return picture_in_words(text, edition)
        case "move":
            return move_in_words(notation_of(edition).move(text), edition, language)
        case _:
            return known(f"{name}.{text}", language, text)


def _numbered(name: str, value: int, edition: Edition, language: str) -> str | int:
    if name in ("card", "other_card"):
        return text_in(edition.card(value).names, language)
    if name == "ability":
        [ability] = [ability for ability in edition.abilities if ability.space == value]
        return text_in(ability.names, language)
    return value


def token_in_words(name: str, edition: Edition, language: str) -> str:
    """`blue-yellow*` as `blue and yellow token with the momentum symbol`."""
    kinds = [kind for kind in edition.token_kinds if kind.name == name]
    if not kinds:
        return name
    colors = [color_in_words(color, edition, language) for color in kinds[0].colors]
    key = "token.with_symbol" if kinds[0].momentum_symbol else "token.plain"
    return phrase(key, language, colors=phrase("join.colors", language).join(colors))


def color_in_words(name: str, edition: Edition, language: str) -> str:
    found = [text_in(color.names, language) for color in edition.colors if color.name == name]
    return found[0] if found else known(f"color.{name}", language, name)


def space_in_words(name: str, language: str, section: str = "space.") -> str:
    """`rim3` as `rim space 3`; names are made of a word and a number, or are not ours."""
    found = re.fullmatch(r"([a-z]+)(\d+)", name)
    if found is None or f"{section}{found[1]}" not in catalogue(language):
        return name
    return phrase(f"{section}{found[1]}", language, number=int(found[2]))


def picture_in_words(name: str, edition: Edition) -> str:
    found = [informant.full_name for informant in edition.informants if informant.name == name]
    return found[0] if found else name


def move_in_words(move: Move, edition: Edition, language: str = "en") -> str:
    """A move as people say it: `play Howard Hunt for its value`."""
    key, name, value = _move(move, edition)
    words = {name: word(name, value, edition, language)} if name else {}
    if move.at is not None and move.at != FACEDOWN:
        words["at"] = move.at
    return phrase(f"move.{key}", language, **words)


def _move(move: Move, edition: Edition) -> tuple[str, str, object]:
    """The key of a move, and the one thing it speaks of."""
    if move.card is not None:
        if move.part is not None:
            return f"play_{move.part}", "card", move.card
        return "draw_card" if move.verb is Verb.DRAW else move.verb, "card", move.card
    if move.token is not None:
        if move.verb is Verb.CHOOSE:
            key = "choose_token_down" if move.at == FACEDOWN else "choose_token"
            return key, "token", move.token
        return "draw_token" if move.verb is Verb.DRAW else move.verb, "token", move.token
    match move.verb, move.target:
        case Verb.ASK, color:
            return "ask", "color", color
        case Verb.PIN, space:
            return "pin", "space", space
        case Verb.CHOOSE, "facedown":
            return "choose_facedown", "", None
        case Verb.CHOOSE, marker if marker in (INITIATIVE, MOMENTUM):
            return "choose_marker", "marker", marker
        case Verb.CHOOSE, picture if any(i.name == picture for i in edition.informants):
            return "choose_picture", "picture", picture
        case Verb.CHOOSE, space:
            return "choose_space", "space", space
        case _:
            return "pass", "", None
