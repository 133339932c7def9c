"""Properties of whole games, over very many random ones (and of some, in depth)."""

from __future__ import annotations

import json
import random

import jsonschema_rs
import numpy as np
import pytest

from tests.sweep import swept_games
from tests.thorough import THOROUGH
from watergate import CHANCE, Game, View, Viewer, standard_edition, view_schema
from watergate.edition.table import table_of
from watergate.engine import PLAIN, compiled
from watergate.rules.core.chance import MOVE_STREAM, random_below, seeded_streams
from watergate.rules.core.events import new_log, written
from watergate.rules.core.ids import MOST_LEGAL
from watergate.rules.core.state import CHANCE as CHANCE_MOVES_NEXT
from watergate.rules.core.state import NOBODY, STATE
from watergate.rules.moves import notation_of
from watergate.rules.positions import read_position, write_position

SWEEP = 50_000 * THOROUGH
SAMPLE = 200 * THOROUGH
PARTS = 8


@pytest.mark.slow
@pytest.mark.rule("1.5", "9.5")
@pytest.mark.parametrize("part", range(PARTS))
def test_in_random_games_nothing_is_lost_and_somebody_wins(part: int) -> None:
    games = SWEEP // PARTS
    results = swept_games(table_of(standard_edition()), part * games, games)
    assert not results["fault"].any()
    assert results["same"].all(), "a replay by ids must give the same bytes"
    over = results["winner"] != NOBODY
    assert (results["rounds"][~over] > 100).all()
    assert set(np.unique(results["won_by"][over])) == {1, 2, 3}


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_compiled_and_plain_runs_agree_and_texts_round_trip(part: int) -> None:
    """Step by step: state, events, legal moves, outcomes; texts of moves and positions."""
    edition = standard_edition()
    tables, notation = table_of(edition), notation_of(edition)
    for seed in range(part, SAMPLE, PARTS):
        one, other = np.zeros(1, STATE), np.zeros(1, STATE)
        moves, twin_moves = np.zeros(MOST_LEGAL, np.int16), np.zeros(MOST_LEGAL, np.int16)
        log, twin_log, streams = new_log(), new_log(), seeded_streams(seed)
        compiled().begin(one, 0, tables, log)
        PLAIN.begin(other, 0, tables, twin_log)
        for ply in range(100_000):
            assert one.tobytes() == other.tobytes()
            assert written(log) == written(twin_log)
            who = compiled().decider(one, 0)
            if who == NOBODY or one["round_no"][0] > 100:
                break
            if ply % 16 == seed % 16:
                line = write_position(one, edition)
                assert read_position(line, edition).tobytes() == one.tobytes()
            if who == CHANCE_MOVES_NEXT:
                n = compiled().outcomes(one, 0, tables, moves, twin_moves)
                assert n > 0
                move = compiled().sample(one, 0, streams)
            else:
                n = compiled().legal(one, 0, tables, moves)
                assert n == PLAIN.legal(other, 0, tables, twin_moves)
                assert (moves[:n] == twin_moves[:n]).all()
                move = int(moves[random_below(streams, MOVE_STREAM, n)])
            for number in moves[:n].tolist():
                assert notation.id_of(str(notation.moves[number])) == number
            compiled().step(one, 0, tables, log, move)
            PLAIN.step(other, 0, tables, twin_log, move)


@pytest.mark.slow
@pytest.mark.rule("9.4")
@pytest.mark.parametrize("part", range(PARTS))
def test_views_are_valid_against_their_schema(part: int) -> None:
    validator = jsonschema_rs.validator_for(view_schema())
    for seed in range(part, SAMPLE, PARTS):
        rng = random.Random(seed)
        game = Game.start(seed=seed)
        stops = rng.sample(range(300), 3)
        while game.decider is not None and game.round <= 100:
            if game.ply in stops or rng.random() < 0.004:
                _check_views(game, validator)
            game.play(rng.choice(game.legal_ids()))
        _check_views(game, validator)


def _check_views(game: Game, validator: jsonschema_rs.Validator) -> None:
    for viewer in Viewer:
        view = game.view(viewer)
        data = view.to_json()
        validator.validate(json.loads(data))
        assert View.from_json(data) == view
        assert (view.decision is None) == (game.decider is None)
        decides = str(game.decider) == viewer or viewer == "everyone"
        assert bool(view.moves) == (decides and game.decider not in (None, CHANCE))
