"""Nixon's events: each effect, and whatever may be missing (RULES 7.9-7.15, 7.20, 7.21)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.test_nixon_cards import hunt
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
    result,
    table,
    texts,
    track,
)

NO_MARKERS: dict[str, Any] = {"initiative_at": "-", "momentum_at": "-"}

EMPTY_BAG: dict[str, Any] = {
    "board": filled("blue", "yellow", "green"),
    "track": [f"{token}@E1" for token in TWO_COLORED],
}

# 7.9 "A third-rate burglary attempt"


@pytest.mark.rule("7.9")
@pytest.mark.parametrize("at", ["E4", "0", "N4"])
def test_the_burglary_sends_a_token_back_to_0_and_m_to_n1(at: str) -> None:
    tokens = ["blue@N3", "green@0", "yellow@E4"]
    game = quiet_table("nixon", 15, track=tokens, facedown=["green"], momentum_at=at)
    play(game, "play 15 action")
    assert texts(game) == ["choose blue@N3", "choose yellow@E4"]
    assert look(game).momentum_at == at
    play(game, "choose yellow@E4")
    assert track(game) == ["blue@N3", "yellow@0", "green@0"]
    assert (look(game).momentum_at, look(game).facedown.tokens) == ("N1", ("green",))
    assert look(game).nixon.removed == (15,)


@pytest.mark.rule("7.9", "4.10")
def test_the_burglary_must_send_back_even_nixons_own_token() -> None:
    game = quiet_table("nixon", 15, track=["blue@N4"])
    play(game, "play 15 action")
    assert texts(game) == ["choose blue@N4"]


@pytest.mark.rule("7.9", "4.10")
def test_the_burglary_moves_m_if_all_evidence_is_on_0() -> None:
    game = quiet_table("nixon", 15, track=["blue@0"], facedown=["green"], momentum_at="E2")
    play(game, "play 15 action")
    assert (look(game).momentum_at, track(game)) == ("N1", ["blue@0"])
    assert decider(game) == "editor"


@pytest.mark.rule("7.9", "4.10")
def test_the_burglary_leaves_an_m_alone_that_is_off_the_track() -> None:
    game = quiet_table("nixon", 15, track=["blue@E1"], momentum_at="-")
    play(game, "play 15 action", "choose blue@E1")
    assert (look(game).momentum_at, look(game).nixon.momentum) == (None, 1)
    assert track(game) == ["blue@0"]


# 7.10 "Cancer on the presidency"


@pytest.mark.rule("7.10")
def test_cancer_moves_a_token_three_steps_and_ends_the_round() -> None:
    game = quiet_table("nixon", 16, 2, 9, editor=[23, 24], track=["blue@E4"], facedown=["green"])
    play(game, "play 16 action")
    assert texts(game) == ["choose blue@E4", "choose green@facedown"]
    entries = play(game, "choose blue@E4")
    assert keys(entries)[:8] == [
        "evidence_moved",
        "round_ended",
        "card_to_discard",
        "card_to_discard",
        "card_to_discard",
        "card_to_discard",
        "card_to_removed",
        "evaluation_1",
    ]
    assert look(game).editor.discard == (23, 24, 35, 40, 42)
    assert (look(game).nixon.discard, look(game).nixon.removed) == ((2, 9, 14), (16,))
    # The token lies on E1 now, so the Editor gains it.
    assert (track(game), decider(game)) == (["blue@E1"], "editor")


@pytest.mark.rule("7.10", "4.11")
def test_cancer_may_move_a_face_down_token() -> None:
    game = quiet_table("nixon", 16, facedown=["green"])
    play(game, "play 16 action", "choose green@facedown")
    assert (track(game), texts(game)) == (["green@N3"], ["choose green@N3"])


@pytest.mark.rule("7.10", "4.9")
def test_a_token_gained_by_cancer_is_settled_before_the_round_ends() -> None:
    game = quiet_table("nixon", 16, 2, track=["green*@N2", "blue@E1"], momentum_at="N4")
    play(game, "play 16 action", "choose green*@N2")
    assert look(game).nixon.hand == (2,)
    entries = play(game, "pin rim1")
    assert keys(entries)[:4] == [
        "evidence_pinned_down",
        "marker_moved",
        "momentum_gained",
        "round_ended",
    ]
    assert look(game).nixon.momentum == 1


@pytest.mark.rule("7.10", "1.5")
def test_a_victory_by_cancers_token_leaves_the_hands_alone() -> None:
    game = quiet_table("nixon", 16, 2, track=["green*@N2"], momentum_at="N4", momentum="0/4/4")
    play(game, "play 16 action", "choose green*@N2", "pin rim1")
    assert result(game) == "nixon by momentum"
    assert (look(game).nixon.hand, look(game).editor.hand) == ((2,), (27,))


@pytest.mark.rule("7.10")
def test_cancer_ends_the_round_without_evidence_too() -> None:
    game = quiet_table("nixon", 16, 2)
    entries = play(game, "play 16 action")
    assert keys(entries)[:2] == ["card_played_action", "round_ended"]
    assert look(game).editor.hand == look(game).nixon.hand == ()
    assert game.round == 3


@pytest.mark.rule("7.10", "7.3")
def test_a_cancer_drawn_by_hunt_ends_the_round() -> None:
    game = quiet_table("nixon", 9, 2, editor=[23, 24], track=["blue@0"])
    entries = play(game, "play 9 action", "draw 16", "play 16 action", "choose blue@0")
    # Hunt is in the discard pile before evaluation begins.
    happened = keys(entries)
    assert happened[happened.index("evaluation_1") - 2 :][:2] == [
        "card_to_removed",
        "card_to_discard",
    ]
    assert (look(game).nixon.discard, look(game).nixon.removed) == ((2, 9, 14), (16,))
    assert look(game).editor.discard == (23, 24, 35, 40, 42)
    assert look(game).nixon.momentum == 1
    assert texts(game) == ["choose blue@N3"]


# 7.11 The President speaks


@pytest.mark.rule("7.11")
def test_the_president_lays_a_drawn_token_face_up_on_n3() -> None:
    game = quiet_table("nixon", 17, facedown=["green"])
    play(game, "play 17 action")
    assert (decider(game), len(texts(game))) == ("chance", 9)
    entries = play(game, "draw green*")
    assert keys(entries) == ["evidence_drawn", "evidence_placed", "card_to_removed"]
    assert (track(game), look(game).momentum_at) == (["green*@N3"], "0")
    assert look(game).bag_count == 34
    assert decider(game) == "editor"


@pytest.mark.rule("7.11", "4.10")
def test_the_president_has_nothing_to_say_when_the_bag_is_empty() -> None:
    game = quiet_table("nixon", 17, **EMPTY_BAG)
    assert look(game).bag_count == 0
    assert keys(play(game, "play 17 action")) == ["card_played_action", "card_to_removed"]
    assert len(track(game)) == 12


# 7.12 Presidential election 1972


@pytest.mark.rule("7.12")
def test_the_election_makes_four_single_steps_each_chosen_anew() -> None:
    game = quiet_table("nixon", 18, track=["blue@E1", "green@N1"], facedown=["yellow"])
    play(game, "play 18 action")
    for token in ("blue@E1", "blue@0", "yellow@facedown", "green@N1"):
        assert f"choose {token}" in texts(game)
        assert "pass" not in texts(game)
        play(game, f"choose {token}")
    assert track(game) == ["green@N2", "blue@N1", "yellow@N1"]
    assert look(game).nixon.removed == (18,)
    assert decider(game) == "editor"


@pytest.mark.rule("7.12")
def test_the_election_may_move_one_token_four_times() -> None:
    game = quiet_table("nixon", 18, track=["blue@0", "green@E1"])
    play(game, "play 18 action", *[f"choose blue@{at}" for at in ("0", "N1", "N2", "N3")])
    assert track(game) == ["blue@N4", "green@E1"]
    assert decider(game) == "editor"


@pytest.mark.rule("7.12", "4.9")
def test_a_gain_is_settled_before_the_next_step_of_the_election() -> None:
    game = quiet_table("nixon", 18, track=["blue@N4", "green@0"])
    play(game, "play 18 action", "choose blue@N4", "pin rim2")
    assert texts(game) == ["choose green@0"]
    play(game, "choose green@0", "choose green@N1", "choose green@N2")
    assert (track(game), board(game), decider(game)) == (["green@N3"], ["rim2:-blue"], "editor")


@pytest.mark.rule("7.12", "4.10")
def test_steps_of_the_election_are_lost_when_no_evidence_is_left() -> None:
    game = quiet_table("nixon", 18, track=["blue@N3"])
    play(game, "play 18 action", "choose blue@N3", "choose blue@N4", "pin rim2")
    assert (track(game), decider(game)) == ([], "editor")


@pytest.mark.rule("7.12", "4.10")
def test_the_election_does_nothing_without_evidence() -> None:
    game = quiet_table("nixon", 18, board=["rim1:-green"])
    assert keys(play(game, "play 18 action")) == ["card_played_action", "card_to_removed"]


# 7.13 Operation Gemstone


@pytest.mark.rule("7.13")
def test_gemstone_moves_m_and_two_tokens_two_steps_each() -> None:
    game = quiet_table("nixon", 19, track=["blue@E1", "green@N1"], facedown=["yellow"])
    play(game, "play 19 action")
    assert look(game).momentum_at == "N2"
    assert texts(game) == ["choose green@N1", "choose blue@E1", "choose yellow@facedown"]
    play(game, "choose yellow@facedown")
    assert texts(game) == ["choose green@N1", "choose blue@E1"]
    play(game, "choose blue@E1")
    assert track(game) == ["yellow@N2", "blue@N1", "green@N1"]
    assert look(game).nixon.removed == (19,)
    assert decider(game) == "editor"


@pytest.mark.rule("7.13", "4.13")
def test_gemstone_with_a_single_token_moves_it_once() -> None:
    game = quiet_table("nixon", 19, track=["blue@0"])
    play(game, "play 19 action", "choose blue@0")
    assert (track(game), decider(game)) == (["blue@N2"], "editor")


@pytest.mark.rule("7.13", "4.10")
def test_gemstone_moves_m_without_evidence_and_evidence_without_m() -> None:
    game = quiet_table("nixon", 19)
    play(game, "play 19 action")
    assert (look(game).momentum_at, decider(game)) == ("N2", "editor")
    game = quiet_table("nixon", 19, momentum_at="-", track=["blue@0"])
    play(game, "play 19 action")
    assert texts(game) == ["choose blue@0"]


@pytest.mark.rule("7.13", "4.13")
def test_gemstone_moves_two_tokens_alike_on_one_space() -> None:
    game = quiet_table("nixon", 19, track=["green@E1", "green@E1"])
    play(game, "play 19 action", "choose green@E1")
    assert texts(game) == ["choose green@E1"]
    play(game, "choose green@E1")
    assert (track(game), decider(game)) == (["green@N1", "green@N1"], "editor")


@pytest.mark.rule("7.13", "4.13")
def test_a_token_of_gemstones_that_lands_on_one_alike_is_not_the_second() -> None:
    game = quiet_table("nixon", 19, track=["green@0", "green@N2"])
    play(game, "play 19 action", "choose green@0")
    assert track(game) == ["green@N2", "green@N2"]
    assert texts(game) == ["choose green@N2"]
    play(game, "choose green@N2")
    assert (track(game), decider(game)) == (["green@N4", "green@N2"], "editor")


@pytest.mark.rule("7.13", "4.9")
def test_the_second_token_of_gemstone_may_follow_a_first_that_is_gained() -> None:
    game = quiet_table("nixon", 19, track=["green@N4", "green@N3"])
    play(game, "play 19 action", "choose green@N4", "pin rim1")
    assert texts(game) == ["choose green@N3"]
    play(game, "choose green@N3", "pin rim6")
    assert (board(game), decider(game)) == (["rim1:-green", "rim6:-green"], "editor")


@pytest.mark.rule("7.13", "4.9")
def test_gemstone_is_over_if_the_only_token_is_gained() -> None:
    game = quiet_table("nixon", 19, track=["green@N4"])
    play(game, "play 19 action", "choose green@N4", "pin rim1")
    assert (track(game), decider(game)) == ([], "editor")


# 7.14 and 7.20 Gambit


@pytest.mark.rule("7.14")
@pytest.mark.parametrize("at", ["E4", "0", "N4"])
def test_gambit_gains_m_from_anywhere_on_the_track(at: str) -> None:
    game = quiet_table("nixon", 20, momentum_at=at)
    entries = play(game, "play 20 action")
    assert entries[1].params == {"marker": "momentum", "start": at, "end": "N5"}
    assert (look(game).nixon.momentum, look(game).momentum_at) == (1, None)


@pytest.mark.rule("7.20", "4.4")
def test_gambit_is_removed_if_no_conspirator_is() -> None:
    game = quiet_table("nixon", 20, 9, 2, 13)
    play(game, "play 20 action")
    assert (decider(game), texts(game)) == ("nixon", ["pass", "remove 9", "remove 13"])
    play(game, "pass")
    assert (look(game).nixon.removed, look(game).nixon.hand) == ((20,), (2, 9, 13))
    assert decider(game) == "editor"


@pytest.mark.rule("7.20", "4.4")
def test_gambit_is_discarded_if_a_conspirator_is_removed_instead() -> None:
    game = quiet_table("nixon", 20, 9, 2, 13)
    entries = play(game, "play 20 action", "remove 13")
    assert keys(entries)[-3:] == ["card_to_removed", "spared", "card_to_discard"]
    assert (look(game).nixon.removed, look(game).nixon.discard) == ((13,), (14, 20))
    assert look(game).nixon.hand == (2, 9)
    assert decider(game) == "editor"


@pytest.mark.rule("7.20")
def test_mitchell_too_may_be_removed_for_gambit() -> None:
    game = quiet_table("nixon", 20, 14, nixon_discard=[])
    play(game, "play 20 action", "remove 14")
    assert (look(game).nixon.removed, look(game).nixon.discard) == ((14,), (20,))


@pytest.mark.rule("7.14", "7.20", "4.10")
def test_gambits_alternative_is_there_even_if_m_is_off_the_track() -> None:
    game = quiet_table("nixon", 20, 9, momentum_at="-")
    assert keys(play(game, "play 20 action")) == ["card_played_action"]
    assert (look(game).nixon.momentum, texts(game)) == (1, ["pass", "remove 9"])


@pytest.mark.rule("7.20")
def test_gambit_asks_whenever_a_conspirator_could_be_in_hand() -> None:
    """The Editor cannot tell (RULES 8.11)."""
    game = quiet_table("nixon", 20, 2)
    play(game, "play 20 action")
    assert (decider(game), texts(game)) == ("nixon", ["pass"])


@pytest.mark.rule("7.20")
def test_gambit_does_not_ask_when_no_conspirator_can_be_in_hand() -> None:
    game = quiet_table("nixon", 20, 2, nixon_discard=[9, 10, 11], nixon_removed=[12, 13, 14])
    play(game, "play 20 action")
    assert (decider(game), look(game).nixon.removed) == ("editor", (12, 13, 14, 20))
    game = quiet_table("nixon", 20)
    play(game, "play 20 action")
    assert (decider(game), look(game).nixon.removed) == ("editor", (20,))


# 7.15 and 7.21 A brilliant mood


@pytest.mark.rule("7.15", "7.21")
def test_a_brilliant_mood_silences_the_editors_events_but_not_the_journalists() -> None:
    game = quiet_table("nixon", 21, editor=[23, 30, 33, 34])
    assert keys(play(game, "play 21 action")) == [
        "card_played_action",
        "events_silenced",
        "card_to_removed",
    ]
    assert look(game).events_silent
    assert texts(game) == [
        "play 23 value",
        "play 30 value",
        "play 33 value",
        "play 34 value",
        "play 33 action",
        "play 34 action",
    ]


@pytest.mark.rule("7.21", "4.3")
def test_a_silenced_event_whose_value_moves_nothing_may_only_be_discarded() -> None:
    game = quiet_table("editor", 30, 33, marks=["late", "silent"], **NO_MARKERS)
    assert texts(game) == ["play 33 action", "discard 30", "discard 33"]


@pytest.mark.rule("7.21")
def test_reactions_that_are_events_are_silenced_too() -> None:
    silent = {"marks": ["late", "silent"], "editor_discard": []}
    game = quiet_table("nixon", 10, editor=[35, 40, 42], **silent)
    play(game, "play 10 action")
    assert (decider(game), texts(game)) == ("editor", ["pass", "react 35"])
    game = quiet_table("nixon", 5, editor=[35, 40, 42], track=["blue@0"], **silent)
    play(game, "play 5 value", "choose blue@0")
    assert track(game) == ["blue@N4"]


@pytest.mark.rule("7.21")
def test_no_window_opens_when_only_silenced_events_could_react() -> None:
    game = quiet_table("nixon", 10, editor=[40, 42], marks=["late", "silent"], editor_discard=[35])
    play(game, "play 10 action")
    assert look(game).nixon.discard == (10, 14)
    assert decider(game) == "editor"


@pytest.mark.rule("7.21", "5.4")
def test_the_abilities_of_the_editors_momentum_card_still_work() -> None:
    game = quiet_table("editor", 33, marks=["late", "silent"], momentum="2/0/6", momentum_at="E4")
    play(game, "play 33 value", "choose momentum", "draw blue", "pin rim2")
    assert board(game) == ["rim2:blue"]


@pytest.mark.rule("7.21")
def test_nixons_own_events_still_work() -> None:
    game = quiet_table("nixon", 17, marks=["late", "silent"])
    assert texts(game) == ["play 17 value", "play 17 action"]


@pytest.mark.rule("7.21", "3.3")
def test_the_mood_lasts_until_the_round_ends() -> None:
    game = quiet_table("nixon", 21, editor=[23, 30], initiative_at="E4", editor_discard=[])
    play(game, "play 21 action", "play 23 value", "choose initiative")
    assert texts(game) == ["play 30 value"]
    play(game, "play 30 value", "choose momentum", "draw 31")
    deal(game)
    assert (game.round, decider(game)) == (3, "editor")
    assert "play 31 action" in texts(game)


FIRST: dict[str, Any] = {"marks": []}
"""Nixon has had no turn yet this round."""


@pytest.mark.rule("7.21", "4.10")
def test_the_mood_cannot_be_used_in_nixons_first_turn_of_a_round() -> None:
    assert texts(quiet_table("nixon", 21, **FIRST)) == ["play 21 value"]
    assert texts(quiet_table("nixon", 21)) == ["play 21 value", "play 21 action"]


@pytest.mark.rule("7.21")
def test_in_the_first_turn_a_mood_that_moves_nothing_may_be_discarded() -> None:
    assert texts(quiet_table("nixon", 21, **FIRST, **NO_MARKERS)) == ["discard 21"]


@pytest.mark.rule("7.21")
def test_the_mood_can_be_used_in_nixons_second_turn() -> None:
    game = quiet_table("nixon", 2, 21, **FIRST)
    play(game, "play 2 value", "choose initiative", "play 27 value", "choose initiative")
    assert texts(game) == ["play 21 value", "play 21 action"]


@pytest.mark.rule("7.21")
def test_turns_of_the_editors_do_not_count() -> None:
    game = quiet_table("editor", 23, 24, nixon=[21], **FIRST)
    play(game, "play 23 value", "choose initiative")
    assert texts(game) == ["play 21 value"]


@pytest.mark.rule("7.21", "4.3")
def test_a_turn_in_which_a_card_is_discarded_unused_counts() -> None:
    game = quiet_table("nixon", 9, 21, editor=[], **FIRST, **NO_MARKERS)
    play(game, "discard 9")
    assert texts(game) == ["play 21 action", "discard 21"]


@pytest.mark.rule("7.21", "7.3")
def test_a_mood_drawn_by_hunt_belongs_to_hunts_turn() -> None:
    game = hunt(**FIRST)
    play(game, "draw 21")
    assert texts(game) == ["play 21 value"]
    game = hunt()
    play(game, "draw 21")
    assert texts(game) == ["play 21 value", "play 21 action"]


@pytest.mark.rule("7.21", "7.3")
def test_hunts_turn_is_over_after_the_drawn_card() -> None:
    game = quiet_table("nixon", 9, 21, editor=[], **FIRST)
    play(game, "play 9 action", "draw 2", "play 2 value", "choose initiative")
    assert texts(game) == ["play 21 value", "play 21 action"]


@pytest.mark.rule("7.21")
def test_a_reaction_inside_nixons_turn_belongs_to_that_turn() -> None:
    """Mitchell saves Hunt from a demonstration, and Hunt draws the mood: still the first turn."""
    game = table(nixon=[9, 14], editor=[40, 23], editor_discard=[35, 42], **FIRST)
    play(game, "play 9 action", "react 40", "react 14", "draw 21")
    assert texts(game) == ["play 21 value"]


@pytest.mark.rule("7.21")
def test_after_a_turn_with_a_reaction_inside_the_next_one_is_the_second() -> None:
    game = table(nixon=[10, 14, 21], editor=[40, 23], editor_discard=[35, 42], **FIRST)
    play(game, "play 10 action", "react 40", "react 14", "play 23 value", "choose initiative")
    assert texts(game) == ["play 21 value", "play 21 action"]


@pytest.mark.rule("7.21")
def test_a_reaction_in_the_editors_turn_is_a_turn_of_its_own() -> None:
    game = table(turn="editor", editor=[30, 23], nixon=[14, 21], editor_discard=[35, 40], **FIRST)
    play(game, "play 30 action", "react 14")
    assert decider(game) == "editor"
    play(game, "play 23 value", "choose initiative")
    assert texts(game) == ["play 21 value", "play 21 action"]


@pytest.mark.rule("7.21")
def test_a_cancelled_reaction_in_the_editors_turn_is_a_turn_of_its_own_too() -> None:
    game = table(turn="editor", editor=[30, 35], nixon=[14, 21], **FIRST)
    play(game, "play 30 action", "react 14", "react 35")
    assert (decider(game), look(game).initiative_at) == ("nixon", "E3")
    assert texts(game) == ["play 21 value", "play 21 action"]


@pytest.mark.rule("7.21")
def test_passing_in_the_editors_turn_is_no_turn() -> None:
    game = table(turn="editor", editor=[30, 23], nixon=[14, 21], **FIRST)
    play(game, "play 30 action", "pass")
    assert texts(game) == ["play 14 value", "play 21 value"]


@pytest.mark.rule("7.21", "7.5")
def test_colsons_other_turn_is_a_turn_of_its_own() -> None:
    game = quiet_table("nixon", 11, 21, editor=[23, 24], **FIRST)
    play(game, "play 11 action", "lose 23")
    assert texts(game) == ["play 21 value", "play 21 action"]


@pytest.mark.rule("7.21")
def test_the_turn_after_a_cancelled_conspirator_is_a_turn_of_its_own() -> None:
    game = table(nixon=[10, 21], editor=[35, 23], **FIRST)
    play(game, "play 10 action", "react 35")
    assert (decider(game), look(game).nixon.removed) == ("nixon", (10,))
    assert texts(game) == ["play 21 value", "play 21 action"]
