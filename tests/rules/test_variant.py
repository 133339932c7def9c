"""A variant with other cards, board and tokens plays in the same process as the standard game."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.tables import play, table, texts, track
from watergate import Edition, Game, View, load_edition, read_record, redeal, write_record

VARIANT = """
extends = "standard"
name = "small"
title.en = "A small variant"
replace = ["space", "informant", "color", "card", "token", "ability"]
momentum_tokens = 7
threads = [
  ["nixon", "desk"], ["nixon", "safe"], ["desk", "hotel"], ["safe", "hotel"], ["hotel", "park"],
  ["desk", "ada"], ["park", "bob"], ["safe", "cal"],
]
space = [
  { name = "desk", color = "red", radius = 1, angle = 0 },
  { name = "safe", color = "gray", radius = 1, angle = 120 },
  { name = "hotel", color = "red", radius = 2, angle = 60 },
  { name = "park", color = "gray", radius = 3, angle = 60 },
]
informant = [
  { name = "ada", full_name = "Ada", radius = 4, angle = 0 },
  { name = "bob", full_name = "Bob", radius = 4, angle = 90 },
  { name = "cal", full_name = "Cal", radius = 4, angle = 180 },
]
color = [
  { name = "red", symbol = "pin", label = { en = "red" } },
  { name = "gray", symbol = "clip", label = { en = "gray" } },
]
token = [
  { colors = ["red"], momentum_symbol = true, count = 5 },
  { colors = ["gray"], momentum_symbol = false, count = 5 },
  { colors = ["red", "gray"], momentum_symbol = false, count = 2 },
]

