"""Evaluation, step by step (RULES 6), and the empty supply (RULES 1.3)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tables import (
    board,
    deal,
    decider,
    keys,
    look,
    play,
    quiet_table,
    result,
    table,
    texts,
    track,
)
from watergate import Entry, Game

SUPPLY_WINS = "nixon by supply"

STEPS = ["evaluation_1", "evaluation_2", "evaluation_3", "evaluation_4", "evaluation_5"]


def evaluate(**options: Any) -> tuple[Game, list[Entry]]:
    """Nixon has just used the last card of the round, which moves nothing."""
    game = table(turn="nixon", nixon=[21], **options)
    return game, play(game, "play 21 action")


def step(entries: list[Entry], number: int) -> list[str]:
    """The keys of what happened in one step."""
    happened = keys(entries)
    after = happened[happened.index(f"evaluation_{number}") + 1 :]
    ends = [n for n, key in enumerate(after) if key.startswith(("evaluation_", "round_begins"))]
    return after[: ends[0]] if ends else after


# When


@pytest.mark.rule("4.1", "6.6")
def test_evaluation_follows_when_both_hands_are_empty_and_then_the_next_round() -> None:
    game, entries = evaluate()
    happened = [key for key in keys(entries) if key.startswith(("evaluation", "round"))]
    assert happened == [*STEPS, "round_begins"]
    assert (game.round, decider(game), look(game).turn) == (3, "chance", None)


@pytest.mark.rule("7.10", "6.1")
def test_evaluation_follows_when_a_card_ends_the_round() -> None:
    game = table(turn="nixon", nixon=[16, 2], editor=[23, 24], track=["green@0"])
    happened = keys(play(game, "play 16 action", "choose green@0"))
    assert [key for key in happened if key.startswith("evaluation")] == STEPS
    assert look(game).editor.hand == look(game).nixon.hand == ()


@pytest.mark.rule("6.1", "4.1")
def test_evaluation_comes_early_if_the_last_card_in_hand_is_lost() -> None:
    """Colson takes the Editor's last card, and Nixon has none for another turn."""
    game = table(turn="nixon", nixon=[11], editor=[23], editor_discard=[35, 40])
    assert "evaluation_1" in keys(play(game, "play 11 action", "lose 23"))
    assert game.round == 3


# 6.1


@pytest.mark.rule("6.1")
def test_evidence_on_0_goes_back_into_the_bag() -> None:
    game, entries = evaluate(track=["blue@0", "green*@0", "green*@0"], facedown=["yellow"])
    assert step(entries, 1) == ["evidence_bagged"] * 3 + ["facedown_bagged"]
    assert (track(game), look(game).facedown.count, look(game).bag_count) == ([], 0, 36)


@pytest.mark.rule("6.1")
def test_other_evidence_does_not_go_back_into_the_bag() -> None:
    game, entries = evaluate(track=["blue@N1", "green*@E1"], board=["rim1:-green"])
    assert step(entries, 1) == []
    assert track(game) == ["blue@N1", "green*@E1"]
    assert (board(game), look(game).bag_count) == (["rim1:-green"], 33)


@pytest.mark.rule("6.1")
def test_face_down_tokens_are_not_shown_on_their_way_to_the_bag() -> None:
    game, _ = evaluate(facedown=["yellow", "blue"])
    log = [entry for entry in game.log("editor") if entry.key.startswith("facedown_bagged")]
    assert [(entry.key, entry.params) for entry in log] == [("facedown_bagged_hidden", {})] * 2


@pytest.mark.rule("6.1", "6.3")
def test_the_bag_is_filled_before_an_ability_draws_from_it() -> None:
    board_of = [f"rim{n}:-green" for n in (1, 6, 7, 12)]
    game, _ = evaluate(momentum="2/0/6", momentum_at="E1", track=["green*@0"], board=board_of)
    assert decider(game) == "chance"
    assert look(game).bag_count == 32


# 6.2


@pytest.mark.rule("6.2")
@pytest.mark.parametrize("had", ["editor", "nixon"])
@pytest.mark.parametrize(("at", "takes"), [("E1", "editor"), ("N1", "nixon"), ("N4", "nixon")])
def test_the_side_whose_half_i_is_on_takes_the_initiative(at: str, takes: str, had: str) -> None:
    game, entries = evaluate(initiative=had, initiative_at=at)
    assert step(entries, 2) == ["initiative_taken"]
    assert look(game).initiative == takes


