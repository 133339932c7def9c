"""Routes of what is the same for everyone: editions with texts, the rules page, the history."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Path, Response

from watergate.edition import Edition, standard_edition
from watergate.edition.model import Kind, text_in
from watergate.history import history
from watergate.learn.lessons import Lesson, lesson
from watergate.learn.rulebook import rules_of_card, sections
from watergate.learn.scripts import script_in_words

from ..fields import Language, SideName
from ..problems import Problem
from .identity import TheHouse

router = APIRouter(tags=["learn"])

CACHED = {"Cache-Control": "public, max-age=300"}


@dataclass(frozen=True, slots=True)
class CardFacts:
    number: int
    side: SideName
    kind: Kind
    value: int
    color: str
    is_reaction: bool
    informant: str | None
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ColorFacts:
    name: str
    symbol: str
    title: str


@dataclass(frozen=True, slots=True)
class TokenFacts:
    name: str
    colors: list[str]
    momentum_symbol: bool
    count: int


@dataclass(frozen=True, slots=True)
class SpaceFacts:
    name: str
    color: str
    radius: float
    angle: float


@dataclass(frozen=True, slots=True)
class InformantFacts:
    name: str
    full_name: str
    radius: float
    angle: float


@dataclass(frozen=True, slots=True)
class AbilityFacts:
    space: int
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class EditionFacts:
    """An edition in one language: everything a client needs to draw it."""

    key: str
    """What it is asked for by: its name, or the key of one that somebody has made."""
    name: str
    digest: str
    language: str
    title: str
    colors: list[ColorFacts]
    tokens: list[TokenFacts]
    momentum_tokens: int
    cards: list[CardFacts]
    abilities: list[AbilityFacts]
    spaces: list[SpaceFacts]
    informants: list[InformantFacts]
    threads: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class EditionName:
    name: str
    digest: str
    titles: dict[str, str]


@dataclass(frozen=True, slots=True)
class RuleSection:
    number: str
    heading: str
    markdown: str


@dataclass(frozen=True, slots=True)
class CardNotes:
    """A card of the standard edition explained: its action line by line, and the rules about it."""

    number: int
    does: list[str]
    rules: list[str]


@dataclass(frozen=True, slots=True)
class PersonFacts:
    key: str
    name: str
    role: str
    text: str
    people: list[str]
    cards: list[int]
    born: int | None
    died: int | None
    is_informant: bool


@dataclass(frozen=True, slots=True)
class StoryFacts:
    card: int
    text: str
    people: list[str]


@dataclass(frozen=True, slots=True)
class DayFacts:
    date: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class HistoryFacts:
    cards: list[StoryFacts]
    people: list[PersonFacts]
    timeline: list[DayFacts]


@router.get("/editions")
async def editions(house: TheHouse) -> list[EditionName]:
    """The editions that are played here."""
    known = house.live_games.registry.shelf.hosted.values()
    return [EditionName(e.name, e.digest, dict(e.titles)) for e in known]


@router.get("/editions/{edition}/{language}")
async def edition(
    edition: Annotated[str, Path(max_length=60)],
    language: Language,
    house: TheHouse,
    response: Response,
) -> EditionFacts:
    """An edition, by its name or digest; one that somebody has made, by its key."""
    found = await house.live_games.registry.shelf.find(edition)
    if found is None:
        raise Problem("not_found", what="edition")
    response.headers.update(CACHED)
    return edition_facts(found, edition, language)


def edition_facts(edition: Edition, key: str, language: str) -> EditionFacts:
    return EditionFacts(
        key=key,
        name=edition.name,
        digest=edition.digest,
        language=language,
        title=text_in(edition.titles, language),
        colors=[ColorFacts(c.name, c.symbol, text_in(c.names, language)) for c in edition.colors],
        tokens=[
            TokenFacts(kind.name, list(kind.colors), kind.momentum_symbol, kind.count)
            for kind in edition.token_kinds
        ],
        momentum_tokens=edition.momentum_tokens,
        cards=[
            CardFacts(
                card.number, card.side, card.kind, card.value, card.color,
                card.is_reaction, card.informant,
                text_in(card.names, language), text_in(card.texts, language),
            )
            for card in edition.cards
        ],
        abilities=[
            AbilityFacts(a.space, text_in(a.names, language), text_in(a.texts, language))
            for a in edition.abilities
        ],
        spaces=[SpaceFacts(s.name, s.color, s.radius, s.angle) for s in edition.spaces],
        informants=[
            InformantFacts(i.name, i.full_name, i.radius, i.angle) for i in edition.informants
        ],
        threads=list(edition.threads),
    )  # fmt: skip


@router.get("/rules/{language}")
async def rules(language: Language, response: Response) -> list[RuleSection]:
    """The rules, section by section."""
    response.headers.update(CACHED)
    return [RuleSection(s.number, s.heading, s.markdown) for s in sections(language)]


@router.get("/cards/{language}")
async def card_notes(language: Language, response: Response) -> list[CardNotes]:
    """What each card's action does, line by line, and which rules speak of it."""
    response.headers.update(CACHED)
    edition = standard_edition()
    return [
        CardNotes(
            card.number,
            script_in_words(card.script, card.side, edition, language),
            rules_of_card(card.number),
        )
        for card in edition.cards
    ]


@router.get("/lessons/{side}")
async def guided_game(side: SideName, response: Response) -> Lesson:
    """A guided first game: its steps, each with what the learner sees and is asked to do."""
    response.headers.update(CACHED)
    return lesson(side)


@router.get("/history/{language}")
async def history_page(language: Language, response: Response) -> HistoryFacts:
    """The history behind the cards, the people, and the affair day by day."""
    response.headers.update(CACHED)
    told = history()
    return HistoryFacts(
        cards=[
            StoryFacts(number, text_in(story.texts, language), list(story.people))
            for number, story in told.cards.items()
        ],
        people=[
            PersonFacts(
                p.key, p.name, text_in(p.roles, language), text_in(p.texts, language),
                list(p.people), told.cards_about(p.key), p.born, p.died, p.is_informant,
            )
            for p in told.people.values()
        ],
        timeline=[
            DayFacts(
                day.date.isoformat(), text_in(day.titles, language), text_in(day.texts, language)
            )
            for day in told.timeline
        ],
    )  # fmt: skip
