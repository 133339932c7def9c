"""Routes that look back and ahead: records, replays, hints, curves, reviews."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from watergate.coach.models import review_of_json
from watergate.coach.telling import html_of
from watergate.rules import Entry, Game, View, Viewer
from watergate.rules.paths import WayToWin, ways_to_win

from ..fields import Language
from ..live.presenter import job_now
from ..messages import JobNow
from ..model import JobState
from ..problems import Problem
from ..records import record_of
from ..requests import NewRecord
from .games import As, Live, Made, WatchCode, _links
from .identity import TheHouse, Who

router = APIRouter(tags=["review"])

MOST_STEPS = 100


@dataclass(frozen=True, slots=True)
class Step:
    """One ply of a game: the move that led to it, what happened, and how things stand after."""

    ply: int
    move: str | None
    """None where the viewer did not see it."""
    events: list[Entry]
    view: View
    way: WayToWin | None
    """The Editor's nearest way to a win on the board; none where all are blocked."""


@dataclass(frozen=True, slots=True)
class Steps:
    plies: int
    steps: list[Step]


@router.post("/records", status_code=201)
async def open_record(new: NewRecord, who: Who, house: TheHouse) -> Made:
    """Bring a record, to be watched move by move and played on from."""
    live = await house.games.open_record(who, new.record)
    return Made(live.table.id, _links(live, house))


@router.get("/games/{game}/record", response_class=Response)
async def record(live: Live, who: Who, house: TheHouse, code: WatchCode = None) -> Response:
    """The record of a finished game, as a `.wg` file."""
    house.access.must_be_open(live, who, code)
    headers = {"Content-Disposition": f'attachment; filename="watergate-{live.table.id}.wg"'}
    return Response(record_of(live.table), media_type="text/plain; charset=utf-8", headers=headers)


@router.get("/games/{game}/steps")
async def steps(
    live: Live,
    who: Who,
    house: TheHouse,
    as_: As = None,
    code: WatchCode = None,
    first: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    count: Annotated[int, Query(ge=1, le=MOST_STEPS)] = MOST_STEPS,
) -> Steps:
    """The game ply by ply, as somebody saw it; a hundred at a time. Views come without a log."""
    viewer = house.access.eyes(live, who, as_, code)
    seen = live.table.viewer(viewer) if as_ is None else viewer
    game = live.table.game
    if first > game.ply:
        raise Problem("bad_option", option="first", value=first)
    last = min(game.ply, first + count - 1)
    ways: dict[str, WayToWin | None] = {}
    return Steps(game.ply, [step_of(game, ply, seen, ways) for ply in range(first, last + 1)])


def step_of(game: Game, ply: int, seen: Viewer, ways: dict[str, WayToWin | None]) -> Step:
    """`ways` keeps what was found for a board, which stays the same over many plies."""
    move = game.move_seen(ply, seen) if ply else None
    view = game.at(ply).view(seen, log=False, course=False)
    board = repr((view.board, view.pictures))
    if board not in ways:
        ways[board] = next(iter(ways_to_win(view, game.edition)), None)
    return Step(
        ply,
        None if move is None else str(move),
        list(game.events(ply, seen)),
        view,
        ways[board],
    )


@router.post("/games/{game}/hint", status_code=202)
async def hint(live: Live, who: Who, house: TheHouse) -> JobNow:
    """Have a strong player look at my view. The answer comes over the socket, or by asking."""
    return job_now(await house.jobs.hint(who, live))


@router.post("/games/{game}/curve", status_code=202)
async def curve(live: Live, who: Who, house: TheHouse, code: WatchCode = None) -> JobNow:
    """Have a finished game judged from turn to turn."""
    return job_now(await house.jobs.curve(who, live, code))


@router.post("/games/{game}/review", status_code=202)
async def review(
    live: Live, who: Who, house: TheHouse, code: WatchCode = None, deep: bool = False
) -> JobNow:
    """Have a finished game reviewed: what was lost, what was luck, what could be believed."""
    return job_now(await house.jobs.review(who, live, code, deep=deep))


@router.get("/games/{game}/review")
async def made_review(
    live: Live, who: Who, house: TheHouse, code: WatchCode = None
) -> JobNow | None:
    """The deepest review of a finished game that was asked for; null if none was."""
    job = await house.jobs.made_review(who, live, code)
    return None if job is None else job_now(job)


@router.get("/games/{game}/review/{language}", response_class=Response)
async def review_page(
    live: Live, language: Language, who: Who, house: TheHouse, code: WatchCode = None
) -> Response:
    """The review that was made, as one page in words that needs nothing else: to print or send."""
    job = await house.jobs.made_review(who, live, code)
    if job is None or job.state is not JobState.DONE or job.result is None:
        raise Problem("not_found", what="review")
    page = html_of(review_of_json(job.result), live.table.edition, language)
    name = f"watergate-review-{live.table.id}.html"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(page, media_type="text/html; charset=utf-8", headers=headers)


@router.get("/jobs/{job}")
async def job(
    job: Annotated[str, Path(pattern="^[0-9a-f]{16}$")], who: Who, house: TheHouse
) -> JobNow:
    """How far a hint, a curve or a review is."""
    return job_now(await house.jobs.job(who, job))
