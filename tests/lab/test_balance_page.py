"""The page: whole, by itself, and with every figure in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from html.parser import HTMLParser

import pytest

from watergate import standard_edition
from watergate.lab.balance import Figures, Tally, counted, page_of
from watergate.lab.balance.elements import Writing
from watergate.lab.balance.figures import Effect, Mean, Portion
from watergate.lab.simulate import random_game

EDITION = standard_edition()
VOID = {"meta", "br", "path", "rect", "circle"}


class Reader(HTMLParser):
    """Reads a page strictly: what is opened is closed, and in order."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in VOID
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "title"):
            self.words += [word.strip(";(),.%") for word in data.split()]

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


@pytest.fixture(scope="module")
def figures() -> Figures:
    tally = Tally(EDITION)
    for seed in range(40):
        game = random_game(EDITION, seed)
        tally.add(counted(game), {"Editor": "random", "Nixon": "random", "Seed": str(seed)})
    return tally.figures()


def written(value: object, write: Writing) -> Iterator[str]:
    """Every figure as the page should say it."""
    if isinstance(value, Portion):
        yield from map(write.number, (value.count, value.of))
        if value.share is not None:
            yield from map(write.percent, (value.share, value.low, value.high))
    elif isinstance(value, Mean):
        yield from (write.decimal(n, 2) for n in (value.mean, value.low, value.high) if n)
        yield from map(write.number, (value.least, value.most))
    elif isinstance(value, Effect):
        yield from map(write.number, (value.uses, value.games))
        yield write.percent(value.share)
        yield from map(write.points, (value.difference, value.low, value.high))
    elif is_dataclass(value):
        for field in fields(value):
            if field.name not in ("card", "left_out"):  # a card by its name, and if any are
                yield from written(getattr(value, field.name), write)
    elif isinstance(value, dict):
        for inner in value.values():
            yield from written(inner, write)
    elif isinstance(value, tuple):
        for inner in value:
            yield from written(inner, write)
    elif isinstance(value, float):
        yield write.percent(value)
    elif isinstance(value, int):
        yield write.number(value)


@pytest.mark.parametrize("language", ["en", "hu"])
def test_every_figure_is_in_the_page(figures: Figures, language: str) -> None:
    words = set(Reader(page_of(figures, EDITION, language)).words)
    expected = list(written(figures, Writing(language)))
    assert len(expected) > 1000
    assert {figure for figure in expected if figure.strip("%") not in words} - {"0"} == set()


def test_every_card_informant_and_section_is_there(figures: Figures) -> None:
    page = page_of(figures, EDITION)
    for card in EDITION.cards:
        assert card.names["en"].replace('"', "&quot;") in page
    for informant in EDITION.informants:
        assert informant.full_name in page
    reader = Reader(page)
    assert len(reader.named("h1")) == 1
    assert len(reader.named("h2")) == 8
    assert "correlation" in page


def test_the_page_needs_nothing_else(figures: Figures) -> None:
    page = page_of(figures, EDITION, other=figures)
    assert not re.search(r"https?:|//[a-z]|url\(|@import|\bsrc=|\bhref=|<script|<link", page)


def test_the_page_can_be_read_without_seeing_it(figures: Figures) -> None:
    reader = Reader(page_of(figures, EDITION))
    assert reader.named("html")[0]["lang"] == "en"
    for drawing in reader.named("svg"):
        assert drawing["role"] == "img"
        assert len(drawing["aria-label"] or "") > 40
    assert len(reader.named("table")) == len(reader.named("caption"))
    assert all(head["scope"] in ("col", "row") for head in reader.named("th"))
    names = [attributes["id"] for _, attributes in reader.tags if "id" in attributes]
    assert len(names) == len(set(names))
    for part in reader.named("section"):
        assert part["aria-labelledby"] in names


def test_names_cannot_break_the_page(figures: Figures) -> None:
    evil = replace(figures.players[0], editor="cmd:<script>&\"'", nixon="cmd:<script>&\"'")
    page = page_of(replace(figures, players=(evil,)), EDITION)
    assert "<script>" not in page
    assert "cmd:&lt;script&gt;" in page
    Reader(page)


def test_several_players_are_named(figures: Figures) -> None:
    one = figures.players[0]
    mixed = replace(figures, players=(replace(one, nixon="priorities"), one))
    page = page_of(mixed, EDITION)
    assert "several players" in page
    assert ">priorities<" in page


def test_what_was_left_out_is_said(figures: Figures) -> None:
    left_out = {"failed": 1, "unfinished": 2, "midway": 3, "twice": 4}
    page = page_of(replace(figures, left_out=left_out), EDITION)
    for words in ("failed: 1.", "not finished: 2.", "middle of a game: 3.", "there before: 4."):
        assert words in page


def test_a_weak_role_brings_a_proposal(figures: Figures) -> None:
    """Random players: Nixon wins nearly always."""
    assert figures.weak_side == "editor"
    page = page_of(figures, EDITION)
    assert "Nixon is ahead" in page
    assert "The Editor wins fewer than 35% of the games" in page
    assert "--edition changed.toml" in page
    half = Portion(50, 100, 0.5, 0.4, 0.6)
    even = page_of(replace(figures, winners={"editor": half, "nixon": half}), EDITION)
    assert "Neither role is ahead" in even
    assert "changed.toml" not in even


def test_two_reports_are_compared(figures: Figures) -> None:
    half = Portion(500, 1000, 0.5, 0.469, 0.531)
    other = replace(
        figures, edition="mine", games=1000, winners={"editor": half, "nixon": half},
        rounds=Mean(4.0, 3.9, 4.1, 2, 9),
    )  # fmt: skip
    page = page_of(figures, EDITION, other=other)
    assert "edition mine, games: 1,000" in page
    write = Writing("en")
    won = figures.winners["nixon"]
    assert won.share is not None
    difference = won.share - 0.5
    low = difference - ((won.share - won.low) ** 2 + 0.031**2) ** 0.5
    assert write.points(difference) in page
    assert write.points(low) in page
    assert Reader(page).named("section")[-2]["id"] == "comparison"


def test_one_game_makes_a_page() -> None:
    tally = Tally(EDITION)
    tally.add(counted(random_game(EDITION, 1)), {})
    page = page_of(tally.figures(), EDITION)
    Reader(page)
    assert "1 game," in page
    assert "nan" not in Reader(page).words