@pytest.mark.rule("6.2")
@pytest.mark.parametrize(("had", "takes"), [("editor", "nixon"), ("nixon", "editor")])
def test_from_0_the_side_that_did_not_have_it_takes_the_initiative(had: str, takes: str) -> None:
    game, _ = evaluate(initiative=had, initiative_at="0")
    assert look(game).initiative == takes
    drawn = [entry.params["side"] for entry in deal(game) if entry.key == "card_drawn"]
    assert drawn[:5] == [takes] * 5


@pytest.mark.rule("6.2", "5.1")
@pytest.mark.parametrize("has", ["editor", "nixon"])
def test_an_initiative_gained_in_the_round_stays_with_its_gainer(has: str) -> None:
    game, entries = evaluate(initiative=has, initiative_at="-")
    assert step(entries, 2) == []
    assert look(game).initiative == has


# 6.3


@pytest.mark.rule("6.3")
@pytest.mark.parametrize(("at", "gained"), [("E1", (1, 0)), ("E4", (1, 0)), ("N1", (0, 1))])
def test_the_side_whose_half_m_is_on_gains_it(at: str, gained: tuple[int, int]) -> None:
    game, entries = evaluate(momentum_at=at)
    assert step(entries, 3) == ["momentum_gained"]
    assert (look(game).editor.momentum, look(game).nixon.momentum) == gained
    assert look(game).momentum_supply == 7


@pytest.mark.rule("6.3", "6.4")
def test_from_0_m_returns_to_the_supply() -> None:
    game, entries = evaluate(momentum="1/1/6", momentum_at="0")
    assert step(entries, 3) == ["momentum_returned"]
    assert (look(game).editor.momentum, look(game).nixon.momentum) == (1, 1)
    # One came back, one was put on 0 again.
    assert (look(game).momentum_supply, look(game).momentum_at) == (6, "0")


@pytest.mark.rule("6.3", "5.2")
def test_an_m_gained_in_the_round_is_not_gained_twice() -> None:
    game, entries = evaluate(momentum="0/1/8", momentum_at="-")
    assert step(entries, 3) == []
    assert (look(game).nixon.momentum, look(game).momentum_supply) == (1, 7)


@pytest.mark.rule("6.3", "6.2")
def test_initiative_and_momentum_may_go_to_different_sides() -> None:
    game, _ = evaluate(initiative_at="N2", momentum_at="E2")
    assert (look(game).initiative, look(game).editor.momentum) == ("nixon", 1)


# 6.4


@pytest.mark.rule("6.4")
@pytest.mark.parametrize(("i", "m", "momentum"), [("E3", "N2", "0/0/8"), ("-", "-", "0/1/8")])
def test_i_and_a_new_m_are_put_on_0(i: str, m: str, momentum: str) -> None:
    game, entries = evaluate(initiative_at=i, momentum_at=m, momentum=momentum)
    assert step(entries, 4) == ["initiative_placed", "momentum_placed"]
    view = look(game)
    assert (view.initiative_at, view.momentum_at, view.momentum_supply) == ("0", "0", 7)


@pytest.mark.rule("1.3", "6.4", "1.5")
@pytest.mark.parametrize(
    ("at", "momentum"), [("E1", "4/4/0"), ("N1", "5/3/0"), ("-", "5/4/0"), ("E1", "5/3/0")]
)
def test_nixon_wins_when_a_momentum_token_is_called_for_and_the_supply_is_empty(
    at: str, momentum: str
) -> None:
    game, entries = evaluate(momentum=momentum, momentum_at=at, track=["blue@E1", "green@N1"])
    assert step(entries, 4) == ["initiative_placed", "won"]
    assert (result(game), game.decider, game.moves) == (SUPPLY_WINS, None, ())
    # Nobody gains evidence any more, and no round begins.
    assert (track(game), game.round) == (["green@N1", "blue@E1"], 2)


@pytest.mark.rule("1.3", "6.3")
def test_an_m_that_returns_from_0_keeps_the_supply_from_being_empty() -> None:
    game, _ = evaluate(momentum="5/3/0", momentum_at="0")
    assert (result(game), look(game).momentum_at, look(game).momentum_supply) == ("-", "0", 0)


