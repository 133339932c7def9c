"""Nixon's informant cards and conspirators, and what all his cards share (RULES 7.1-7.8)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tables import (
    NIXON_CARDS,
    all_but,
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

NO_MARKERS: dict[str, Any] = {"initiative_at": "-", "momentum_at": "-"}

VALUES = {
    2: (3, "green"), 3: (4, "green"), 4: (3, "blue"), 5: (4, "blue"), 6: (2, "blue"),
    7: (3, "yellow"), 8: (4, "yellow"), 9: (1, "blue"), 10: (2, "any"), 11: (1, "yellow"),
    12: (1, "green"), 13: (2, "any"), 14: (2, "blue"), 15: (1, "yellow"), 16: (2, "green"),
    17: (1, "green"), 18: (2, "blue"), 19: (1, "yellow"), 20: (2, "yellow"), 21: (2, "green"),
}  # fmt: skip

CONSPIRATORS = [9, 10, 11, 12, 13]
"""Those with an action on Nixon's turn."""


@pytest.mark.rule("4.5")
@pytest.mark.parametrize("card", NIXON_CARDS)
def test_the_value_and_color_of_each_card(card: int) -> None:
    value, color = VALUES[card]
    tokens = ["blue@0", "yellow@0", "green@0"]
    game = quiet_table("nixon", card, nixon_discard=[], track=tokens)
    play(game, f"play {card} value")
    fitting = [f"choose {token}" for token in tokens if color in (token[:-2], "any")]
    assert texts(game)[2:] == fitting
    play(game, "choose momentum")
    assert look(game).momentum_at == f"N{value}"
    assert look(game).nixon.discard == (card,)


@pytest.mark.rule("4.4")
@pytest.mark.parametrize("card", NIXON_CARDS)
def test_where_each_card_goes_when_its_action_changes_nothing_on_the_track(card: int) -> None:
    """All but Mitchell can be used; Cancer ends the round, and Hunt has nothing to draw."""
    game = quiet_table("nixon", card, nixon_discard=[], nixon_removed=all_but(card), **NO_MARKERS)
    if card == 14:
        assert texts(game) == ["discard 14"]
        return
    play(game, f"play {card} action")
    while decider(game) == "chance" and game.round == 2:
        play(game, texts(game)[0])
    pile = look(game).nixon.discard if card in CONSPIRATORS else look(game).nixon.removed
    assert card in pile


# 7.1 and 7.2 Informant cards

INFORMANTS = [
    (2, "woods", 1),
    (3, "butterfield", 2),
    (4, "sloan", 1),
    (5, "martha_mitchell", 2),
    (6, "dean", 1),
    (7, "baldwin", 1),
    (8, "mccord", 2),
]

every_informant = pytest.mark.parametrize(("card", "picture", "steps"), INFORMANTS)


@pytest.mark.rule("7.1")
@every_informant
def test_an_informant_card_silences_the_informant(card: int, picture: str, steps: int) -> None:
    game = quiet_table("nixon", card, **NO_MARKERS)
    entries = play(game, f"play {card} action")
    assert keys(entries) == ["card_played_action", "picture_silenced", "card_to_removed"]
    pictures = look(game).pictures
    assert (pictures.silenced, pictures.recruited) == ((picture,), ())
    assert picture not in pictures.supply
    assert len(pictures.supply) == 6
    assert look(game).nixon.removed == (card,)


@pytest.mark.rule("7.1", "4.10")
@every_informant
def test_an_informant_card_needs_its_picture_in_the_supply(
    card: int, picture: str, steps: int
) -> None:
    others = [name for _, name, _ in INFORMANTS if name != picture]
    game = quiet_table("nixon", card, pictures=[f"-{name}" for name in others])
    assert texts(game) == [f"play {card} value", f"play {card} action"]
    for face in ("", "-"):
        game = quiet_table("nixon", card, pictures=[face + picture])
        assert texts(game) == [f"play {card} value"]


@pytest.mark.rule("7.2")
@every_informant
def test_then_i_or_m_moves_by_nixons_choice(card: int, picture: str, steps: int) -> None:
    game = quiet_table("nixon", card)
    play(game, f"play {card} action")
    assert (decider(game), texts(game)) == ("nixon", ["choose initiative", "choose momentum"])
    assert look(game).pictures.silenced == (picture,)
    play(game, "choose initiative")
    assert (look(game).initiative_at, look(game).momentum_at) == (f"N{steps}", "0")
    game = quiet_table("nixon", card)
    play(game, f"play {card} action", "choose momentum")
    assert (look(game).initiative_at, look(game).momentum_at) == ("0", f"N{steps}")
    assert decider(game) == "editor"


