"""The examples run: a policy learns, OpenSpiel's search plays, the notebook is true."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

from watergate import Side

from .notebook import TOUR, run

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_notebook_draws_a_game_and_a_policy_that_learns_to_beat_random_play() -> None:
    names, notebook = run(TOUR)
    assert names["random_share"] < 0.15
    assert names["learnt_share"] > 0.5
    assert sum(names["curve"][-5:]) > sum(names["curve"][:5])
    kept = json.loads(TOUR.read_text(encoding="utf-8"))
    assert pictures_in(notebook) == pictures_in(kept) == 3


def pictures_in(notebook: dict[str, Any]) -> int:
    shown = [output for cell in notebook["cells"] for output in cell.get("outputs", ())]
    return sum("image/png" in output.get("data", {}) for output in shown)


@pytest.mark.parametrize("side", list(Side))
def test_openspiels_search_plays_against_ours(side: Side) -> None:
    play = runpy.run_path(str(EXAMPLES / "ismcts.py"))["play"]
    state, decided = play(3, "priorities", side, most=4)
    assert decided[side] == 4
    assert decided[side.opponent] > 0
    assert state.is_terminal() or state.one.game.round >= 1
