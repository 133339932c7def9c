"""The API of `Game`: start, list, play in any form, go back and forth, copy, see."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest

from tests.tables import table
from watergate import CHANCE, Game, IllegalMove, Move, Part, Side, Verb, View, Viewer
from watergate.rules.core.state import STATE
from watergate.rules.record_tuples import state_tuple


def some_game(plies: int = 40, seed: int = 5) -> Game:
    game = Game.start(seed=seed)
    while game.ply < plies:
        game.play(game.moves[-1])
    return game


def test_whose_turn_it_is_and_what_kind_of_decision_can_be_asked() -> None:
    assert Game.new().decision_kind == "draw_card"
    assert Game.new().turn is None
    game = Game.start(seed=1972)
    assert (game.turn, game.decision_kind) == (Side.EDITOR, "play")
    while game.decider is not None:
        decision = game.view(Viewer.EDITOR, log=False).decision
        assert decision is not None
        assert game.decision_kind == decision.kind
        game.play(game.moves[-1])
    assert game.decision_kind is None


def test_a_new_game_waits_for_its_first_draw() -> None:
    game = Game.new()
    assert game.decider == CHANCE
    assert game.ply == 0
    assert len(game.moves) == 20
    assert all(move.verb is Verb.DRAW for move in game.moves)
    assert sum(game.outcomes().values()) == 20


def test_a_started_game_has_its_cards_dealt() -> None:
    game = Game.start(seed=1)
    assert game.decider is Side.EDITOR
    assert game.round == 1
    assert game.log("spectator")[0].key == "round_begins"


def test_the_same_seed_gives_the_same_luck_and_another_does_not() -> None:
    assert Game.start(seed=3).position == Game.start(seed=3).position
    assert Game.start(seed=3).position != Game.start(seed=4).position


def test_without_a_seed_luck_cannot_be_foretold() -> None:
    assert len({Game.start().position for _ in range(4)}) == 4
    game = Game.start()
    while game.round < 2:
        game.play(game.legal_ids()[0])
    assert game.copy().history == game.history


def test_a_move_is_played_by_value_by_text_and_by_id() -> None:
    games = [Game.start(seed=5) for _ in range(3)]
    move = games[0].moves[0]
    games[0].play(move)
    games[1].play(str(move))
    games[2].play(games[0].notation.id_of(move))
    assert len({game.position for game in games}) == 1


@pytest.mark.parametrize(
    "nonsense", ["", "pass now", "play 99 value", "castle", "pin nowhere", "x" * 99, -1, 864]
)
def test_what_is_no_move_is_refused_with_what_is_allowed(nonsense: str | int) -> None:
    game = Game.start(seed=5)
    with pytest.raises(IllegalMove, match=r"allowed|begins with|look like|ids are"):
        game.play(nonsense)
    assert game.ply == Game.start(seed=5).ply


def test_a_move_that_is_not_legal_now_changes_nothing() -> None:
    game = Game.start(seed=5)
    before = game.position
    with pytest.raises(IllegalMove, match="not legal now"):
        game.play("pin spoke3")
    assert game.position == before


def test_nothing_can_be_played_when_the_game_is_over() -> None:
    game = table(turn="nixon", nixon=[20], momentum="0/4/4")
    game.play("play 20 action")
    assert game.result is not None
    assert (game.result.winner, game.result.way) == ("nixon", "momentum")
    assert game.why_won() == "Nixon wins the game: five momentum tokens on Nixon's card."
    assert game.moves == ()
    with pytest.raises(IllegalMove, match="over"):
        game.play("pass")
    assert repr(game) == "<Game: round 2, ply 1, over>"
    assert repr(Game.start(seed=1)) == "<Game: round 1, ply 12, editor decides>"


def test_a_game_goes_back_to_any_ply() -> None:
    game = some_game()
    positions = [step.position for step in game.replay()]
    assert len(positions) == game.ply + 1
    moves = game.history
    game.back_to(20)
    assert (game.ply, game.position) == (20, positions[20])
    for move in moves[20:]:
        if game.decider != CHANCE:
            break
        game.play(move)
    assert game.at(0).position == game.start_position == positions[0]


def test_a_ply_that_is_not_there_is_refused() -> None:
    game = some_game()
    for ply in (-1, game.ply + 1):
        with pytest.raises(IllegalMove, match="there is no ply"):
            game.back_to(ply)


def test_a_copy_is_independent_and_has_the_same_luck_to_come() -> None:
    game = some_game()
    twin = game.copy()
    before = game.position
    while twin.round < 3:
        twin.play(twin.legal_ids()[0])
    assert game.position == before
    while game.round < 3:
        game.play(game.legal_ids()[0])
    assert game.position == twin.position


def test_a_copy_of_a_game_without_luck_has_none() -> None:
    assert Game.new().copy().decider == CHANCE


def test_luck_takes_over_a_game_whose_draws_were_made_by_hand() -> None:
    game = Game.new()
    game.play(game.moves[0])
    game.draw_at_random(seed=2)
    assert game.decider is Side.EDITOR


def test_moves_hidden_from_a_viewer_are_not_told() -> None:
    game = Game.start(seed=5)
    assert game.move_seen(1, "editor") == game.history[0]
    assert game.move_seen(1, Side.NIXON) is None
    assert game.move_seen(1, Viewer.EVERYONE) == game.history[0]
    assert game.move_seen(12, "editor") is None
    assert game.move_seen(12, "nixon") is not None


def test_the_repr_of_a_move_makes_it() -> None:
    move = Move(Verb.PLAY, 13, Part.VALUE)
    assert str(move) == "play 13 value"
    assert repr(move) == "Move(verb=Verb.PLAY, card=13, part=Part.VALUE)"
    assert eval(repr(move)) == move


def test_a_game_that_goes_on_was_not_won() -> None:
    assert Game.start(seed=1).why_won() == "The game is not over."
    assert Game.start(seed=1).result is None


def test_the_view_of_a_side_has_moves_only_when_it_decides() -> None:
    game = Game.start(seed=1)
    assert game.view("editor").moves
    assert game.view(Side.NIXON).moves == ()
    assert game.view(Viewer.SPECTATOR).moves == ()
    assert game.view("everyone").moves == game.moves
    with pytest.raises(ValueError, match="bystander"):
        game.view("bystander")


@pytest.mark.parametrize("viewer", Viewer)
def test_a_view_without_its_log_is_the_same_otherwise(viewer: Viewer) -> None:
    game = some_game()
    assert game.view(viewer).log
    assert game.view(viewer, log=False) == replace(game.view(viewer), log=())


@pytest.mark.parametrize("viewer", Viewer)
def test_the_json_of_a_view_is_the_view(viewer: Viewer) -> None:
    view = some_game().view(viewer)
    assert View.from_json(view.to_json()) == view


@pytest.mark.parametrize("viewer", Viewer)
def test_parts_of_a_view_cannot_be_changed(viewer: Viewer) -> None:
    """Views share them."""
    game = some_game()
    before = game.view(viewer).to_json()
    view = game.view(viewer)
    for part in (view, view.editor, view.nixon, view.facedown, view.pictures):
        for name in part.__slots__:
            assert not isinstance(getattr(part, name), list), name
            with pytest.raises(FrozenInstanceError):
                setattr(part, name, None)
    view.unseen_tokens.clear()
    assert game.view(viewer).to_json() == before


def test_a_state_tuple_has_all_that_its_record_has() -> None:
    states = some_game().states
    plain = state_tuple(states)
    for name in STATE.names or ():
        assert np.array_equal(getattr(plain, name), states[name][0]), name
    assert {type(n) for n in [*plain.hand, *plain.stack[0], plain.bag, plain.turn]} == {int}
