"""`watergate rules`, `cards`, `history` and `timeline`: the game and what it is about."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated

import typer
from rich import box
from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from watergate.edition import Card, Edition, Kind, Side, text_in
from watergate.history import Person, Texts
from watergate.history import history as whole_history
from watergate.learn import lookup, rulebook
from watergate.learn.scripts import script_in_words
from watergate.rules import WatergateError
from watergate.rules.wording import color_in_words
from watergate.show.signs import FAINT, SIDE_STYLE, color_style
from watergate.texts import sentence

from .common import EditionOption, edition_of, language, out, words

TEXT_WIDTH = 88
"""Lines of running text are not longer than this, however wide the terminal is."""


def rules(
    word: Annotated[
        str | None,
        typer.Argument(metavar="WORD", help="help.rules_word"),
    ] = None,
) -> None:
    """Read the rules: all of them, one by its number, or those with a certain word.

    \b
    Examples:
      watergate rules
      watergate rules 4.7
      watergate rules joker
    """
    if word is None:
        with _paged() as console:
            console.print(Markdown(rulebook.page(language())), width=_width(console))
        return
    found = rulebook.find(word, language())
    if not found:
        raise WatergateError(words("learn.no_rules", word=repr(word)))
    with _paged() as console:
        heading = None
        for section in found:
            if section.heading != heading:
                heading = section.heading
                console.print(Text(heading, "bold underline"), end="\n\n")
            console.print(Markdown(section.markdown), "", width=_width(console))
        if len(found) == 1 and found[0].number:
            number = found[0].number
            others = ", ".join(rulebook.mentions(number, language()))
            if others:
                said = words("learn.mentioned", rule=number, rules=others)
                console.print(Text(said, FAINT), width=_width(console))


def cards(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="help.cards_name")] = None,
    edition: EditionOption = None,
) -> None:
    """List all cards, or show one with its rules and its history.

    \b
    Examples:
      watergate cards
      watergate cards 9
      watergate cards "deep throat"
    """
    chosen = edition_of(edition)
    if name is None:
        with _paged() as console:
            for side in Side:
                console.print(Text(words(f"edition.cards_{side}"), SIDE_STYLE[side]), end="\n\n")
                for kind in Kind:
                    of_kind = [c for c in chosen.cards if c.side is side and c.kind is kind]
                    if of_kind:
                        console.print(_gallery(of_kind, kind, chosen))
            console.print(Text(words("learn.ask_card"), FAINT))
        return
    found = lookup.cards_called(name, chosen)
    if not found:
        raise WatergateError(words("learn.no_card", name=repr(name)))
    with _paged() as console:
        for card in found:
            console.print(_card(card, chosen), width=_width(console))


def history(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="help.history_name")] = None,
) -> None:
    """Read about the people of the affair, or the history behind a card.

    \b
    Examples:
      watergate history
      watergate history dean
      watergate history "saturday night"
    """
    if name is None:
        with _paged() as console:
            console.print(_everybody())
            console.print(Text(words("learn.ask"), FAINT))
        return
    standard = edition_of(None)
    people = lookup.people_called(name)
    told = {person.name for person in people}
    found = [
        card for card in lookup.cards_called(name, standard) if card.names["en"] not in told
    ]  # fmt: skip
    if not people and not found:
        raise WatergateError(words("learn.no_history", name=repr(name)))
    with _paged() as console:
        for person in people:
            console.print(_person(person, standard), width=_width(console))
        for card in found:
            title = Text(f"{card.number} {text_in(card.names, language())}", "bold")
            console.print(title, *_story(card), width=_width(console))


def timeline() -> None:
    """Read the affair day by day, from the break-in to the resignation.

    \b
    Example:
      watergate timeline
    """
    with _paged() as console:
        console.print(Text(words("learn.timeline"), "bold"), end="\n\n")
        for event in whole_history().timeline:
            title = Text.assemble((_date(event.date), "cyan"), "  ", (_in(event.titles), "bold"))
            console.print(title, _indented(_in(event.texts)), width=_width(console))


@contextmanager
def _paged() -> Iterator[Console]:
    """Where long texts go: through a pager on a terminal, plainly into a pipe."""
    console = out()
    if console.is_terminal:
        with console.pager(styles=True):
            yield console
    else:
        yield console


def _width(console: Console) -> int:
    return min(console.width, TEXT_WIDTH)


def _in(texts: Texts) -> str:
    return text_in(texts, language())


def _indented(text: str) -> Padding:
    return Padding(Text(text), (0, 0, 1, 2))


def _date(day: datetime.date) -> str:
    month = words(f"date.month_{day.month}")
    return words("date.full", day=day.day, month=month, year=str(day.year))


def _table(title: str) -> Table:
    return Table(
        title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, expand=True
    )


# Cards


def _gallery(cards: Sequence[Card], kind: Kind, edition: Edition) -> Table:
    table = _table(words(f"kinds.{kind}"))
    table.add_column(words("edition.number"), justify="right", width=3)
    table.add_column(words("edition.card"), ratio=30)
    table.add_column(words("edition.value"), justify="right", width=5)
    table.add_column(words("edition.color"), width=6)
    table.add_column(words("edition.text"), ratio=54)
    for card in cards:
        color = Text(color_in_words(card.color, edition, language()), color_style(card.color))
        name = Text(text_in(card.names, language()), "bold")
        text = text_in(card.texts, language())
        table.add_row(str(card.number), name, str(card.value), color, text)
    return table


def _card(card: Card, edition: Edition) -> Group:
    kind = words(f"kind.{card.kind}")
    if card.is_reaction:
        kind += words("join.list") + words("learn.reaction")
    facts = words(
        "learn.facts", side=sentence(words(f"winner.{card.side}")), kind=kind, value=card.value,
        color=color_in_words(card.color, edition, language()),
    )  # fmt: skip
    steps = script_in_words(card.script, card.side, edition, language())
    parts: list[RenderableType] = [
        Text(f"{card.number} {text_in(card.names, language())}", "bold"),
        Text(facts, SIDE_STYLE[card.side]),
        _indented(text_in(card.texts, language())),
        Text(words("learn.steps"), "bold"),
        *(Padding(Text(f"{n}. {step}"), (0, 0, 0, 2)) for n, step in enumerate(steps, 1)),
        Text(),
    ]
    story = _story(card)
    if story:  # a card of the standard edition, of which the rules page speaks
        parts += [*_rules_of(card), Text(words("learn.history"), "bold"), *story]
    return Group(*parts)


def _rules_of(card: Card) -> Iterator[RenderableType]:
    numbers = rulebook.rules_of_card(card.number)
    yield Text(words("learn.rules", rules=", ".join(numbers)), "bold")
    for section in rulebook.sections(language()):
        if section.number in numbers:
            yield Padding(Markdown(section.markdown), (0, 0, 1, 2))


# History


def _story(card: Card) -> list[RenderableType]:
    story = lookup.story_of(card)
    if story is None:
        return []
    return [Padding(Text(_in(story.texts)), (0, 0, 0, 2)), _people(story.people)]


def _people(keys: Sequence[str]) -> Padding:
    everyone = whole_history().people
    names = words("join.list").join(everyone[key].name for key in keys)
    return Padding(Text(words("learn.people", people=names), FAINT), (0, 0, 1, 2))


def _everybody() -> Group:
    everyone = whole_history().people.values()
    parts: list[RenderableType] = []
    for key, wanted in (("learn.informants", True), ("learn.others", False)):
        parts.append(Text(words(key), "bold"))
        parts += [Text(f"  {_in_short(p)}") for p in everyone if p.is_informant is wanted]
        parts.append(Text())
    return Group(*parts)


def _in_short(person: Person) -> str:
    role = _in(person.roles)
    if person.born is None:
        return words("learn.person_without_years", name=person.name, role=role)
    if person.died is None:
        years = words("learn.born", born=str(person.born))
    else:
        years = words("learn.years", born=str(person.born), died=str(person.died))
    return words("learn.person", name=person.name, years=years, role=role)


def _person(person: Person, edition: Edition) -> Group:
    about = [
        f"{text_in(edition.card(number).names, language())} ({number})"
        for number in whole_history().cards_about(person.key)
    ]
    parts: list[RenderableType] = [
        Text(_in_short(person), "bold"),
        Padding(Text(_in(person.texts)), (0, 0, 0, 2)),
        _people(person.people),
    ]
    if about:
        listed = words("learn.cards", cards=words("join.list").join(about))
        parts.append(Padding(Text(listed, FAINT), (0, 0, 1, 2)))
    return Group(*parts)