@pytest.mark.rule("1.3")
def test_the_last_token_of_the_supply_is_put_on_the_track_and_nobody_wins() -> None:
    game, _ = evaluate(momentum="4/3/1", momentum_at="N1")
    assert (result(game), look(game).momentum_at, look(game).momentum_supply) == ("-", "0", 0)


@pytest.mark.rule("1.3", "6.4")
def test_an_empty_supply_does_not_matter_before_a_token_is_called_for() -> None:
    game = quiet_table("nixon", 21, momentum="4/4/0", momentum_at="E1")
    assert result(game) == "-"
    game = quiet_table("nixon", 21, momentum="5/4/0", momentum_at="-")
    play(game, "play 21 action")
    assert (result(game), decider(game)) == ("-", "editor")


@pytest.mark.rule("1.2", "1.3")
def test_the_fifth_momentum_token_comes_before_the_empty_supply() -> None:
    game, _ = evaluate(momentum="4/4/0", momentum_at="N1")
    assert result(game) == "nixon by momentum"


# 6.5


@pytest.mark.rule("6.5")
@pytest.mark.parametrize(
    ("at", "first", "second"), [("N1", "nixon", "editor"), ("E1", "editor", "nixon")]
)
def test_the_side_that_now_has_the_initiative_gains_its_evidence_first(
    at: str, first: str, second: str
) -> None:
    game, _ = evaluate(initiative_at=at, track=["blue@N2", "blue@E2"])
    order = []
    for space in ("rim2", "rim3"):
        order.append(decider(game))
        play(game, texts(game)[0], f"pin {space}")
    assert order == [first, second]
    assert decider(game) == "chance"


@pytest.mark.rule("6.5", "6.2")
def test_an_initiative_that_changes_from_0_counts_for_the_order() -> None:
    game, _ = evaluate(initiative="editor", initiative_at="0", track=["blue@N2", "blue@E2"])
    assert (decider(game), texts(game)) == ("nixon", ["choose blue@N2"])


@pytest.mark.rule("4.1", "6.5")
def test_an_initiative_gained_in_the_middle_of_the_round_counts_for_the_order() -> None:
    game = table(
        turn="nixon", nixon=[5], initiative="editor", initiative_at="N1", momentum_at="0",
        track=["blue@N2", "blue@E2"],
    )  # fmt: skip
    play(game, "play 5 value", "choose initiative")
    assert (decider(game), texts(game)) == ("nixon", ["choose blue@N2"])


@pytest.mark.rule("6.5", "5.6")
def test_each_side_gains_all_evidence_on_its_half_one_at_a_time_in_its_own_order() -> None:
    tokens = ["green@N4", "blue@N1", "yellow@N2", "blue@E1", "green*@E4"]
    game, _ = evaluate(initiative_at="N1", track=tokens)
    assert texts(game) == ["choose green@N4", "choose yellow@N2", "choose blue@N1"]
    play(game, "choose yellow@N2")
    # The token is pinned before the next one is chosen.
    assert "pin rim4" in texts(game)
    play(game, "pin rim4")
    assert texts(game) == ["choose green@N4", "choose blue@N1"]
    play(game, "choose blue@N1", "pin rim2", "choose green@N4", "pin rim1")
    assert (decider(game), texts(game)) == ("editor", ["choose blue@E1", "choose green*@E4"])
    play(game, "choose green*@E4", "pin rim12", "choose blue@E1", "pin inner1")
    assert board(game) == [
        "inner1:blue",
        "rim1:-green",
        "rim2:-blue",
        "rim4:-yellow",
        "rim12:green*",
    ]
    assert track(game) == []
    assert game.round == 3


@pytest.mark.rule("6.5")
def test_tokens_alike_on_one_space_are_gained_one_after_the_other() -> None:
    game, _ = evaluate(initiative_at="N1", track=["green@N2", "green@N2"])
    assert texts(game) == ["choose green@N2"]
    play(game, "choose green@N2", "pin rim1")
    assert texts(game) == ["choose green@N2"]
    play(game, "choose green@N2", "pin rim6")
    assert board(game) == ["rim1:-green", "rim6:-green"]


