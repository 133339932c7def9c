"""The replica of a published player: trained, written and played by."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.selfplay.toy import toy_edition
from watergate.lab.selfplay.replica import GAMES, WINDOW, Replica, Window, replica_in
from watergate.players import player
from watergate.rules import Game


def test_a_replica_learns_a_toy_from_its_own_search(tmp_path: Path) -> None:
    edition, lines = toy_edition(tmp_path), list[dict[str, float]]()
    path = tmp_path / "replica.npz"
    trained = replica_in(path, "cpu", 8, lines.append, jobs=1, edition=edition)
    assert lines[-1]["games"] == trained.games > GAMES
    assert lines[-1]["policy"] < lines[0]["policy"]
    assert lines[-1]["value"] < lines[0]["value"]
    assert len(trained.window) == min(trained.window.added, WINDOW)
    with np.load(path) as stored:
        assert str(stored["edition"]) == edition.digest
        assert str(stored["made"]).startswith(f"{trained.games} games")
        assert not stored["secret.weight"].any()  # its value knows what the decider knows
    game = Game.start(seed=1, edition=edition)
    someone = player(f"replica:{path}", 1, edition)
    while game.decider is not None:
        view = game.view(game.decider)
        game.play(someone.choose(view))
    assert someone.name == f"replica:{path}"


def test_a_lesson_is_what_was_searched(tmp_path: Path) -> None:
    edition = toy_edition(tmp_path)
    replica = Replica("cpu", 1, edition)
    from watergate.lab.selfplay.files import halves_of
    from watergate.lab.selfplay.replica_games import lessons_of

    layers = {**halves_of(replica.model), "columns": replica.model.columns.numpy()}
    lessons, again = (lessons_of((layers, edition, [3, 4])) for _ in range(2))
    assert [lesson.shares.tolist() for lesson in lessons] == [
        lesson.shares.tolist() for lesson in again
    ]
    for lesson in lessons:
        assert lesson.shares.sum() == pytest.approx(1)
        assert lesson.result in (0, 0.5, 1)
    window = Window(replica.model.columns, replica.device)
    window.added = WINDOW - 1  # the next ones take the places of the last and of the first
    window.add(lessons)
    assert len(window) == WINDOW
    for place, lesson in enumerate(lessons, WINDOW - 1):
        targets = window.targets[place % WINDOW]
        assert (targets >= 0).nonzero().flatten().tolist() == sorted(lesson.moves)
        assert float(targets.clamp(min=0).sum()) == pytest.approx(1, abs=1e-2)
        assert window.results[place % WINDOW] == lesson.result
        seen = replica.model.columns[window.rows[place % WINDOW].bool()]
        assert seen.tolist() == lesson.ones.tolist()
