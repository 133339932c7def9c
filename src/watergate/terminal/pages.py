"""The pages to read: rules, log, piles, the board in large, a card's help, and all keys."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text

from watergate.edition import Side
from watergate.history import history
from watergate.learn import rulebook
from watergate.learn.lookup import story_of
from watergate.rules import View, ways_to_win
from watergate.show.signs import FAINT, SIDE_STYLE, token
from watergate.texts import sentence

from .details import card_uses
from .labels import title_of
from .reader import Page
from .strips import log_rows
from .words import Words

KEYS = (
    "arrows", "number", "typed", "help", "card", "tip", "board", "rules", "log", "piles", "undo",
    "save", "language", "quit",
)  # fmt: skip
KEY_COLUMN = 14


# The rules


def rules_page(words: Words, width: int) -> list[Text]:
    return from_markdown(rulebook.page(words.language), width)


def short_rules_page(words: Words, width: int) -> list[Text]:
    """The game on one screen: the first chapter of the rules."""
    chapters = rulebook.page(words.language).split("\n## ")
    return from_markdown(f"## {chapters[1]}", width) if len(chapters) > 1 else []


def from_markdown(source: str, width: int) -> list[Text]:
    """A page of Markdown as lines: headings, paragraphs, lists and tables."""
    rows: list[Text] = []
    for block in re.split(r"\n\s*\n", source.strip()):
        if rows:
            rows.append(Text())
        for part in _parts(block):
            rows += _block(part, width)
    return rows


def _parts(block: str) -> list[str]:
    """The items of a list and the rows of a table stand for themselves."""
    parts: list[str] = []
    for line in block.splitlines():
        if parts and not re.match(r"\s*[-|#]", line):
            parts[-1] += " " + line.strip()
        elif not re.fullmatch(r"[|\s:-]+", line):
            parts.append(line)
    return parts


def _block(part: str, width: int) -> list[Text]:
    if part.startswith("#"):
        return [Text(part.lstrip("# "), "bold underline")]
    if part.startswith("|"):
        cells = (cell.strip() for cell in part.strip("| ").split("|"))
        return [_marked(line) for line in textwrap.wrap(" · ".join(cells), width)]
    hang = len(part) - len(part.lstrip())
    if part.startswith("- ", hang):
        part, hang = part.replace("- ", "• ", 1), hang + 2
    return [_marked(line) for line in textwrap.wrap(part, width, subsequent_indent=" " * hang)]


def _marked(line: str) -> Text:
    """A line with its marks for bold and italics turned into styles where both ends are on it."""
    text = Text()
    for piece in re.split(r"(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)", line):
        if piece.startswith("**") and len(piece) > 4:
            text.append(piece.strip("*"), "bold")
        elif piece[:1] in ("*", "`") and len(piece) > 2:
            text.append(piece.strip("*`"), "italic")
        else:
            text.append(piece.replace("**", ""))
    return text


# The game


def log_page(view: View, since: int) -> Page:
    """The whole log, with a mark where the reader last decided."""

    def page(words: Words, width: int) -> list[Text]:
        old = [entry for entry in view.log if entry.ply <= since]
        new = [entry for entry in view.log if entry.ply > since]
        rows = log_rows(old, words, width, FAINT)
        if old and new:
            rows.append(Text(f"── {words('since')} ".ljust(width, "─"), "bold"))
        return rows + log_rows(new, words, width)

    return page


def piles_page(view: View) -> Page:
    """Everything that lies open, and what is known of what does not (RULES 9.2)."""

    def page(words: Words, width: int) -> list[Text]:
        rows: list[Text] = []
        for side in Side:
            player = view.player(side)
            rows += [Text(words.side(side), SIDE_STYLE[side])]
            if player.hand is not None:
                rows += _cards("pile_hand", player.hand, words, width)
            elif player.known_in_hand:
                rows += _cards("pile_known", player.known_in_hand, words, width)
            unseen = "pile_deck" if player.hand is not None else "pile_unseen"
            rows += _cards(unseen, player.unseen, words, width)
            rows += _cards("pile_discard", player.discard, words, width)
            rows += [*_cards("pile_removed", player.removed, words, width), Text()]
        rows += _list("pile_pictures", map(words.picture, view.pictures.supply), width, words)
        rows += [Text(), Text(words("pile_tokens", number=view.bag_count), "bold")]
        for kind, count in view.unseen_tokens.items():
            sign = Text.assemble(*token(kind, words.edition, face_up=True, language=words.language))
            rows.append(Text.assemble("  ", sign, f" {count} × {words.token(kind)}"))
        return rows

    return page


def _cards(key: str, cards: Sequence[int], words: Words, width: int) -> list[Text]:
    head = Text(f"  {words(key, number=len(cards))}", "bold")
    rows = [Text.assemble("    ", title_of(card, words)) for card in cards]
    for row in rows:
        row.truncate(width, overflow="ellipsis")
    return [head, *rows]


def _list(key: str, names: Iterable[str], width: int, words: Words) -> list[Text]:
    text = ", ".join(names) or "–"
    lines = textwrap.wrap(text, width, initial_indent="  ", subsequent_indent="  ")
    return [Text(words(key), "bold"), *map(Text, lines)]


def ways_page(view: View, words: Words, width: int) -> list[Text]:
    """How far the Editor is from a win, in words."""
    ways = ways_to_win(view, words.edition)
    if not ways:
        return [Text(words("ways_none"))]
    way = ways[0]
    pair = " + ".join(words.picture(name) for name in way.informants)
    rows = [words("ways_nearest", number=way.distance, pictures=pair)]
    if way.needed:
        rows.append(words("ways_spaces", spaces=", ".join(map(words.space, way.needed))))
    if way.recruit:
        rows.append(words("ways_recruit", pictures=", ".join(map(words.picture, way.recruit))))
    return [Text(line) for row in rows for line in textwrap.wrap(row, width)]


# Help


def card_page(view: View, number: int) -> Page:
    """A card with its text, what it could do now, its rules and its history."""

    def page(words: Words, width: int) -> list[Text]:
        texts = [title_of(number, words), Text(words.of(words.edition.card(number).texts))]
        if view.decision is not None and view.moves and number in _own(view):
            texts += [Text(), Text(words("card_now"), "bold"), *card_uses(view, number, words)[:2]]
        rows = [line for text in texts for line in _wrapped(text, width)]
        rules = rules_of_card(number, words.language)
        if rules:
            rows += [Text(), Text(words("card_rules"), "bold")]
            for rule in rules:
                rows += from_markdown(rule, width)
        told = history_of_card(number, words)
        if told:
            rows += [Text(), Text(words("card_history"), "bold")]
            for paragraph in told:
                rows += [_marked(line) for line in textwrap.wrap(paragraph, width)]
        return rows

    return page


def _own(view: View) -> tuple[int, ...]:
    side = view.viewer.side
    return (view.player(side).hand or ()) if side is not None else ()


def _wrapped(text: Text, width: int) -> list[Text]:
    return list(text.wrap(Console(width=width), width)) if text.plain else [text]


def rules_of_card(number: int, language: str) -> list[str]:
    """The rules that speak of a card."""
    wanted = rulebook.rules_of_card(number)
    return [rule.markdown for rule in rulebook.sections(language) if rule.number in wanted]


def history_of_card(number: int, words: Words) -> list[str]:
    """What really happened, and who was who."""
    story = story_of(words.edition.card(number))
    if story is None:
        return []
    people = [history().people[name] for name in story.people]
    return [words.of(story.texts), *(f"{one.name}: {words.of(one.roles)}" for one in people)]


def keys_page(words: Words, width: int) -> list[Text]:
    rows = []
    for name in KEYS:
        lines = textwrap.wrap(words(f"help_{name}"), max(20, width - KEY_COLUMN))
        for n, line in enumerate(lines):
            key = words(f"key_{name}") if n == 0 else ""
            rows.append(Text.assemble((f"{key:<{KEY_COLUMN}}", "bold"), sentence(line)
                                      if n == 0 else line))  # fmt: skip
    rows += [Text(), Text(words("legend"), "bold")]
    for line in words("legend_text").split("\n"):
        rows += [Text(part) for part in textwrap.wrap(line, width)]
    return rows
