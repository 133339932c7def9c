"""Reactions: every chain of RULES 8.9 card by card, and when a window opens."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.chains import (
    BRADLEE,
    CONSPIRATORS,
    DEMONSTRATION,
    EDITOR_EVENTS,
    FOLLOW_THE_MONEY,
    MITCHELL,
    NIXON_EVENTS,
    SYSTEM_WORKS,
    VALUE_MOVES,
    ValueMove,
    changes,
    decision,
    is_turn_of,
    is_window_of,
    kind,
    nothing_happened,
    scene,
    where,
)
from tests.tables import NIXON_CARDS, board, keys, last_told, play, table, texts, track
from watergate import Game, text_of

ANSWERS_TO_MITCHELL = [(BRADLEE, "discard"), (DEMONSTRATION, "removed")]
HAND = [23, BRADLEE, DEMONSTRATION, FOLLOW_THE_MONEY]


def nixons(card: int, **setting: Any) -> Game:
    """Nixon is to play this card; both sides hold their reactions."""
    return table(**{"nixon": [card, MITCHELL, 2], "editor": HAND, **setting})


def conspires(card: int) -> Game:
    return nixons(card, **CONSPIRATORS[card].setting)


def editors(card: int, **setting: Any) -> Game:
    """The Editor is to play this card; both sides hold their reactions."""
    hand = [card, BRADLEE, DEMONSTRATION]
    return table(**{"turn": "editor", "editor": hand, "nixon": [MITCHELL, 15], **setting})


# C: a conspirator other than Mitchell


@pytest.mark.rule("8.2", "8.7", "8.8", "8.9")
@pytest.mark.parametrize("card", CONSPIRATORS)
@pytest.mark.parametrize(("answer", "pile"), ANSWERS_TO_MITCHELL)
def test_a_cancelled_conspirator_does_nothing_and_is_removed(
    card: int, answer: int, pile: str
) -> None:
    game = conspires(card)
    before, lying = where(game), scene(game)
    happened = play(game, f"play {card} action", f"react {answer}")
    if answer == DEMONSTRATION:
        assert is_window_of(game, "nixon")
        happened += play(game, "pass")
    assert nothing_happened(happened)
    assert scene(game) == lying
    assert changes(before, game) == {card: "removed", answer: pile}
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("8.3", "8.7", "8.8", "8.9")
@pytest.mark.parametrize("card", CONSPIRATORS)
def test_mitchell_saves_a_conspirator_from_mass_demonstration(card: int) -> None:
    game = conspires(card)
    before = where(game)
    play(game, f"play {card} action", "react 40", "react 14")
    assert is_window_of(game, "editor")
    play(game, "pass", *CONSPIRATORS[card].moves)
    assert scene(game) == CONSPIRATORS[card].result
    assert changes(before, game) == {
        **CONSPIRATORS[card].cards,
        card: "discard",
        DEMONSTRATION: "discard",
        MITCHELL: "discard",
    }
    assert is_turn_of(game, "nixon" if card == 11 else "editor")


@pytest.mark.rule("8.2", "8.7", "8.8", "8.9")
@pytest.mark.parametrize("card", CONSPIRATORS)
def test_bradlee_has_the_last_word_over_a_conspirator_and_mitchell(card: int) -> None:
    game = conspires(card)
    before, lying = where(game), scene(game)
    happened = play(game, f"play {card} action", "react 40", "react 14", "react 35")
    assert nothing_happened(happened)
    assert scene(game) == lying
    assert changes(before, game) == {
        card: "removed",
        DEMONSTRATION: "removed",
        MITCHELL: "removed",
        BRADLEE: "discard",
    }
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("4.4", "8.8")
@pytest.mark.parametrize("card", CONSPIRATORS)
def test_a_conspirator_nobody_answers_is_carried_out_and_discarded(card: int) -> None:
    game = conspires(card)
    before = where(game)
    play(game, f"play {card} action", "pass", *CONSPIRATORS[card].moves)
    assert scene(game) == CONSPIRATORS[card].result
    assert changes(before, game) == {**CONSPIRATORS[card].cards, card: "discard"}
    assert is_turn_of(game, "nixon" if card == 11 else "editor")


# E: an event of the Editor's


@pytest.mark.rule("8.3", "8.7", "8.8", "8.9")
@pytest.mark.parametrize("card", EDITOR_EVENTS)
def test_mitchell_sends_an_event_unused_to_the_discard_pile(card: int) -> None:
    game = editors(card, **EDITOR_EVENTS[card].setting)
    before, lying = where(game), scene(game)
    happened = play(game, f"play {card} action", "react 14", "pass")
    assert nothing_happened(happened)
    assert scene(game) == lying
    assert changes(before, game) == {card: "discard", MITCHELL: "discard"}
    assert is_turn_of(game, "editor")


@pytest.mark.rule("8.2", "8.7", "8.8", "8.9")
@pytest.mark.parametrize("card", EDITOR_EVENTS)
@pytest.mark.parametrize(("answer", "pile"), ANSWERS_TO_MITCHELL)
def test_an_event_saved_from_mitchell_is_carried_out_and_removed(
    card: int, answer: int, pile: str
) -> None:
    game = editors(card, **EDITOR_EVENTS[card].setting)
    before = where(game)
    play(game, f"play {card} action", "react 14", f"react {answer}")
    play(game, *EDITOR_EVENTS[card].moves)
    assert scene(game) == EDITOR_EVENTS[card].result
    assert changes(before, game) == {card: "removed", MITCHELL: "removed", answer: pile}
    assert is_turn_of(game, "nixon")


# V: Nixon's value move of evidence


@pytest.mark.rule("8.4", "8.7", "8.8", "8.9")
@pytest.mark.parametrize("move", VALUE_MOVES, ids=str)
def test_follow_the_money_turns_a_value_move_around(move: ValueMove) -> None:
    game = move.set_up(editor=HAND)
    before = where(game)
    play(game, *move.moves, "react 42", "pass")
    assert track(game) == [f"{move.token}@{move.toward_editor}"]
    assert game.view("everyone").facedown.count == 0
    assert changes(before, game) == {move.card: "discard", FOLLOW_THE_MONEY: "removed"}
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("8.3", "8.7", "8.8", "8.9")
@pytest.mark.parametrize("move", VALUE_MOVES, ids=str)
def test_mitchell_saves_a_value_move_from_follow_the_money(move: ValueMove) -> None:
    game = move.set_up(editor=HAND)
    before = where(game)
    play(game, *move.moves, "react 42", "react 14", "pass")
    assert track(game) == [f"{move.token}@{move.toward_nixon}"]
    assert changes(before, game) == {
        move.card: "discard",
        FOLLOW_THE_MONEY: "discard",
        MITCHELL: "discard",
    }
    assert is_turn_of(game, "editor")


@pytest.mark.rule("8.2", "8.7", "8.8", "8.9")
@pytest.mark.parametrize("move", VALUE_MOVES, ids=str)
@pytest.mark.parametrize(("answer", "pile"), ANSWERS_TO_MITCHELL)
def test_follow_the_money_saved_from_mitchell_stands(
    move: ValueMove, answer: int, pile: str
) -> None:
    game = move.set_up(editor=HAND)
    before = where(game)
    play(game, *move.moves, "react 42", "react 14", f"react {answer}")
    assert track(game) == [f"{move.token}@{move.toward_editor}"]
    assert changes(before, game) == {
        move.card: "discard",
        FOLLOW_THE_MONEY: "removed",
        MITCHELL: "removed",
        answer: pile,
    }
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("4.4", "8.8")
@pytest.mark.parametrize("move", VALUE_MOVES, ids=str)
def test_a_value_move_nobody_answers_goes_toward_nixon(move: ValueMove) -> None:
    game = move.set_up(editor=HAND)
    before = where(game)
    play(game, *move.moves, "pass")
    assert track(game) == [f"{move.token}@{move.toward_nixon}"]
    assert changes(before, game) == {move.card: "discard"}
    assert is_turn_of(game, "editor")


@pytest.mark.rule("8.4")
def test_follow_the_money_moves_the_very_token_that_was_named() -> None:
    game = nixons(10, track=["blue@N1", "blue@E1", "green@E1"])
    play(game, "play 10 value", "choose blue@E1", "react 42", "pass")
    assert track(game) == ["blue@N1", "green@E1", "blue@E3"]


@pytest.mark.rule("8.4", "4.9", "5.6")
def test_follow_the_money_to_e5_gains_the_token_for_the_editor() -> None:
    game = nixons(5, track=["blue*@E1"])
    play(game, "play 5 value", "choose blue*@E1", "react 42", "pass")
    assert (kind(game), str(game.decider)) == ("pin", "editor")
    play(game, "pin inner1")
    assert board(game) == ["inner1:blue*"]
    assert game.view("everyone").momentum_at == "E1", "the symbol pulls toward the Editor"
    assert where(game)[5] == "discard"
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("8.4", "1.5")
def test_follow_the_money_may_win_the_game() -> None:
    web = ["rim1:green", "spoke1:yellow", "rim4:yellow", "spoke3:blue", "inner3:green"]
    game = nixons(5, track=["blue@E4"], board=web, pictures=["martha_mitchell", "butterfield"])
    play(game, "play 5 value", "choose blue@E4", "react 42", "pass", "pin inner1")
    assert game.result is not None
    assert (game.result.winner, game.result.way) == ("editor", "connection")


@pytest.mark.rule("8.4", "9.1")
def test_a_face_down_token_named_for_a_value_move_is_seen_before_the_editor_reacts() -> None:
    game = nixons(10, facedown=["blue", "yellow*"])
    happened = play(game, "play 10 value", "choose yellow*@facedown")
    assert keys(happened)[-2:] == ["turned_up", "evidence_named"]
    assert is_window_of(game, "editor")
    assert [(t.token, t.at) for t in game.view("editor").track] == [("yellow*", "0")]
    assert game.view("editor").facedown.count == 1


@pytest.mark.rule("8.4", "8.5")
@pytest.mark.parametrize("viewer", ["editor", "nixon", "spectator"])
def test_whoever_may_follow_the_money_is_told_what_moves_from_where_to_where(viewer: str) -> None:
    game = nixons(10, track=["blue*@N1", "blue@E2"])
    play(game, "play 10 value", "choose blue@E2")
    named = {"token": "blue", "start": "E2", "end": "0"}
    assert last_told(game, viewer).key == "evidence_named"
    assert last_told(game, viewer).params == {"side": "nixon", **named}
    prompt = decision(game).prompt
    assert prompt.key == "prompt.react_value"
    assert prompt.params == {"side": "editor", "card": 10, **named}
    assert text_of(prompt, game.edition) == (
        "The Editor: react to Gordon Liddy, which is to move the blue token from E2 to 0, or pass."
    )


@pytest.mark.rule("8.4")
def test_evidence_is_not_named_where_nobody_can_answer() -> None:
    game = nixons(10, track=["blue@E2"], editor=[23, 35], editor_removed=[42])
    assert "evidence_named" not in keys(play(game, "play 10 value", "choose blue@E2"))
    game = table(turn="editor", editor=[25], nixon=[14], track=["blue@E2"])
    assert "evidence_named" not in keys(play(game, "play 25 value", "choose blue@E2"))


@pytest.mark.rule("8.4")
def test_nixon_may_name_evidence_the_value_gains_and_lose_it_to_follow_the_money() -> None:
    game = nixons(5, track=["blue@N3"])
    play(game, "play 5 value", "choose blue@N3", "react 42", "pass")
    assert track(game) == ["blue@E1"]


# The system works


@pytest.mark.rule("8.3", "8.6", "8.8", "8.9")
@pytest.mark.parametrize("named", EDITOR_EVENTS)
def test_mitchell_cancels_the_system_works_and_the_named_card_stays_removed(named: int) -> None:
    game = editors(SYSTEM_WORKS, editor_removed=[named], **EDITOR_EVENTS[named].setting)
    before, lying = where(game), scene(game)
    play(game, "play 41 action", f"reuse {named}", "react 14", "pass")
    assert scene(game) == lying
    assert changes(before, game) == {SYSTEM_WORKS: "discard", MITCHELL: "discard"}
    assert where(game)[named] == "removed"
    assert is_turn_of(game, "editor")


@pytest.mark.rule("8.2", "8.6", "8.8", "8.9")
@pytest.mark.parametrize("named", EDITOR_EVENTS)
@pytest.mark.parametrize(("answer", "pile"), ANSWERS_TO_MITCHELL)
def test_a_reuse_saved_from_mitchell_is_carried_out(named: int, answer: int, pile: str) -> None:
    game = editors(SYSTEM_WORKS, editor_removed=[named], **EDITOR_EVENTS[named].setting)
    before = where(game)
    play(game, "play 41 action", f"reuse {named}", "react 14", f"react {answer}")
    play(game, *EDITOR_EVENTS[named].moves)
    assert scene(game) == EDITOR_EVENTS[named].result
    assert changes(before, game) == {SYSTEM_WORKS: "removed", MITCHELL: "removed", answer: pile}
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("8.6")
@pytest.mark.parametrize("named", EDITOR_EVENTS)
def test_a_reuse_opens_one_window_after_the_naming_and_no_other(named: int) -> None:
    game = editors(SYSTEM_WORKS, editor_removed=[named], **EDITOR_EVENTS[named].setting)
    play(game, "play 41 action")
    assert (kind(game), str(game.decider)) == ("reuse", "editor")
    play(game, f"reuse {named}")
    assert is_window_of(game, "nixon")
    play(game, "pass", *EDITOR_EVENTS[named].moves)
    assert scene(game) == EDITOR_EVENTS[named].result
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("8.6")
def test_a_cancelled_system_works_can_be_drawn_and_used_again() -> None:
    game = editors(SYSTEM_WORKS, editor_removed=[37], **EDITOR_EVENTS[37].setting)
    play(game, "play 41 action", "reuse 37", "react 14", "pass")
    assert game.view("everyone").editor.discard == (SYSTEM_WORKS,)
    assert game.view("everyone").editor.removed == (37,)


# What answers what


@pytest.mark.rule("8.7")
def test_nothing_answers_bradlee() -> None:
    game = nixons(10, track=["blue@E1"])
    play(game, "play 10 action", "react 35")
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("8.7")
def test_mass_demonstration_against_mitchell_ends_the_chain() -> None:
    """Mitchell, who could answer it, has been played."""
    game = editors(30)
    play(game, "play 30 action", "react 14", "react 40")
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("8.2", "8.3", "8.7")
def test_each_answer_is_offered_for_its_own_kind_of_card_only() -> None:
    game = nixons(10, track=["blue@E1"])
    play(game, "play 10 action")
    assert texts(game) == ["pass", "react 35", "react 40"]
    play(game, "react 40")
    assert texts(game) == ["pass", "react 14"]
    play(game, "react 14")
    assert texts(game) == ["pass", "react 35"]
    game = nixons(10, track=["blue@E1"])
    play(game, "play 10 value", "choose blue@E1")
    assert texts(game) == ["pass", "react 42"]
    play(game, "react 42")
    assert texts(game) == ["pass", "react 14"]
    play(game, "react 14")
    assert texts(game) == ["pass", "react 35", "react 40"]


@pytest.mark.rule("8.1")
@pytest.mark.parametrize(
    ("side", "card"),
    [
        ("nixon", MITCHELL),
        ("editor", BRADLEE),
        ("editor", DEMONSTRATION),
        ("editor", FOLLOW_THE_MONEY),
    ],
)
def test_a_reaction_cards_action_is_not_for_a_turn_but_its_value_is(side: str, card: int) -> None:
    hand: dict[str, Any] = {side: [card]}
    game = table(turn=side, **hand)
    assert texts(game) == [f"play {card} value"]
    play(game, f"play {card} value", "choose initiative")
    value = {MITCHELL: "N2", BRADLEE: "E2", DEMONSTRATION: "E1", FOLLOW_THE_MONEY: "E3"}[card]
    moved = [e.params["end"] for e in game.log("everyone") if e.key == "marker_moved"]
    assert moved == [value]


@pytest.mark.rule("8.7")
def test_mitchells_value_is_answered_by_follow_the_money_only() -> None:
    game = table(nixon=[MITCHELL, 2], editor=HAND, track=["blue@0"])
    play(game, "play 14 value", "choose blue@0")
    assert texts(game) == ["pass", "react 42"]
    play(game, "react 42")
    assert track(game) == ["blue@E2"], "Mitchell is in play and cannot answer"
    assert where(game)[MITCHELL] == "discard"
    assert is_turn_of(game, "nixon")


# When a window opens (8.11), and when not


@pytest.mark.rule("8.11")
@pytest.mark.parametrize("bradlee", ["deck", "", "_discard", "_removed"])
@pytest.mark.parametrize("demonstration", ["deck", "", "_discard", "_removed"])
@pytest.mark.parametrize("silent", [False, True])
def test_a_window_at_a_conspirator_depends_on_where_its_answers_could_be(
    bradlee: str, demonstration: str, silent: bool
) -> None:
    piles: dict[str, Any] = {"editor": [23]}
    for card, place in ((BRADLEE, bradlee), (DEMONSTRATION, demonstration)):
        if place != "deck":
            piles[f"editor{place}"] = [*piles.get(f"editor{place}", []), card]
    game = table(nixon=[12, 2], marks=["late", "silent"] if silent else ["late"], **piles)
    play(game, "play 12 action")
    could_be = bradlee in ("deck", "") or (demonstration in ("deck", "") and not silent)
    if could_be:
        held = ["react 35"] if bradlee == "" else []
        held += ["react 40"] if demonstration == "" and not silent else []
        assert is_window_of(game, "editor")
        assert texts(game) == ["pass", *held]
    else:
        assert is_turn_of(game, "editor")


@pytest.mark.rule("8.11")
@pytest.mark.parametrize("place", ["deck", "", "_discard", "_removed"])
@pytest.mark.parametrize("silent", [False, True])
def test_a_window_at_a_value_move_depends_on_where_follow_the_money_could_be(
    place: str, silent: bool
) -> None:
    piles: dict[str, Any] = {"editor": [23]}
    if place != "deck":
        piles[f"editor{place}"] = [*piles.get(f"editor{place}", []), FOLLOW_THE_MONEY]
    marks = ["late", "silent"] if silent else ["late"]
    game = table(nixon=[10, 2], track=["blue@0"], marks=marks, **piles)
    play(game, "play 10 value", "choose blue@0")
    if place in ("deck", "") and not silent:
        assert is_window_of(game, "editor")
        assert texts(game) == ["pass", *(["react 42"] if place == "" else [])]
    else:
        assert is_turn_of(game, "editor")
        assert track(game) == ["blue@N2"]


@pytest.mark.rule("8.11")
@pytest.mark.parametrize("place", ["deck", "", "_discard", "_removed"])
def test_a_window_at_an_event_depends_on_where_mitchell_could_be(place: str) -> None:
    piles: dict[str, Any] = {"nixon": [2]}
    if place != "deck":
        piles[f"nixon{place}"] = [*piles.get(f"nixon{place}", []), MITCHELL]
    game = table(turn="editor", editor=[36, 23], **piles)
    play(game, "play 36 action")
    if place in ("deck", ""):
        assert is_window_of(game, "nixon")
        assert texts(game) == ["pass", *(["react 14"] if place == "" else [])]
    else:
        assert is_turn_of(game, "nixon")
        assert game.view("everyone").initiative_at == "E2"


@pytest.mark.rule("8.11")
def test_no_window_opens_for_an_empty_hand() -> None:
    game = table(nixon=[12, 2], editor=[])
    play(game, "play 12 action")
    assert is_turn_of(game, "nixon")
    game = table(nixon=[10, 2], editor=[], track=["blue@0"])
    play(game, "play 10 value", "choose blue@0")
    assert is_turn_of(game, "nixon")
    game = table(turn="editor", editor=[36, 23], nixon=[])
    play(game, "play 36 action")
    assert is_turn_of(game, "editor")


@pytest.mark.rule("8.11")
def test_no_window_opens_for_a_hand_emptied_by_the_chain_itself() -> None:
    game = table(nixon=[10, MITCHELL], editor=[DEMONSTRATION], track=["blue@0"])
    play(game, "play 10 action", "react 40")
    assert is_window_of(game, "nixon")
    play(game, "react 14")
    assert texts(game) == ["choose blue@0"], "the Editor's hand is empty: Liddy goes ahead"


@pytest.mark.rule("8.11")
def test_a_window_opens_even_where_every_card_of_the_hand_is_known() -> None:
    """Ruling R2."""
    game = table(nixon=[12, 2], editor=[23, 24], editor_known=[23, 24])
    play(game, "play 12 action")
    assert is_window_of(game, "editor")
    assert texts(game) == ["pass"]


@pytest.mark.rule("8.2", "8.5")
@pytest.mark.parametrize("card", NIXON_EVENTS)
def test_nixons_events_open_no_window(card: int) -> None:
    game = nixons(card, nixon=[card, 9], track=["blue@E1"])
    play(game, f"play {card} action")
    assert not is_window_of(game, "editor")
    assert game.view("everyone").chain == ()


@pytest.mark.rule("8.3", "8.5")
@pytest.mark.parametrize("card", [33, 34])
def test_journalists_open_no_window(card: int) -> None:
    game = editors(card, board=["inner1:blue", "inner2:yellow"])
    play(game, f"play {card} action")
    assert kind(game) == {33: "draw_token", 34: "choose"}[card]


@pytest.mark.rule("8.4")
def test_the_editors_value_moves_open_no_window() -> None:
    game = editors(34, track=["blue@0"], facedown=["green"])
    play(game, "play 34 value", "choose blue@0")
    assert track(game) == ["blue@E2"]
    assert is_turn_of(game, "nixon")
    game = editors(34, facedown=["green"])
    play(game, "play 34 value", "ask green", "choose green@facedown")
    assert track(game) == ["green@E2"]
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("8.4")
@pytest.mark.parametrize("marker", ["initiative", "momentum"])
def test_nixons_value_moves_of_markers_open_no_window(marker: str) -> None:
    game = nixons(10, track=["blue@0"])
    play(game, "play 10 value", f"choose {marker}")
    assert is_turn_of(game, "editor")


@pytest.mark.rule("8.4")
def test_evidence_moved_by_an_action_opens_no_window_for_follow_the_money() -> None:
    game = nixons(18, track=["blue@0"])
    play(game, "play 18 action", *["choose blue@0", "choose blue@N1"])
    assert kind(game) == "choose"
    assert track(game) == ["blue@N2"]


# The moment of a window (8.5)


@pytest.mark.rule("8.5")
@pytest.mark.parametrize("card", CONSPIRATORS)
def test_a_conspirators_window_comes_before_any_choice_or_change(card: int) -> None:
    game = conspires(card)
    lying = scene(game)
    happened = play(game, f"play {card} action")
    assert keys(happened) == ["card_played_action"]
    assert scene(game) == lying
    assert is_window_of(game, "editor")


@pytest.mark.rule("8.5")
@pytest.mark.parametrize("card", EDITOR_EVENTS)
def test_an_events_window_comes_before_any_choice_or_change(card: int) -> None:
    game = editors(card, **EDITOR_EVENTS[card].setting)
    lying = scene(game)
    happened = play(game, f"play {card} action")
    assert keys(happened) == ["card_played_action"]
    assert scene(game) == lying
    assert is_window_of(game, "nixon")


@pytest.mark.rule("8.4", "8.5")
def test_a_value_moves_window_comes_when_the_token_is_named_and_has_not_moved() -> None:
    game = nixons(10, track=["blue@E1"])
    play(game, "play 10 value")
    assert (kind(game), str(game.decider)) == ("choose_value", "nixon")
    play(game, "choose blue@E1")
    assert is_window_of(game, "editor")
    assert track(game) == ["blue@E1"]


@pytest.mark.rule("8.6")
def test_the_system_works_can_still_be_cancelled_after_it_named_a_card_but_not_before() -> None:
    game = editors(SYSTEM_WORKS, editor_removed=[30, 37], pictures=["-dean"])
    play(game, "play 41 action")
    assert texts(game) == ["reuse 30", "reuse 37"]
    happened = play(game, "reuse 30")
    assert keys(happened) == ["card_named"]
    assert texts(game) == ["pass", "react 14"]
    assert game.view("everyone").pictures.silenced == ("dean",)


@pytest.mark.rule("8.7")
def test_the_cards_of_a_chain_are_in_play_until_it_is_settled() -> None:
    game = nixons(10, track=["blue@E1"])
    play(game, "play 10 action", "react 40", "react 14")
    view = game.view("spectator")
    assert view.chain == (10, 40, 14)
    assert view.in_play == (10, 14, 40)
    play(game, "pass")
    assert game.view("spectator").chain == ()
    assert game.view("spectator").in_play == (10,)


# Whose turn is next (8.8)


@pytest.mark.rule("8.8", "4.1")
def test_a_side_that_would_be_next_with_an_empty_hand_is_passed_over() -> None:
    game = table(nixon=[12], editor=[BRADLEE, 23])
    play(game, "play 12 action", "react 35")
    assert is_turn_of(game, "editor")
    game = table(turn="editor", editor=[36], nixon=[MITCHELL, 2])
    play(game, "play 36 action", "react 14")
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("8.8")
def test_a_reaction_takes_the_place_of_a_turn() -> None:
    game = table(nixon=[12, 15, 17], editor=[BRADLEE, 23])
    play(game, "play 12 action", "react 35")
    play(game, "play 15 value", "choose momentum")
    assert is_turn_of(game, "editor")
    play(game, "play 23 value", "choose momentum")
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("8.8", "7.5")
def test_a_cancelled_colson_gives_no_other_turn() -> None:
    game = nixons(11)
    play(game, "play 11 action", "react 35")
    assert is_turn_of(game, "nixon")
    play(game, "play 2 value", "choose momentum")
    assert is_turn_of(game, "editor"), "Nixon is next for Bradlee's sake alone"


@pytest.mark.rule("8.8", "8.9", "7.5")
def test_colson_saved_by_nixons_last_card_leaves_the_turn_to_the_editor() -> None:
    game = table(nixon=[11, MITCHELL], editor=[23, 24, DEMONSTRATION])
    play(game, "play 11 action", "react 40", "react 14", "pass", "lose 23")
    assert where(game)[23] == "discard"
    assert is_turn_of(game, "editor")


@pytest.mark.rule("8.8", "7.5")
def test_colson_may_take_the_reaction_that_was_not_used() -> None:
    game = nixons(11)
    play(game, "play 11 action", "pass")
    assert sorted(texts(game)) == [f"lose {card}" for card in HAND]
    play(game, "lose 35")
    assert where(game)[BRADLEE] == "discard"
    assert is_turn_of(game, "nixon")


# Hunt (8.10)


@pytest.mark.rule("8.10")
@pytest.mark.parametrize("card", [10, 12, 13])
@pytest.mark.parametrize(("answer", "pile"), ANSWERS_TO_MITCHELL)
def test_a_conspirator_hunt_draws_can_be_cancelled_and_hunts_own_effect_stays(
    card: int, answer: int, pile: str
) -> None:
    game = table(nixon=[9, 2, 3], editor=HAND, track=["blue@E1"], nixon_removed=[MITCHELL])
    before = where(game)
    play(game, "play 9 action", "pass", f"draw {card}", f"play {card} action")
    assert is_window_of(game, "editor")
    play(game, f"react {answer}")
    assert game.view("everyone").momentum_at == "N2"
    assert track(game) == ["blue@E1"]
    assert changes(before, game) == {9: "discard", card: "removed", answer: pile}
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("8.10")
def test_mitchell_in_hand_may_save_a_conspirator_hunt_draws() -> None:
    game = table(nixon=[9, MITCHELL, 3], editor=HAND, track=["blue@E1"])
    play(game, "play 9 action", "pass", "draw 10", "play 10 action", "react 40", "react 14")
    play(game, "pass", "choose blue@E1")
    assert track(game) == []
    assert {c: where(game)[c] for c in (9, 10, 14, 40)} == dict.fromkeys((9, 10, 14, 40), "discard")
    assert is_turn_of(game, "editor")


@pytest.mark.rule("8.10")
def test_follow_the_money_answers_the_value_of_a_card_hunt_draws() -> None:
    game = table(nixon=[9, 2], editor=HAND, track=["blue@E1"], nixon_removed=[MITCHELL])
    play(game, "play 9 action", "pass", "draw 4", "play 4 value", "choose blue@E1")
    assert is_window_of(game, "editor")
    play(game, "react 42")
    assert track(game) == ["blue@E4"]
    assert (where(game)[9], where(game)[4], where(game)[42]) == ("discard", "discard", "removed")
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("8.10", "8.2")
def test_an_event_hunt_draws_opens_no_window() -> None:
    game = table(nixon=[9, 2], editor=HAND, track=["blue@E1"])
    play(game, "play 9 action", "pass", "draw 18", "play 18 action")
    assert kind(game) == "choose"


@pytest.mark.rule("8.10", "8.8")
def test_colson_drawn_by_hunt_still_gives_another_turn() -> None:
    game = table(nixon=[9, 2], editor=HAND)
    play(game, "play 9 action", "pass", "draw 11", "play 11 action", "pass", "lose 23")
    assert is_turn_of(game, "nixon")
    assert where(game)[9] == where(game)[11] == "discard"


@pytest.mark.rule("8.10", "8.8")
def test_colson_drawn_by_hunt_and_cancelled_leaves_nixon_next_once() -> None:
    game = table(nixon=[9, 2, 3], editor=HAND)
    play(game, "play 9 action", "pass", "draw 11", "play 11 action", "react 35")
    assert is_turn_of(game, "nixon")
    play(game, "play 2 value", "choose momentum")
    assert is_turn_of(game, "editor")


@pytest.mark.rule("8.10", "8.7", "3.1")
def test_hunt_may_draw_the_mitchell_that_has_just_saved_him() -> None:
    gone = [card for card in NIXON_CARDS if card not in (9, MITCHELL, 2)]
    game = table(nixon=[9, MITCHELL, 2], nixon_removed=gone, editor=[DEMONSTRATION, 23])
    happened = play(game, "play 9 action", "react 40", "react 14", "pass")
    assert keys(happened)[-1] == "deck_refilled"
    assert texts(game) == ["draw 14"], "Hunt himself is in play, so in no pile"
    play(game, "draw 14")
    assert texts(game) == ["play 14 value"]
    play(game, "play 14 value", "choose momentum")
    assert game.view("everyone").momentum_at == "N4"
    assert where(game)[9] == where(game)[MITCHELL] == "discard"
    assert is_turn_of(game, "editor")


@pytest.mark.rule("8.10")
@pytest.mark.parametrize(
    ("drawn", "setting"),
    [
        (MITCHELL, {}),
        (6, {"pictures": ["dean"]}),
        (6, {"pictures": ["-dean"]}),
        (21, {"marks": []}),
    ],
)
def test_a_drawn_card_whose_action_cannot_be_used_has_its_value_only(
    drawn: int, setting: dict[str, Any]
) -> None:
    game = table(nixon=[9, 2], editor=HAND, **setting)
    play(game, "play 9 action", "pass", f"draw {drawn}")
    assert texts(game) == [f"play {drawn} value"]


@pytest.mark.rule("8.10")
def test_hunt_himself_cancelled_draws_nothing() -> None:
    game = nixons(9)
    happened = play(game, "play 9 action", "react 35")
    assert "card_drawn" not in keys(happened)
    assert game.view("everyone").momentum_at == "0"
    assert is_turn_of(game, "nixon")


# Which turns are turns (7.21)


@pytest.mark.rule("7.21")
def test_a_brilliant_mood_cannot_be_used_in_nixons_first_turn() -> None:
    game = table(nixon=[21, 2], editor=[23], marks=[])
    assert "play 21 action" not in texts(game)
    play(game, "play 2 value", "choose momentum", "play 23 value", "choose momentum")
    assert "play 21 action" in texts(game)


@pytest.mark.rule("7.21")
def test_a_reaction_in_the_editors_turn_is_a_turn_of_nixons() -> None:
    game = table(turn="editor", editor=[36, 23, 24], nixon=[MITCHELL, 21], marks=[])
    play(game, "play 36 action", "react 14", "pass")
    assert is_turn_of(game, "editor")
    play(game, "play 23 value", "choose momentum")
    assert "play 21 action" in texts(game)


@pytest.mark.rule("7.21")
def test_a_reaction_in_the_editors_turn_is_a_turn_even_if_it_is_cancelled() -> None:
    game = table(turn="editor", editor=[36, BRADLEE, 24], nixon=[MITCHELL, 21], marks=[])
    play(game, "play 36 action", "react 14", "react 35")
    assert is_turn_of(game, "nixon")
    assert "play 21 action" in texts(game)


@pytest.mark.rule("7.21")
def test_passing_in_the_editors_turn_is_no_turn() -> None:
    game = table(turn="editor", editor=[36, 23], nixon=[MITCHELL, 21], marks=[])
    play(game, "play 36 action", "pass")
    assert is_turn_of(game, "nixon")
    assert "play 21 action" not in texts(game)


@pytest.mark.rule("7.21")
def test_a_card_hunt_draws_belongs_to_hunts_turn_and_so_does_a_reaction_in_it() -> None:
    game = table(nixon=[9, MITCHELL, 2], editor=[DEMONSTRATION, 23, 24], marks=[])
    play(game, "play 9 action", "react 40", "react 14", "pass", "draw 21")
    assert texts(game) == ["play 21 value"]


@pytest.mark.rule("7.21")
@pytest.mark.parametrize("answer", [BRADLEE, DEMONSTRATION])
def test_the_turn_after_a_cancelled_conspirator_is_a_later_turn(answer: int) -> None:
    game = table(nixon=[12, 21], editor=[answer, 23], marks=[], nixon_removed=[MITCHELL])
    play(game, "play 12 action", f"react {answer}")
    assert is_turn_of(game, "nixon")
    assert "play 21 action" in texts(game)


@pytest.mark.rule("7.21")
def test_colsons_other_turn_is_a_later_turn() -> None:
    game = table(nixon=[11, 21], editor=[23, 24], marks=[])
    play(game, "play 11 action", "pass", "lose 23")
    assert "play 21 action" in texts(game)


@pytest.mark.rule("7.21")
def test_a_brilliant_mood_closes_the_windows_of_events_from_then_on() -> None:
    game = table(
        nixon=[21, 12],
        editor=[DEMONSTRATION, FOLLOW_THE_MONEY, 23],
        track=["blue@0"],
        editor_discard=[BRADLEE],
    )
    play(game, "play 21 action", "play 23 value", "choose momentum")
    play(game, "play 12 action")
    assert texts(game) == ["choose blue@0"], "nobody can answer Haldeman"
