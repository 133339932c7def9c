"""The Editor's cards, each one (RULES 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.rules.chains import (
    BRADLEE,
    DEMONSTRATION,
    EDITOR_EVENTS,
    FOLLOW_THE_MONEY,
    INFORMANT_OF,
    MITCHELL,
    STEPS_OF,
    SYSTEM_WORKS,
    changes,
    is_turn_of,
    kind,
    scene,
    where,
)
from tests.tables import board, keys, last_told, play, table, texts, track
from watergate import CHANCE, Game

GREEN_SPACES = ["inner3", "inner6", "spoke2", "spoke5", "rim1", "rim6", "rim7", "rim12"]
BLUE_SPACES = ["inner1", "inner4", "spoke3", "spoke6", "rim2", "rim3", "rim8", "rim9"]
YELLOW_SPACES = ["inner2", "inner5", "spoke1", "spoke4", "rim4", "rim5", "rim10", "rim11"]


def editors(card: int, **setting: Any) -> Game:
    """The Editor is to play this card; Mitchell is out of the way, so no window opens."""
    return table(
        **{
            "turn": "editor",
            "editor": [card, BRADLEE],
            "nixon": [15],
            "nixon_removed": [MITCHELL],
            **setting,
        }
    )


def full(spaces: list[str], token: str, other: str) -> list[str]:
    """Evidence on all of these spaces: 4 of one kind, 4 of another, face down."""
    kinds = [token] * 4 + [other] * 4
    return [f"{space}:-{kind}" for space, kind in zip(spaces, kinds, strict=True)]


BAG = {
    "board": [
        *full(BLUE_SPACES, "blue*", "blue"),
        *full(YELLOW_SPACES, "yellow*", "yellow"),
        *full(GREEN_SPACES, "green*", "green"),
    ],
    "track": [f"{kind}@0" for kind in ("blue-yellow", "blue-green", "yellow-green")] * 4,
}
"""Every token on the board or the track: the bag is empty, and no space is."""


# Every card


@pytest.mark.rule("4.4", "7.1", "7.2", "7.16", "7.18")
@pytest.mark.parametrize("card", EDITOR_EVENTS)
def test_an_event_does_what_it_says_and_is_removed(card: int) -> None:
    action = EDITOR_EVENTS[card]
    game = editors(card, **action.setting)
    before = where(game)
    play(game, f"play {card} action", *action.moves)
    assert scene(game) == action.result
    assert changes(before, game) == {card: "removed"}
    assert is_turn_of(game, "nixon")


# Informant cards


@pytest.mark.rule("7.1", "7.2")
@pytest.mark.parametrize("marker", ["initiative", "momentum"])
@pytest.mark.parametrize(("card", "picture"), INFORMANT_OF.items())
def test_an_informant_card_recruits_and_moves_one_marker(
    card: int, picture: str, marker: str
) -> None:
    game = editors(card)
    play(game, f"play {card} action")
    assert game.view("everyone").pictures.recruited == (picture,)
    assert texts(game) == ["choose initiative", "choose momentum"]
    play(game, f"choose {marker}")
    view = game.view("everyone")
    moved = f"E{STEPS_OF[card]}"
    assert (view.initiative_at, view.momentum_at) == (
        (moved, "0") if marker == "initiative" else ("0", moved)
    )
    assert (view.pictures.recruited, view.pictures.silenced) == ((picture,), ())
    assert picture not in view.pictures.supply


@pytest.mark.rule("7.1", "4.10")
@pytest.mark.parametrize("face", ["", "-"])
@pytest.mark.parametrize(("card", "picture"), INFORMANT_OF.items())
def test_an_informant_card_needs_the_picture_in_the_supply(
    card: int, picture: str, face: str
) -> None:
    game = editors(card, pictures=[face + picture])
    assert f"play {card} action" not in texts(game)
    assert f"play {card} value" in texts(game)


@pytest.mark.rule("7.2")
def test_recruiting_moves_the_only_marker_left_on_the_track() -> None:
    game = editors(24, initiative_at="-")
    play(game, "play 24 action")
    assert texts(game) == ["choose momentum"]


@pytest.mark.rule("7.2", "4.10")
def test_recruiting_without_markers_on_the_track_asks_nothing() -> None:
    game = editors(24, initiative_at="-", momentum_at="-", momentum="1/0/8")
    play(game, "play 24 action")
    assert game.view("everyone").pictures.recruited == ("butterfield",)
    assert is_turn_of(game, "nixon")


WEB = ["rim1:green", "spoke1:yellow", "inner1:blue", "rim4:yellow", "spoke3:blue", "inner3:green"]
"""Paths for Martha Mitchell and Butterfield."""


@pytest.mark.rule("1.4", "1.5", "7.1")
def test_recruiting_a_second_connected_informant_wins_before_a_marker_moves() -> None:
    game = editors(24, board=WEB, pictures=["martha_mitchell"])
    happened = play(game, "play 24 action")
    assert game.decider is None
    assert str(game.result) == "Result(winner='editor', way='connection')"
    assert keys(happened)[-1] == "won"
    assert game.view("everyone").momentum_at == "0"
    assert game.view("everyone").pictures.connected == ("martha_mitchell", "butterfield")


@pytest.mark.rule("1.4", "7.1")
@pytest.mark.parametrize("gap", WEB[3:])
def test_recruiting_does_not_win_over_face_down_evidence(gap: str) -> None:
    space, _, token = gap.partition(":")
    web = [spot for spot in WEB if spot != gap]
    game = editors(24, board=[*web, f"{space}:-{token}"], pictures=["martha_mitchell"])
    play(game, "play 24 action")
    assert game.result is None
    assert kind(game) == "either"


# Deep Throat


@pytest.mark.rule("7.16")
def test_deep_throat_chooses_among_the_face_down_pictures_only() -> None:
    game = editors(30, pictures=["-dean", "sloan", "-woods"])
    play(game, "play 30 action")
    assert texts(game) == ["choose dean", "choose woods"]
    play(game, "choose woods")
    pictures = game.view("everyone").pictures
    assert (pictures.recruited, pictures.silenced) == (("sloan",), ("dean",))
    assert "woods" in pictures.supply
    assert game.view("everyone").initiative_at == "E3"


@pytest.mark.rule("7.16", "4.10")
def test_deep_throat_must_free_the_only_face_down_picture() -> None:
    game = editors(30, pictures=["-dean"])
    play(game, "play 30 action")
    assert texts(game) == ["choose dean"]


@pytest.mark.rule("7.16", "4.10")
@pytest.mark.parametrize("pictures", [[], ["dean"]])
def test_deep_throat_without_a_face_down_picture_just_moves_initiative(
    pictures: list[str],
) -> None:
    game = editors(30, pictures=pictures)
    play(game, "play 30 action")
    assert game.view("everyone").initiative_at == "E3"
    assert game.view("everyone").pictures.recruited == tuple(pictures)
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("7.16", "5.1")
def test_deep_throat_may_gain_the_initiative() -> None:
    game = editors(30, initiative="nixon", initiative_at="E2")
    play(game, "play 30 action")
    assert game.view("everyone").initiative_at is None
    assert game.view("everyone").initiative == "editor"


@pytest.mark.rule("7.16", "7.1")
def test_a_picture_that_deep_throat_frees_can_be_recruited() -> None:
    game = editors(30, editor=[30, 27], pictures=["-dean"])
    play(game, "play 30 action", "choose dean", "play 15 value", "choose momentum")
    play(game, "play 27 action")
    assert game.view("everyone").pictures.recruited == ("dean",)


# The Rose Mary stretch


@pytest.mark.rule("7.16")
def test_the_stretch_takes_any_face_up_token_with_green_from_any_place() -> None:
    lying = ["green@N4", "yellow-green@0", "blue-green@E1", "green*@E4"]
    game = editors(
        31, track=[*lying, "blue@N1", "yellow*@E1", "blue-yellow@E3"], facedown=["green"]
    )
    play(game, "play 31 action")
    assert texts(game) == [f"choose {token}" for token in lying]


@pytest.mark.rule("7.16", "5.6")
@pytest.mark.parametrize(
    ("token", "spaces"),
    [
        ("green", GREEN_SPACES),
        ("blue-green", BLUE_SPACES + GREEN_SPACES),
        ("yellow-green", YELLOW_SPACES + GREEN_SPACES),
    ],
)
def test_what_the_stretch_takes_is_pinned_face_up(token: str, spaces: list[str]) -> None:
    game = editors(31, track=[f"{token}@N3"])
    play(game, "play 31 action", f"choose {token}@N3")
    assert sorted(texts(game)) == sorted(f"pin {space}" for space in spaces)
    play(game, f"pin {spaces[0]}")
    assert board(game) == [f"{spaces[0]}:{token}"]
    assert track(game) == []


@pytest.mark.rule("7.16", "5.7")
def test_the_stretch_uses_the_symbol_of_what_it_pins() -> None:
    game = editors(31, track=["green*@N4"])
    play(game, "play 31 action", "choose green*@N4", "pin inner3")
    assert game.view("everyone").momentum_at == "E1"


@pytest.mark.rule("7.16", "4.10")
def test_the_stretch_without_face_up_green_changes_nothing() -> None:
    game = editors(31, track=["blue@E2"], facedown=["green", "green*"])
    before = scene(game)
    play(game, "play 31 action")
    assert scene(game) == before
    assert where(game)[31] == "removed"
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("7.16", "5.8")
def test_the_stretch_bags_a_token_no_space_fits() -> None:
    game = editors(
        31, board=full(GREEN_SPACES, "green", "yellow-green"), track=["green*@E2", "green*@N1"]
    )
    bag = game.view("editor").bag_count
    happened = play(game, "play 31 action", "choose green*@E2")
    assert "evidence_bagged" in keys(happened)
    view = game.view("everyone")
    assert (track(game), view.bag_count, view.momentum_at) == (["green*@N1"], bag + 1, "0")
    assert is_turn_of(game, "nixon")


# The "smoking gun" tape


@pytest.mark.rule("7.16", "4.12")
def test_the_smoking_gun_picks_a_face_down_token_blindly() -> None:
    game = editors(32, facedown=["green", "green", "blue*"])
    play(game, "play 32 action")
    view = game.view("everyone")
    assert (view.initiative_at, view.momentum_at) == ("E2", "E2")
    assert texts(game) == ["choose facedown"]
    play(game, "choose facedown")
    assert game.decider == CHANCE
    weights = {str(game.notation.moves[n]): weight for n, weight in game.outcomes().items()}
    assert weights == {"reveal blue*": 1, "reveal green": 2}
    play(game, "reveal green")
    assert track(game) == ["green@E1"]
    assert game.view("everyone").facedown.tokens == ("blue*", "green")


@pytest.mark.rule("7.16", "4.10")
def test_the_smoking_gun_leaves_out_the_face_down_token_that_is_not_there() -> None:
    game = editors(32, track=["green@E1"])
    play(game, "play 32 action")
    assert (track(game), game.view("everyone").momentum_at) == (["green@E1"], "E2")
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("7.16", "4.9", "5.4")
def test_the_smoking_gun_settles_gained_momentum_before_it_goes_on() -> None:
    game = editors(32, momentum_at="E3", momentum="2/0/6", facedown=["green"])
    play(game, "play 32 action")
    assert game.decider == CHANCE
    assert kind(game) == "draw_token"
    play(game, "draw blue", "pin inner1")
    assert texts(game) == ["choose facedown"]


# Bob Woodward


@pytest.mark.rule("7.17", "4.4")
@pytest.mark.parametrize("marker", ["initiative", "momentum"])
def test_woodward_lays_a_new_token_on_e2_and_moves_a_marker(marker: str) -> None:
    game = editors(33, editor=[33, 34])
    before = where(game)
    play(game, "play 33 action")
    assert (game.decider, kind(game)) == (CHANCE, "draw_token")
    play(game, "draw blue-green")
    assert track(game) == ["blue-green@E2"]
    assert texts(game) == ["choose initiative", "choose momentum"]
    play(game, f"choose {marker}")
    view = game.view("everyone")
    assert (view.initiative_at, view.momentum_at) == (
        ("E2", "0") if marker == "initiative" else ("0", "E2")
    )
    assert changes(before, game) == {33: "discard"}
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("7.17", "4.12")
def test_woodward_draws_each_token_of_the_bag_with_the_same_chance() -> None:
    game = editors(33, track=["green@0"] * 3, facedown=["blue"] * 4)
    play(game, "play 33 action")
    weights = {str(game.notation.moves[n]): weight for n, weight in game.outcomes().items()}
    assert weights["draw green"] == 1
    assert "draw blue" not in weights
    assert sum(weights.values()) == game.view("editor").bag_count == 29


@pytest.mark.rule("7.17", "4.10")
def test_woodward_with_an_empty_bag_only_moves_a_marker() -> None:
    game = editors(33, editor=[33, 34], **BAG)
    assert game.view("editor").bag_count == 0
    play(game, "play 33 action")
    assert texts(game) == ["choose initiative", "choose momentum"]


@pytest.mark.rule("7.17")
def test_woodward_moves_the_only_marker_on_the_track() -> None:
    game = editors(33, momentum_at="-", momentum="1/0/8")
    play(game, "play 33 action", "draw blue")
    assert texts(game) == ["choose initiative"]


@pytest.mark.rule("7.17", "4.10")
def test_woodward_without_markers_on_the_track_asks_nothing() -> None:
    game = editors(33, editor=[33], initiative_at="-", momentum_at="-", momentum="1/0/8")
    play(game, "play 33 action", "draw blue")
    assert track(game) == ["blue@E2"]
    assert is_turn_of(game, "nixon")


# Carl Bernstein


@pytest.mark.rule("7.17", "4.4", "4.11")
@pytest.mark.parametrize(("space", "token"), [("inner1", "blue"), ("rim4", "yellow*")])
def test_bernstein_takes_a_token_from_the_board_face_up_to_0(space: str, token: str) -> None:
    game = editors(34, board=["inner1:blue", "rim4:-yellow*"], facedown=["green"])
    before = where(game)
    play(game, "play 34 action")
    assert texts(game) == ["choose inner1", "choose rim4"]
    play(game, f"choose {space}")
    assert track(game) == [f"{token}@0"]
    assert len(board(game)) == 1
    assert game.view("everyone").facedown.tokens == ("green",)
    assert changes(before, game) == {34: "discard"}
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("7.17", "5.6")
def test_the_space_bernstein_empties_can_be_used_again() -> None:
    game = editors(34, editor=[34, 37], board=["inner1:-blue"])
    play(game, "play 34 action", "choose inner1", "play 15 value", "choose momentum")
    play(game, "play 37 action", "draw blue*")
    assert "pin inner1" in texts(game)


@pytest.mark.rule("7.17", "4.10")
def test_bernstein_must_take_a_token_even_from_the_editors_own_path() -> None:
    game = editors(34, board=WEB, pictures=["martha_mitchell"])
    play(game, "play 34 action")
    assert texts(game) == [f"choose {spot.partition(':')[0]}" for spot in sorted(WEB, key=_order)]
    play(game, "choose inner1")
    assert game.view("everyone").pictures.connected == ()


def _order(spot: str) -> int:
    names = ["inner1", "inner3", "spoke1", "spoke3", "rim1", "rim4"]
    return names.index(spot.partition(":")[0])


@pytest.mark.rule("7.17", "4.10")
def test_bernstein_changes_nothing_on_an_empty_board() -> None:
    game = editors(34, track=["blue@E1"])
    before = scene(game)
    play(game, "play 34 action")
    assert scene(game) == before
    assert where(game)[34] == "discard"
    assert is_turn_of(game, "nixon")


# Who is paying the lawyers?


@pytest.mark.rule("7.18")
def test_the_lawyers_may_move_no_evidence() -> None:
    game = editors(36, track=["blue@E1", "green@N2"])
    play(game, "play 36 action")
    assert texts(game) == ["pass", "choose green@N2", "choose blue@E1"]
    play(game, "pass")
    view = game.view("everyone")
    assert (view.initiative_at, view.momentum_at) == ("E2", "E1")
    assert track(game) == ["green@N2", "blue@E1"]
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("7.18")
def test_the_lawyers_may_move_one_token() -> None:
    game = editors(36, track=["blue@E1", "green@N2"])
    play(game, "play 36 action", "choose green@N2")
    assert texts(game) == ["pass", "choose blue@E1"]
    play(game, "pass")
    assert track(game) == ["green@N1", "blue@E1"]
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("7.18")
def test_the_lawyers_move_two_tokens_at_most() -> None:
    game = editors(36, track=["blue@E1", "green@N2", "yellow@0"])
    play(game, "play 36 action", "choose green@N2", "choose yellow@0")
    assert track(game) == ["green@N1", "blue@E1", "yellow@E1"]
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("7.18", "4.13")
def test_the_lawyers_cannot_move_one_token_twice() -> None:
    game = editors(36, track=["blue@E1"], facedown=["blue"])
    play(game, "play 36 action", "choose blue@E1")
    assert track(game) == ["blue@E2"]
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("7.18", "4.13")
def test_the_lawyers_may_move_two_alike_tokens_of_one_place() -> None:
    game = editors(36, track=["blue@E1", "blue@E1"])
    play(game, "play 36 action", "choose blue@E1")
    assert texts(game) == ["pass", "choose blue@E1"]
    play(game, "choose blue@E1")
    assert track(game) == ["blue@E2", "blue@E2"]


@pytest.mark.rule("7.18", "4.13")
def test_the_lawyers_move_a_token_that_the_first_one_joins() -> None:
    game = editors(36, track=["blue@E1", "blue@E2"])
    play(game, "play 36 action", "choose blue@E1")
    assert track(game) == ["blue@E2", "blue@E2"]
    assert texts(game) == ["pass", "choose blue@E2"]
    play(game, "choose blue@E2")
    assert track(game) == ["blue@E2", "blue@E3"]
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("7.18", "4.9", "4.13")
def test_a_token_the_lawyers_gain_is_settled_before_the_second_is_chosen() -> None:
    game = editors(36, track=["blue*@E4", "blue*@E3"], momentum_at="E3", momentum="2/0/6")
    play(game, "play 36 action", "choose blue*@E4")
    assert kind(game) == "pin"
    play(game, "pin inner1")
    assert (game.decider, kind(game)) == (CHANCE, "draw_token"), "the trial draws a token"
    play(game, "draw green", "pin inner3")
    assert board(game) == ["inner1:blue*", "inner3:green"]
    assert texts(game) == ["pass", "choose blue*@E3"]
    play(game, "choose blue*@E3")
    assert track(game) == ["blue*@E4"]


@pytest.mark.rule("7.18", "4.10")
def test_the_lawyers_without_face_up_evidence_ask_nothing() -> None:
    game = editors(36, facedown=["blue", "green"])
    play(game, "play 36 action")
    assert game.view("everyone").facedown.count == 2
    assert is_turn_of(game, "nixon")


# The Pentagon papers


@pytest.mark.rule("7.18", "5.6", "5.7")
def test_the_pentagon_papers_pin_a_token_from_the_bag() -> None:
    game = editors(37)
    play(game, "play 37 action")
    assert (game.decider, kind(game)) == (CHANCE, "draw_token")
    play(game, "draw yellow*")
    assert sorted(texts(game)) == sorted(f"pin {space}" for space in YELLOW_SPACES)
    play(game, "pin inner5")
    assert board(game) == ["inner5:yellow*"]
    assert game.view("everyone").momentum_at == "E1"


@pytest.mark.rule("7.18", "4.10")
def test_the_pentagon_papers_with_an_empty_bag_change_nothing() -> None:
    game = editors(37, **BAG)
    before = scene(game)
    play(game, "play 37 action")
    assert scene(game) == before
    assert where(game)[37] == "removed"


@pytest.mark.rule("7.18", "5.8")
def test_the_pentagon_papers_put_back_what_has_no_space() -> None:
    game = editors(37, board=full(BLUE_SPACES, "blue", "blue-yellow"))
    bag = game.view("editor").bag_count
    happened = play(game, "play 37 action", "draw blue*")
    assert [e.params for e in happened if e.key == "evidence_bagged"] == [
        {"token": "blue*", "start": "bag"}
    ]
    seen = last_told(game, "nixon", 2)
    assert seen.params == {"token": "blue*", "start": "bag"}, "both see it"
    assert (game.view("editor").bag_count, game.view("editor").momentum_at) == (bag, "0")
    assert is_turn_of(game, "nixon")


# The Watergate complex


@pytest.mark.rule("7.18", "4.12")
def test_the_watergate_complex_moves_initiative_then_face_up_then_face_down() -> None:
    game = editors(38, track=["blue@N1", "green@E1"], facedown=["yellow", "blue*"])
    play(game, "play 38 action")
    assert game.view("everyone").initiative_at == "E3"
    assert texts(game) == ["choose blue@N1", "choose green@E1"]
    play(game, "choose blue@N1")
    assert track(game) == ["blue@E1", "green@E1"]
    assert texts(game) == ["choose facedown"]
    play(game, "choose facedown", "reveal blue*")
    assert sorted(track(game)) == ["blue*@E1", "blue@E1", "green@E1"]
    assert game.view("everyone").facedown.tokens == ("yellow",)


@pytest.mark.rule("7.18", "4.10")
def test_the_watergate_complex_leaves_out_what_is_not_there() -> None:
    game = editors(38, facedown=["yellow"])
    play(game, "play 38 action")
    assert texts(game) == ["choose facedown"]
    game = editors(38, track=["green@N4"])
    play(game, "play 38 action", "choose green@N4")
    assert track(game) == ["green@N2"]
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("7.18", "4.9")
def test_the_watergate_complex_settles_a_gain_before_the_face_down_token() -> None:
    game = editors(38, track=["green@E3"], facedown=["yellow"])
    play(game, "play 38 action", "choose green@E3")
    assert kind(game) == "pin"
    play(game, "pin rim1")
    assert texts(game) == ["choose facedown"]


# Saturday night massacre


@pytest.mark.rule("7.18", "4.11")
def test_the_massacre_sends_all_evidence_of_both_halves_back_to_0() -> None:
    game = editors(
        39,
        track=["blue@N4", "blue@N4", "green*@E4", "yellow@0"],
        facedown=["green", "blue*"],
        initiative_at="N3",
        momentum_at="N2",
    )
    play(game, "play 39 action")
    view = game.view("everyone")
    assert (view.initiative_at, view.momentum_at) == ("0", "N2"), "momentum stays"
    assert sorted(track(game)) == ["blue@0", "blue@0", "green*@0", "yellow@0"]
    assert view.facedown.tokens == ("blue*", "green"), "each stays as it lies"
    assert texts(game) == ["choose facedown", "choose blue@0", "choose yellow@0", "choose green*@0"]
    play(game, "choose green*@0")
    assert sorted(track(game)) == ["blue@0", "blue@0", "green*@E1", "yellow@0"]
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("7.18", "4.12")
def test_the_massacre_may_pick_a_face_down_token_blindly() -> None:
    game = editors(39, track=["blue@N4"], facedown=["green", "blue*"], initiative_at="E3")
    play(game, "play 39 action", "choose facedown")
    assert game.decider == CHANCE
    assert texts(game) == ["reveal blue*", "reveal green"]
    play(game, "reveal green")
    assert track(game) == ["blue@0", "green@E1"]
    assert game.view("everyone").initiative_at == "0"


@pytest.mark.rule("7.18", "4.10")
def test_the_massacre_without_evidence_returns_initiative_and_is_done() -> None:
    game = editors(39, initiative_at="E3")
    play(game, "play 39 action")
    assert game.view("everyone").initiative_at == "0"
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("7.18", "5.1")
def test_the_massacre_does_not_bring_back_gained_initiative() -> None:
    game = editors(39, initiative_at="-", track=["blue@N4"])
    play(game, "play 39 action", "choose blue@0")
    assert game.view("everyone").initiative_at is None


# The system works


@pytest.mark.rule("7.19", "8.6")
@pytest.mark.parametrize("card", EDITOR_EVENTS)
def test_the_system_works_uses_any_removed_event_again(card: int) -> None:
    action = EDITOR_EVENTS[card]
    game = editors(SYSTEM_WORKS, editor_removed=[card], **action.setting)
    before = where(game)
    play(game, "play 41 action")
    assert texts(game) == [f"reuse {card}"]
    play(game, f"reuse {card}", *action.moves)
    assert scene(game) == action.result
    assert changes(before, game) == {SYSTEM_WORKS: "removed"}, "and the other stays removed"
    assert is_turn_of(game, "nixon")


@pytest.mark.rule("7.19")
def test_the_system_works_needs_a_removed_card() -> None:
    game = editors(SYSTEM_WORKS, editor_discard=[24, 30])
    assert "play 41 action" not in texts(game)
    assert "play 41 value" in texts(game)


@pytest.mark.rule("7.19")
def test_the_system_works_never_names_a_reaction_nor_nixons_cards() -> None:
    reactions = [BRADLEE, DEMONSTRATION, FOLLOW_THE_MONEY]
    hand = {"editor": [SYSTEM_WORKS], "nixon_removed": [MITCHELL, 16, 17]}
    game = editors(SYSTEM_WORKS, editor_removed=reactions, **hand)
    assert "play 41 action" not in texts(game)
    game = editors(SYSTEM_WORKS, editor_removed=[*reactions, 37], **hand)
    play(game, "play 41 action")
    assert texts(game) == ["reuse 37"]


@pytest.mark.rule("7.19")
def test_the_system_works_does_not_name_a_card_in_the_discard_pile() -> None:
    game = editors(SYSTEM_WORKS, editor_removed=[30], editor_discard=[31, 32])
    play(game, "play 41 action")
    assert texts(game) == ["reuse 30"]


@pytest.mark.rule("7.19", "7.1")
@pytest.mark.parametrize("card", INFORMANT_OF)
def test_the_system_works_names_an_informant_card_only_if_the_picture_is_in_the_supply(
    card: int,
) -> None:
    picture = INFORMANT_OF[card]
    game = editors(SYSTEM_WORKS, editor_removed=[card], pictures=[picture])
    assert "play 41 action" not in texts(game)
    game = editors(SYSTEM_WORKS, editor_removed=[card, 37], pictures=[f"-{picture}"])
    play(game, "play 41 action")
    assert texts(game) == ["reuse 37"]


@pytest.mark.rule("7.19")
def test_after_its_value_was_used_the_system_works_is_discarded() -> None:
    game = editors(SYSTEM_WORKS, editor_removed=[30])
    play(game, "play 41 value", "choose initiative")
    assert where(game)[SYSTEM_WORKS] == "discard"


# Reaction cards on a turn


@pytest.mark.rule("7.17", "7.19", "8.1")
@pytest.mark.parametrize("card", [BRADLEE, DEMONSTRATION, FOLLOW_THE_MONEY])
def test_a_reaction_card_has_only_its_value_on_a_turn(card: int) -> None:
    value = {BRADLEE: 2, DEMONSTRATION: 1, FOLLOW_THE_MONEY: 3}[card]
    game = editors(card, editor=[card])
    assert texts(game) == [f"play {card} value"]
    play(game, f"play {card} value", "choose momentum")
    assert game.view("everyone").momentum_at == f"E{value}"
    assert where(game)[card] == "discard"


# 7.21


@pytest.mark.rule("7.21")
@pytest.mark.parametrize("card", [*EDITOR_EVENTS, SYSTEM_WORKS])
def test_a_brilliant_mood_silences_the_action_of_every_event(card: int) -> None:
    setting: Mapping[str, Any] = {"editor_removed": [37]}
    if card != SYSTEM_WORKS:
        setting = EDITOR_EVENTS[card].setting
    game = editors(card, editor=[card], marks=["late", "silent"], **setting)
    assert texts(game) == [f"play {card} value"]


@pytest.mark.rule("7.21")
@pytest.mark.parametrize("card", [33, 34])
def test_journalists_work_in_a_brilliant_mood(card: int) -> None:
    game = editors(card, board=["inner1:-blue"], marks=["late", "silent"])
    before = where(game)
    play(game, f"play {card} action")
    while not is_turn_of(game, "nixon"):
        play(game, texts(game)[0])
    assert track(game) == ["blue*@E2" if card == 33 else "blue@0"]
    assert changes(before, game) == {card: "discard"}


@pytest.mark.rule("7.21", "5.4")
def test_the_abilities_of_momentum_work_in_a_brilliant_mood() -> None:
    game = editors(32, momentum_at="E3", momentum="2/0/6", marks=["late", "silent"])
    play(game, "play 32 value", "choose momentum")
    assert (game.decider, kind(game)) == (CHANCE, "draw_token")
    play(game, "draw blue", "pin inner1")
    assert board(game) == ["inner1:blue"]


@pytest.mark.rule("7.21", "3.3")
def test_the_next_round_ends_the_silence() -> None:
    game = editors(32, editor=[32], nixon=[], marks=["late", "silent"])
    play(game, "play 32 value", "choose momentum")
    assert game.round == 3
    assert not game.view("everyone").events_silent
