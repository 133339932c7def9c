"""Setup and the beginning of a round (RULES 2 and 3)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from tests.tables import (
    EDITOR_CARDS,
    NIXON_CARDS,
    TWO_COLORED,
    all_but,
    deal,
    decider,
    filled,
    keys,
    look,
    play,
    quiet_table,
    table,
    texts,
    track,
)
from watergate import (
    BadPosition,
    Entry,
    Game,
    Side,
    read_record,
    standard_edition,
    write_record,
)
from watergate.rules.positions import read_knowledge


def draws(entries: list[Entry]) -> list[object]:
    """Who drew, card by card."""
    return [entry.params["side"] for entry in entries if entry.key == "card_drawn"]


# Setup


@pytest.mark.rule("1.1")
def test_the_two_sides_are_the_editor_and_nixon() -> None:
    assert {str(card.side) for card in standard_edition().cards} == {"editor", "nixon"}
    game = Game.start(seed=3)
    deciders = set()
    while game.decider is not None and game.ply < 400:
        deciders.add(decider(game))
        game.play(game.moves[-1])
    assert deciders == {"editor", "nixon"}


@pytest.mark.rule("2.1")
@pytest.mark.parametrize("place", ["N4", "N3", "N2", "N1", "0", "E1", "E2", "E3", "E4"])
def test_tokens_rest_on_0_and_on_spaces_1_to_4_of_each_side(place: str) -> None:
    game = quiet_table("nixon", 21, initiative_at=place, momentum_at=place, track=[f"blue@{place}"])
    assert look(game).initiative_at == look(game).momentum_at == place
    assert track(game) == [f"blue@{place}"]


@pytest.mark.rule("2.1", "4.9")
@pytest.mark.parametrize("place", ["N5", "E5", "N6", "E6"])
def test_nothing_rests_on_space_5_or_beyond(place: str) -> None:
    with pytest.raises(BadPosition):
        quiet_table("nixon", 21, momentum_at=place)


@pytest.mark.rule("2.1")
@pytest.mark.parametrize(("turn", "card", "towards"), [("nixon", 9, "N"), ("editor", 40, "E")])
def test_five_steps_lead_from_0_to_the_end_of_each_side(turn: str, card: int, towards: str) -> None:
    for start, end in (("0", "1"), ("1", "2"), ("2", "3"), ("3", "4")):
        at = start if start == "0" else towards + start
        game = quiet_table(turn, card, editor_discard=[], initiative_at=at)
        play(game, f"play {card} value", "choose initiative")
        assert look(game).initiative_at == towards + end
    game = quiet_table(turn, card, editor_discard=[], initiative_at=towards + "4")
    play(game, f"play {card} value", "choose initiative")
    assert look(game).initiative_at is None
    assert look(game).initiative == turn


@pytest.mark.rule("2.2")
def test_i_and_one_momentum_token_start_on_0_and_eight_are_the_supply() -> None:
    view = look(Game.new())
    assert (view.initiative_at, view.momentum_at, view.momentum_supply) == ("0", "0", 8)
    assert (view.editor.momentum, view.nixon.momentum) == (0, 0)


@pytest.mark.rule("2.3")
def test_each_side_has_its_own_20_cards_as_a_deck_and_no_other_piles() -> None:
    view = look(Game.new())
    assert view.editor.unseen == (*EDITOR_CARDS,)
    assert view.nixon.unseen == (*NIXON_CARDS,)
    for player in (view.editor, view.nixon):
        assert player.deck_count == 20
        assert player.hand == player.discard == player.removed == ()


@pytest.mark.rule("2.3")
def test_decks_are_shuffled_so_that_each_card_is_equally_likely() -> None:
    game = Game.new()
    assert texts(game) == [f"draw {card}" for card in EDITOR_CARDS]
    assert set(game.outcomes().values()) == {1}
    play(game, *[f"draw {card}" for card in (42, 23, 30, 35, 28)])
    assert texts(game) == [f"draw {card}" for card in NIXON_CARDS]
    assert set(game.outcomes().values()) == {1}


@pytest.mark.rule("2.4")
def test_the_initiative_card_points_to_the_editor_at_first() -> None:
    assert look(Game.new()).initiative == "editor"


@pytest.mark.rule("2.5")
def test_everything_is_in_the_bag_and_in_the_supply_at_first() -> None:
    view = look(Game.new())
    assert view.bag_count == 36
    assert view.unseen_tokens == {kind.name: 4 for kind in standard_edition().token_kinds}
    assert len(view.pictures.supply) == 7
    assert view.pictures.recruited == view.pictures.silenced == ()
    assert view.board == ()


@pytest.mark.rule("2.5")
def test_no_evidence_is_drawn_in_setup() -> None:
    game = Game.new()
    assert keys(game.log("everyone")) == ["round_begins"]
    assert (game.round, look(game).track, look(game).facedown.count) == (1, (), 0)


# Cards


@pytest.mark.rule("3.1", "2.4")
def test_in_round_one_the_editor_draws_5_cards_and_nixon_4() -> None:
    game = Game.new()
    assert draws(deal(game)) == ["editor"] * 5 + ["nixon"] * 4
    assert (look(game).editor.hand_count, look(game).nixon.hand_count) == (5, 4)


@pytest.mark.rule("3.1")
@pytest.mark.parametrize(
    ("initiative_at", "cards"),
    [("N1", ["nixon"] * 5 + ["editor"] * 4), ("E1", ["editor"] * 5 + ["nixon"] * 4)],
)
def test_the_side_with_the_initiative_draws_5_cards_and_the_other_4(
    initiative_at: str, cards: list[str]
) -> None:
    game = table(nixon=[21], initiative_at=initiative_at)
    play(game, "play 21 action")
    assert draws(deal(game)) == cards
    assert decider(game) == cards[0]


@pytest.mark.rule("3.1")
def test_a_deck_is_refilled_only_when_a_card_must_be_drawn_from_an_empty_one() -> None:
    """Nixon, without the initiative, draws exactly the last four cards of the deck."""
    deck = [2, 3, 4, 5]
    game = table(nixon=[21], nixon_discard=all_but(21, *deck), initiative_at="E1")
    play(game, "play 21 action")
    assert "deck_refilled" not in keys(deal(game))
    assert look(game).nixon.hand == tuple(deck)
    assert look(game).nixon.deck_count == 0
    assert look(game).nixon.discard == tuple(all_but(21, *deck))


@pytest.mark.rule("3.1")
def test_a_deck_is_refilled_in_the_middle_of_a_draw_and_the_draw_goes_on() -> None:
    game = table(nixon=[21], nixon_discard=all_but(21, 19, 20), initiative_at="N1")
    play(game, "play 21 action")
    assert texts(game) == ["draw 19", "draw 20"]
    play(game, "draw 20")
    assert texts(game) == ["draw 19"]
    # The refill comes with the third card, and holds nothing of the hand.
    assert keys(play(game, "draw 19")) == ["card_drawn", "deck_refilled"]
    assert texts(game) == [f"draw {card}" for card in all_but(19, 20, 21)]
    assert look(game).nixon.discard == ()
    play(game, "draw 2", "draw 10", "draw 18")
    assert look(game).nixon.hand == (2, 10, 18, 19, 20)
    assert look(game).nixon.deck_count == 14


@pytest.mark.rule("3.1")
def test_removed_cards_are_not_shuffled_into_a_new_deck() -> None:
    game = table(
        nixon=[21], nixon_discard=range(6, 21), nixon_removed=range(2, 6), initiative_at="N1"
    )
    play(game, "play 21 action")
    assert texts(game) == [f"draw {card}" for card in range(6, 21)]


@pytest.mark.rule("3.1")
def test_fewer_cards_are_drawn_if_deck_and_discard_pile_are_both_empty() -> None:
    game = table(nixon=[21], nixon_discard=[2], nixon_removed=all_but(21, 2, 3))
    play(game, "play 21 action")
    assert draws(deal(game)).count("nixon") == 2
    assert look(game).nixon.hand == (2, 3)


@pytest.mark.rule("3.1", "4.1")
def test_a_side_without_any_cards_draws_none_and_the_other_plays() -> None:
    game = table(nixon=[21], nixon_removed=all_but(21), initiative_at="N1")
    play(game, "play 21 action")
    assert draws(deal(game)) == ["editor"] * 4
    assert look(game).nixon.hand == ()
    assert (look(game).initiative, decider(game)) == ("nixon", "editor")


@pytest.mark.rule("3.1")
def test_a_card_in_play_is_not_shuffled_into_the_new_deck() -> None:
    game = quiet_table("nixon", 9, 2, nixon_discard=[3, 4], nixon_removed=all_but(9, 2, 3, 4))
    assert keys(play(game, "play 9 action"))[-1] == "deck_refilled"
    assert look(game).in_play == (9,)
    assert texts(game) == ["draw 3", "draw 4"]


# Evidence


def begin_round(board: Sequence[str] = ()) -> Game:
    """A round that begins with this board; all its cards are dealt."""
    game = table(nixon=[21], nixon_removed=all_but(21), initiative_at="N1", board=board)
    play(game, "play 21 action")
    while decider(game) == "chance" and texts(game)[0].split()[1].isdigit():
        game.play(game.moves[0])
    return game


@pytest.mark.rule("3.2", "2.5")
def test_nixon_lays_three_tokens_face_down_on_0_after_the_cards_are_drawn() -> None:
    game = Game.new()
    happened = keys(deal(game))
    assert happened == ["card_drawn"] * 9 + ["evidence_laid_out"] * 3
    assert look(game).facedown.count == 3
    assert look(game).bag_count == 33
    assert look(game).track == ()


@pytest.mark.rule("3.2")
def test_each_token_in_the_bag_is_equally_likely_to_be_laid_out() -> None:
    game = begin_round(board=[f"{space}:-blue" for space in ("inner1", "rim2", "rim3", "rim8")])
    weights = {str(game.notation.moves[n]): weight for n, weight in game.outcomes().items()}
    assert weights["draw green*"] == 4
    assert "draw blue" not in weights
    assert sum(weights.values()) == look(game).bag_count == 32


@pytest.mark.rule("3.2")
def test_nixon_knows_the_tokens_laid_out_and_the_editor_does_not() -> None:
    game = begin_round()
    play(game, "draw green", "draw blue*", "draw green")
    assert game.view("nixon").facedown.tokens == ("blue*", "green", "green")
    assert game.view("editor").facedown.tokens is None
    assert game.view("editor").facedown.count == 3
    assert keys(game.log("editor"))[-3:] == ["evidence_laid_out_hidden"] * 3


@pytest.mark.rule("3.2")
@pytest.mark.parametrize("left", [0, 1, 2, 3, 4])
def test_fewer_tokens_are_laid_out_if_the_bag_holds_fewer(left: int) -> None:
    """In a game the bag never runs so low, so the position is a made-up one."""
    tokens = [f"{token}@E1" for token in TWO_COLORED[: 12 - left]]
    board = filled("blue", "yellow", "green")
    line = quiet_table("nixon", 21, track=tokens, board=board, nixon_discard=[]).position
    line = line.replace("nixon.hand=21", "nixon.hand=-").replace("turn=nixon", "turn=-")
    begins = "turn.nobody/lay_out.nixon.3/deal.nixon.0.0/draw_card.nixon.0"
    game = Game.from_position(line.replace("turn.nobody/play.nixon", begins))
    assert look(game).bag_count == left
    laid_out = min(left, 3)
    assert keys(deal(game)) == ["card_drawn"] + ["evidence_laid_out"] * laid_out
    assert look(game).facedown.count == laid_out
    assert look(game).bag_count == left - laid_out


# Marks


@pytest.mark.rule("3.3", "7.21")
def test_events_may_be_used_again_in_the_next_round() -> None:
    game = table(nixon=[21], editor_discard=[35], initiative_at="E1")
    play(game, "play 21 action", "draw 30")
    deal(game)
    assert not look(game).events_silent
    assert "play 30 action" in texts(game)


@pytest.mark.rule("3.3", "4.8")
def test_answers_to_questions_are_forgotten_in_the_next_round() -> None:
    game = table(nixon=[21], no=["blue"], absent=["blue", "green"], initiative_at="E1")
    play(game, "play 21 action", "draw 33")
    deal(game)
    assert look(game).facedown.answered_no == look(game).facedown.absent == ()
    play(game, "play 33 value")
    assert texts(game)[:3] == ["ask blue", "ask yellow", "ask green"]


@pytest.mark.rule("3.3", "7.21")
def test_the_next_turn_of_nixons_is_the_first_of_the_round_again() -> None:
    game = table(nixon=[13], nixon_discard=[], marks=["late"], initiative_at="N4")
    play(game, "play 13 action", "draw 21")
    deal(game)
    assert decider(game) == "nixon"
    assert "play 21 value" in texts(game)
    assert "play 21 action" not in texts(game)


@pytest.mark.rule("3.3", "6.6")
def test_rounds_are_counted() -> None:
    game = table(nixon=[21], round_number=7)
    entries = play(game, "play 21 action")
    assert game.round == 8
    assert entries[-1].params == {"number": 8}


# Rounds without a card


def without_cards(**options: Any) -> Game:
    """The Editor is to play the last card there is; using its action removes it."""
    others = [card for card in EDITOR_CARDS if card != 30]
    removed = {"editor_removed": others, "nixon_removed": list(NIXON_CARDS)}
    return table(**{"turn": "editor", "editor": [30], "nixon": [], **removed, **options})


@pytest.mark.rule("9.6")
@pytest.mark.parametrize("facedown", [[], ["blue", "green"]])
def test_a_game_stops_after_ten_rounds_without_a_decision(facedown: list[str]) -> None:
    game = without_cards(facedown=facedown)
    game.draw_at_random(seed=1)
    game.play("play 30 action")
    assert game.decider is None
    assert game.result is not None
    assert (game.result.winner, game.result.way) == (None, "stopped")
    assert game.round == 2 + 10
    assert game.log("editor")[-1].key == "stopped"
    assert game.why_won().startswith("The game stops, and nobody has won")
    assert game.moves == ()


@pytest.mark.rule("9.6")
def test_idle_rounds_are_part_of_a_position() -> None:
    game = without_cards()
    play(game, "play 30 action")
    assert "marks=idle1 " in game.position
    rounds = set()
    while game.decider is not None:
        rounds.add(game.round)
        copy = Game(read_knowledge(game.position, game.edition)[0], game.edition)
        assert copy.states.tobytes() == game.states.tobytes()
        game.play(game.legal_ids()[0])
    assert len(rounds) == 10
    assert "won=stopped " in game.position
    assert Game.from_position(game.position).result == game.result
    assert read_record(write_record(game)).result == game.result


@pytest.mark.rule("9.6")
def test_a_bag_that_is_empty_does_not_keep_the_game_going() -> None:
    game = without_cards(track=[f"{kind.name}@E4" for kind in standard_edition().token_kinds
                                for _ in range(kind.count)])  # fmt: skip
    rng = random.Random(1)
    while game.decider is not None:
        game.play(rng.choice(game.legal_ids()))
    assert game.result is not None


@pytest.mark.rule("9.6")
def test_a_position_without_any_card_is_refused() -> None:
    with pytest.raises(BadPosition, match="neither side has a card"):
        without_cards(editor=[], editor_removed=list(EDITOR_CARDS))
    game = without_cards()
    play(game, "play 30 action")
    with pytest.raises(BadPosition, match="neither side has a card"):
        Game.from_position(game.position)


@pytest.mark.rule("9.6")
def test_one_card_in_a_pile_is_enough_to_go_on() -> None:
    game = without_cards(editor_removed=[n for n in EDITOR_CARDS if n not in (30, 33)],
                         editor_discard=[33])  # fmt: skip
    game.draw_at_random(seed=3)
    game.play("play 30 action")
    assert game.decider is Side.EDITOR
    assert game.result is None