@pytest.mark.rule("7.2")
def test_only_a_marker_on_the_track_can_be_chosen() -> None:
    game = quiet_table("nixon", 3, momentum_at="-")
    play(game, "play 3 action")
    assert texts(game) == ["choose initiative"]
    game = quiet_table("nixon", 3, initiative_at="-")
    play(game, "play 3 action")
    assert texts(game) == ["choose momentum"]


@pytest.mark.rule("7.2", "4.9")
def test_an_informant_card_may_gain_the_marker() -> None:
    game = quiet_table("nixon", 3, initiative_at="N4")
    play(game, "play 3 action", "choose initiative")
    assert (look(game).initiative, look(game).initiative_at) == ("nixon", None)
    game = quiet_table("nixon", 2, momentum_at="N4", momentum="0/4/4")
    play(game, "play 2 action", "choose momentum")
    assert result(game) == "nixon by momentum"


# 7.3 Howard Hunt


def hunt(**options: Any) -> Game:
    """Hunt has been used for his action, and a card is about to be drawn."""
    game = quiet_table("nixon", 9, **options)
    play(game, "play 9 action")
    return game


@pytest.mark.rule("7.3")
def test_hunt_moves_m_two_steps_and_then_a_card_is_drawn() -> None:
    game = quiet_table("nixon", 9, 2, 3, nixon_discard=[14, 13])
    assert keys(play(game, "play 9 action")) == ["card_played_action", "marker_moved"]
    assert (look(game).momentum_at, decider(game)) == ("N2", "chance")
    assert texts(game) == [f"draw {card}" for card in all_but(2, 3, 9, 13, 14)]


@pytest.mark.rule("7.3")
def test_the_drawn_card_must_be_played_at_once_and_no_other() -> None:
    game = quiet_table("nixon", 9, 2, 3)
    play(game, "play 9 action", "draw 18")
    assert (decider(game), look(game).drawn) == ("nixon", 18)
    assert texts(game) == ["play 18 value", "play 18 action"]
    assert look(game).nixon.hand == (2, 3)


@pytest.mark.rule("7.3", "4.4")
def test_a_drawn_card_may_be_used_for_its_value() -> None:
    game = hunt()
    play(game, "draw 18", "play 18 value", "choose initiative")
    assert (look(game).initiative_at, look(game).momentum_at) == ("N2", "N2")
    assert look(game).nixon.discard == (9, 14, 18)
    assert (look(game).nixon.removed, look(game).in_play) == ((), ())
    assert decider(game) == "editor"


@pytest.mark.rule("7.3", "4.4")
def test_a_drawn_event_may_be_used_for_its_action() -> None:
    game = hunt()
    entries = play(game, "draw 17", "play 17 action", "draw blue")
    assert keys(entries)[-2:] == ["card_to_removed", "card_to_discard"]
    assert track(game) == ["blue@N3"]
    assert (look(game).nixon.removed, look(game).nixon.discard) == ((17,), (9, 14))
    assert decider(game) == "editor"


@pytest.mark.rule("7.3")
def test_a_drawn_conspirator_may_be_used_for_his_action() -> None:
    game = hunt(track=["blue@E2"])
    play(game, "draw 10", "play 10 action", "choose blue@E2")
    assert track(game) == []
    assert look(game).nixon.discard == (9, 10, 14)
    assert decider(game) == "editor"


@pytest.mark.rule("7.3", "7.5")
def test_a_drawn_colson_gives_nixon_another_turn() -> None:
    game = quiet_table("nixon", 9, 2, editor=[23, 27])
    play(game, "play 9 action", "draw 11", "play 11 action", "lose 27")
    assert (decider(game), texts(game)) == ("nixon", ["play 2 value", "play 2 action"])


@pytest.mark.rule("7.3", "7.8")
def test_a_drawn_mitchell_can_be_used_for_his_value_only() -> None:
    game = hunt(nixon_discard=[])
    play(game, "draw 14")
    assert texts(game) == ["play 14 value"]