[[ability]]
space = 1
name.en = "Leak"
text.en = "Any face-down evidence token on the board goes into the bag."
script = "choose evidence facedown on board, bag"
"""

NIXON_SCRIPTS = {
    1: (
        "event",
        "Search",
        "One face-up red token goes into the bag.",
        "choose evidence faceup red, bag",
    ),
    2: ("event", "Push", "Momentum 3 steps.", "move momentum 3"),
    3: ("conspirator", "Fix", "Lose a card, another turn.", "lose card\\nanother turn"),
    4: ("conspirator", "Veto", "Answer an event.", "answer event, discard it"),
    5: (
        "event",
        "Ada stays",
        "Ada, then 1 step.",
        "require ada\\npin ada\\nmove initiative or momentum 1",
    ),
    6: ("event", "Late", "Silence.", "require later turn\\nsilence events"),
    7: ("conspirator", "Dig", "Draw and play.", "draw card, play it"),
    8: ("event", "Sweep", "Each evidence 2 steps.", "choose each evidence, move 2"),
    9: ("event", "Shred", "Any one to your space 4.", "choose evidence, to 4"),
    10: ("event", "Hush", "A conspirator instead.", "spare conspirator"),
}
EDITOR_SCRIPTS = {
    11: ("journalist", "Scoop", "Counter a journalist's foe.", "answer conspirator, discard it"),
    12: ("event", "Print", "New evidence on your space 5.", "draw evidence, to 5"),
    13: ("event", "Bob talks", "2 steps.", "require bob\\npin bob\\nmove initiative or momentum 2"),
    14: ("event", "Ada talks", "Ada.", "require ada\\npin ada"),
    15: ("event", "Reprint", "Use it again.", "reuse removed"),
    16: ("event", "Guess", "A face-down token into the bag.", "choose evidence facedown, bag"),
    17: ("event", "Pull", "A face-down token is pinned.", "choose evidence facedown, pin"),
    18: ("event", "Turn", "Two evidence tokens 4 steps.", "choose two evidence, move 4"),
    19: ("journalist", "Place", "Board to space 5.", "choose evidence faceup on board, to 5"),
    20: ("event", "Reverse", "The value turns.", "answer value, reverse it"),
}  # fmt: skip


def cards() -> str:
    blocks = []
    for side, scripts in (("nixon", NIXON_SCRIPTS), ("editor", EDITOR_SCRIPTS)):
        for number, (kind, name, text, script) in scripts.items():
            color = ("red", "gray", "joker")[number % 3]
            blocks.append(
                f'[[card]]\nnumber = {number}\nside = "{side}"\nkind = "{kind}"\n'
                f'value = {1 + number % 4}\ncolor = "{color}"\nname.en = "{name}"\n'
                f'text.en = "{text}"\nscript = "{script}"\n'
            )
    return "\n".join(blocks)


@pytest.fixture(scope="module")
def variant(tmp_path_factory: pytest.TempPathFactory) -> Edition:
    path: Path = tmp_path_factory.mktemp("editions") / "small.toml"
    path.write_text(VARIANT + "\n" + cards(), encoding="utf-8")
    return load_edition(path)


def test_the_variant_and_the_standard_game_are_played_side_by_side(variant: Edition) -> None:
    ways = set()
    for seed in range(12):
        rng = random.Random(seed)
        games = [Game.start(variant, seed=seed), Game.start(seed=seed)]
        while any(game.decider is not None for game in games):
            for game in games:
                if game.decider is not None and game.round <= 40:
                    game.play(rng.choice(game.legal_ids()))
            if games[0].round > 40:
                break
        ways.add(games[0].result.way if games[0].result else "stopped")
        for game in games:
            text = write_record(game)
            assert read_record(text, game.edition).position == game.position
            assert Game.from_position(game.position, game.edition).position == game.position
            view = game.view("editor")
            assert View.from_json(view.to_json()) == view
            redeal(view, rng, game.edition)
    assert "connection" in ways
    assert len(ways) > 1


def test_a_colored_choice_of_nixons_takes_face_up_evidence(variant: Edition) -> None:
    game = table(edition=variant, turn="nixon", nixon=[1, 2], editor=[12], momentum="0/0/6",
                 track=["red*@E2", "gray@E1"], facedown=["red*"])  # fmt: skip
    play(game, "play 1 action")
    assert texts(game) == ["choose red*@E2"]


def test_evidence_is_placed_on_a_space_of_ones_own_side(variant: Edition) -> None:
    game = table(edition=variant, turn="nixon", nixon=[9, 2], editor=[12], momentum="0/0/6",
                 track=["red*@E2"], facedown=["gray"])  # fmt: skip
    play(game, "play 9 action", "choose gray@facedown")
    assert track(game) == ["gray@N4", "red*@E2"]


@pytest.mark.rule("4.11")
def test_evidence_that_is_where_it_should_go_stays(variant: Edition) -> None:
    game = table(edition=variant, turn="nixon", nixon=[9, 2], editor=[12], momentum="0/0/6",
                 track=["red*@N4"])  # fmt: skip
    events = play(game, "play 9 action", "choose red*@N4")
    assert track(game) == ["red*@N4"]
    assert "evidence_moved" not in [entry.key for entry in events]


def test_face_up_evidence_leaves_the_board_and_is_gained_again(variant: Edition) -> None:
    game = table(edition=variant, turn="editor", nixon=[2], editor=[19, 11], momentum="0/0/6",
                 board=["park:gray", "hotel:-red*"])  # fmt: skip
    play(game, "play 19 action")
    assert texts(game) == ["choose park"]
    play(game, "choose park")
    assert texts(game) == ["pin safe", "pin park"]


def test_evidence_drawn_to_space_five_is_gained_at_once(variant: Edition) -> None:
    game = table(edition=variant, turn="editor", nixon=[2], editor=[12, 11], momentum="0/0/6")
    play(game, "play 12 action", "pass", "draw red*")
    assert texts(game) == ["pin desk", "pin hotel"]
    play(game, "pin desk")
    assert game.view("editor").momentum_at == "E1"


def test_the_editors_blind_pick_is_seen_before_it_goes_into_the_bag(variant: Edition) -> None:
    game = table(edition=variant, turn="editor", nixon=[2], editor=[16, 11], momentum="0/0/6",
                 facedown=["red*", "gray"])  # fmt: skip
    play(game, "play 16 action", "pass", "choose facedown")
    events = play(game, "reveal gray")
    assert [entry.key for entry in events][:2] == ["turned_up", "evidence_bagged"]
    assert game.view("editor").facedown.count == 1


def test_a_blindly_picked_token_is_pinned(variant: Edition) -> None:
    game = table(edition=variant, turn="editor", nixon=[2], editor=[17, 11], momentum="0/0/6",
                 facedown=["red*", "gray"])  # fmt: skip
    play(game, "play 17 action", "pass", "choose facedown", "reveal gray")
    assert texts(game) == ["pin safe", "pin park"]


def test_a_first_momentum_ability_takes_effect(variant: Edition) -> None:
    game = table(edition=variant, turn="editor", nixon=[2], editor=[13, 11], momentum="0/0/6",
                 momentum_at="E4", board=["park:-gray"])  # fmt: skip
    play(game, "play 13 action", "pass", "choose momentum")
    assert texts(game) == ["choose park"]
