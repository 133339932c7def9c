"""Hidden information is sacred: what a viewer is shown depends on nothing that viewer cannot know.

For a game and an alternative history of it, the viewer's whole view (log, prompt, numbering and
legal moves included) is the same to the byte.
"""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from tests.thorough import THOROUGH
from watergate import Game, alternative_history
from watergate.players import player
from watergate.rules.core.frames import FIRST_DECISION, KIND, Frame
from watergate.rules.core.state import NOBODY, top_frame
from watergate.rules.observation import observation_of

VIEWERS = ("editor", "nixon", "spectator")
KINDS = {frame.key for frame in Frame if frame >= FIRST_DECISION}


PARTS = 8
CHECKS_OF_A_KIND = 200 * THOROUGH // PARTS
MOST_SEEDS = 50_000


def kind_of(game: Game, ply: int) -> str:
    """The kind of decision or draw that is pending after a ply."""
    state = game.state_at(ply).view(np.recarray)[0]
    return "over" if state.winner != NOBODY else Frame(top_frame(state)[KIND]).key


def random_game(seed: int) -> Game:
    """A game by random players; every fourth with some sense on either side."""
    rng = random.Random(seed)
    game = Game.start(seed=seed)
    sensible = player("priorities", seed) if seed % 4 == 0 else None
    while game.decider is not None and game.round <= 30:
        if sensible and rng.random() < 0.5:
            game.play(sensible.choose(game.view(str(game.decider))))
        else:
            game.play(rng.choice(game.legal_ids()))
    return game


def check_all_viewers(game: Game, rng: random.Random) -> int:
    """How many of the three alternatives really are another game."""
    altered = 0
    for viewer in VIEWERS:
        other = alternative_history(game, viewer, rng, only_this_round=rng.random() < 0.9)
        assert other.view(viewer).to_json() == game.view(viewer).to_json()
        if viewer != "spectator":
            known, same = (observation_of(one.view(viewer)) for one in (game, other))
            assert known.tobytes() == same.tobytes()
        altered += other.history_ids != game.history_ids
    return altered


@pytest.mark.rule("8.11", "9.1", "9.4")
def test_a_few_alternative_histories_show_a_viewer_the_same() -> None:
    rng = random.Random(1972)
    game = random_game(4)
    assert sum(check_all_viewers(game.at(ply), rng) for ply in range(5, game.ply, 20)) > 10


@pytest.mark.rule("9.3")
def test_alternatives_respect_answers_and_refilled_decks() -> None:
    """Where what is hidden is narrowed by what was seen, attempts fail and others are made."""
    rng = random.Random(7)
    altered: Counter[str] = Counter()
    for seed in (9, 13):
        game = random_game(seed)
        narrowing = [e for e in game.log("everyone") if e.key in ("deck_refilled", "answered_no")]
        for entry in narrowing[:6]:
            then = game.at(min(entry.ply + 12, game.ply))
            altered[entry.key] += check_all_viewers(then, rng)
    assert min(altered["deck_refilled"], altered["answered_no"]) > 0, altered


@pytest.mark.slow
@pytest.mark.rule("8.11", "9.1", "9.2", "9.4")
@pytest.mark.parametrize("part", range(PARTS))
def test_alternative_histories_show_a_viewer_the_same(part: int) -> None:
    """Thousands of positions of every kind of decision and draw, over all parts and viewers."""
    rng = random.Random(part)
    checked: Counter[str] = Counter()
    altered: Counter[str] = Counter()
    seed = part
    while any(checked[kind] < CHECKS_OF_A_KIND for kind in KINDS):
        assert seed < MOST_SEEDS, f"no standard card brings up {KINDS - checked.keys()}"
        game = random_game(seed)
        seed += PARTS
        for ply in range(1, game.ply):
            kind = kind_of(game, ply)
            if checked[kind] < CHECKS_OF_A_KIND and rng.random() < 0.5:
                altered[kind] += check_all_viewers(game.at(ply), rng)
                checked[kind] += len(VIEWERS)
    for kind in KINDS:
        assert altered[kind] > checked[kind] // 4, "the alternatives must be other games"
