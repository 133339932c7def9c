"""`redeal`: consistent with a view and everything that follows from it, and uniform."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tests.tables import play, table
from watergate import BadView, Game, View, load_edition, redeal, redealt_game
from watergate.edition.table import table_of
from watergate.engine import engine
from watergate.rules.knowledge import Knowledge
from watergate.rules.names import kinds_of, numbers_of
from watergate.rules.viewers import Viewer

VIEWERS = (Viewer.EDITOR, Viewer.NIXON, Viewer.SPECTATOR)


def check_consistent(game: Game, viewer: Viewer, rng: random.Random) -> bool:
    """Redeal a view and compare what the viewer sees; True if hidden things changed."""
    view = game.view(viewer)
    states = redeal(view, rng)
    assert engine().fault(states, 0, table_of(game.edition)) == 0
    assert Knowledge.of(states, game.edition, viewer).position == view.position
    again = Game(states, game.edition).view(viewer)
    assert again.decision == view.decision
    assert Game(states, game.edition).legal_ids() or game.decider is None
    return states.tobytes() != game.states.tobytes()


@pytest.mark.rule("9.3")
@pytest.mark.parametrize("seed", range(4))
def test_a_redealt_state_looks_the_same_to_the_viewer(seed: int) -> None:
    rng = random.Random(seed)
    game = Game.start(seed=seed)
    changed = 0
    while game.decider is not None:
        game.play(rng.choice(game.legal_ids()))
        if rng.random() < 0.15:
            changed += sum(check_consistent(game, viewer, rng) for viewer in VIEWERS)
    assert changed > 10


@pytest.mark.rule("9.3")
def test_a_no_rules_out_the_color() -> None:
    game = table(turn="editor", editor=[25, 30], nixon=[9], facedown=["green", "green*", "yellow"])
    play(game, "play 25 value", "ask blue")
    for seed in range(60):
        states = redeal(game.view("editor"), random.Random(seed))
        kinds = [game.edition.token_kinds[n] for n in kinds_of(states["facedown"][0])]
        assert len(kinds) == 3
        assert not any("blue" in kind.colors for kind in kinds)


@pytest.mark.rule("4.7", "9.3")
def test_a_yes_means_that_there_is_such_a_token() -> None:
    game = table(turn="editor", editor=[25, 30], nixon=[9], facedown=["green", "blue", "yellow"])
    play(game, "play 25 value", "ask blue")
    assert str(game.decider) == "nixon"
    for seed in range(40):
        assert redealt_game(game.view("editor"), random.Random(seed)).moves


@pytest.mark.rule("4.3", "9.3")
def test_an_unused_discard_of_nixons_rules_out_the_color() -> None:
    game = table(
        turn="nixon", nixon=[9, 10], editor=[30], facedown=["green"], initiative_at="-",
        momentum_at="-", momentum="0/1/8",
    )  # fmt: skip
    play(game, "discard 9")
    for seed in range(60):
        states = redeal(game.view("editor"), random.Random(seed))
        assert "blue" not in game.edition.token_kinds[kinds_of(states["facedown"][0])[0]].colors


@pytest.mark.rule("9.3")
def test_cards_left_in_the_old_deck_are_known_to_be_in_hand() -> None:
    game = table(
        turn="editor", editor=[30], nixon=[2, 3, 4], nixon_known=[2, 3],
        nixon_discard=range(6, 15),
    )  # fmt: skip
    seen: Counter[int] = Counter()
    for seed in range(120):
        states = redeal(game.view("editor"), random.Random(seed))
        hand = numbers_of(states["hand"][0, 1])
        assert {2, 3} < set(hand)
        seen.update(hand)
    assert set(seen) == {2, 3, 4, 5, *range(15, 22)}


@pytest.mark.rule("7.3", "9.3")
def test_the_card_hunt_draws_may_be_any_card_of_the_deck() -> None:
    game = table(turn="nixon", nixon=[9, 2], editor=[30], nixon_discard=range(5, 9))
    play(game, "play 9 action", "pass", "draw 12")
    assert "?nixon" in game.view("editor").position
    drawn = {int(redeal(game.view("editor"), random.Random(n))["drawn"][0]) for n in range(300)}
    assert drawn == {2, 3, 4, *range(10, 22)}
    assert int(redeal(game.view("nixon"), random.Random(1))["drawn"][0]) == 12


def chi_square(seen: Counter[object], outcomes: int) -> float:
    expected = seen.total() / outcomes
    missing = outcomes - len(seen)
    return sum((n - expected) ** 2 / expected for n in seen.values()) + missing * expected


@pytest.mark.rule("9.3")
def test_hands_are_dealt_uniformly() -> None:
    """Five unknown cards, of which two are in the hand: ten deals, each as likely."""
    game = table(turn="editor", editor=[30], nixon=[2, 3, 20], nixon_known=[20],
                 nixon_discard=range(7, 20), nixon_removed=[21])  # fmt: skip
    view = game.view("editor")
    rng = random.Random(4)
    seen: Counter[object] = Counter()
    for _ in range(4_000):
        seen[tuple(numbers_of(redeal(view, rng)["hand"][0, 1]))] += 1
    assert set(seen) == {(*pair, 20) for pair in itertools.combinations(range(2, 7), 2)}
    assert chi_square(seen, 10) < 27.9  # 9 degrees of freedom: once in a thousand


@pytest.mark.rule("9.3")
def test_face_down_tokens_are_dealt_uniformly_over_tokens() -> None:
    """Kinds come as often as their tokens could be chosen, a colour known to be absent never."""
    on_board = {
        "inner1": "blue", "inner4": "blue", "spoke3": "blue", "rim2": "blue*", "rim3": "blue*",
        "spoke6": "blue*", "rim8": "blue*", "rim9": "blue",
    }  # fmt: skip
    game = table(turn="editor", editor=[30], nixon=[9], facedown=["yellow", "green*"],
                 board=[f"{space}:{token}" for space, token in on_board.items()],
                 no=["blue"])  # fmt: skip
    view = game.view("editor")
    counts = {
        kind.name: kind.count for kind in game.edition.token_kinds if "blue" not in kind.colors
    }
    tokens = [(name, n) for name, count in counts.items() for n in range(count)]
    ways = Counter(
        tuple(sorted((one[0], two[0]))) for one, two in itertools.combinations(tokens, 2)
    )
    rng = random.Random(5)
    names = [kind.name for kind in game.edition.token_kinds]
    seen = Counter(
        tuple(sorted(names[n] for n in kinds_of(redeal(view, rng)["facedown"][0])))
        for _ in range(4_000)
    )
    assert set(seen) == set(ways)
    scale = seen.total() / ways.total()
    off = sum((seen[pair] - n * scale) ** 2 / (n * scale) for pair, n in ways.items())
    assert off < 1.9 * len(ways) + 12  # far beyond once in a thousand for these degrees of freedom


def test_a_view_of_another_edition_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "mine.toml"
    other.write_text('extends = "standard"\nname = "mine"\nmomentum_tokens = 8\n')
    view = Game.start(load_edition(other), seed=1).view("editor")
    with pytest.raises(BadView, match="edition"):
        redeal(view, random.Random(1))


def test_a_view_read_back_from_json_is_redealt_alike() -> None:
    view = Game.start(seed=3).view("nixon")
    one = redeal(view, random.Random(9))
    other = redeal(View.from_json(view.to_json()), random.Random(9))
    assert np.array_equal(one.view(np.uint8), other.view(np.uint8))
