"""The simple players: legal, repeatable, never peeking, and with some sense."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.tables import play, table
from watergate import Game, Side, WatergateError, alternative_history, players
from watergate.players import OTHER_PLAYERS, PLAYERS, STRONGEST, player


def choice(game: Game, seed: int = 1) -> str:
    """What the priorities player of the deciding side does."""
    return str(player("priorities", seed).choose(game.view(str(game.decider))))


def play_out(editor: str, nixon: str, seed: int) -> Game:
    game = Game.start(seed=seed)
    players = {Side.EDITOR: player(editor, seed), Side.NIXON: player(nixon, seed + 1)}
    while isinstance(game.decider, Side) and game.round <= 100:
        game.play(players[game.decider].choose(game.view(game.decider)))
    return game


@pytest.mark.parametrize("name", ["random", "network", "level:1", "tree:20", "plain:5"])
def test_a_player_with_a_seed_repeats_itself(name: str) -> None:
    assert play_out(name, name, 4).history == play_out(name, name, 4).history


def test_every_player_is_named_and_described() -> None:
    kinds = {name.partition(":")[0] for name in (*PLAYERS, *OTHER_PLAYERS)}
    assert kinds == set(players._MAKERS)
    page = (Path(__file__).parents[2] / "docs/players.md").read_text(encoding="utf-8")
    for name in (PLAYERS[0], STRONGEST, "priorities", "random", *OTHER_PLAYERS):
        assert f"`{name}`" in page, name


def test_a_player_that_is_not_there_is_refused() -> None:
    with pytest.raises(WatergateError, match="priorities, random"):
        player("grandmaster")


def test_the_random_player_makes_every_move() -> None:
    view = Game.start(seed=1).view("editor")
    someone = player("random", 3)
    assert {str(someone.choose(view)) for _ in range(300)} == {str(move) for move in view.moves}


@pytest.mark.parametrize("side", list(Side))
def test_priorities_beat_random_moves_from_either_side(side: Side) -> None:
    """Nine of ten random Editors lose anyway; a sensible one wins most games."""
    names = ("priorities", "random") if side is Side.EDITOR else ("random", "priorities")
    wins = sum(
        result.winner == str(side)
        for seed in range(8)
        if (result := play_out(*names, seed).result) is not None
    )
    assert wins >= 6


def test_a_player_does_the_same_in_an_alternative_history() -> None:
    rng = random.Random(2)
    game = Game.start(seed=6)
    asked = 0
    while isinstance(game.decider, Side) and game.ply < 140:
        if rng.random() < 0.3:
            side = game.decider
            other = alternative_history(game, side, rng, only_this_round=True)
            asked += other.position != game.position
            views = game.view(side), other.view(side)
            assert player("priorities", 5).choose(views[0]) == player("priorities", 5).choose(
                views[1]
            )
        game.play(rng.choice(game.legal_ids()))
    assert asked > 5


def test_nixon_wins_with_the_fifth_momentum_token() -> None:
    game = table(turn="nixon", nixon=[20, 3, 13], editor=[30], momentum="0/4/4", momentum_at="E2")
    assert choice(game) == "play 20 action"


def test_the_editor_connects_the_second_informant() -> None:
    board = ["inner1:blue", "spoke1:yellow", "rim1:green", "rim2:blue"]
    game = table(turn="editor", editor=[27, 24, 33], nixon=[9], board=board,
                 pictures=["martha_mitchell"])  # fmt: skip
    assert choice(game) == "play 27 action"
    pinning = table(turn="editor", editor=[33, 37], nixon=[9], board=board[:3],
                    pictures=["martha_mitchell", "dean"], track=["blue@E4"])  # fmt: skip
    play(pinning, "play 33 value", "choose blue@E4")
    assert choice(pinning) == "pin rim2"


def test_the_editor_keeps_momentum_from_a_nixon_who_needs_one_more() -> None:
    game = table(turn="editor", editor=[30, 37], nixon=[9], momentum="0/4/4", momentum_at="N3")
    play(game, choice(game))
    assert choice(game) == "choose momentum"


def test_nixon_blocks_the_space_the_editor_needs() -> None:
    game = table(turn="nixon", nixon=[10], editor=[30], track=["blue@N4"],
                 board=["inner1:blue", "spoke1:yellow", "rim1:green"],
                 pictures=["martha_mitchell", "dean"])  # fmt: skip
    play(game, "play 10 value", "choose blue@N4", "pass")
    assert choice(game) == "pin rim2"


def test_reactions_are_kept_for_what_hurts() -> None:
    harmless = table(turn="nixon", nixon=[12], editor=[35, 30])
    play(harmless, "play 12 action")
    assert choice(harmless) == "pass"
    harmful = table(turn="nixon", nixon=[13], editor=[35, 30], momentum="0/4/4", momentum_at="N3")
    play(harmful, "play 13 action")
    assert choice(harmful) == "react 35"


def test_what_is_about_to_be_gained_is_taken() -> None:
    game = table(turn="nixon", nixon=[10], editor=[30], track=["blue@N4", "green@0"])
    play(game, "play 10 value")
    assert choice(game) in ("choose blue@N4", "choose momentum")
