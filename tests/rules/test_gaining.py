"""Gaining tokens, the momentum cards, and how the game is won (RULES 1 and 5)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tables import (
    TWO_COLORED,
    board,
    decider,
    filled,
    keys,
    last_told,
    look,
    play,
    quiet_table,
    result,
    table,
    texts,
    track,
)
from watergate import Game

BLUE_SPACES = ["inner1", "inner4", "spoke3", "spoke6", "rim2", "rim3", "rim8", "rim9"]
GREEN_SPACES = ["inner3", "inner6", "spoke2", "spoke5", "rim1", "rim6", "rim7", "rim12"]
BLUE_TAKEN = [f"{space}:-blue-green" for space in BLUE_SPACES[:4]]
BLUE_TAKEN += [f"{space}:-blue-yellow" for space in BLUE_SPACES[4:]]

PATH = ["inner1:blue", "spoke1:yellow", "rim1:green"]
"""Connects Martha Mitchell; with rim2 (blue) John Dean too."""
TWO_PICTURES = ["martha_mitchell", "dean"]

EDITOR_WINS = "editor by connection"
NIXON_WINS = "nixon by momentum"


def pins(*spaces: str) -> list[str]:
    return [f"pin {space}" for space in spaces]


def is_over(game: Game) -> bool:
    return game.decider is None and game.moves == () and look(game).decision is None


def editor_gains_momentum(already: int, **options: Any) -> Game:
    """The Editor's value has just gained M; this many were on the Editor's card before."""
    momentum = f"{already}/0/{8 - already}"
    game = quiet_table("editor", 33, momentum=momentum, momentum_at="E4", **options)
    play(game, "play 33 value", "choose momentum")
    return game


# 1.2 Nixon's fifth momentum token


@pytest.mark.rule("1.2", "5.3")
def test_nixon_wins_with_the_fifth_momentum_token_by_a_value() -> None:
    game = quiet_table("nixon", 5, 2, momentum="0/4/4", momentum_at="N2")
    entries = play(game, "play 5 value", "choose momentum")
    assert keys(entries) == ["card_played_value", "marker_moved", "momentum_gained", "won"]
    assert (result(game), look(game).nixon.momentum) == (NIXON_WINS, 5)
    assert is_over(game)


@pytest.mark.rule("1.2", "5.3")
@pytest.mark.parametrize("already", [0, 1, 2, 3])
def test_nixon_does_not_win_with_fewer_and_nothing_else_happens(already: int) -> None:
    momentum = f"0/{already}/{8 - already}"
    game = quiet_table(
        "nixon", 5, momentum=momentum, momentum_at="N2", board=["rim1:-green", "inner1:blue"]
    )
    entries = play(game, "play 5 value", "choose momentum")
    assert keys(entries)[2:] == ["momentum_gained", "card_to_discard"]
    assert (result(game), look(game).nixon.momentum) == ("-", already + 1)
    assert decider(game) == "editor"


@pytest.mark.rule("1.2", "1.5", "7.3")
def test_hunt_draws_nothing_after_the_fifth_momentum_token() -> None:
    game = quiet_table("nixon", 9, momentum="0/4/4", momentum_at="N3")
    entries = play(game, "play 9 action")
    assert keys(entries) == ["card_played_action", "marker_moved", "momentum_gained", "won"]
    assert (result(game), is_over(game), look(game).in_play) == (NIXON_WINS, True, (9,))


@pytest.mark.rule("1.2", "1.5", "7.14", "7.20")
def test_gambit_asks_for_no_conspirator_after_the_fifth_momentum_token() -> None:
    game = quiet_table("nixon", 20, 9, 10, momentum="0/4/4", momentum_at="E4")
    assert keys(play(game, "play 20 action"))[-2:] == ["momentum_gained", "won"]
    assert (result(game), is_over(game)) == (NIXON_WINS, True)
    assert look(game).nixon.hand == (9, 10)


@pytest.mark.rule("1.2", "1.5", "7.13")
def test_gemstone_moves_no_evidence_after_the_fifth_momentum_token() -> None:
    game = quiet_table("nixon", 19, momentum="0/4/4", momentum_at="N3", track=["blue@0"])
    play(game, "play 19 action")
    assert (result(game), track(game), is_over(game)) == (NIXON_WINS, ["blue@0"], True)


@pytest.mark.rule("1.2", "1.5", "7.7")
def test_ehrlichman_moves_no_initiative_after_the_fifth_momentum_token() -> None:
    game = quiet_table("nixon", 13, momentum="0/4/4", momentum_at="N3", facedown=["blue"])
    play(game, "play 13 action")
    assert (result(game), look(game).initiative_at) == (NIXON_WINS, "0")
    assert look(game).facedown.count == 1


@pytest.mark.rule("1.2", "1.5", "5.7", "7.6")
def test_a_symbol_can_win_for_nixon_in_the_middle_of_haldeman() -> None:
    game = quiet_table(
        "nixon", 12, momentum="0/4/4", momentum_at="N4", track=["blue*@N4", "green@E1"]
    )
    entries = play(game, "play 12 action", "choose blue*@N4", "pin rim2")
    assert keys(entries)[-4:] == ["evidence_pinned_down", "marker_moved", "momentum_gained", "won"]
    assert (result(game), track(game), board(game)) == (NIXON_WINS, ["green@E1"], ["rim2:-blue*"])
    assert is_over(game)


@pytest.mark.rule("1.2", "1.5", "6.3")
def test_nixon_wins_in_evaluation_and_nothing_after_it_happens() -> None:
    game = table(nixon=[21], momentum="0/4/4", momentum_at="N1", track=["blue@N1"])
    assert keys(play(game, "play 21 action"))[-3:] == ["evaluation_3", "momentum_gained", "won"]
    assert (result(game), is_over(game)) == (NIXON_WINS, True)
    assert look(game).initiative_at is None
    assert track(game) == ["blue@N1"]
    assert game.round == 2


@pytest.mark.rule("1.2", "1.5", "6.5")
def test_symbols_can_win_for_nixon_in_evaluation() -> None:
    tokens = ["blue*@N1", "blue*@N1", "blue*@N2", "blue*@N3", "yellow*@N4", "green@N4"]
    game = table(nixon=[21], momentum="0/4/4", track=tokens)
    play(game, "play 21 action")
    for space in ("rim2", "rim3", "rim8", "rim9"):
        play(game, texts(game)[-1], f"pin {space}")
    assert look(game).momentum_at == "N4"
    play(game, "choose yellow*@N4", "pin rim4")
    assert (result(game), is_over(game), track(game)) == (NIXON_WINS, True, ["green@N4"])


@pytest.mark.rule("1.2", "5.8")
def test_no_victory_by_the_symbol_of_a_token_that_finds_no_space() -> None:
    game = quiet_table(
        "nixon", 12, momentum="0/4/4", momentum_at="N4", track=["blue*@N4"], board=BLUE_TAKEN
    )
    play(game, "play 12 action", "choose blue*@N4")
    assert (result(game), look(game).nixon.momentum, decider(game)) == ("-", 4, "editor")


# 1.4 The Editor's connections


@pytest.mark.rule("1.4")
def test_the_editor_wins_when_a_pin_connects_a_second_informant() -> None:
    game = quiet_table("editor", 25, board=PATH, pictures=TWO_PICTURES, track=["blue@E3"])
    assert look(game).pictures.connected == ("martha_mitchell",)
    play(game, "play 25 value", "choose blue@E3", "pin rim2")
    assert (result(game), is_over(game)) == (EDITOR_WINS, True)
    assert look(game).pictures.connected == tuple(TWO_PICTURES)


@pytest.mark.rule("1.4")
def test_one_connected_informant_is_not_enough() -> None:
    game = quiet_table(
        "editor", 25, board=PATH[1:], pictures=["martha_mitchell"], track=["blue@E3"]
    )
    assert look(game).pictures.connected == ()
    play(game, "play 25 value", "choose blue@E3", "pin inner1")
    assert look(game).pictures.connected == ("martha_mitchell",)
    assert (result(game), decider(game)) == ("-", "nixon")


@pytest.mark.rule("1.4")
def test_one_pin_may_connect_several_informants_over_shared_evidence() -> None:
    rest = ["spoke5:green", "rim8:blue", "rim9:blue", "inner6:green", "spoke6:blue", "rim11:yellow"]
    game = quiet_table(
        "editor", 37, board=rest, pictures=["baldwin", "woods", "sloan"], track=["yellow@E3"]
    )
    play(game, "play 37 value", "choose yellow@E3", "pin inner5")
    assert result(game) == EDITOR_WINS
    assert look(game).pictures.connected == ("baldwin", "woods", "sloan")


@pytest.mark.rule("1.4")
@pytest.mark.parametrize(
    ("evidence", "why"),
    [
        (["inner1:blue", "rim1:green", "rim2:blue"], "an empty space"),
        (["inner1:blue", "spoke1:-yellow", "rim1:green", "rim2:blue"], "face-down evidence"),
        (["inner1:-blue", "spoke1:yellow", "rim1:green", "rim2:blue"], "face-down next to Nixon"),
        (["inner2:yellow", "spoke2:green", "rim1:green", "rim2:blue"], "no thread to Nixon"),
        (["inner1:blue", "spoke1:yellow", "rim1:-green", "rim2:blue"], "face-down at the rim"),
    ],
)
def test_a_broken_path_connects_nobody(evidence: list[str], why: str) -> None:
    game = quiet_table("editor", 38, board=evidence, pictures=TWO_PICTURES, track=["yellow@E4"])
    play(game, "play 38 value", "choose yellow@E4", "pin rim4")
    assert look(game).pictures.connected == (), why
    assert result(game) == "-"


@pytest.mark.rule("1.4")
@pytest.mark.parametrize("dean", [[], ["-dean"]])
def test_a_picture_that_is_not_face_up_on_the_board_is_not_connected(dean: list[str]) -> None:
    game = quiet_table(
        "editor", 25, board=PATH, pictures=["martha_mitchell", *dean], track=["blue@E3"]
    )
    play(game, "play 25 value", "choose blue@E3", "pin rim2")
    assert look(game).pictures.connected == ("martha_mitchell",)
    assert result(game) == "-"


@pytest.mark.rule("1.4")
def test_a_path_may_go_around_the_inner_ring() -> None:
    around = ["inner3:green", "inner2:yellow", "spoke2:green", "rim2:blue", "rim1:green"]
    game = quiet_table("editor", 30, board=around[:-1], pictures=TWO_PICTURES, track=["green@E4"])
    assert look(game).pictures.connected == ("dean",)
    play(game, "play 30 value", "choose green@E4", "pin rim1")
    assert result(game) == EDITOR_WINS


@pytest.mark.rule("1.4", "1.5", "7.1")
def test_the_editor_wins_by_recruiting_and_no_marker_moves_after_it() -> None:
    game = quiet_table("editor", 26, board=[*PATH, "rim2:blue"], pictures=["dean"])
    entries = play(game, "play 26 action")
    assert keys(entries) == ["card_played_action", "picture_recruited", "linked", "won"]
    assert (result(game), is_over(game)) == (EDITOR_WINS, True)
    assert (look(game).initiative_at, look(game).momentum_at) == ("0", "0")
    assert look(game).in_play == (26,)


@pytest.mark.rule("1.4", "1.5")
def test_the_editor_wins_by_a_token_just_drawn() -> None:
    game = quiet_table("editor", 37, board=PATH, pictures=TWO_PICTURES)
    play(game, "play 37 action", "draw blue-green", "pin rim2")
    assert (result(game), is_over(game), look(game).in_play) == (EDITOR_WINS, True, (37,))


@pytest.mark.rule("1.4", "1.5")
def test_the_editor_wins_in_the_middle_of_a_card() -> None:
    """Who is paying the lawyers: the second token is not chosen any more."""
    game = quiet_table(
        "editor", 36, board=PATH, pictures=TWO_PICTURES, track=["blue@E4", "green@E4"]
    )
    play(game, "play 36 action", "choose blue@E4", "pin rim2")
    assert (result(game), is_over(game), track(game)) == (EDITOR_WINS, True, ["green@E4"])


@pytest.mark.rule("1.4", "1.5", "5.4")
def test_the_editor_wins_by_the_trial() -> None:
    game = editor_gains_momentum(2, board=PATH, pictures=TWO_PICTURES)
    play(game, "draw blue", "pin rim2")
    assert (result(game), is_over(game), look(game).in_play) == (EDITOR_WINS, True, (33,))


@pytest.mark.rule("1.4", "1.5", "5.4")
def test_the_editor_wins_by_the_impeachment() -> None:
    game = editor_gains_momentum(4, board=[*PATH, "rim2:-blue"], pictures=TWO_PICTURES)
    assert texts(game) == ["choose rim2"]
    assert keys(play(game, "choose rim2")) == ["evidence_flipped", "linked", "won"]
    assert (result(game), is_over(game)) == (EDITOR_WINS, True)


@pytest.mark.rule("1.4", "1.5", "6.5")
def test_the_editor_wins_in_evaluation_and_nixon_gains_nothing_after_it() -> None:
    game = table(
        nixon=[21], initiative_at="E1", board=PATH, pictures=TWO_PICTURES,
        track=["blue@E1", "green@E1", "green@N1"],
    )  # fmt: skip
    play(game, "play 21 action", "choose blue@E1", "pin rim2")
    assert (result(game), is_over(game)) == (EDITOR_WINS, True)
    assert track(game) == ["green@N1", "green@E1"]


@pytest.mark.rule("1.4", "1.5", "5.4", "6.3")
def test_the_editor_wins_by_an_ability_in_evaluation_before_an_empty_supply_counts() -> None:
    game = table(
        nixon=[21], momentum="4/4/0", momentum_at="E1", board=[*PATH, "rim2:-blue"],
        pictures=TWO_PICTURES,
    )  # fmt: skip
    play(game, "play 21 action", "choose rim2")
    assert (result(game), is_over(game)) == (EDITOR_WINS, True)


@pytest.mark.rule("1.4", "5.6")
def test_evidence_pinned_by_nixon_connects_nobody() -> None:
    game = quiet_table("nixon", 5, board=PATH, pictures=TWO_PICTURES, track=["blue@N4"])
    play(game, "play 5 value", "choose blue@N4", "pin rim2")
    assert look(game).pictures.connected == ("martha_mitchell",)
    assert result(game) == "-"


# 1.5 The order inside one gain


@pytest.mark.rule("1.5", "5.7", "5.4")
def test_a_gain_of_evidence_goes_pin_symbol_momentum_ability_rest_of_the_card() -> None:
    game = quiet_table(
        "editor", 36, momentum="3/0/5", momentum_at="E3", track=["blue*@E4", "green@0"],
        board=["rim5:-yellow"],
    )  # fmt: skip
    # I 2 steps and M 1 step come first; then the pinned symbol gains M, and the hearings follow.
    play(game, "play 36 action", "choose blue*@E4")
    entries = play(game, "pin rim2")
    assert keys(entries) == ["evidence_pinned_up", "marker_moved", "momentum_gained", "ability"]
    assert texts(game) == ["choose rim5"]
    play(game, "choose rim5")
    assert texts(game) == ["pass", "choose green@0"]


@pytest.mark.rule("1.5")
def test_the_editors_check_comes_before_the_symbol() -> None:
    game = quiet_table(
        "editor", 25, momentum="2/0/6", momentum_at="E4", board=PATH, pictures=TWO_PICTURES,
        track=["blue*@E4"],
    )  # fmt: skip
    play(game, "play 25 value", "choose blue*@E4")
    assert keys(play(game, "pin rim2")) == ["evidence_pinned_up", "linked", "won"]
    assert (look(game).momentum_at, look(game).editor.momentum) == ("E4", 2)


# 5.1 Initiative


@pytest.mark.rule("5.1")
@pytest.mark.parametrize(("turn", "card", "at"), [("nixon", 5, "N1"), ("editor", 26, "E1")])
def test_a_gained_initiative_token_leaves_the_track_for_the_rest_of_the_round(
    turn: str, card: int, at: str
) -> None:
    other = {"nixon": "editor", "editor": "nixon"}[turn]
    game = quiet_table(turn, card, initiative=other, initiative_at=at)
    play(game, f"play {card} value", "choose initiative")
    assert (look(game).initiative, look(game).initiative_at) == (turn, None)
    play(game, texts(game)[0])
    assert texts(game) == ["choose momentum"]


@pytest.mark.rule("5.1")
def test_gaining_the_initiative_one_has_already_keeps_it() -> None:
    game = quiet_table("editor", 26, initiative="editor", initiative_at="E4")
    entries = play(game, "play 26 value", "choose initiative")
    assert "initiative_taken" in keys(entries)
    assert (look(game).initiative, look(game).initiative_at) == ("editor", None)


# 5.2 to 5.5 Momentum


@pytest.mark.rule("5.2")
def test_a_gained_momentum_token_leaves_the_track_for_the_rest_of_the_round() -> None:
    game = quiet_table("nixon", 5, momentum="0/1/7", momentum_at="N1")
    entries = play(game, "play 5 value", "choose momentum")
    assert entries[2].params == {"side": "nixon", "number": 2}
    assert (look(game).nixon.momentum, look(game).momentum_at) == (2, None)
    assert look(game).momentum_supply == 7
    play(game, "play 27 value")
    assert texts(game) == ["choose initiative"]


@pytest.mark.rule("5.2", "5.4")
@pytest.mark.parametrize("already", [0, 1])
def test_the_editors_first_and_second_token_set_off_nothing(already: int) -> None:
    game = editor_gains_momentum(already, board=["rim2:-blue"])
    assert look(game).editor.momentum == already + 1
    assert decider(game) == "nixon"
    assert "ability" not in keys(game.log("everyone"))


@pytest.mark.rule("5.4")
def test_the_third_draws_a_token_that_the_editor_pins() -> None:
    game = editor_gains_momentum(2)
    assert (look(game).editor.momentum, decider(game)) == (3, "chance")
    play(game, "draw green")
    assert decider(game) == "editor"
    assert texts(game) == pins(*GREEN_SPACES)
    assert keys(play(game, "pin rim12")) == ["evidence_pinned_up", "card_to_discard"]
    assert board(game) == ["rim12:green"]
    assert (look(game).bag_count, decider(game)) == (35, "nixon")


@pytest.mark.rule("5.4", "5.7")
def test_a_symbol_pinned_by_the_trial_finds_no_momentum_token_on_the_track() -> None:
    game = editor_gains_momentum(2)
    assert "marker_moved" not in keys(play(game, "draw green*", "pin rim1"))
    assert look(game).momentum_at is None


@pytest.mark.rule("5.4", "4.10")
def test_the_third_is_ignored_if_the_bag_is_empty() -> None:
    everything = filled("blue", "yellow", "green")
    game = editor_gains_momentum(2, board=everything, track=[f"{t}@N1" for t in TWO_COLORED])
    assert look(game).bag_count == 0
    assert (look(game).editor.momentum, decider(game)) == (3, "nixon")


@pytest.mark.rule("5.4", "5.8")
def test_a_token_of_the_trial_that_fits_no_space_goes_back_seen_by_both() -> None:
    game = editor_gains_momentum(2, board=filled("blue", "yellow"))
    play(game, "draw blue-yellow")
    assert keys(game.log("nixon"))[-3:] == ["evidence_drawn", "evidence_bagged", "card_to_discard"]
    assert (look(game).bag_count, decider(game)) == (20, "nixon")


@pytest.mark.rule("5.4")
def test_the_fourth_puts_a_face_down_token_of_the_board_into_the_bag() -> None:
    game = editor_gains_momentum(3, board=["inner1:blue", "rim1:-green*", "rim5:-yellow"])
    assert decider(game) == "editor"
    assert texts(game) == ["choose rim1", "choose rim5"]
    entries = play(game, "choose rim1")
    assert keys(entries) == ["evidence_taken_off", "evidence_bagged", "card_to_discard"]
    assert board(game) == ["inner1:blue", "rim5:-yellow"]
    assert (look(game).bag_count, look(game).unseen_tokens["green*"]) == (34, 4)


@pytest.mark.rule("5.4")
@pytest.mark.parametrize("already", [3, 4])
def test_the_fourth_and_the_fifth_are_ignored_without_face_down_evidence(already: int) -> None:
    game = editor_gains_momentum(already, board=["inner1:blue"])
    assert look(game).editor.momentum == already + 1
    assert (board(game), decider(game)) == (["inner1:blue"], "nixon")


@pytest.mark.rule("5.4", "5.7")
def test_the_fifth_turns_a_face_down_token_of_the_board_face_up() -> None:
    game = editor_gains_momentum(4, board=["inner1:blue", "rim1:-green*", "rim5:-yellow"])
    assert texts(game) == ["choose rim1", "choose rim5"]
    # Turning is not pinning: a symbol does nothing.
    assert keys(play(game, "choose rim1")) == ["evidence_flipped", "card_to_discard"]
    assert board(game) == ["inner1:blue", "rim1:green*", "rim5:-yellow"]


@pytest.mark.rule("5.4", "5.7")
@pytest.mark.parametrize(("already", "asked"), [(2, "chance"), (3, "editor"), (4, "editor")])
def test_a_symbol_that_gains_momentum_sets_off_the_ability(already: int, asked: str) -> None:
    momentum = f"{already}/0/{8 - already}"
    game = quiet_table(
        "editor", 25, momentum=momentum, momentum_at="E4", track=["blue*@E4"],
        board=["rim5:-yellow"],
    )  # fmt: skip
    play(game, "play 25 value", "choose blue*@E4", "pin rim2")
    assert look(game).editor.momentum == already + 1
    assert decider(game) == asked
    assert keys(game.log("everyone"))[-1] == "ability"


@pytest.mark.rule("5.4", "6.3")
@pytest.mark.parametrize(("already", "asked"), [(2, "chance"), (3, "editor"), (4, "editor")])
def test_abilities_are_set_off_in_evaluation_before_new_tokens_come(
    already: int, asked: str
) -> None:
    momentum = f"{already}/0/{8 - already}"
    game = table(nixon=[21], momentum=momentum, momentum_at="E1", board=["rim5:-yellow"])
    entries = play(game, "play 21 action")
    assert keys(entries)[-3:] == ["evaluation_3", "momentum_gained", "ability"]
    assert decider(game) == asked
    moves = ["draw blue*", "pin rim2"] if asked == "chance" else ["choose rim5"]
    entries = play(game, *moves)
    assert "marker_moved" not in keys(entries)
    assert keys(entries)[-5:] == [
        "evaluation_4",
        "initiative_placed",
        "momentum_placed",
        "evaluation_5",
        "round_begins",
    ]


@pytest.mark.rule("5.4", "6.5")
def test_symbols_in_evaluation_can_set_off_an_ability() -> None:
    tokens = ["blue*@E1", "blue*@E1", "blue*@E2", "blue*@E3", "yellow*@E4", "green@E4"]
    game = table(nixon=[21], momentum="2/0/6", track=tokens)
    play(game, "play 21 action")
    for space in ("rim2", "rim3", "rim8", "rim9"):
        play(game, texts(game)[0], f"pin {space}")
    assert keys(play(game, "choose yellow*@E4", "pin rim4"))[-2:] == ["momentum_gained", "ability"]
    assert (decider(game), look(game).editor.momentum) == ("chance", 3)
    play(game, "draw green", "pin rim1")
    assert texts(game) == ["choose green@E4"]


@pytest.mark.rule("5.5")
def test_a_momentum_token_for_a_full_card_is_out_of_the_game() -> None:
    game = editor_gains_momentum(5, board=["rim5:-yellow"])
    assert keys(game.log("everyone"))[-2:] == ["momentum_out", "card_to_discard"]
    view = look(game)
    assert (view.editor.momentum, view.momentum_at, view.momentum_supply) == (5, None, 3)
    assert decider(game) == "nixon"


@pytest.mark.rule("5.5", "6.3")
def test_a_momentum_token_for_a_full_card_is_out_of_the_game_in_evaluation_too() -> None:
    game = table(nixon=[21], momentum="5/0/3", momentum_at="E1")
    assert "momentum_out" in keys(play(game, "play 21 action"))
    view = look(game)
    assert (view.editor.momentum, view.momentum_at, view.momentum_supply) == (5, "0", 2)


# 5.6 Pinning


@pytest.mark.rule("5.6")
def test_evidence_is_pinned_on_any_empty_space_of_its_color() -> None:
    occupied = ["inner1:blue", "rim9:-blue-green"]
    game = quiet_table("nixon", 5, track=["blue@N4"], board=occupied)
    play(game, "play 5 value", "choose blue@N4")
    assert texts(game) == pins(*BLUE_SPACES[1:-1])


@pytest.mark.rule("5.6")
def test_evidence_of_two_colors_fits_the_spaces_of_both() -> None:
    game = quiet_table("nixon", 5, track=["blue-green@N4"])
    play(game, "play 5 value", "choose blue-green@N4")
    assert set(texts(game)) == {*pins(*BLUE_SPACES), *pins(*GREEN_SPACES)}
    assert len(texts(game)) == 16


@pytest.mark.rule("5.6")
def test_evidence_of_two_colors_has_the_other_color_when_one_is_full() -> None:
    game = quiet_table("editor", 25, track=["blue-green@E4"], board=filled("blue"))
    play(game, "play 25 value", "choose blue-green@E4")
    assert texts(game) == pins(*GREEN_SPACES)


@pytest.mark.rule("5.6")
def test_the_editor_pins_face_up_and_nixon_face_down() -> None:
    game = quiet_table("editor", 25, track=["blue@E4"])
    assert keys(play(game, "play 25 value", "choose blue@E4", "pin rim2"))[-2] == (
        "evidence_pinned_up"
    )
    assert board(game) == ["rim2:blue"]
    game = quiet_table("nixon", 5, track=["blue@N4"])
    assert keys(play(game, "play 5 value", "choose blue@N4", "pin rim2"))[-2] == (
        "evidence_pinned_down"
    )
    assert board(game) == ["rim2:-blue"]


# 5.7 The symbol


@pytest.mark.rule("5.7")
@pytest.mark.parametrize(
    ("turn", "card", "at", "start", "end"),
    [
        ("nixon", 5, "N4", "0", "N1"),
        ("nixon", 5, "N4", "E1", "0"),
        ("editor", 25, "E4", "0", "E1"),
        ("editor", 25, "E4", "N3", "N2"),
    ],
)
def test_a_pinned_symbol_moves_m_one_space_toward_the_pinning_side(
    turn: str, card: int, at: str, start: str, end: str
) -> None:
    game = quiet_table(turn, card, momentum_at=start, track=[f"blue*@{at}"])
    play(game, f"play {card} value", f"choose blue*@{at}", "pin rim2")
    assert look(game).momentum_at == end


@pytest.mark.rule("5.7")
@pytest.mark.parametrize("token", ["blue", "blue-yellow", "blue-green"])
def test_a_token_without_the_symbol_moves_nothing(token: str) -> None:
    game = quiet_table("nixon", 5, track=[f"{token}@N4"])
    play(game, "play 5 value", f"choose {token}@N4", "pin rim2")
    assert look(game).momentum_at == "0"


@pytest.mark.rule("5.7")
def test_a_symbol_may_gain_m() -> None:
    game = quiet_table("nixon", 5, momentum_at="N4", track=["blue*@N4"])
    play(game, "play 5 value", "choose blue*@N4", "pin rim2")
    assert (look(game).momentum_at, look(game).nixon.momentum) == (None, 1)


@pytest.mark.rule("5.7")
def test_a_symbol_does_nothing_if_m_is_not_on_the_track() -> None:
    game = quiet_table("nixon", 5, momentum_at="-", track=["blue*@N4"])
    entries = play(game, "play 5 value", "choose blue*@N4", "pin rim2")
    assert keys(entries)[-2:] == ["evidence_pinned_down", "card_to_discard"]
    assert look(game).nixon.momentum == 1


@pytest.mark.rule("5.7")
def test_a_symbol_does_nothing_while_its_token_moves_lands_or_leaves() -> None:
    game = quiet_table("nixon", 5, 17, 10, editor=[], track=["blue*@E4"], board=["rim3:-blue*"])
    play(game, "play 5 value", "choose blue*@E4")
    play(game, "play 17 action", "draw green*")
    play(game, "play 10 action", "choose green*@N3")
    assert [e.params["marker"] for e in game.log("everyone") if e.key == "marker_moved"] == []
    # The round is over: M was still on 0, so it returned to the supply.
    assert "momentum_returned" in keys(game.log("everyone"))


# 5.8 No space


@pytest.mark.rule("5.8")
@pytest.mark.parametrize(("turn", "card", "at"), [("nixon", 5, "N4"), ("editor", 25, "E4")])
def test_a_token_without_a_fitting_space_goes_to_the_bag_and_its_symbol_does_nothing(
    turn: str, card: int, at: str
) -> None:
    game = quiet_table(turn, card, track=[f"blue*@{at}"], board=BLUE_TAKEN, momentum_at="N4")
    assert look(game).bag_count == 27
    entries = play(game, f"play {card} value", f"choose blue*@{at}")
    assert keys(entries)[1:] == ["evidence_moved", "evidence_bagged", "card_to_discard"]
    assert look(game).momentum_at == "N4"
    assert (look(game).bag_count, track(game)) == (28, [])
    # Both have seen it.
    for viewer in ("editor", "nixon"):
        assert last_told(game, viewer, 2).params == {"token": "blue*", "start": f"{at[0]}5"}


@pytest.mark.rule("5.8")
def test_a_drawn_token_without_a_fitting_space_goes_back_into_the_bag() -> None:
    game = quiet_table("editor", 37, board=filled("blue"))
    assert keys(play(game, "play 37 action", "draw blue-green"))[-1] == "evidence_gained"
    assert decider(game) == "editor"
    game = quiet_table("editor", 37, board=filled("blue", "green"))
    entries = play(game, "play 37 action", "draw blue-green")
    assert keys(entries)[-3:] == ["evidence_drawn", "evidence_bagged", "card_to_removed"]
    assert look(game).bag_count == 20


@pytest.mark.rule("5.8", "6.5")
def test_the_last_space_is_taken_by_the_token_whose_turn_comes_first() -> None:
    game = table(nixon=[21], track=["blue*@N1", "blue*@N2"], board=BLUE_TAKEN[:-1])
    play(game, "play 21 action", "choose blue*@N2")
    assert texts(game) == ["pin rim9"]
    play(game, "pin rim9")
    assert look(game).momentum_at == "N1"
    assert "evidence_bagged" in keys(play(game, "choose blue*@N1"))
    assert look(game).momentum_at == "N1"
    assert "rim9:-blue*" in board(game)
