"""The search player: what it thinks, what it may know, and how it is stopped."""

from __future__ import annotations

import random
import threading
from dataclasses import replace

import pytest

from watergate import Game, Side, standard_edition
from watergate.players import Budget, SearchPlayer, TreePlayer, player, plays_by_tree
from watergate.rules import View, WatergateError
from watergate.rules.histories import alternative_history

from .test_belief import positions

SOME = 40
FEW = Budget(simulations=SOME)


def thinker(seed: int = 1, threads: int = 1) -> SearchPlayer:
    return SearchPlayer(seed, budget=FEW, threads=threads)


def test_a_thought_says_how_good_and_how_likely_each_move_is() -> None:
    for _, view in positions("network", seed=2, every=25):
        thought = thinker().think(view)
        assert {found.move for found in thought.candidates} == set(view.moves)
        assert sum(found.share for found in thought.candidates) == pytest.approx(1)
        assert sum(found.visits for found in thought.candidates) == thought.simulations
        assert thought.simulations >= SOME // len(view.moves)
        assert all(0 <= found.value <= 1 for found in thought.candidates)
        values = [found.value for found in thought.candidates]
        assert min(values) - 1e-9 <= thought.win_probability <= max(values) + 1e-9
        assert thought.choice in view.moves
        assert thought.continuation[0] == thought.choice
        assert thought.reading is not None


def test_the_same_view_and_seed_give_the_same_thought_over_all_histories() -> None:
    altered = 0
    for game, view in positions("network", seed=6, every=15):
        other = alternative_history(game, view.viewer, random.Random(view.ply))
        altered += other.history_ids != game.history_ids
        ours, same = (thinker().think(v) for v in (view, other.view(view.viewer)))
        assert replace(ours, seconds=0) == replace(same, seconds=0)
        assert thinker().choose(view) == thinker().choose(other.view(view.viewer))
    assert altered


def test_a_side_that_does_not_decide_is_told_its_chance() -> None:
    game = Game.start(seed=4)
    editor, nixon = (thinker().think(game.view(side)) for side in ("editor", "nixon"))
    assert editor.candidates
    assert not nixon.candidates
    assert nixon.choice is None
    assert 0 < nixon.win_probability < 1
    assert nixon.reading is not None
    assert nixon.reading.tokens == {}


def test_a_finished_game_is_certain() -> None:
    game = list(positions("random", seed=1))[-1][0]
    assert game.result is not None
    for side in Side:
        thought = thinker().think(game.view(side))
        assert thought.win_probability == float(game.result.winner == str(side))


def test_a_view_of_everyone_is_refused() -> None:
    with pytest.raises(WatergateError, match="allowed are those of editor and nixon"):
        thinker().think(Game.start(seed=1).view("spectator"))


def test_a_view_that_was_read_can_be_thought_about() -> None:
    view = Game.start(seed=1).view("editor")
    assert thinker().think(View.from_json(view.to_json())).choice in view.moves


def test_threads_share_the_work() -> None:
    view = Game.start(seed=7).view("editor")
    thought = thinker(threads=3).think(view)
    assert thought.simulations >= SOME // len(view.moves)
    assert thought.choice in view.moves


@pytest.mark.parametrize("threads", [0, 65])
def test_too_many_threads_are_refused(threads: int) -> None:
    with pytest.raises(WatergateError, match="allowed are 1 to 64"):
        thinker(threads=threads)


def test_it_can_be_stopped_from_another_thread() -> None:
    someone = SearchPlayer(1, budget=Budget(seconds=600))
    timer = threading.Timer(0.5, someone.stop)
    timer.start()
    thought = someone.think(Game.start(seed=1).view("editor"))  # else this would take ten minutes
    assert thought.choice is not None
    timer.join()


def test_the_tree_search_plays_other_editions() -> None:
    other = replace(standard_edition(), name="mine", digest="0" * 16)
    with pytest.raises(WatergateError, match="has learnt another edition, not 'mine'"):
        SearchPlayer(1, other, budget=FEW)
    assert isinstance(player("search:1s", 1), SearchPlayer)
    someone = player("search:2", 1, other)
    assert isinstance(someone, TreePlayer)
    assert someone.think(Game.start(other, 1).view("editor")).simulations == 200
    names = ("level:1", "network", "search:2", "tree:2", "plain:2", "priorities", "random")
    assert [name for name in names if plays_by_tree(name, other)] == [*names[:3]]
    assert not any(plays_by_tree(name, standard_edition()) for name in names)
