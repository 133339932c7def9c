"""What `watergate arena` prints: progress, tables and the result in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.console import Console
from rich.table import Table

from watergate.edition import Side
from watergate.lab.arena import Decision, Report, Tournament
from watergate.lab.arena.match import FAILED
from watergate.lab.arena.ratings import Rating
from watergate.lab.arena.report import Score, crosstable, score_of
from watergate.lab.simulate import STOPPED
from watergate.lab.statistics import Interval
from watergate.rules.core.playout import MOST_ROUNDS_PLAYED
from watergate.texts.figures import decimal, percent, whole

from .common import language, words

MOST_FAILURES_TOLD = 10


def running(tournament: Tournament) -> str:
    """The first player's score so far, and how the test stands."""
    plan = tournament.plan
    name = plan.players[0]
    score = score_of(name, (g for g in tournament.games if name in (g.editor, g.nixon)))
    text = f"{name} {_share(score)} ({_span(score.interval)})"
    if plan.test is None:
        return text
    low, llr, high = (_number(n) for n in (plan.test.lower, tournament.llr, plan.test.upper))
    return f"{text}, LLR {llr} ({low} … {high})"


def tell(report: Report, console: Console) -> None:
    """The whole report."""
    plan = report.plan
    head = words(
        "arena.head", number=len(report.games), players=len(plan.players), seed=str(plan.seed),
        edition=plan.edition.name,
    )  # fmt: skip
    console.print(head, soft_wrap=True)
    console.print(_standings(report))
    if plan.luck:
        console.print(_without_luck(report))
    if len(plan.players) > 2:
        console.print(_crosstable(report))
    console.print(_ways(report))
    for line in _remarks(report):
        console.print(line, soft_wrap=True)


def _standings(report: Report) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(words("arena.player"), overflow="fold")
    for key in ("elo", "points", "share", "interval", "as_editor", "as_nixon"):
        table.add_column(words(f"arena.{key}"), justify="right", no_wrap=True)
    for standing in report.standings:
        total = standing.total
        points = f"{_points(total.points)}/{whole(total.games, language())}"
        roles = (_share(standing.roles[side]) for side in Side)
        table.add_row(
            standing.player, _elo(standing.rating), points, _share(total), _span(total.interval),
            *roles,
        )  # fmt: skip
    return table


def _without_luck(report: Report) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(words("arena.without_luck"), overflow="fold")
    for key in ("share", "interval", "fewer"):
        table.add_column(words(f"arena.{key}"), justify="right", no_wrap=True)
    for standing in report.standings:
        less = standing.total.without_luck
        cells = ["–"] * 3
        if less is not None:
            fewer = "–" if less.fewer is None else percent(less.fewer, language(), 0)
            cells = [percent(less.share, language(), 1), _span(less.interval), fewer]
        table.add_row(standing.player, *cells)
    return table


def _crosstable(report: Report) -> Table:
    """With numbers at the head of the columns, since names may be whole commands."""
    _, *rows = crosstable(report, _share_or_nothing)
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("", justify="right")
    table.add_column(words("arena.against"), overflow="fold")
    for number in range(1, len(rows) + 1):
        table.add_column(str(number), justify="right")
    for number, row in enumerate(rows, start=1):
        table.add_row(str(number), *row)
    return table


def _ways(report: Report) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(words("arena.ways"))
    table.add_column(words("simulate.games"), justify="right")
    for side in Side:
        for way, number in report.ways[side].items():
            if number and way != STOPPED:
                wins = words("simulate.wins", side=words(f"winner.{side}"))
                table.add_row(f"{wins} {_way(way)}", whole(number, language()))
    stopped = report.ways[Side.EDITOR][STOPPED]
    if stopped:
        text = words("simulate.stopped", number=MOST_ROUNDS_PLAYED)
        table.add_row(text, whole(stopped, language()))
    return table


def _way(way: str) -> str:
    return words("arena.by_failure") if way == FAILED else words(f"by.{way}")


def _remarks(report: Report) -> Iterator[str]:
    for name in ("rounds", "decisions"):
        numbers = getattr(report, name)
        if numbers is not None:
            least, most = int(numbers.least), int(numbers.most)
            extent = words(f"simulate.{name}", least=least, most=most)
            yield f"{extent}: {_number(numbers.mean)}"
    yield words("arena.role", elo=_elo(report.ratings.editor))
    yield from _failures(report)
    test = report.plan.test
    if test is not None:
        low, llr, high = (_number(n) for n in (test.lower, report.llr, test.upper))
        yield words("arena.llr", llr=llr, low=low, high=high)
        share = test.low if report.decision is Decision.LOW else test.high
        yield words(
            f"arena.test_{report.decision}", player=report.plan.players[0],
            share=percent(share, language(), 1),
        )  # fmt: skip


def _failures(report: Report) -> Iterator[str]:
    failures = report.failures
    for game in failures[:MOST_FAILURES_TOLD]:
        player = getattr(game, game.failed)
        yield words("arena.failure", number=game.game, player=player, reason=game.reason)
    if len(failures) > MOST_FAILURES_TOLD:
        yield words("arena.more_failures", number=len(failures) - MOST_FAILURES_TOLD)


def _number(number: float) -> str:
    return decimal(number, 2, language())


def _points(points: float) -> str:
    return decimal(points, 0 if points == int(points) else 1, language())


def _elo(rating: Rating) -> str:
    reach = rating.interval.high - rating.elo
    return f"{whole(round(rating.elo), language())} ± {whole(round(reach), language())}"


def _share(score: Score) -> str:
    return "–" if score.share is None else percent(score.share, language(), 1)


def _share_or_nothing(score: Score | None) -> str:
    return "" if score is None else _share(score)


def _span(interval: Interval) -> str:
    return f"{percent(interval.low, language(), 1)} – {percent(interval.high, language(), 1)}"
