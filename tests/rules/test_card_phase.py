"""The card phase: turns, parts of cards, questions, reaching 5, following a card (RULES 4)."""

from __future__ import annotations

import pytest

from tests.tables import (
    TWO_COLORED,
    board,
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
from watergate import IllegalMove

# 4.1 Turns


@pytest.mark.rule("4.1")
@pytest.mark.parametrize(("initiative_at", "first"), [("E1", "editor"), ("N1", "nixon")])
def test_the_side_with_the_initiative_takes_the_first_turn(initiative_at: str, first: str) -> None:
    game = table(nixon=[21], initiative_at=initiative_at)
    play(game, "play 21 action")
    deal(game)
    assert (look(game).initiative, look(game).turn, decider(game)) == (first, first, first)


@pytest.mark.rule("4.1")
def test_the_sides_alternate() -> None:
    game = table(turn="nixon", nixon=[2, 21], editor=[23, 24])
    turns = []
    for card in (2, 23, 21, 24):
        turns.append(decider(game))
        play(game, f"play {card} value", "choose initiative")
    assert turns == ["nixon", "editor", "nixon", "editor"]


@pytest.mark.rule("4.1")
def test_a_side_with_an_empty_hand_is_passed_over() -> None:
    game = table(turn="nixon", nixon=[9, 15, 17], editor=[])
    for card in (9, 15):
        play(game, f"play {card} value", "choose initiative")
        assert decider(game) == "nixon"
    assert texts(game) == ["play 17 value", "play 17 action"]


@pytest.mark.rule("4.1")
def test_the_editor_too_goes_on_alone_when_nixons_hand_is_empty() -> None:
    game = table(turn="editor", editor=[23, 24], nixon=[])
    play(game, "play 23 value", "choose initiative")
    assert decider(game) == "editor"


@pytest.mark.rule("4.1")
def test_the_phase_ends_when_both_hands_are_empty_and_not_before() -> None:
    game = table(turn="nixon", nixon=[9], editor=[40])
    assert "evaluation_1" not in keys(play(game, "play 9 value", "choose initiative"))
    assert decider(game) == "editor"
    assert "evaluation_1" in keys(play(game, "play 40 value", "choose initiative"))
    assert game.round == 3


@pytest.mark.rule("4.1", "5.1")
def test_gaining_the_initiative_in_the_middle_of_a_round_changes_no_turns() -> None:
    game = table(turn="nixon", nixon=[2, 9], editor=[40], initiative_at="N4")
    play(game, "play 2 value", "choose initiative")
    assert look(game).initiative == "nixon"
    assert decider(game) == "editor"
    play(game, "play 40 value", "choose momentum")
    assert decider(game) == "nixon"


# 4.2 to 4.4 Cards and their parts


@pytest.mark.rule("4.2")
def test_a_turn_offers_the_value_and_the_action_of_each_card_in_hand_and_nothing_else() -> None:
    game = table(turn="nixon", nixon=[2, 13, 14], editor=[23])
    assert texts(game) == [
        "play 2 value",
        "play 13 value",
        "play 14 value",
        "play 2 action",
        "play 13 action",
    ]


@pytest.mark.rule("4.2")
def test_exactly_one_card_and_one_part_of_it_make_a_turn() -> None:
    game = quiet_table("nixon", 13, 21)
    play(game, "play 13 value", "choose initiative")
    assert (look(game).initiative_at, look(game).momentum_at) == ("N2", "0")
    assert look(game).nixon.hand == (21,)
    assert decider(game) == "editor"


@pytest.mark.rule("4.2")
def test_a_card_that_is_not_in_hand_cannot_be_played() -> None:
    game = quiet_table("nixon", 13)
    with pytest.raises(IllegalMove):
        game.play("play 21 value")
    with pytest.raises(IllegalMove):
        game.play("pass")


@pytest.mark.rule("4.3")
def test_a_card_cannot_be_discarded_unused_while_its_value_can_move_something() -> None:
    for at in ({"initiative_at": "-"}, {"momentum_at": "-"}):
        game = quiet_table("nixon", 5, pictures=["martha_mitchell"], **at)
        assert texts(game) == ["play 5 value"]
    game = quiet_table("nixon", 5, initiative_at="-", momentum_at="-", track=["blue-green@E4"])
    assert texts(game) == ["play 5 value", "play 5 action"]


@pytest.mark.rule("4.3", "4.5")
def test_a_card_may_be_discarded_unused_if_its_value_moves_nothing() -> None:
    game = quiet_table("nixon", 9, 12, initiative_at="-", momentum_at="-", track=["green@E4"])
    assert texts(game) == ["play 12 value", "play 9 action", "play 12 action", "discard 9"]
    assert keys(play(game, "discard 9")) == ["card_discarded", "card_to_discard", "colors_absent"]
    assert 9 in look(game).nixon.discard
    assert (track(game), decider(game)) == (["green@E4"], "editor")


@pytest.mark.rule("4.3", "4.6")
def test_face_down_evidence_that_fits_keeps_nixon_from_discarding() -> None:
    game = quiet_table("nixon", 9, initiative_at="-", momentum_at="-", facedown=["blue-green"])
    assert "discard 9" not in texts(game)
    game = quiet_table("nixon", 9, initiative_at="-", momentum_at="-", facedown=["yellow-green"])
    assert texts(game) == ["play 9 action", "discard 9"]


@pytest.mark.rule("4.3", "4.7")
@pytest.mark.parametrize("facedown", ["blue", "yellow"])
def test_a_question_that_may_be_asked_keeps_the_editor_from_discarding(facedown: str) -> None:
    """Whatever the token is: only what the Editor can see counts."""
    game = quiet_table("editor", 25, initiative_at="-", momentum_at="-", facedown=[facedown])
    assert texts(game) == ["play 25 value", "play 25 action"]


@pytest.mark.rule("4.3", "4.8")
def test_the_editor_may_discard_a_card_when_its_question_may_not_be_asked() -> None:
    nothing = {"initiative_at": "-", "momentum_at": "-"}
    game = quiet_table("editor", 25, **nothing, facedown=["green"], no=["blue"])
    assert texts(game) == ["play 25 action", "discard 25"]
    game = quiet_table("editor", 25, **nothing)
    assert texts(game) == ["play 25 action", "discard 25"]
    play(game, "discard 25")
    assert 25 in look(game).editor.discard
    assert decider(game) == "nixon"


@pytest.mark.rule("4.3", "4.2")
def test_a_reaction_card_too_may_be_discarded_when_its_value_moves_nothing() -> None:
    game = quiet_table("nixon", 14, nixon_discard=[], initiative_at="-", momentum_at="-")
    assert texts(game) == ["discard 14"]


@pytest.mark.rule("4.4")
@pytest.mark.parametrize(
    ("turn", "card"), [("nixon", 21), ("nixon", 10), ("editor", 30), ("editor", 34)]
)
def test_after_its_value_any_card_goes_to_the_discard_pile(turn: str, card: int) -> None:
    game = quiet_table(turn, card, editor_discard=[], nixon_discard=[])
    play(game, f"play {card} value", "choose momentum")
    player = look(game).nixon if turn == "nixon" else look(game).editor
    assert (player.discard, player.removed) == ((card,), ())
    assert look(game).in_play == ()


@pytest.mark.rule("4.4")
def test_after_its_action_an_event_of_nixons_is_removed_from_the_game() -> None:
    game = quiet_table("nixon", 21, nixon_discard=[])
    play(game, "play 21 action")
    assert (look(game).nixon.discard, look(game).nixon.removed) == ((), (21,))


@pytest.mark.rule("4.4")
def test_after_its_action_a_conspirator_goes_to_the_discard_pile() -> None:
    game = quiet_table("nixon", 10, nixon_discard=[])
    play(game, "play 10 action")
    assert (look(game).nixon.discard, look(game).nixon.removed) == ((10,), ())


@pytest.mark.rule("4.4")
def test_after_its_action_an_event_of_the_editors_is_removed_from_the_game() -> None:
    game = quiet_table("editor", 30, editor_discard=[])
    play(game, "play 30 action")
    assert (look(game).editor.discard, look(game).editor.removed) == ((), (30,))


@pytest.mark.rule("4.4")
def test_after_its_action_a_journalist_goes_to_the_discard_pile() -> None:
    game = quiet_table("editor", 34, editor_discard=[])
    play(game, "play 34 action")
    assert (look(game).editor.discard, look(game).editor.removed) == ((34,), ())


# 4.5 and 4.6 The value part


@pytest.mark.rule("4.5")
def test_a_value_moves_i_m_or_evidence_of_the_cards_color() -> None:
    one_of_each = ["blue*@N1", "blue@E1", "yellow@0", "green@0", *(f"{t}@E4" for t in TWO_COLORED)]
    game = quiet_table("nixon", 4, track=one_of_each)
    play(game, "play 4 value")
    assert texts(game) == [
        "choose initiative",
        "choose momentum",
        "choose blue*@N1",
        "choose blue@E1",
        "choose blue-yellow@E4",
        "choose blue-green@E4",
    ]


@pytest.mark.rule("4.5")
@pytest.mark.parametrize(
    ("card", "fits"),
    [(2, {"green", "yellow-green", "blue-green"}), (7, {"yellow", "yellow-green", "blue-yellow"})],
)
def test_a_token_of_two_colors_counts_as_either(card: int, fits: set[str]) -> None:
    kinds = ["blue", "yellow", "green", "blue-yellow", "blue-green", "yellow-green"]
    game = quiet_table("nixon", card, track=[f"{kind}@E2" for kind in kinds])
    play(game, f"play {card} value")
    assert {text for text in texts(game) if "@" in text} == {f"choose {kind}@E2" for kind in fits}


@pytest.mark.rule("4.5")
@pytest.mark.parametrize(
    ("turn", "card"), [("nixon", 10), ("nixon", 13), ("editor", 33), ("editor", 34)]
)
def test_a_joker_fits_every_token(turn: str, card: int) -> None:
    kinds = ["blue*", "blue", "yellow*", "yellow", "green*", "green"]
    kinds += ["blue-yellow", "blue-green", "yellow-green"]
    game = quiet_table(turn, card, track=[f"{kind}@0" for kind in kinds])
    play(game, f"play {card} value")
    assert texts(game) == [
        "choose initiative",
        "choose momentum",
        *(f"choose {kind}@0" for kind in kinds),
    ]


@pytest.mark.rule("4.5")
def test_a_marker_that_is_off_the_track_cannot_be_moved() -> None:
    game = quiet_table("nixon", 10, initiative_at="-")
    play(game, "play 10 value")
    assert texts(game) == ["choose momentum"]


@pytest.mark.rule("4.5")
@pytest.mark.parametrize(
    ("turn", "card", "start", "end"),
    [
        ("nixon", 9, "E1", "0"),
        ("nixon", 10, "E1", "N1"),
        ("nixon", 4, "E4", "E1"),
        ("nixon", 5, "0", "N4"),
        ("editor", 39, "N1", "0"),
        ("editor", 33, "N4", "N2"),
        ("editor", 25, "N2", "E1"),
        ("editor", 26, "0", "E4"),
    ],
)
def test_a_token_moves_toward_the_players_side_by_exactly_the_value(
    turn: str, card: int, start: str, end: str
) -> None:
    game = quiet_table(turn, card, initiative_at=start)
    play(game, f"play {card} value", "choose initiative")
    assert look(game).initiative_at == end
    assert look(game).momentum_at == "0"
    game = quiet_table(turn, card, momentum_at=start)
    play(game, f"play {card} value", "choose momentum")
    assert look(game).momentum_at == end


@pytest.mark.rule("4.5")
def test_evidence_moves_by_exactly_the_value_too() -> None:
    game = quiet_table("nixon", 5, track=["blue@E2", "blue@E4"])
    play(game, "play 5 value", "choose blue@E2")
    assert track(game) == ["blue@N2", "blue@E4"]
    game = quiet_table("editor", 25, track=["blue@N4", "green@0"])
    play(game, "play 25 value", "choose blue@N4")
    assert track(game) == ["blue@N1", "green@0"]


@pytest.mark.rule("4.5")
def test_once_the_value_is_chosen_something_must_be_moved() -> None:
    game = quiet_table("nixon", 10, track=["blue@N4"], facedown=["green"])
    play(game, "play 10 value")
    assert texts(game) == [
        "choose initiative",
        "choose momentum",
        "choose blue@N4",
        "choose green@facedown",
    ]


@pytest.mark.rule("4.6")
def test_nixon_may_choose_a_fitting_face_down_token() -> None:
    game = quiet_table("nixon", 4, facedown=["blue*", "blue*", "yellow", "blue-green"])
    play(game, "play 4 value")
    assert texts(game) == [
        "choose initiative",
        "choose momentum",
        "choose blue*@facedown",
        "choose blue-green@facedown",
    ]
    entries = play(game, "choose blue*@facedown")
    assert keys(entries) == ["turned_up", "evidence_moved", "card_to_discard"]
    assert track(game) == ["blue*@N3"]
    assert look(game).facedown.tokens == ("blue*", "yellow", "blue-green")


@pytest.mark.rule("4.6")
def test_a_face_down_token_and_a_face_up_one_alike_are_two_choices() -> None:
    game = quiet_table("nixon", 9, track=["blue@0"], facedown=["blue"])
    play(game, "play 9 value")
    assert texts(game)[2:] == ["choose blue@0", "choose blue@facedown"]
    play(game, "choose blue@0")
    assert (track(game), look(game).facedown.tokens) == (["blue@N1"], ("blue",))


# 4.7 and 4.8 Questions


@pytest.mark.rule("4.7")
def test_the_editor_asks_for_the_cards_color_and_never_names_a_face_down_token() -> None:
    game = quiet_table("editor", 25, track=["blue@0", "green@0"], facedown=["blue", "green"])
    play(game, "play 25 value")
    assert texts(game) == ["ask blue", "choose initiative", "choose momentum", "choose blue@0"]


@pytest.mark.rule("4.7")
def test_with_a_joker_the_editor_asks_for_one_color_of_choice() -> None:
    game = quiet_table("editor", 33, facedown=["green"])
    play(game, "play 33 value")
    assert texts(game)[:3] == ["ask blue", "ask yellow", "ask green"]
    play(game, "ask green")
    assert (decider(game), texts(game)) == ("nixon", ["choose green@facedown"])


@pytest.mark.rule("4.7")
def test_after_a_yes_nixon_picks_the_token_that_moves_toward_the_editor() -> None:
    game = quiet_table("editor", 25, facedown=["blue", "blue*", "yellow", "blue-yellow"])
    assert keys(play(game, "play 25 value", "ask blue"))[-2:] == ["asked", "answered_yes"]
    assert decider(game) == "nixon"
    assert texts(game) == [
        "choose blue*@facedown",
        "choose blue@facedown",
        "choose blue-yellow@facedown",
    ]
    entries = play(game, "choose blue-yellow@facedown")
    assert keys(entries) == ["turned_up", "evidence_moved", "card_to_discard"]
    assert track(game) == ["blue-yellow@E3"]
    assert look(game).facedown.tokens == ("blue*", "blue", "yellow")
    assert look(game).facedown.answered_no == ()
    assert 25 in look(game).editor.discard
    assert decider(game) == "nixon"


@pytest.mark.rule("4.7")
def test_a_joker_moves_only_a_token_of_the_color_asked_for() -> None:
    game = quiet_table("editor", 34, facedown=["blue", "yellow", "green", "yellow-green"])
    play(game, "play 34 value", "ask yellow")
    assert texts(game) == ["choose yellow@facedown", "choose yellow-green@facedown"]


@pytest.mark.rule("4.7")
def test_after_a_no_the_editor_moves_i_m_or_a_face_up_token_that_fits() -> None:
    game = quiet_table("editor", 25, track=["blue@0", "green@N2"], facedown=["green", "yellow"])
    assert keys(play(game, "play 25 value", "ask blue"))[-2:] == ["asked", "answered_no"]
    assert look(game).facedown.answered_no == ("blue",)
    assert look(game).facedown.count == 2
    assert decider(game) == "editor"
    assert texts(game) == ["choose initiative", "choose momentum", "choose blue@0"]
    play(game, "choose blue@0")
    assert track(game) == ["green@N2", "blue@E3"]
    assert decider(game) == "nixon"


@pytest.mark.rule("4.7")
def test_after_a_no_a_joker_moves_any_face_up_token_but_asks_no_second_question() -> None:
    game = quiet_table("editor", 33, track=["blue@0", "green@N2"], facedown=["green", "yellow"])
    play(game, "play 33 value", "ask blue")
    assert texts(game) == [
        "choose initiative",
        "choose momentum",
        "choose green@N2",
        "choose blue@0",
    ]


@pytest.mark.rule("4.7")
def test_if_nothing_can_be_moved_after_a_no_the_card_is_discarded() -> None:
    game = quiet_table(
        "editor", 25, initiative_at="-", momentum_at="-", track=["green@0"], facedown=["green"]
    )
    play(game, "play 25 value")
    assert texts(game) == ["ask blue"]
    assert keys(play(game, "ask blue")) == ["asked", "answered_no", "card_to_discard"]
    assert 25 in look(game).editor.discard
    assert (track(game), decider(game)) == (["green@0"], "nixon")


@pytest.mark.rule("4.8")
def test_no_question_without_face_down_tokens() -> None:
    game = quiet_table("editor", 33, track=["blue@0"])
    play(game, "play 33 value")
    assert texts(game) == ["choose initiative", "choose momentum", "choose blue@0"]


@pytest.mark.rule("4.8")
def test_a_color_answered_with_no_is_not_asked_for_again_this_round() -> None:
    game = quiet_table("editor", 25, 33, 35, editor_discard=[40, 42], facedown=["green"])
    play(game, "play 25 value", "ask blue", "choose initiative")
    play(game, "play 6 value", "choose momentum", "play 35 value")
    assert texts(game) == ["choose initiative", "choose momentum"]
    play(game, "choose initiative", "play 33 value")
    assert texts(game) == ["ask yellow", "ask green", "choose momentum"]


@pytest.mark.rule("4.8")
def test_a_color_answered_with_yes_may_be_asked_for_again() -> None:
    game = quiet_table("editor", 25, 33, facedown=["blue", "green"], nixon=[])
    play(game, "play 25 value", "ask blue", "choose blue@facedown", "play 33 value")
    assert texts(game)[:3] == ["ask blue", "ask yellow", "ask green"]
    assert keys(play(game, "ask blue")) == ["asked", "answered_no"]


@pytest.mark.rule("4.8")
def test_only_an_answer_takes_a_question_away_not_what_else_is_known() -> None:
    game = quiet_table("editor", 25, facedown=["green"], absent=["blue"])
    play(game, "play 25 value")
    assert texts(game)[0] == "ask blue"


# 4.9 Reaching 5


@pytest.mark.rule("4.9", "5.1")
@pytest.mark.parametrize(
    ("turn", "card", "start"), [("nixon", 5, "N2"), ("nixon", 5, "N1"), ("editor", 26, "E3")]
)
def test_i_stops_at_5_and_is_gained_at_once(turn: str, card: int, start: str) -> None:
    other = "editor" if turn == "nixon" else "nixon"
    game = quiet_table(turn, card, initiative_at=start, initiative=other)
    entries = play(game, f"play {card} value", "choose initiative")
    assert entries[1].params["end"] == ("N5" if turn == "nixon" else "E5")
    assert keys(entries)[1:3] == ["marker_moved", "initiative_taken"]
    assert (look(game).initiative, look(game).initiative_at) == (turn, None)


@pytest.mark.rule("4.9", "5.2")
def test_m_stops_at_5_and_is_gained_at_once() -> None:
    game = quiet_table("nixon", 5, momentum_at="N2")
    play(game, "play 5 value", "choose momentum")
    assert (look(game).nixon.momentum, look(game).momentum_at) == (1, None)
    assert decider(game) == "editor"


@pytest.mark.rule("4.9", "5.6")
def test_evidence_stops_at_5_and_is_pinned_at_once() -> None:
    game = quiet_table("nixon", 5, track=["blue@N2", "blue@0"])
    entries = play(game, "play 5 value", "choose blue@N2")
    assert entries[-2].params == {"token": "blue", "start": "N2", "end": "N5"}
    assert entries[-1].params == {"side": "nixon", "token": "blue", "start": "N5"}
    assert decider(game) == "nixon"
    entries = play(game, "pin rim9")
    assert keys(entries) == ["evidence_pinned_down", "card_to_discard"]
    assert (board(game), track(game)) == (["rim9:-blue"], ["blue@0"])


@pytest.mark.rule("4.9")
def test_a_token_on_4_is_not_gained() -> None:
    game = quiet_table("nixon", 5, momentum_at="0")
    play(game, "play 5 value", "choose momentum")
    assert (look(game).nixon.momentum, look(game).momentum_at) == (0, "N4")


@pytest.mark.rule("4.9")
def test_a_token_moved_by_a_reaction_is_gained_by_the_side_that_reacts() -> None:
    game = quiet_table("nixon", 5, 2, editor=[42, 23], editor_discard=[], track=["blue*@E2"])
    play(game, "play 5 value", "choose blue*@E2", "react 42")
    assert decider(game) == "editor"
    play(game, "pin rim2")
    assert (board(game), look(game).momentum_at) == (["rim2:blue*"], "E1")
    assert decider(game) == "nixon"


@pytest.mark.rule("4.9", "4.13")
def test_a_gain_is_settled_before_the_card_goes_on() -> None:
    """The token is pinned and its symbol moves M before the second one is chosen."""
    game = quiet_table("nixon", 19, track=["blue*@N3", "green@0"], momentum_at="0")
    play(game, "play 19 action", "choose blue*@N3")
    assert texts(game) == ["pin inner1", "pin inner4", "pin spoke3", "pin spoke6"] + [
        f"pin rim{n}" for n in (2, 3, 8, 9)
    ]
    play(game, "pin rim2")
    assert look(game).momentum_at == "N3"
    assert texts(game) == ["choose green@0"]


@pytest.mark.rule("4.9", "5.4")
def test_an_ability_is_settled_before_the_card_goes_on() -> None:
    """The smoking gun gains the third momentum token; its evidence comes after the trial."""
    game = quiet_table("editor", 32, momentum_at="E3", momentum="2/0/6", facedown=["blue"])
    play(game, "play 32 action")
    assert decider(game) == "chance"
    play(game, "draw green", "pin rim1")
    assert (decider(game), texts(game)) == ("editor", ["choose facedown"])


# 4.10 to 4.13 The action part


@pytest.mark.rule("4.10")
def test_instructions_are_followed_in_their_order() -> None:
    game = quiet_table("nixon", 13, facedown=["blue"])
    entries = play(game, "play 13 action")
    moved = [entry.params["marker"] for entry in entries if entry.key == "marker_moved"]
    assert moved == ["momentum", "initiative"]
    assert texts(game) == ["choose blue@facedown"]


@pytest.mark.rule("4.10")
def test_what_is_impossible_is_ignored_and_the_rest_is_done() -> None:
    game = quiet_table("nixon", 13, momentum_at="-")
    entries = play(game, "play 13 action")
    assert keys(entries) == ["card_played_action", "marker_moved", "card_to_discard"]
    assert look(game).initiative_at == "N2"
    assert decider(game) == "editor"


@pytest.mark.rule("4.10", "4.4")
def test_an_action_that_changes_nothing_may_be_used() -> None:
    game = quiet_table("nixon", 18, 2)
    assert "play 18 action" in texts(game)
    assert keys(play(game, "play 18 action")) == ["card_played_action", "card_to_removed"]
    assert look(game).nixon.removed == (18,)
    assert decider(game) == "editor"


@pytest.mark.rule("4.10")
def test_a_choice_is_compulsory_even_if_it_hurts() -> None:
    game = quiet_table("nixon", 10, track=["blue@N4"])
    play(game, "play 10 action")
    assert texts(game) == ["choose blue@N4"]
    play(game, "choose blue@N4")
    assert track(game) == []


@pytest.mark.rule("4.10")
@pytest.mark.parametrize("picture", ["dean", "-dean"])
@pytest.mark.parametrize(("turn", "card"), [("nixon", 6), ("editor", 27)])
def test_a_requirement_that_is_not_met_forbids_the_action(
    turn: str, card: int, picture: str
) -> None:
    assert texts(quiet_table(turn, card)) == [f"play {card} value", f"play {card} action"]
    assert texts(quiet_table(turn, card, pictures=[picture])) == [f"play {card} value"]


@pytest.mark.rule("4.11")
def test_steps_are_toward_the_side_of_the_cards_owner() -> None:
    game = quiet_table("nixon", 13)
    play(game, "play 13 action")
    assert (look(game).initiative_at, look(game).momentum_at) == ("N2", "N2")
    game = quiet_table("editor", 32)
    play(game, "play 32 action")
    assert (look(game).initiative_at, look(game).momentum_at) == ("E2", "E2")


@pytest.mark.rule("4.11")
def test_to_a_space_is_to_that_space_on_the_owners_side() -> None:
    game = quiet_table("nixon", 17)
    play(game, "play 17 action", "draw green")
    assert track(game) == ["green@N3"]
    game = quiet_table("editor", 33)
    play(game, "play 33 action", "draw green")
    assert track(game) == ["green@E2"]


@pytest.mark.rule("4.11")
def test_moving_a_face_down_token_turns_it_face_up() -> None:
    game = quiet_table("nixon", 12, facedown=["green*"])
    assert keys(play(game, "play 12 action", "choose green*@facedown"))[1:3] == [
        "turned_up",
        "evidence_moved",
    ]
    assert (track(game), look(game).facedown.count) == (["green*@N1"], 0)


@pytest.mark.rule("4.11", "7.9")
def test_a_token_that_is_where_it_should_go_does_not_move() -> None:
    game = quiet_table("nixon", 15, momentum_at="N1")
    assert keys(play(game, "play 15 action")) == ["card_played_action", "card_to_removed"]
    assert look(game).momentum_at == "N1"


@pytest.mark.rule("4.11")
def test_a_face_down_token_on_0_is_not_turned_by_going_to_0() -> None:
    game = quiet_table("editor", 39, facedown=["green", "blue"], track=["yellow@N2"])
    play(game, "play 39 action")
    assert look(game).facedown.count == 2
    assert track(game) == ["yellow@0"]


@pytest.mark.rule("4.12")
def test_the_editors_choice_of_a_face_down_token_is_blind() -> None:
    game = quiet_table("editor", 32, facedown=["green", "blue*", "green"])
    play(game, "play 32 action")
    assert (decider(game), texts(game)) == ("editor", ["choose facedown"])
    play(game, "choose facedown")
    assert decider(game) == "chance"
    weights = {str(game.notation.moves[n]): weight for n, weight in game.outcomes().items()}
    assert weights == {"reveal blue*": 1, "reveal green": 2}
    play(game, "reveal green")
    assert track(game) == ["green@E1"]
    assert look(game).facedown.tokens == ("blue*", "green")


@pytest.mark.rule("4.12")
def test_among_face_up_and_face_down_tokens_only_the_latter_are_picked_blindly() -> None:
    game = quiet_table("editor", 39, facedown=["green", "blue"], track=["yellow@N2"])
    play(game, "play 39 action")
    assert texts(game) == ["choose facedown", "choose yellow@0"]
    play(game, "choose yellow@0")
    assert track(game) == ["yellow@E1"]


@pytest.mark.rule("4.12", "4.6")
def test_nixons_choice_of_a_face_down_token_is_not_blind() -> None:
    game = quiet_table("nixon", 12, facedown=["green", "blue*", "green"])
    play(game, "play 12 action")
    assert texts(game) == ["choose blue*@facedown", "choose green@facedown"]


@pytest.mark.rule("4.13")
def test_two_evidence_tokens_are_two_different_ones() -> None:
    game = quiet_table("nixon", 19, track=["blue@0"])
    play(game, "play 19 action", "choose blue@0")
    assert (track(game), decider(game)) == (["blue@N2"], "editor")
    game = quiet_table("editor", 36, track=["blue@0", "green@E1"])
    play(game, "play 36 action", "choose blue@0")
    assert texts(game) == ["pass", "choose green@E1"]


@pytest.mark.rule("4.13", "5.8")
def test_the_second_token_is_chosen_after_the_first_is_settled() -> None:
    """The first goes back to the bag, as no space fits, and cannot be the second."""
    game = quiet_table(
        "nixon", 19, track=["blue-yellow@N3", "blue-green@0"], board=filled("blue", "yellow")
    )
    assert keys(play(game, "play 19 action", "choose blue-yellow@N3"))[-1] == "evidence_bagged"
    assert texts(game) == ["choose blue-green@0"]
