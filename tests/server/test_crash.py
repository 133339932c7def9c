"""Kills in the middle of games lose nothing: the short forms of `make crash`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.crash import KINDS, SEVERAL, crash


@pytest.mark.slow
@pytest.mark.parametrize(
    ("database", "kills", "processes"), [("sqlite", 24, 1), ("postgresql", 12, 2)]
)
def test_kills_lose_nothing(tmp_path: Path, database: str, kills: int, processes: int) -> None:
    totals = crash(kills, database, seed=1974, folder=tmp_path, processes=processes)
    assert (totals.lost, totals.doubled, totals.faults) == (0, 0, []), str(totals)
    assert totals.kills.total() == kills
    assert set(totals.kills) == set(KINDS[database] | (SEVERAL if processes > 1 else {}))
    assert totals.finished == totals.games
    assert totals.acknowledged > kills
    assert totals.caught == totals.kills["commit"], str(totals)
    assert totals.repeated >= totals.caught