@pytest.mark.rule("6.5", "5.7")
@pytest.mark.parametrize(("half", "end"), [("N1", "N1"), ("E1", "E1")])
def test_a_symbol_moves_the_new_m(half: str, end: str) -> None:
    """The old one was far away on the other half."""
    old = "E4" if half == "N1" else "N4"
    game, _ = evaluate(momentum_at=old, track=[f"blue*@{half}"])
    play(game, f"choose blue*@{half}", "pin rim2")
    assert look(game).momentum_at == end
    assert look(game).editor.momentum + look(game).nixon.momentum == 1
    # There it stays for the round to come.
    deal(game)
    assert (game.round, look(game).momentum_at) == (3, end)


@pytest.mark.rule("6.5", "5.7")
def test_symbols_of_both_sides_pull_the_new_m_one_after_the_other() -> None:
    game, _ = evaluate(initiative_at="N1", track=["blue*@N1", "green*@N1", "yellow*@E1"])
    play(game, "choose blue*@N1", "pin rim2", "choose green*@N1", "pin rim1")
    assert look(game).momentum_at == "N2"
    play(game, "choose yellow*@E1", "pin rim4")
    assert look(game).momentum_at == "N1"


FIVE_SYMBOLS = ["blue*@N1", "blue*@N1", "blue*@N1", "blue*@N1", "green*@N1"]


def gain_new_momentum(**options: Any) -> Game:
    """Nixon's five symbols gain the new M in evaluation."""
    tokens = [*FIVE_SYMBOLS, *options.pop("more", [])]
    game, _ = evaluate(initiative_at="N1", track=tokens, **options)
    for space in ("rim2", "rim3", "rim8", "rim9"):
        play(game, "choose blue*@N1", f"pin {space}")
    assert look(game).momentum_at == "N4"
    entries = play(game, "choose green*@N1", "pin rim1")
    assert keys(entries)[:4] == [
        "evidence_gained", "evidence_pinned_down", "marker_moved", "momentum_gained",
    ]  # fmt: skip
    return game


@pytest.mark.rule("6.5")
def test_a_new_m_that_is_gained_counts_at_once() -> None:
    game = gain_new_momentum(momentum_at="N1")
    assert look(game).nixon.momentum == 2
    assert look(game).momentum_at is None


@pytest.mark.rule("6.5", "6.4")
def test_a_new_m_that_is_gained_is_not_replaced_before_the_next_evaluation() -> None:
    game = gain_new_momentum(momentum_at="N1")
    deal(game)
    assert (game.round, look(game).momentum_at, look(game).momentum_supply) == (3, None, 7)
    play(game, "play 5 value")
    assert "choose initiative" in texts(game)
    assert "choose momentum" not in texts(game)
    # Whatever happens in the rest of the round, the next one has a momentum token again.
    while game.round == 3:
        play(game, texts(game)[0])
    assert look(game).momentum_supply == 6


@pytest.mark.rule("6.5", "5.7")
def test_symbols_after_the_new_m_is_gained_do_nothing() -> None:
    game = gain_new_momentum(more=["yellow*@E1"])
    assert (decider(game), texts(game)) == ("editor", ["choose yellow*@E1"])
    assert "marker_moved" not in keys(play(game, "choose yellow*@E1", "pin rim4"))
    assert look(game).momentum_at is None


@pytest.mark.rule("6.5", "1.3")
def test_a_new_m_gained_with_an_empty_supply_does_not_win_before_the_next_evaluation() -> None:
    game = gain_new_momentum(momentum="4/3/1", momentum_at="E1")
    assert (result(game), look(game).momentum_supply) == ("-", 0)


@pytest.mark.rule("6.5", "6.6")
def test_without_evidence_on_the_halves_the_next_round_begins_at_once() -> None:
    _, entries = evaluate(track=["blue@0"])
    assert step(entries, 5) == []
    assert keys(entries)[-1] == "round_begins"


@pytest.mark.rule("6.6")
def test_the_track_is_empty_of_evidence_when_the_next_round_begins() -> None:
    game, _ = evaluate(initiative_at="E1", track=["blue@E3", "green@0"], facedown=["green"])
    play(game, "choose blue@E3", "pin rim2")
    assert (track(game), look(game).facedown.count, look(game).bag_count) == ([], 0, 35)
    deal(game)
    assert (game.round, decider(game), look(game).facedown.count) == (3, "editor", 3)
