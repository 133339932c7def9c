"""Details of a choice: a preview from the player's view, or why a part of a card cannot be used."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from watergate.rules import Move, Part, Verb, View, preview, why_not
from watergate.show.signs import FAINT

from .labels import brief, title_of
from .words import Words

ANNOUNCED = ("card_played_value", "card_played_action", "card_named")
"""What a preview need not say: it is what was asked about."""
"""Events that say only what the choice itself says."""


def detail(view: View, move: Move, words: Words) -> Text:
    """For a card, both its uses; for anything else, what happens."""
    if move.verb in (Verb.PLAY, Verb.DISCARD) and move.card is not None:
        return Text("\n").join(card_uses(view, move.card, words))
    lines = list(_effect(view, move, words))
    if move.card is not None:
        text = words.of(words.edition.card(move.card).texts)
        lines = [title_of(move.card, words), Text(text, "italic"), *lines]
    return Text("\n").join(lines)


def card_uses(view: View, number: int, words: Words) -> list[Text]:
    """Both parts of a card: what each could do now, or why it cannot be used."""
    card = words.edition.card(number)
    value, action = (Move(Verb.PLAY, number, part) for part in (Part.VALUE, Part.ACTION))
    return [
        _part(view, value, f"{words('part_value')} {card.value}", words),
        _part(view, action, words("part_action"), words),
        Text.assemble((words.of(card.texts), "italic")),
    ]


def _part(view: View, move: Move, name: str, words: Words) -> Text:
    head = Text.assemble((f"{name}: ", "bold"))
    reason = why_not(view, move, words.edition)
    if reason is not None:
        return head.append(f"✗ {words.refusal(reason)}", FAINT)
    return head.append_text(Text(" ").join(_effect(view, move, words)))


def _effect(view: View, move: Move, words: Words) -> Sequence[Text]:
    found = preview(view, move, words.edition)
    lines = [
        Text(words.entry(event))
        for event in found.events
        if not event.is_detail and event.key not in ANNOUNCED
    ]
    if found.may_be_answered:
        lines.append(Text(words("may_be_answered"), "italic"))
    if not found.certain:
        lines.append(Text(words("then_hidden"), "italic"))
    elif found.choices and found.next_prompt and found.next_prompt.key != "prompt.play":
        after = Text(", ").join(brief(choice, view, words) for choice in found.choices)
        lines.append(Text.assemble((words("then_choose"), "italic"), " ", after))
    return lines or [Text(words("no_effect"), "italic")]
