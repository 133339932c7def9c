"""Labels of moves and cards in the list of choices: words and signs."""

from __future__ import annotations

from rich.text import Text

from watergate.rules import Move, Part, Verb, View
from watergate.rules.moves import FACEDOWN, INITIATIVE, MOMENTUM
from watergate.rules.wording import move_in_words
from watergate.show.panels import shortened
from watergate.show.signs import UNKNOWN, Runs, color_style, empty_space, letters, token
from watergate.texts import sentence

from .words import Words

MARKERS = {INITIATIVE: "<I>", MOMENTUM: "<M>"}
MARKER_STYLE = "bold magenta"
LEAST_NAME = 8


def label(move: Move, view: View, words: Words, room: int = 200) -> Text:
    """A move in words, in so much room, with the sign of what it speaks of before it."""
    if move.card is not None:
        return _card_label(move, words, room)
    sign = sign_of(move, view, words)
    text = Text.assemble(*sign, " " if sign else "")
    return text.append(sentence(_words(move, view, words)))


def brief(move: Move, view: View, words: Words) -> Text:
    """A move as short as can be: a sign, a space's name, a card's name."""
    if move.card is not None:
        return Text(words.card(move.card))
    sign = Text.assemble(*sign_of(move, view, words))
    if move.verb is Verb.ASK:
        return Text.assemble(words("do_ask"), " ", sign)
    if any(space.name == move.target for space in words.edition.spaces):
        return Text(words.space(str(move.target)))
    if move.token is not None and move.at != FACEDOWN:
        return sign.append(f" {move.at}")
    return sign if sign.plain else label(move, view, words)


def _card_label(move: Move, words: Words, room: int) -> Text:
    card = words.edition.card(move.card or 0)
    if move.part is Part.VALUE:
        tail = Text(f" {words('part_value')} {card.value} ")
        tail.append(color_letter(card.color, words), color_style(card.color))
    else:
        tail = Text(f" {words('part_action' if move.part else f'do_{move.verb}')}")
    name = shortened(words.card(card.number), max(LEAST_NAME, room - tail.cell_len - 1))
    return Text.assemble((name, "bold"), ":", tail)


def color_letter(color: str, words: Words) -> str:
    """The letter that stands for a colour on tokens and spaces; for a joker, its name."""
    return letters(words.edition, words.language).get(color) or words.color(color)


def sign_of(move: Move, view: View, words: Words) -> Runs:
    """What a move speaks of, as it is drawn on the track or the board."""
    edition, language = words.edition, words.language
    if move.verb is Verb.ASK:
        return empty_space(str(move.target), edition, language)
    if move.target in MARKERS:
        return ((MARKERS[str(move.target)], MARKER_STYLE),)
    if move.target == FACEDOWN:
        return UNKNOWN
    if move.token is not None:
        return token(move.token, edition, face_up=move.at != FACEDOWN, language=language)
    for pinned in view.board:
        if pinned.space == move.target:
            return token(pinned.token, edition, face_up=pinned.face_up, language=language)
    for space in edition.spaces:
        if space.name == move.target:
            return empty_space(space.color, edition, language)
    return ()


def _words(move: Move, view: View, words: Words) -> str:
    target = str(move.target)
    if move.verb is Verb.PASS:
        is_window = view.decision is not None and view.decision.kind == "react"
        return words("do_pass_react" if is_window else "do_pass")
    if target in MARKERS:
        at = view.initiative_at if target == INITIATIVE else view.momentum_at
        return words("do_marker", marker=words(f"marker_{target}"), at=str(at))
    if target == FACEDOWN:
        return words("do_blind")
    if move.token is not None:
        key = "do_token_down" if move.at == FACEDOWN else "do_token"
        return words(key, token=words.token(move.token), at=str(move.at))
    if any(informant.name == target for informant in words.edition.informants):
        return words.picture(target)
    return move_in_words(move, words.edition, words.language)


def title_of(number: int, words: Words) -> Text:
    """A card's name with its facts: number, side, kind, value and colour."""
    card = words.edition.card(number)
    facts = [words.kind(card.kind)] + [words("reaction")] * card.is_reaction
    text = Text.assemble((f"{number} ", "dim"), (words.card(number), "bold"))
    text.append(f" · {words.side(card.side)}, {', '.join(facts)}, {words('part_value')} ")
    return text.append(f"{card.value} {words.color(card.color)}", color_style(card.color))