@pytest.mark.rule("7.3", "4.10")
def test_a_drawn_card_whose_requirement_is_not_met_can_be_used_for_its_value_only() -> None:
    game = hunt(pictures=["-dean"])
    play(game, "draw 6")
    assert texts(game) == ["play 6 value"]


@pytest.mark.rule("7.3", "4.3")
def test_a_drawn_card_may_be_discarded_unused_only_if_its_value_moves_nothing() -> None:
    game = hunt(**NO_MARKERS, facedown=["green"], nixon_discard=[])
    play(game, "draw 14")
    assert texts(game) == ["discard 14"]
    play(game, "discard 14")
    assert look(game).nixon.discard == (9, 14)
    assert decider(game) == "editor"


@pytest.mark.rule("7.3", "4.6")
def test_a_drawn_card_moves_evidence_under_the_usual_rules() -> None:
    game = hunt(facedown=["blue", "green"])
    play(game, "draw 4", "play 4 value")
    assert texts(game) == ["choose initiative", "choose momentum", "choose blue@facedown"]
    play(game, "choose blue@facedown")
    assert track(game) == ["blue@N3"]


@pytest.mark.rule("7.3")
def test_hunts_card_is_drawn_even_if_m_is_gone() -> None:
    game = hunt(momentum_at="-")
    assert keys(game.log("everyone")) == ["card_played_action"]
    assert decider(game) == "chance"


@pytest.mark.rule("7.3", "4.9")
def test_hunt_may_gain_m_before_the_card_is_drawn() -> None:
    game = hunt(momentum_at="N4")
    assert (look(game).nixon.momentum, look(game).momentum_at) == (1, None)
    play(game, "draw 18", "play 18 value")
    assert texts(game) == ["choose initiative"]


@pytest.mark.rule("7.3", "3.1")
def test_hunt_refills_an_empty_deck() -> None:
    game = quiet_table("nixon", 9, 2, nixon_discard=[14, 15], nixon_removed=all_but(2, 9, 14, 15))
    assert keys(play(game, "play 9 action"))[-1] == "deck_refilled"
    assert texts(game) == ["draw 14", "draw 15"]
    play(game, "draw 15", "play 15 value", "choose initiative")
    assert look(game).nixon.discard == (9, 15)
    assert look(game).nixon.known_in_hand == (2,)
    assert look(game).nixon.deck_count == 1


@pytest.mark.rule("7.3", "3.1")
def test_hunt_draws_nothing_if_there_is_nothing_to_draw() -> None:
    game = quiet_table("nixon", 9, 2, nixon_discard=[], nixon_removed=all_but(2, 9))
    entries = play(game, "play 9 action")
    assert keys(entries) == ["card_played_action", "marker_moved", "card_to_discard"]
    assert (look(game).momentum_at, look(game).nixon.hand) == ("N2", (2,))
    assert decider(game) == "editor"


@pytest.mark.rule("7.3", "4.1")
def test_a_card_drawn_by_hunt_does_not_come_from_the_hand() -> None:
    """With his last card Hunt still lets Nixon play one, and then the round is over."""
    game = quiet_table("nixon", 9, editor=[])
    entries = play(game, "play 9 action", "draw 18", "play 18 value", "choose initiative")
    assert "evaluation_1" in keys(entries)


@pytest.mark.rule("7.3", "7.20")
def test_hunt_himself_is_not_in_hand_when_he_draws_gambit() -> None:
    game = quiet_table("nixon", 9, 10, 2)
    play(game, "play 9 action", "draw 20", "play 20 action")
    assert texts(game) == ["pass", "remove 10"]
    play(game, "remove 10")
    assert (look(game).nixon.removed, look(game).nixon.discard) == ((10,), (9, 14, 20))


# 7.4 Gordon Liddy


@pytest.mark.rule("7.4")
def test_liddy_puts_a_face_up_token_into_the_bag() -> None:
    game = quiet_table("nixon", 10, track=["blue@N2", "green*@0", "blue@E4"], facedown=["yellow"])
    play(game, "play 10 action")
    assert texts(game) == ["choose blue@N2", "choose green*@0", "choose blue@E4"]
    before = look(game).bag_count
    entries = play(game, "choose blue@E4")
    assert keys(entries) == ["evidence_bagged", "card_to_discard"]
    assert track(game) == ["blue@N2", "green*@0"]
    assert (look(game).bag_count, look(game).facedown.count) == (before + 1, 1)
    assert decider(game) == "editor"


