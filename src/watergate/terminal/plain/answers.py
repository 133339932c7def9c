"""Answers to questions: about a card, a rule, a move that is not allowed, what a move would do."""

from __future__ import annotations

import re

from watergate.edition import Edition, text_in
from watergate.learn import lookup, rulebook
from watergate.rules import Move, View, preview, why_not
from watergate.rules.moves import notation_of
from watergate.texts import folded

from .words import SpokenWords

MOST_SHOWN = 60
MOST_RULES = 5


def shown(text: str) -> str:
    """What somebody typed, in quotation marks and without anything that cannot be read."""
    readable = "".join(letter for letter in text if letter.isprintable())
    return f'"{readable[:MOST_SHOWN]}"'


def move_called(text: str, edition: Edition) -> Move | None:
    """The move with this notation, capitals or not."""
    notation = notation_of(edition)
    wanted = " ".join(text.split()).casefold()
    for name, number in notation.ids.items():
        if name.casefold() == wanted:
            return notation.moves[number]
    return None


def space_called(text: str, words: SpokenWords) -> str | None:
    """The space with this name: `rim3`, `rim 3`, `rim space 3`, `3. peremmező`."""
    wanted = folded(text).replace(" ", "").rstrip(".")
    for space in words.edition.spaces:
        if wanted in (space.name, folded(words.space(space.name)).replace(" ", "")):
            return space.name
    return None


def refusal(move: Move, view: View, words: SpokenWords) -> str | None:
    """Why a move is not allowed, with the rule's number; None if it is."""
    reason = why_not(view, move, words.edition)
    if reason is None:
        return None
    rule = reason.params.get("rule", "")
    return words.say("not_allowed", text=words.message(reason), rule=rule)


def about_preview(move: Move, view: View, words: SpokenWords) -> list[str]:
    """What a move would do, as far as the viewer can know."""
    reason = refusal(move, view, words)
    if reason is not None:
        return [reason]
    found = preview(view, move, words.edition)
    lines = [words.say("preview_title", text=words.move(move, view))]
    if found.may_be_answered:
        lines.append(words.say("preview_answered"))
    events = [entry for entry in found.events if not entry.is_detail]
    lines += [words.message(entry.message) for entry in events]
    if not events:
        lines.append(words.say("preview_nothing"))
    if not found.certain:
        lines.append(words.say("preview_hidden"))
    elif found.next_prompt is not None:
        lines.append(words.say("preview_next", text=words.message(found.next_prompt)))
    else:
        lines.append(words.say("preview_over"))
    return lines


def about_card(wanted: str, words: SpokenWords) -> list[str]:
    """A card by its number or some of its name: facts and text, its rule, its history."""
    if not wanted:
        return [words.say("needs_word", text=words.part("command_card"))]
    is_name = len(wanted) <= MOST_SHOWN and any(letter.isalnum() for letter in wanted)
    found = lookup.cards_called(wanted, words.edition) if is_name else []
    if not found:
        return [words.say("no_card", text=shown(wanted))]
    if len(found) > 1:
        return [words.say("many_cards", text=words.cards(card.number for card in found))]
    [card] = found
    lines = words.card(card.number)
    story = lookup.story_of(card)
    if story is not None:  # a card of the standard edition, of which the rules page speaks
        numbers = rulebook.rules_of_card(card.number)
        for section in rulebook.sections(words.language):
            if section.number in numbers:
                lines += [line for line in spoken(section.markdown) if _is_about(line, card.number)]
        lines.append(words.say("history", text=text_in(story.texts, words.language)))
    return lines


def _is_about(line: str, card: int) -> bool:
    """Whether a line of a rule speaks of a card, or of none in particular."""
    named = re.findall(r"\((\d+)\)", line)
    return not named or str(card) in named


def about_rules(wanted: str, words: SpokenWords) -> list[str]:
    """The rule of a number, or those with a word: some in full, of others the numbers."""
    if not wanted:
        return [words.say("needs_word", text=words.part("command_rules"))]
    found = rulebook.find(wanted, words.language)
    if not found:
        return [words.say("no_rule", text=shown(wanted))]
    found = [section for section in found if section.number] or found
    lines = [line for section in found[:MOST_RULES] for line in spoken(section.markdown)]
    further = [section.number for section in found[MOST_RULES:]]
    if any(further):
        lines.append(words.say("more_rules", text=words.listed(further)))
    return lines


def spoken(markdown: str) -> list[str]:
    """Text in Markdown as it is read aloud: a line for each paragraph, list item and table row."""
    lines: list[str] = []
    is_new = True
    for raw in markdown.splitlines():
        line = re.sub(r"[*`]", "", raw.strip())
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if any(cell.strip("-: ") for cell in cells):
                lines.append(". ".join(cells))
            is_new = True
        elif not line:
            is_new = True
        elif is_new or raw.lstrip().startswith("- "):
            lines.append(line.removeprefix("- "))
            is_new = False
        else:
            lines[-1] += f" {line}"
    return lines
