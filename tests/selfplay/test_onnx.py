"""The network as ONNX says what the players' network says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from onnx.reference import ReferenceEvaluator

from watergate.cli.training import SHIPPED
from watergate.edition import standard_edition
from watergate.lab.selfplay.onnx_file import export_onnx
from watergate.players.policy import read_policy
from watergate.players.sight import sight_of
from watergate.rules import Game, Viewer


def test_the_shipped_network_is_the_same_as_onnx(tmp_path: Path) -> None:
    export_onnx(SHIPPED, tmp_path / "policy.onnx")
    row = sight_of(Game.start(seed=4).view(Viewer.EDITOR), standard_edition())
    run = ReferenceEvaluator(str(tmp_path / "policy.onnx")).run
    scores, editor = run(None, {"sights": row[None].astype(np.float32)})
    moves = np.arange(40)
    chances, value = read_policy(SHIPPED)(row, moves)
    weights = np.exp(scores[0, moves] - scores[0, moves].max())
    assert weights / weights.sum() == pytest.approx(chances, abs=1e-4)
    assert editor[0, 0] == pytest.approx(value, abs=1e-4)
