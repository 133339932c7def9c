"""`watergate edition`: look at an edition, and look for mistakes in one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from watergate.edition import Card, Edition, Side, check_edition, load_edition
from watergate.show.signs import (
    FAINT,
    SIDE_NAME,
    SIDE_STYLE,
    card_color,
    color_style,
    empty_space,
    letters,
    token,
)

from .common import FAILED, out

app = typer.Typer(no_args_is_help=True, help="Look at an edition of the game, or check one.")
LANGUAGE = "en"


@app.command("show")
def show_edition(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", show_default="standard", help="An edition's TOML file."),
    ] = None,
) -> None:
    """Show the cards by side, with texts and scripts, the tokens and the board of an edition.

    \b
    Examples:
      watergate edition show
      watergate edition show mine.toml | less
    """
    edition = load_edition(file)
    console = out()
    console.print(Text(edition.titles[LANGUAGE], "bold"), f"({edition.name}, {edition.digest})")
    for side in Side:
        console.print(_cards(edition, side))
    console.print(_abilities(edition))
    console.print(_tokens(edition))
    console.print(_board(edition))
    console.print(f"{edition.momentum_tokens} momentum tokens")


@app.command("check")
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An edition's TOML file.")],
) -> None:
    """Look for mistakes in an edition file and list all of them.

    \b
    Example:
      watergate edition check mine.toml
    """
    if not file.is_dir():
        file.open("rb").close()  # a file that is not there is no edition with mistakes
    problems = check_edition(file)
    console = out()
    for problem in problems:
        console.print(str(problem), soft_wrap=True)
    n = len(problems)
    if n:
        console.print(f"{n} problem{'s' * (n != 1)}", style="bold")
        raise typer.Exit(FAILED)
    console.print(f"{file}: no problems", soft_wrap=True)


def _table(title: Text | str, *columns: str) -> Table:
    table = Table(
        title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, expand=True
    )
    for column in columns:
        table.add_column(column)
    return table


def _cards(edition: Edition, side: Side) -> Table:
    table = Table(
        title=Text(f"{SIDE_NAME[side]}'s cards", SIDE_STYLE[side]), title_justify="left",
        box=box.SIMPLE_HEAD, expand=True, leading=1,
    )  # fmt: skip
    table.add_column("no.", justify="right")
    table.add_column("card", ratio=24)
    table.add_column("value", justify="right")
    table.add_column("colour")
    table.add_column("text", ratio=32)
    table.add_column("script", ratio=28)
    for card in edition.cards:
        if card.side is side:
            table.add_row(*_card(card, edition))
    return table


def _card(card: Card, edition: Edition) -> list[Text | str]:
    color = card_color(card.color, edition)
    words = "joker" if card.is_joker else f"{color} {card.color}"
    return [
        str(card.number),
        Text.assemble((card.names[LANGUAGE], "bold"), "\n", (card.kind, FAINT)),
        str(card.value),
        Text(words, color_style(card.color)),
        card.texts[LANGUAGE],
        Text("\n".join(statement.text for statement in card.script), "cyan"),
    ]


def _abilities(edition: Edition) -> Table:
    table = _table("The Editor's momentum card", "space", "ability", "text", "script")
    for ability in edition.abilities:
        script = "\n".join(statement.text for statement in ability.script)
        table.add_row(
            str(ability.space), ability.names[LANGUAGE], ability.texts[LANGUAGE],
            Text(script, "cyan"),
        )  # fmt: skip
    return table


def _tokens(edition: Edition) -> Table:
    total = sum(kind.count for kind in edition.token_kinds)
    table = _table(f"Evidence tokens: {total}", "token", "name", "symbols", "tokens")
    symbols = {color.name: color.symbol for color in edition.colors}
    for kind in edition.token_kinds:
        faces = ", ".join(symbols[color] for color in kind.colors)
        star = ", momentum" if kind.momentum_symbol else ""
        token_runs = token(kind.name, edition, face_up=True)
        table.add_row(Text.assemble(*token_runs), kind.name, faces + star, str(kind.count))
    return table


def _board(edition: Edition) -> Table:
    title = f"The board: {len(edition.spaces)} spaces, {len(edition.informants)} informants"
    table = _table(title, "", "name", "colour", "threads to")
    neighbours: dict[str, list[str]] = {}
    for one, other in edition.threads:
        neighbours.setdefault(one, []).append(other)
        neighbours.setdefault(other, []).append(one)
    table.add_row("", "nixon", "", ", ".join(neighbours.get("nixon", [])))
    for space in edition.spaces:
        color = Text(f"{letters(edition)[space.color]} {space.color}", color_style(space.color))
        sign = Text.assemble(*empty_space(space.color, edition))
        table.add_row(sign, space.name, color, ", ".join(neighbours.get(space.name, [])))
    for informant in edition.informants:
        near = ", ".join(neighbours.get(informant.name, []))
        table.add_row("", f"{informant.name} ({informant.full_name})", "", near)
    return table
