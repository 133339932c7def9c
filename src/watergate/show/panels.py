"""The two sides' panels: momentum card, initiative, hand and piles, each in a frame."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from rich.text import Text

from watergate.edition import Edition, Side, text_in
from watergate.edition.layout import MOMENTUM_SPACES
from watergate.rules import View
from watergate.texts import phrase

from .signs import (
    FAINT,
    SIDE_STYLE,
    card_color,
    color_style,
)

ROWS = 10
"""Inside a panel. Enough for any cards: the more lie in the piles, the fewer are in the hand."""
PILE_INDENT = 9


def draw_panels(view: View, edition: Edition, width: int, language: str) -> list[Text]:
    return [
        row for side in (Side.NIXON, Side.EDITOR)
        for row in _panel(view, edition, side, width, language)
    ]  # fmt: skip


def _panel(view: View, edition: Edition, side: Side, width: int, language: str) -> list[Text]:
    player = view.player(side)
    room = width - 4
    top = [_momentum(view, edition, side, room, language)]
    top += _hand(view, edition, side, room, language)
    piles = {"discard": player.discard, "removed": player.removed}
    bottom = [
        row for name, cards in piles.items()
        for row in _pile(phrase(f"show.{name}", language), cards, room)
    ]  # fmt: skip
    inside = top + [Text()] * (ROWS - len(top) - len(bottom)) + bottom
    style = SIDE_STYLE[side]
    name = f" {phrase(f'show.{side}', language)} "
    has_it = view.initiative == str(side)
    mark = f" {phrase('show.initiative', language)} " if has_it else ""
    line = "─" * (width - 4 - len(name) - len(mark))
    edge = FAINT
    return [
        Text.assemble(("╭─", edge), (name, style), (line, edge), (mark, "bold"), ("─╮", edge)),
        *(
            Text.assemble(("│ ", edge), row, " " * (room - row.cell_len), (" │", edge))
            for row in inside
        ),
        Text(f"╰{'─' * (width - 2)}╯", edge),
    ]


def _momentum(view: View, edition: Edition, side: Side, room: int, language: str) -> Text:
    have = view.player(side).momentum
    row = Text(f"{phrase('show.momentum', language)} ")
    row.append("●" * have, "bold")
    row.append("○" * max(0, MOMENTUM_SPACES - have), FAINT)
    if side is Side.NIXON:
        missing = MOMENTUM_SPACES - have
        key = "show.to_win" if missing > 0 else "show.won"
        note = phrase(key, language, number=missing)
    else:
        ahead = [ability for ability in edition.abilities if ability.space > have]
        note = f"{ahead[0].space}: {text_in(ahead[0].names, language)}" if ahead else ""
    note = shortened(note, room - row.cell_len - 1, language)
    row.append(" " * (room - row.cell_len - len(note)))
    return row.append(note, FAINT)


def _hand(view: View, edition: Edition, side: Side, room: int, language: str) -> list[Text]:
    player = view.player(side)
    is_hidden = player.hand is None and player.hand_count > 0
    key = "show.hand_hidden" if is_hidden else "show.hand"
    head = Text(phrase(key, language, number=player.hand_count, deck=player.deck_count))
    shown = player.known_in_hand if player.hand is None else player.hand
    if is_hidden and shown:
        head.append(phrase("show.known", language), FAINT)
    return [head, *(_card(number, edition, room, language) for number in shown)]


def _card(number: int, edition: Edition, room: int, language: str) -> Text:
    card = edition.card(number)
    color_room = len(phrase("show.joker", language))
    name_room = room - color_room - 6
    name = shortened(text_in(card.names, language), name_room, language)
    style = color_style(card.color)
    row = Text.assemble((f"{number:>2}", FAINT), f" {name:<{name_room}} ")
    color = card_color(card.color, edition, language)
    return row.append(f"{card.value} {color:<{color_room}}", style)


def _pile(name: str, cards: Sequence[int], room: int) -> list[Text]:
    """The numbers of the cards, which are open to both (RULES 9.2)."""
    numbers = " ".join(str(card) for card in cards) or "–"
    lines = textwrap.wrap(numbers, room - PILE_INDENT)
    rows = [Text.assemble(f"{name:<{PILE_INDENT}}", (lines[0], FAINT))]
    return rows + [Text.assemble(" " * PILE_INDENT, (line, FAINT)) for line in lines[1:]]


def shortened(name: str, room: int, language: str = "en") -> str:
    """A name in so much room, without the words that matter least.

    Those are the middle ones in English, `Secure … Butterfield`; in Hungarian, whose verb comes
    last, the first ones: `… Butterfield támogatása`.
    """
    words = name.split()
    middle = phrase("show.shorten", language) == "middle"
    head = words[:1] if middle else []
    tries = [name, *(" ".join([*head, "…", *words[n:]]) for n in range(1 + middle, len(words)))]
    fitting = [text for text in tries if len(text) <= room]
    return fitting[0] if fitting else name[: max(room - 1, 0)] + "…"
