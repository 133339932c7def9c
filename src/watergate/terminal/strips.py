"""The lines around the board: header, a line for each side, the hand, the latest events."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.text import Text

from watergate.edition import Side
from watergate.edition.layout import MOMENTUM_SPACES
from watergate.rules import HEADS, Entry, View
from watergate.show.panels import shortened
from watergate.show.signs import FAINT, SIDE_STYLE, card_color, color_style, token

from .labels import MARKER_STYLE, MARKERS
from .words import Words

HAND_CELLS = 5
NAME_COLUMN = 18
WORDY = 100
"""From this width on there is room for all words."""
SEPARATOR = "│"


def head_line(view: View, words: Words, width: int, status: str = "") -> Text:
    """The round and what is in play; at the end, what is to be said about the program itself."""
    facts = [words("head_round", number=view.round), words("head_bag", number=view.bag_count)]
    facts.append(words("head_supply", number=view.momentum_supply))
    if view.events_silent:
        facts.append(words("head_silent"))
    cards = view.chain or [*view.in_play, *([view.drawn] if view.drawn else [])]
    if cards:
        names = " ← ".join(words.card(card) for card in cards)
        facts.append(words("head_in_play", cards=names))
    row = Text.assemble((" WATERGATE ", "bold reverse"), " ", " · ".join(facts))
    end = Text(f" {status} " if status else "", FAINT)
    row.truncate(max(0, width - end.cell_len), overflow="ellipsis", pad=bool(status))
    return row.append_text(end)


def side_line(view: View, side: Side, words: Words, width: int, names: Mapping[Side, str]) -> Text:
    """One side on one line: momentum card, counts of cards, and whether it has the initiative."""
    player = view.player(side)
    row = _name(side, names[side], words)
    widest = max(_name(side, name, words).cell_len for side, name in names.items())
    row.pad_right(max(NAME_COLUMN, widest) - row.cell_len)
    if width >= WORDY + max(0, widest - NAME_COLUMN):
        row.append(f" {words('momentum')}")
    row.append(" ").append("●" * player.momentum, "bold")
    row.append("○" * max(0, MOMENTUM_SPACES - player.momentum), FAINT)
    row.append(f" {_momentum_note(view, side, words)}", FAINT)
    counts = {
        "count_hand": player.hand_count,
        "count_deck": player.deck_count,
        "count_discard": len(player.discard),
        "count_removed": len(player.removed),
    }
    end = Text(" " + " ".join(words(key, number=n) for key, n in counts.items()))
    mark = f" ◆ {words('initiative')}" if width >= WORDY else " ◆ "
    has_it = view.initiative == str(side)
    end.append(mark if has_it else " " * len(mark), "bold magenta")
    row.truncate(max(0, width - end.cell_len), overflow="ellipsis", pad=True)
    row.append_text(end)
    return row


def _name(side: Side, who: str, words: Words) -> Text:
    return Text.assemble((f" {words.side(side)}", SIDE_STYLE[side]), (f" {who}", FAINT))


def _momentum_note(view: View, side: Side, words: Words) -> str:
    have = view.player(side).momentum
    if side is Side.NIXON:
        return words("to_win", number=max(0, MOMENTUM_SPACES - have))
    ahead = [ability for ability in words.edition.abilities if ability.space > have]
    return f"{ahead[0].space}: {words.of(ahead[0].names)}" if ahead else ""


def hand_of(view: View) -> list[int]:
    """The cards of the one who looks, the one just drawn included."""
    side = view.viewer.side
    if side is None:
        return []
    drawn = [view.drawn] if view.drawn is not None else []
    return [*(view.player(side).hand or []), *drawn]


def hand_rows(view: View, words: Words, width: int, marked: int | None) -> list[Text]:
    """The hand side by side: names in one row, what each is in the other."""
    hand = hand_of(view)
    cell = _cell(len(hand), width)
    names, facts = Text(), Text()
    for number in hand:
        card = words.edition.card(number)
        style = "reverse" if number == marked else ""
        name = _cut(words.card(number), cell - 1)
        names.append(SEPARATOR, FAINT).append(f"{name:<{cell - 1}}", f"bold {style}".strip())
        fact = f"{card.value} {card_color(card.color, words.edition, words.language)}"
        kind = words("reaction") if card.is_reaction else words.kind(card.kind)
        rest = _cut(f"{kind}", cell - 2 - len(fact))
        room = cell - 2 - len(fact) - len(rest)
        sign = f"#{number}"
        facts.append(SEPARATOR, FAINT)
        facts.append(fact, f"bold {color_style(card.color)} {style}".strip())
        facts.append(f" {rest}", style)
        facts.append(f"{sign if room > len(sign) else '':>{room}}", f"dim {style}".strip())
    return [names, facts]


def hand_at(view: View, x: int, width: int) -> int | None:
    """The card of the hand in a column."""
    hand = hand_of(view)
    index = x // _cell(len(hand), width)
    return hand[index] if 0 <= index < len(hand) else None


def _cut(text: str, room: int) -> str:
    """A text in so much room: without its middle words if much is left of it, or its end."""
    short = shortened(text.strip(), room - 1)
    if len(text) <= room or 10 * len(short) < 7 * room:
        return text if len(text) <= room else f"{text[: max(0, room - 1)]}…"
    return short


def _cell(cards: int, width: int) -> int:
    return max(12, width // max(HAND_CELLS, cards))


def summary(entries: Sequence[Entry]) -> list[Entry]:
    """What matters of what has happened."""
    return [entry for entry in entries if not entry.is_detail]


def news_rows(
    entries: Sequence[Entry], words: Words, width: int, style: str = ""
) -> list[tuple[Entry, list[Text]]]:
    """A summary, all that follows from a card in one paragraph: its first entry, and its lines."""
    paragraphs: list[tuple[Entry, Text]] = []
    for entry in summary(entries):
        if not paragraphs or entry.key in HEADS:
            paragraphs.append((entry, Text("· ", style)))
        else:
            paragraphs[-1][1].append(" ")
        paragraphs[-1][1].append_text(_news(entry, words))
    console = Console(width=max(10, width))
    return [(entry, list(text.wrap(console, max(10, width)))) for entry, text in paragraphs]


def _news(entry: Entry, words: Words) -> Text:
    """An entry in short: moves on the track by their signs."""
    params = entry.params
    if entry.key == "marker_moved":
        sign = Text(MARKERS[params["marker"]], MARKER_STYLE)
    elif entry.key == "evidence_moved":
        face = token(params["token"], words.edition, face_up=True, language=words.language)
        sign = Text.assemble(*face)
    else:
        return Text(words.entry(entry))
    return sign.append(f" {params['start']} → {params['end']}.", "not bold")


def log_rows(entries: Sequence[Entry], words: Words, width: int, style: str = "") -> list[Text]:
    """Entries in words, broken into lines; a round's beginning stands out."""
    rows = []
    for entry in entries:
        is_round = entry.key == "round_begins"
        text = words.entry(entry)
        lines = textwrap.wrap(
            text, max(10, width), initial_indent="" if is_round else "· ", subsequent_indent="  "
        )
        rows += [Text(line, "bold" if is_round else style) for line in lines]
    return rows