@pytest.mark.rule("7.4", "4.10")
def test_liddy_does_nothing_without_face_up_evidence() -> None:
    game = quiet_table("nixon", 10, facedown=["yellow"], board=["rim1:green"])
    assert keys(play(game, "play 10 action")) == ["card_played_action", "card_to_discard"]
    assert (look(game).facedown.count, board(game)) == (1, ["rim1:green"])


# 7.5 Chuck Colson


@pytest.mark.rule("7.5")
def test_colson_makes_the_editor_lose_a_random_card() -> None:
    game = quiet_table("nixon", 11, 2, editor=[23, 33, 41])
    play(game, "play 11 action")
    assert (decider(game), texts(game)) == ("chance", ["lose 23", "lose 33", "lose 41"])
    assert set(game.outcomes().values()) == {1}
    play(game, "lose 33")
    assert look(game).editor.hand == (23, 41)
    assert look(game).editor.discard == (33, 35, 40, 42)
    assert look(game).nixon.discard == (11, 14)


@pytest.mark.rule("7.5")
def test_colson_gives_nixon_one_other_turn() -> None:
    game = quiet_table("nixon", 11, 2, 3, editor=[23, 33])
    play(game, "play 11 action", "lose 33")
    assert decider(game) == "nixon"
    play(game, "play 2 value", "choose initiative")
    assert decider(game) == "editor"
    play(game, "play 23 value", "choose initiative")
    assert decider(game) == "nixon"


@pytest.mark.rule("7.5")
def test_colson_with_an_empty_hand_leaves_the_turn_to_the_editor() -> None:
    game = quiet_table("nixon", 11, editor=[23, 33])
    play(game, "play 11 action", "lose 33")
    assert (decider(game), look(game).turn) == ("editor", "editor")


@pytest.mark.rule("7.5", "4.10")
def test_colson_still_gives_another_turn_if_the_editor_has_no_card_to_lose() -> None:
    game = quiet_table("nixon", 11, 2, editor=[])
    assert "card_lost" not in keys(play(game, "play 11 action"))
    assert decider(game) == "nixon"


@pytest.mark.rule("7.5", "4.1")
def test_colson_may_take_the_editors_last_card_and_nixon_goes_on_alone() -> None:
    game = quiet_table("nixon", 11, 2, 3, editor=[23])
    play(game, "play 11 action", "lose 23", "play 2 value", "choose initiative")
    assert (decider(game), texts(game)) == ("nixon", ["play 3 value", "play 3 action"])


@pytest.mark.rule("7.5", "4.1")
def test_colson_with_both_hands_empty_leads_to_evaluation() -> None:
    game = quiet_table("nixon", 11, editor=[])
    assert "evaluation_1" in keys(play(game, "play 11 action"))


# 7.6 Bob Haldeman


@pytest.mark.rule("7.6")
def test_haldeman_moves_every_token_one_step_in_nixons_order() -> None:
    game = quiet_table("nixon", 12, track=["blue@E3", "green@N1"], facedown=["yellow"])
    play(game, "play 12 action")
    assert texts(game) == ["choose green@N1", "choose blue@E3", "choose yellow@facedown"]
    play(game, "choose yellow@facedown")
    assert texts(game) == ["choose green@N1", "choose blue@E3"]
    play(game, "choose blue@E3")
    assert texts(game) == ["choose green@N1"]
    play(game, "choose green@N1")
    assert track(game) == ["green@N2", "yellow@N1", "blue@E2"]
    assert (look(game).facedown.count, decider(game)) == (0, "editor")


@pytest.mark.rule("7.6")
def test_haldeman_moves_tokens_alike_once_each() -> None:
    game = quiet_table("nixon", 12, track=["blue@0", "blue@N1", "blue@N1"], facedown=["blue"])
    play(game, "play 12 action")
    assert texts(game) == ["choose blue@N1", "choose blue@0", "choose blue@facedown"]
    play(game, "choose blue@0", "choose blue@facedown")
    assert track(game) == ["blue@N1"] * 4
    assert texts(game) == ["choose blue@N1"]
    play(game, "choose blue@N1", "choose blue@N1")
    assert track(game) == ["blue@N2", "blue@N2", "blue@N1", "blue@N1"]
    assert decider(game) == "editor"


