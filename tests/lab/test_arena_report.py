"""The report counts every game for the right player, and pictures are pictures."""

from __future__ import annotations

import builtins
import json
import struct
import sys
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.lab.arena import inventing, plan_of, played
from watergate.edition import Side
from watergate.lab.arena import (
    ArenaError,
    Tournament,
    crew_of_cluster,
    play_on,
    report_as_json,
    report_on,
)
from watergate.lab.arena.plot import pictures
from watergate.lab.arena.ratings import Rating
from watergate.lab.arena.report import crosstable
from watergate.lab.statistics import Interval

RATINGS = [("level:6", Rating(120, 20)), ("$x_2$ & <b> cmd:" + "y" * 90, Rating(-120, 20))]


def test_every_game_counts_for_the_right_player() -> None:
    plan = plan_of("a", "b", pairs=3)
    ends: list[tuple[Any, ...]] = [
        ("editor", "connection"), ("nixon", "momentum"),  # a wins both
        ("nixon", "supply"), ("nixon", "momentum"),  # Nixon wins both
        ("", "stopped"), ("nixon", "failed", "editor", "crashed"),  # b fails as Editor
    ]  # fmt: skip
    games = [played(game, *end) for game, end in zip(plan.fixtures(), ends, strict=True)]
    report = report_on(Tournament(plan, {game.game: game for game in games}))
    (match,) = report.matches
    assert (match.players, match.total.points, match.total.games) == (("a", "b"), 4.5, 6)
    assert match.pairs == [0, 0, 1, 1, 1]
    assert match.roles[Side.EDITOR].points == 1.5
    assert match.roles[Side.NIXON].points == 3
    assert [standing.player for standing in report.standings] == ["a", "b"]
    assert [standing.failures for standing in report.standings] == [0, 1]
    assert report.standings[1].total.points == 1.5
    assert report.ways[Side.EDITOR] == {
        "momentum": 0, "supply": 0, "connection": 1, "stopped": 1, "failed": 0
    }  # fmt: skip
    assert report.ways[Side.NIXON] == {
        "momentum": 2, "supply": 1, "connection": 0, "stopped": 1, "failed": 1
    }  # fmt: skip
    found = report_as_json(report)
    assert found["failures"] == [{"game": 6, "player": "b", "side": "editor", "reason": "crashed"}]
    assert found["complete"] is True


def test_intervals_rest_on_pairs_not_on_games() -> None:
    """Where the luck decides both games of each pair, much is known from few games."""
    plan = plan_of("a", "b", pairs=40)
    lucky = {g.game: played(g, "editor" if g.pair % 2 else "nixon") for g in plan.fixtures()}
    alike = {
        g.game: played(g, "editor" if (g.editor == "a") == (g.pair % 2 == 0) else "nixon")
        for g in plan.fixtures()
    }
    split, swept = (report_on(Tournament(plan, games)).matches[0].total for games in (lucky, alike))
    assert split.share == swept.share == 0.5
    assert (split.interval.high - split.interval.low) < 0.1
    assert (swept.interval.high - swept.interval.low) > 0.25


def test_a_crosstable_adds_up() -> None:
    elos = {"a": 100.0, "b": 0.0, "c": -100.0}
    tournament = Tournament(plan_of(*elos, pairs=30), {})
    play_on(tournament, inventing(elos))
    report = report_on(tournament)
    table = crosstable(report, lambda score: "" if score is None else f"{score.share}")
    assert table[0] == ["", "a", "b", "c"]
    for n in range(1, 4):
        assert table[n][n] == ""
        for m in range(1, n):
            assert float(table[n][m]) + float(table[m][n]) == pytest.approx(1)
    points = sum(standing.total.points for standing in report.standings)
    assert points == len(report.games) == 180


def test_a_report_of_nothing_can_be_made() -> None:
    report = report_on(Tournament(plan_of("a", "b"), {}))
    found = json.loads(json.dumps(report_as_json(report), allow_nan=False))
    assert found["games"] == 0
    assert found["complete"] is False
    assert found["rounds"] is None
    assert found["players"][0]["score"]["share"] is None


def test_pictures_are_valid_and_always_the_same() -> None:
    drawn = pictures(RATINGS, "a $title", "Élő")
    assert drawn == pictures(RATINGS, "a $title", "Élő")
    assert_png(drawn["png"])
    root = ET.fromstring(drawn["svg"])
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"level:6", "a $title", "Élő"} <= set(texts)
    assert any(text is not None and text.startswith("$x_2$ & <b> cmd:yy") for text in texts)


def assert_png(data: bytes) -> None:
    """Signature, header and every chunk's checksum."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    at, kinds = 8, []
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        body = data[at + 4 : at + 8 + size]
        assert struct.unpack(">I", data[at + 8 + size : at + 12 + size])[0] == zlib.crc32(body)
        kinds.append(body[:4])
        at += 12 + size
    assert (kinds[0], kinds[-1]) == (b"IHDR", b"IEND")


@pytest.mark.parametrize(
    ("package", "extra", "use"),
    [
        ("matplotlib", "plots", lambda: pictures(RATINGS, "", "")),
        ("ray", "ray", lambda: crew_of_cluster("local")),
    ],
)
def test_a_missing_package_is_told_with_its_extra(
    package: str, extra: str, use: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.split(".")[0] == package:
            raise ImportError(name)
        return whole(name, *rest)

    monkeypatch.delitem(sys.modules, package, raising=False)
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ArenaError, match=rf"watergate\[{extra}\]"):
        use()


def test_counted_luck_gives_a_second_narrower_interval() -> None:
    plan = plan_of("a", "b", pairs=20)
    games = [
        # The Editor wins the first ten pairs for no other reason than luck.
        replace(played(game, "editor" if game.pair < 10 else "nixon"),
                luck=0.4 if game.pair < 10 else -0.4)
        for game in plan.fixtures()
    ]  # fmt: skip
    report = report_on(Tournament(plan, {game.game: game for game in games}))
    (match,) = report.matches
    role = match.roles[Side.EDITOR]
    assert role.without_luck is not None
    assert role.without_luck.fewer == pytest.approx(1)
    assert role.without_luck.share == pytest.approx(0.5)
    plain, less = role.interval, role.without_luck.interval
    assert less.high - less.low < 0.6 * (plain.high - plain.low)
    # Both games of a pair were as lucky for their Editors: for the player that cancels out.
    assert match.total.without_luck is not None
    assert match.total.without_luck.fewer is None
    other = report.against("b", "a")
    assert other is not None
    assert other.without_luck is not None
    assert other.without_luck.interval == Interval(
        1 - match.total.without_luck.interval.high, 1 - match.total.without_luck.interval.low
    )
    found = report_as_json(report)["matches"][0]["editor"]["without_luck"]
    assert found["low"] == less.low
    assert found["fewer_games"] == pytest.approx(1)


def test_luck_that_was_not_counted_is_not_told() -> None:
    plan = plan_of("a", "b", pairs=20)
    games = [played(game, "editor") for game in plan.fixtures()]
    report = report_on(Tournament(plan, {game.game: game for game in games}))
    assert report.matches[0].total.without_luck is None
    assert report_as_json(report)["players"][0]["score"]["without_luck"] is None
