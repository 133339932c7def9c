"""`watergate edition`: show an edition, or check one for mistakes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from watergate.edition import Card, Edition, Side, check_edition, load_edition, text_in
from watergate.rules.wording import color_in_words, space_in_words, token_in_words
from watergate.show.signs import (
    FAINT,
    SIDE_STYLE,
    card_color,
    color_style,
    empty_space,
    token,
)
from watergate.texts import known

from .common import FAILED, language, out, words
from .program import App

app = App()


@app.command("show")
def show_edition(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", show_default="standard", help="help.edition_file"),
    ] = None,
) -> None:
    """Show an edition: its cards with texts and scripts, its tokens and its board.

    \b
    Examples:
      watergate edition show
      watergate edition show mine.toml | less
    """
    edition = load_edition(file)
    console = out()
    title = text_in(edition.titles, language())
    console.print(Text(title, "bold"), f"({edition.name}, {edition.digest})")
    for side in Side:
        console.print(_cards(edition, side))
    console.print(_abilities(edition))
    console.print(_tokens(edition))
    console.print(_board(edition))
    console.print(words("edition.momentum_tokens", number=edition.momentum_tokens))


@app.command("check")
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="help.edition_file")],
) -> None:
    """Check an edition file and list all mistakes.

    \b
    Example:
      watergate edition check mine.toml
    """
    if not file.is_dir():
        file.open("rb").close()  # a file that is not there is no edition with mistakes
    problems = check_edition(file)
    console = out()
    for problem in problems:
        console.print(problem.in_language(language()), soft_wrap=True)
    if problems:
        console.print(words("edition.problems", number=len(problems)), style="bold")
        raise typer.Exit(FAILED)
    console.print(words("edition.no_problems", file=str(file)), soft_wrap=True)


def _table(title: str, *columns: str) -> Table:
    """A table with columns of these keys."""
    table = Table(
        title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, expand=True
    )
    for column in columns:
        table.add_column(words(f"edition.{column}") if column else "")
    return table


def _cards(edition: Edition, side: Side) -> Table:
    table = Table(
        title=Text(words(f"edition.cards_{side}"), SIDE_STYLE[side]), title_justify="left",
        box=box.SIMPLE_HEAD, expand=True, leading=1,
    )  # fmt: skip
    table.add_column(words("edition.number"), justify="right")
    table.add_column(words("edition.card"), ratio=24)
    table.add_column(words("edition.value"), justify="right")
    table.add_column(words("edition.color"))
    table.add_column(words("edition.text"), ratio=32)
    table.add_column(words("edition.script"), ratio=28)
    for card in edition.cards:
        if card.side is side:
            table.add_row(*_card(card, edition))
    return table


def _card(card: Card, edition: Edition) -> list[Text | str]:
    color = color_in_words(card.color, edition, language())
    if not card.is_joker:
        color = f"{card_color(card.color, edition, language())} {color}"
    kind = words(f"kind.{card.kind}")
    return [
        str(card.number),
        Text.assemble((text_in(card.names, language()), "bold"), "\n", (kind, FAINT)),
        str(card.value),
        Text(color, color_style(card.color)),
        text_in(card.texts, language()),
        Text("\n".join(statement.text for statement in card.script), "cyan"),
    ]


def _abilities(edition: Edition) -> Table:
    table = _table(words("edition.momentum_card"), "space", "ability", "text", "script")
    for ability in edition.abilities:
        script = "\n".join(statement.text for statement in ability.script)
        table.add_row(
            str(ability.space), text_in(ability.names, language()),
            text_in(ability.texts, language()), Text(script, "cyan"),
        )  # fmt: skip
    return table


def _tokens(edition: Edition) -> Table:
    total = sum(kind.count for kind in edition.token_kinds)
    table = _table(
        words("edition.tokens", number=total), "token", "name", "text", "symbols", "count"
    )
    symbols = {
        color.name: known(f"symbol.{color.symbol}", language(), color.symbol)
        for color in edition.colors
    }
    for kind in edition.token_kinds:
        faces = ", ".join(symbols[color] for color in kind.colors)
        star = f", {words('edition.momentum_symbol')}" if kind.momentum_symbol else ""
        sign = Text.assemble(*token(kind.name, edition, face_up=True, language=language()))
        text = token_in_words(kind.name, edition, language())
        table.add_row(sign, kind.name, text, faces + star, str(kind.count))
    return table


def _board(edition: Edition) -> Table:
    counts = {"spaces": len(edition.spaces), "informants": len(edition.informants)}
    table = _table(words("edition.board", **counts), "", "name", "text", "color", "threads")
    neighbours: dict[str, list[str]] = {}
    for one, other in edition.threads:
        neighbours.setdefault(one, []).append(other)
        neighbours.setdefault(other, []).append(one)
    table.add_row("", "nixon", words("side.nixon"), "", ", ".join(neighbours.get("nixon", [])))
    for space in edition.spaces:
        letter = card_color(space.color, edition, language())
        label = color_in_words(space.color, edition, language())
        color = Text(f"{letter} {label}", color_style(space.color))
        sign = Text.assemble(*empty_space(space.color, edition, language()))
        text = space_in_words(space.name, language())
        near = ", ".join(neighbours.get(space.name, []))
        table.add_row(sign, space.name, text, color, near)
    for informant in edition.informants:
        near = ", ".join(neighbours.get(informant.name, []))
        table.add_row("", informant.name, informant.full_name, "", near)
    return table