@pytest.mark.rule("7.6", "5.7")
def test_a_gain_is_settled_before_haldemans_next_token() -> None:
    game = quiet_table("nixon", 12, track=["blue*@N4", "green@0"], momentum_at="N3")
    play(game, "play 12 action", "choose blue*@N4")
    assert texts(game)[0].startswith("pin ")
    play(game, "pin rim2")
    assert look(game).momentum_at == "N4"
    assert texts(game) == ["choose green@0"]
    play(game, "choose green@0")
    assert (track(game), decider(game)) == (["green@N1"], "editor")


@pytest.mark.rule("7.6", "5.8")
def test_a_token_of_haldemans_without_space_goes_to_the_bag_and_the_next_follows() -> None:
    game = quiet_table(
        "nixon", 12, track=["blue-green@N4", "blue-yellow@0"], board=filled("blue", "green")
    )
    play(game, "play 12 action", "choose blue-green@N4")
    assert texts(game) == ["choose blue-yellow@0"]


@pytest.mark.rule("7.6", "4.10")
def test_haldeman_does_nothing_without_evidence() -> None:
    game = quiet_table("nixon", 12)
    assert keys(play(game, "play 12 action")) == ["card_played_action", "card_to_discard"]


# 7.7 John Ehrlichman


@pytest.mark.rule("7.7")
def test_ehrlichman_moves_m_then_i_and_bags_a_face_down_token() -> None:
    game = quiet_table("nixon", 13, track=["green@E1"], facedown=["blue", "blue", "yellow*"])
    entries = play(game, "play 13 action")
    assert [(e.params["marker"], e.params["end"]) for e in entries if e.key == "marker_moved"] == [
        ("momentum", "N2"),
        ("initiative", "N2"),
    ]
    assert texts(game) == ["choose blue@facedown", "choose yellow*@facedown"]
    before = look(game).bag_count
    play(game, "choose yellow*@facedown")
    assert look(game).facedown.tokens == ("blue", "blue")
    assert (look(game).bag_count, track(game)) == (before + 1, ["green@E1"])
    assert decider(game) == "editor"


@pytest.mark.rule("7.7")
def test_the_token_ehrlichman_bags_is_not_seen_by_the_editor() -> None:
    game = quiet_table("nixon", 13, facedown=["blue", "yellow*"])
    play(game, "play 13 action", "choose yellow*@facedown")
    assert last_told(game, "editor", 2).key == "facedown_bagged_hidden"
    assert last_told(game, "editor", 2).params == {}
    assert last_told(game, "nixon", 2).params == {"token": "yellow*"}
    assert game.move_seen(game.ply, "editor") is None
    assert game.view("editor").unseen_tokens["yellow*"] == 4


@pytest.mark.rule("7.7", "4.10")
def test_ehrlichman_does_what_is_possible() -> None:
    game = quiet_table("nixon", 13, initiative_at="-", facedown=["blue"])
    play(game, "play 13 action")
    assert (look(game).momentum_at, texts(game)) == ("N2", ["choose blue@facedown"])
    game = quiet_table("nixon", 13, **NO_MARKERS, track=["blue@0"])
    assert keys(play(game, "play 13 action")) == ["card_played_action", "card_to_discard"]
    assert track(game) == ["blue@0"]


@pytest.mark.rule("7.7", "4.9")
def test_ehrlichman_may_gain_both_markers() -> None:
    game = quiet_table("nixon", 13, initiative_at="N3", momentum_at="N4", facedown=["blue"])
    play(game, "play 13 action")
    assert (look(game).nixon.momentum, look(game).initiative) == (1, "nixon")
    assert texts(game) == ["choose blue@facedown"]


# 7.8 John Mitchell


@pytest.mark.rule("7.8")
def test_mitchells_action_cannot_be_used_on_nixons_turn() -> None:
    game = quiet_table("nixon", 14, nixon_discard=[])
    assert texts(game) == ["play 14 value"]


@pytest.mark.rule("7.8")
def test_mitchell_cancels_an_event_of_the_editors() -> None:
    game = table(turn="editor", editor=[30, 23], nixon=[14, 2], editor_discard=[35, 40])
    play(game, "play 30 action")
    assert (decider(game), texts(game)) == ("nixon", ["pass", "react 14"])
    play(game, "react 14")
    assert look(game).initiative_at == "0"
    assert look(game).nixon.discard == (14,)
    assert 30 in look(game).editor.discard
