"""What a belief is worth, measured: it means what it says, and is better than counting."""

from __future__ import annotations

import json
import math
import random

import pytest

from tests.cli.helpers import run_program
from watergate import Game, Side, alternative_history, standard_edition
from watergate.lab.beliefs import Said, belief_figures, what_is_said


@pytest.mark.slow
def test_a_belief_means_what_it_says_and_is_better_than_counting() -> None:
    """Of cards given 30 %, about 30 % are held; and the truth is likelier than by counting."""
    told: list[int] = []
    figures = belief_figures("network", range(100, 104), standard_edition(), told.append)
    assert told == [1, 2, 3, 4]
    assert figures.cards.said > 2_000
    assert figures.cards.believed < figures.cards.counted - 0.01
    assert figures.tokens.believed < figures.tokens.counted + 0.01
    for found in figures.classes:
        assert found.said < 300 or found.so == pytest.approx(found.believed, abs=0.12)
    assert sum(found.said > 300 for found in figures.classes) > 3


def test_what_is_said_is_of_what_a_side_cannot_see() -> None:
    rng, game, altered = random.Random(5), Game.start(seed=5), 0
    for _ in range(40):
        side = game.decider
        assert isinstance(side, Side)
        view, other = game.view(side), alternative_history(game, side, rng)
        altered += other.history_ids != game.history_ids
        said, same = (
            [(one.believed, one.counted) for one in what_is_said(g, g.view(side))]
            for g in (game, other)
        )
        assert said == same
        held = [one for one in what_is_said(game, view) if one.is_card]
        count = view.player(side.opponent).hand_count
        assert sum(one.is_so for one in held) <= count
        game.play(rng.choice(view.moves))
        if altered > 4:
            break
    assert altered > 4


def test_surprise_is_counted_in_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    said = [Said(True, 0.25, 0.5, True), Said(True, 0.25, 0.5, False), Said(False, 0.5, 0.1, False)]
    monkeypatch.setattr("watergate.lab.beliefs.what_is_said", lambda game, view: said)
    figures = belief_figures("random", [3], standard_edition())
    cards, tokens = figures.cards, figures.tokens
    assert cards.counted == 1
    assert cards.believed == pytest.approx((2 - math.log2(0.75)) / 2)
    assert tokens.believed == 1
    assert tokens.counted == pytest.approx(-math.log2(0.9))
    assert [(found.believed, found.so) for found in figures.classes] == [(0.25, 0.5), (0.5, 0.0)]


@pytest.mark.slow
def test_the_command_measures_and_repeats_itself() -> None:
    command = ("lab", "belief", "-n", "1", "--seed", "4")
    told = run_program(*command, "--json", WATERGATE_COMPILED="auto")
    figures = json.loads(told.stdout)
    assert figures["games"] == 1
    assert figures["cards"]["said"] > 100
    shown = run_program("--language", "hu", *command, WATERGATE_COMPILED="auto")
    assert "lap az ellenfél kezében" in shown.stdout
    assert f"{figures['cards']['believed']:.3f}".replace(".", ",") in shown.stdout
    assert "--seed 4" in shown.stderr
