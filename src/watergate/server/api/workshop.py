"""Routes of the workshop: editions as they are made, checked, kept, shared and weighed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Path, Response

from watergate.edition import Place
from watergate.edition import Problem as Mistake
from watergate.edition.language import FORMS

from ..model.weighing import MOST_ATTEMPTS, MOST_GAMES, ROUNDS, STOPPED
from ..requests import DraftToCheck, EditionText, NewDraft, TriedCard
from ..storage import EditionRow, WeighingRow
from .games import Made, _links
from .identity import TheHouse, Who

router = APIRouter(prefix="/workshop", tags=["workshop"])

EditionPath = Annotated[str, Path(max_length=60, pattern=r"^[^\x00]*$")]


@dataclass(frozen=True, slots=True)
class Mark:
    """A mistake in a draft, and where it is: `section` is a key of the draft."""

    section: str
    index: int | None
    """The number of a block or thread in its section, from 0."""
    field: str
    """A key of the block, such as `value` or `text.en`."""
    line: int
    """Of the script, from 1; 0 for all of it."""
    place: str
    """All this in the words of an edition file."""
    text: str


@dataclass(frozen=True, slots=True)
class ScriptInWords:
    number: int
    does: list[str]


@dataclass(frozen=True, slots=True)
class CheckedDraft:
    marks: list[Mark]
    scripts: list[ScriptInWords]
    """Of the cards whose script can be understood."""
    digest: str | None
    """What it is played as; null while there are mistakes."""


@dataclass(frozen=True, slots=True)
class DraftFile:
    text: str


@dataclass(frozen=True, slots=True)
class ReadDraft:
    draft: dict[str, Any] | None
    """Null if the file is no TOML at all."""
    marks: list[Mark]


@dataclass(frozen=True, slots=True)
class KeptEdition:
    key: str
    """Its name for links and for `options.edition`."""
    digest: str
    name: str
    created_at: int


@dataclass(frozen=True, slots=True)
class Weighing:
    """What quick games of a simple player against itself have shown so far."""

    digest: str
    games: int
    of: int
    failed: bool
    winners: dict[str, int]
    ways: dict[str, int]
    """`stopped` are games that had no end."""
    rounds: float


@dataclass(frozen=True, slots=True)
class Form:
    """A statement of the card language: how it is written."""

    name: str
    usage: str


@router.get("/language")
async def card_language() -> list[Form]:
    """The statements of the card language."""
    return [Form(form.name, form.usage) for form in FORMS]


@router.get("/drafts/{edition}")
async def draft(edition: EditionPath, house: TheHouse) -> dict[str, Any]:
    """An edition as a draft to start from, by its name or key."""
    return await house.editions.draft(edition)


@router.get("/files/{edition}", response_class=Response)
async def edition_file(edition: EditionPath, house: TheHouse) -> Response:
    """An edition as a file, by its name or key."""
    headers = {"Content-Disposition": 'attachment; filename="edition.toml"'}
    text = await house.editions.text(edition)
    return Response(text, media_type="application/toml; charset=utf-8", headers=headers)


@router.post("/check")
async def check(asked: DraftToCheck, who: Who, house: TheHouse) -> CheckedDraft:
    """Everything that is wrong with a draft, each mistake at its place. Stores nothing."""
    who.must_have("read")
    checked = await house.editions.check(asked.draft, asked.language)
    return CheckedDraft(
        marks=[_mark(problem, asked.language) for problem in checked.problems],
        scripts=[ScriptInWords(number, does) for number, does in checked.scripts.items()],
        digest=None if checked.edition is None else checked.edition.digest,
    )


@router.post("/file")
async def write(asked: NewDraft, who: Who, house: TheHouse) -> DraftFile:
    """A draft as the text of an edition file, finished or not. Stores nothing."""
    who.must_have("read")
    return DraftFile(await house.editions.file(asked.draft))


@router.post("/read")
async def read(asked: EditionText, who: Who, house: TheHouse) -> ReadDraft:
    """A draft from the text of an edition file, with the mistakes in it. Stores nothing."""
    who.must_have("read")
    found, problems = await house.editions.read(asked.text)
    return ReadDraft(found, [_mark(problem, asked.language) for problem in problems])


@router.get("/editions")
async def mine(who: Who, house: TheHouse) -> list[KeptEdition]:
    """The editions I keep, the last one first."""
    return [_kept(row) for row in await house.editions.mine(who)]


@router.post("/editions", status_code=201)
async def keep(asked: NewDraft, who: Who, house: TheHouse) -> KeptEdition:
    """Keep a finished edition. It never changes: a changed one is another, with its own key."""
    return _kept(await house.editions.keep(who, asked.draft))


@router.put("/editions/{key}")
async def keep_of_others(key: EditionPath, who: Who, house: TheHouse) -> KeptEdition:
    """Keep an edition that somebody has shared."""
    return _kept(await house.editions.keep_of_others(who, key))


@router.delete("/editions/{key}", status_code=204)
async def forget(key: EditionPath, who: Who, house: TheHouse) -> None:
    """Keep an edition no more. Games that are played with it go on."""
    await house.editions.forget(who, key)


@router.post("/weighings", status_code=202)
async def weigh(asked: NewDraft, who: Who, house: TheHouse) -> Weighing:
    """Have a finished edition tried in a thousand quick games, to see how even it is."""
    return _weighing(await house.editions.weigh(who, asked.draft))


@router.get("/weighings/{digest}")
async def weighing(digest: EditionPath, who: Who, house: TheHouse) -> Weighing:
    """How far these games are, by digest; `standard` for the edition to compare with."""
    who.must_have("read")
    return _weighing(await house.editions.weighing(digest))


@router.post("/trials", status_code=201)
async def try_card(asked: TriedCard, who: Who, house: TheHouse) -> Made:
    """Try a card out: a game against the computer that begins with it in my hand."""
    row = await house.editions.store(who, asked.draft)
    edition = await house.live_games.registry.shelf.find(row.key)
    assert edition is not None
    live = await house.games.try_card(who, edition, row.key, asked.card)
    return Made(live.table.id, _links(live, house))


def _mark(problem: Mistake, language: str) -> Mark:
    place = problem.place if isinstance(problem.place, Place) else Place(problem.place)
    return Mark(
        place.section, place.block, place.field, place.line, str(place),
        problem.in_words(language),
    )  # fmt: skip


def _kept(row: EditionRow) -> KeptEdition:
    return KeptEdition(row.key, row.digest, row.name, row.created_at)


def _weighing(row: WeighingRow) -> Weighing:
    counts: dict[str, int] = json.loads(row.counts)
    return Weighing(
        digest=row.digest,
        games=row.games,
        of=MOST_GAMES,
        failed=row.games < MOST_GAMES and row.attempts >= MOST_ATTEMPTS,
        winners={side: counts.get(side, 0) for side in ("editor", "nixon")},
        ways={way: counts.get(way, 0) for way in ("connection", "momentum", "supply", STOPPED)},
        rounds=counts.get(ROUNDS, 0) / max(1, row.games),
    )
