"""Who knows what (RULES 9), and decisions that depend on common knowledge alone (8.11).

Secrecy is tested with pairs of games that differ in one hidden thing: whoever may not know it must
be shown the very same bytes.
"""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

from tests.rules.chains import BRADLEE, MITCHELL, decision, is_turn_of, kind
from tests.tables import EDITOR_CARDS, NIXON_CARDS, keys, play, table, texts
from watergate import CHANCE, Game, redeal, redealt_game, standard_edition, text_of
from watergate.edition.table import table_of
from watergate.rules.chance import seeded_streams
from watergate.rules.ids import MOST_LEGAL
from watergate.rules.playout import MOST_ROUNDS_PLAYED, play_on_at_random
from watergate.rules.views import View


def look_alike(viewer: str, *games: Game) -> bool:
    return len({game.view(viewer).to_json() for game in games}) == 1


def only_known_to(knower: str, *games: Game) -> None:
    """One side tells these games apart; the other side and a spectator do not."""
    other = {"editor": "nixon", "nixon": "editor"}[knower]
    assert not look_alike(knower, *games)
    assert not look_alike("everyone", *games)
    assert look_alike(other, *games)
    assert look_alike("spectator", *games)


def pair(name: str, one: Any, other: Any, **setting: Any) -> tuple[Game, Game]:
    """Two tables that differ in one thing."""
    return table(**{**setting, name: one}), table(**{**setting, name: other})


def both(games: tuple[Game, Game], *moves: str) -> tuple[Game, Game]:
    for game in games:
        play(game, *moves)
    return games


# Hands


@pytest.mark.rule("9.1", "9.4")
@pytest.mark.parametrize("turn", ["editor", "nixon"])
def test_a_hand_is_its_owners_secret(turn: str) -> None:
    only_known_to("nixon", *pair("nixon", [2, 14], [3, 12], editor=[23, 24], turn=turn))
    only_known_to("editor", *pair("editor", [23, 35], [24, 40], nixon=[2, 3], turn=turn))


@pytest.mark.rule("9.1", "9.2", "9.4")
def test_what_is_shown_of_a_hidden_hand_is_its_size_and_what_it_may_hold() -> None:
    game = table(nixon=[9, 14, 21], editor=[23], nixon_discard=[2, 3], nixon_removed=[4])
    for viewer in ("editor", "spectator"):
        nixon = game.view(viewer).nixon
        assert (nixon.hand, nixon.hand_count, nixon.deck_count) == (None, 3, 14)
        assert nixon.unseen == [card for card in NIXON_CARDS if card not in (2, 3, 4)]
    own = game.view("nixon").nixon
    assert own.hand == [9, 14, 21]
    assert own.unseen == [card for card in NIXON_CARDS if card not in (2, 3, 4, 9, 14, 21)]


@pytest.mark.rule("9.1")
@pytest.mark.parametrize(("side", "cards"), [("editor", (30, 31)), ("nixon", (16, 17))])
def test_a_drawn_card_is_seen_by_its_owner_only(side: str, cards: tuple[int, int]) -> None:
    games = []
    for card in cards:
        game = table(turn="editor", editor=[33], initiative_at="E1")
        play(game, "play 33 value", "choose momentum")
        while decision(game).prompt.params["side"] != side:
            play(game, texts(game)[0])
        play(game, f"draw {card}")
        games.append(game)
    only_known_to(side, *games)
    drawn = games[0].view(side).log[-1]
    assert (drawn.key, drawn.params) == ("card_drawn", {"side": side, "card": cards[0]})
    hidden = games[0].view("spectator").log[-1]
    assert (hidden.key, hidden.params) == ("card_drawn_hidden", {"side": side})


@pytest.mark.rule("9.1", "9.4")
def test_a_spectator_sees_neither_hand_nor_face_down_evidence_nor_moves() -> None:
    game = table(nixon=[9, 14], editor=[23, 35], facedown=["blue", "green*"])
    view = game.view("spectator")
    assert (view.editor.hand, view.nixon.hand, view.facedown.tokens) == (None, None, None)
    assert view.facedown.count == 2
    assert view.decision is not None
    assert view.decision.moves is None
    assert view.moves == []
    assert "nixon.hand=?2" in view.position
    assert "editor.hand=?2" in view.position
    assert "facedown=?2" in view.position


@pytest.mark.rule("9.1")
def test_the_moves_are_listed_for_the_decider_only() -> None:
    game = table(nixon=[9, 14], editor=[23, 35])
    assert [str(move) for move in game.view("nixon").moves] == texts(game)
    assert game.view("editor").moves == []
    assert [str(move) for move in game.view("everyone").moves] == texts(game)


@pytest.mark.rule("9.1")
def test_the_moves_of_chance_are_shown_to_no_side() -> None:
    game = table(turn="editor", editor=[33], nixon=[2])
    play(game, "play 33 action")
    assert game.decider == CHANCE
    for viewer in ("editor", "nixon", "spectator", "everyone"):
        pending = game.view(viewer).decision
        assert pending is not None
        assert pending.moves is None


# Face-down evidence


@pytest.mark.rule("9.1", "9.4")
@pytest.mark.parametrize("turn", ["editor", "nixon"])
def test_face_down_evidence_on_the_track_is_nixons_secret(turn: str) -> None:
    hands = {"editor": [23], "nixon": [2], "turn": turn}
    only_known_to("nixon", *pair("facedown", ["blue", "green"], ["yellow*", "blue-green"], **hands))


@pytest.mark.rule("9.1", "9.2")
def test_the_editor_counts_face_down_evidence_among_what_is_unseen() -> None:
    game = table(
        nixon=[2], facedown=["blue", "blue", "green*"], track=["blue@E1"], board=["inner1:-blue"]
    )
    assert game.view("editor").unseen_tokens["blue"] == 2
    assert game.view("editor").unseen_tokens["green*"] == 4
    assert "blue" not in game.view("nixon").unseen_tokens
    assert game.view("nixon").unseen_tokens["green*"] == 3
    for viewer in ("editor", "nixon", "spectator"):
        assert game.view(viewer).bag_count == 31


@pytest.mark.rule("9.1", "3.2")
def test_evidence_laid_out_in_a_new_round_is_seen_by_nixon_only() -> None:
    games = []
    for token in ("blue", "yellow-green"):
        game = table(turn="editor", editor=[33])
        play(game, "play 33 value", "choose momentum")
        while kind(game) != "draw_token":
            play(game, texts(game)[0])
        play(game, f"draw {token}")
        games.append(game)
    only_known_to("nixon", *games)
    assert games[0].view("nixon").log[-1].params == {"token": "blue"}
    assert games[0].view("editor").log[-1].key == "evidence_laid_out_hidden"
    assert games[0].view("editor").log[-1].params == {}
    assert games[0].move_seen(games[0].ply, "editor") is None
    assert str(games[0].move_seen(games[0].ply, "nixon")) == "draw blue"


@pytest.mark.rule("9.1", "7.7")
def test_the_token_ehrlichman_bags_stays_unseen() -> None:
    games = pair("nixon", [13, 2], [13, 2], editor=[23], facedown=["blue", "green"])
    for game, token in zip(games, ("blue", "green"), strict=True):
        play(game, "play 13 action", "pass", f"choose {token}@facedown")
    only_known_to("nixon", *games)
    bagged = [e for e in games[0].log("editor") if e.key.startswith("facedown_bagged")]
    assert [(e.key, e.params) for e in bagged] == [("facedown_bagged_hidden", {})]
    seen = [e for e in games[0].log("nixon") if e.key.startswith("facedown_bagged")]
    assert [(e.key, e.params) for e in seen] == [("facedown_bagged", {"token": "blue"})]
    assert games[0].move_seen(3, "editor") is None
    assert games[0].move_seen(3, "spectator") is None
    assert str(games[0].move_seen(3, "nixon")) == "choose blue@facedown"
    assert games[0].view("editor").unseen_tokens["blue"] == 4


@pytest.mark.rule("9.1", "6.1")
def test_face_down_tokens_go_unseen_to_the_bag_in_evaluation() -> None:
    games = pair("facedown", ["blue", "green"], ["yellow*", "yellow*"], turn="editor", editor=[33])
    both(games, "play 33 value", "choose momentum")
    assert games[0].round == 3
    assert look_alike("editor", *games)
    assert look_alike("spectator", *games)
    assert not look_alike("nixon", *games), "Nixon remembers what they were"
    assert games[0].view("nixon").unseen_tokens == games[1].view("nixon").unseen_tokens
    hidden = [e for e in games[0].log("editor") if e.key == "facedown_bagged_hidden"]
    assert len(hidden) == 2


@pytest.mark.rule("9.1", "4.6")
def test_a_face_down_token_that_is_turned_up_is_seen_by_all() -> None:
    game = table(nixon=[12, 2], editor=[23], editor_discard=[35, 40], facedown=["blue", "green"])
    play(game, "play 12 action", "choose green@facedown")
    for viewer in ("editor", "nixon", "spectator"):
        assert [(t.token, t.at) for t in game.view(viewer).track] == [("green", "N1")]
    assert game.move_seen(2, "editor") is not None


@pytest.mark.rule("9.1", "4.12")
def test_the_editors_blind_pick_shows_one_token_and_no_other() -> None:
    games = pair(
        "facedown",
        ["blue", "green"],
        ["blue", "yellow"],
        turn="editor",
        editor=[32, 33],
        nixon=[2],
        nixon_removed=[MITCHELL],
    )
    both(games, "play 32 action", "choose facedown", "reveal blue")
    only_known_to("nixon", *games)


@pytest.mark.rule("9.1", "4.7")
def test_a_yes_shows_the_token_nixon_picks_and_no_other() -> None:
    games = pair(
        "facedown", ["blue", "blue*"], ["blue", "green"], turn="editor", editor=[33, 34], nixon=[2]
    )
    both(games, "play 33 value", "ask blue")
    only_known_to("nixon", *games)
    both(games, "choose blue@facedown")
    only_known_to("nixon", *games)


# Hunt's drawn card


@pytest.mark.rule("9.1", "7.3")
def test_the_card_hunt_draws_is_hidden_until_it_is_played() -> None:
    games = pair("nixon", [9, 2], [9, 2], editor=[23])
    both(games, "play 9 action", "pass")
    for game, card in zip(games, (3, 14), strict=True):
        play(game, f"draw {card}")
    only_known_to("nixon", *games)
    assert games[0].view("nixon").drawn == 3
    for viewer in ("editor", "spectator"):
        view = games[0].view(viewer)
        assert view.drawn is None
        assert "drawn=?nixon" in view.position
        assert {3, 14} <= set(view.nixon.unseen)
        assert (view.nixon.hand_count, view.nixon.deck_count) == (1, 17)
        assert view.decision is not None
        prompt = text_of(view.decision.prompt, standard_edition())
        assert prompt == "Nixon plays the card just drawn."
    play(games[0], "play 3 value")
    assert games[0].view("editor").in_play == [3, 9]


@pytest.mark.rule("9.1", "7.3")
def test_the_card_hunt_draws_is_named_to_nixon() -> None:
    game = table(nixon=[9, 2], editor=[23])
    play(game, "play 9 action", "pass", "draw 3")
    pending = game.view("nixon").decision
    assert pending is not None
    assert pending.prompt.params["card"] == 3


# Open to both


@pytest.mark.rule("9.2", "9.4")
@pytest.mark.parametrize("viewer", ["editor", "nixon", "spectator", "everyone"])
def test_what_is_open_is_open_to_every_viewer(viewer: str) -> None:
    game = table(
        nixon=[2, 3],
        editor=[23, 24, 25],
        nixon_discard=[4],
        nixon_removed=[5, 6],
        editor_discard=[26],
        editor_removed=[27],
        board=["inner1:blue", "rim4:-yellow*"],
        pictures=["dean", "-sloan"],
        momentum="2/3/3",
        initiative="nixon",
        initiative_at="N1",
        momentum_at="E2",
        facedown=["blue-yellow"],
        no=["green"],
    )
    view = game.view(viewer)
    assert (view.nixon.discard, view.nixon.removed) == ([4], [5, 6])
    assert (view.editor.discard, view.editor.removed) == ([26], [27])
    assert (view.nixon.hand_count, view.editor.hand_count) == (2, 3)
    assert (view.nixon.deck_count, view.editor.deck_count) == (15, 15)
    assert [(p.space, p.token, p.face_up) for p in view.board] == [
        ("inner1", "blue", True),
        ("rim4", "yellow*", False),
    ]
    assert (view.pictures.recruited, view.pictures.silenced) == (["dean"], ["sloan"])
    assert (view.editor.momentum, view.nixon.momentum, view.momentum_supply) == (2, 3, 3)
    assert (view.initiative, view.initiative_at, view.momentum_at) == ("nixon", "N1", "E2")
    assert (view.facedown.count, view.facedown.answered_no) == (1, ["green"])
    assert view.bag_count == 33


@pytest.mark.rule("9.2")
def test_each_side_can_work_out_the_opponents_hand_and_deck_together() -> None:
    game = table(nixon=[2, 3], editor=[23], nixon_discard=[4], nixon_removed=[5])
    own, seen = game.view("nixon").nixon, game.view("editor").nixon
    assert seen.unseen == sorted([*(own.hand or []), *own.unseen])
    assert set(seen.unseen) | {4, 5} == set(NIXON_CARDS)


@pytest.mark.rule("9.2", "4.7")
@pytest.mark.parametrize("viewer", ["editor", "nixon", "spectator"])
def test_questions_and_answers_are_open(viewer: str) -> None:
    game = table(turn="editor", editor=[33, 34], nixon=[2], facedown=["blue"])
    play(game, "play 33 value", "ask green")
    asked = [(e.key, e.params) for e in game.log(viewer)][-2:]
    assert asked == [("asked", {"color": "green"}), ("answered_no", {"color": "green"})]


@pytest.mark.rule("9.2", "7.5")
@pytest.mark.parametrize("viewer", ["editor", "nixon", "spectator"])
def test_the_card_colson_takes_is_open(viewer: str) -> None:
    game = table(nixon=[11, 2], editor=[23, 24], editor_discard=[35, 40])
    play(game, "play 11 action", "lose 24")
    lost = next(e for e in game.log(viewer) if e.key == "card_lost")
    assert lost.params == {"side": "editor", "card": 24}
    assert 24 in game.view(viewer).editor.discard


# What follows from open facts


def facedown_guesses(view: View, times: int = 60) -> set[str]:
    """The kinds of face-down tokens that guesses at a view deal out."""
    rng = random.Random(7)
    games = [redealt_game(view, rng) for _ in range(times)]
    return {kind for game in games for kind in game.view("everyone").facedown.tokens or []}


@pytest.mark.rule("9.3", "4.7")
def test_after_a_no_everyone_knows_that_no_face_down_token_has_the_colour() -> None:
    game = table(turn="editor", editor=[33, 34], nixon=[2], facedown=["blue", "yellow*"])
    assert any("green" in token for token in facedown_guesses(game.view("editor")))
    play(game, "play 33 value", "ask green")
    for viewer in ("editor", "nixon", "spectator"):
        facedown = game.view(viewer).facedown
        assert (facedown.absent, facedown.answered_no) == (["green"], ["green"])
    guessed = facedown_guesses(game.view("editor"))
    assert guessed == {"blue", "blue*", "yellow", "yellow*", "blue-yellow"}


@pytest.mark.rule("9.3", "4.3")
def test_nixons_unused_discard_tells_that_its_colour_is_absent() -> None:
    game = table(
        nixon=[2, 3],
        editor=[33, 34],
        facedown=["blue", "yellow*"],
        initiative_at="-",
        momentum_at="-",
        momentum="1/0/8",
    )
    play(game, "discard 2")
    facedown = game.view("editor").facedown
    assert (facedown.absent, facedown.answered_no) == (["green"], [])
    assert facedown_guesses(game.view("editor")) == {
        "blue", "blue*", "yellow", "yellow*", "blue-yellow",
    }  # fmt: skip
    play(game, "play 33 value")
    assert "ask green" in texts(game), "nobody has answered a question yet (4.8)"


@pytest.mark.rule("9.3", "7.3")
def test_a_drawn_card_that_nixon_discards_unused_tells_the_same() -> None:
    game = table(
        nixon=[9, 3],
        editor=[33, 34],
        facedown=["blue"],
        initiative_at="-",
        momentum_at="-",
        momentum="1/0/8",
        editor_discard=[35, 40],
    )
    play(game, "play 9 action", "draw 8", "discard 8")
    assert game.view("editor").facedown.absent == ["yellow"]


@pytest.mark.rule("9.3", "4.3")
def test_the_editors_unused_discard_tells_nothing() -> None:
    game = table(
        turn="editor",
        editor=[23, 34],
        nixon=[2],
        facedown=["blue"],
        no=["green"],
        absent=["green"],
        initiative_at="-",
        momentum_at="-",
        momentum="1/0/8",
    )
    play(game, "discard 23")
    assert game.view("editor").facedown.absent == ["green"]
    game = table(
        turn="editor",
        editor=[23, 34],
        nixon=[2],
        initiative_at="-",
        momentum_at="-",
        momentum="1/0/8",
    )
    play(game, "discard 23")
    assert game.view("editor").facedown.absent == []


@pytest.mark.rule("9.3", "4.7")
def test_nixon_playing_a_value_tells_nothing_of_colours() -> None:
    game = table(nixon=[2, 3], editor=[33], facedown=["blue"], editor_discard=[42])
    play(game, "play 2 value", "choose momentum")
    assert game.view("editor").facedown.absent == []


@pytest.mark.rule("9.3", "4.7")
def test_while_nixon_picks_after_a_yes_guesses_hold_a_token_of_the_colour() -> None:
    game = table(turn="editor", editor=[33, 34], nixon=[2], facedown=["green", "blue"])
    play(game, "play 33 value", "ask green")
    rng = random.Random(3)
    for _ in range(40):
        guess = redealt_game(game.view("editor"), rng)
        assert any("green" in kind for kind in guess.view("everyone").facedown.tokens or [])
        assert str(guess.decider) == "nixon"
        assert guess.moves


@pytest.mark.rule("9.3", "3.3")
def test_the_next_round_forgets_the_absent_colours() -> None:
    game = table(turn="editor", editor=[33], facedown=["blue"], no=["green"], absent=["green"])
    play(game, "play 33 value", "choose momentum")
    facedown = game.view("editor").facedown
    assert (game.round, facedown.absent, facedown.answered_no) == (3, [], [])


# Known cards


def new_round_with_a_short_deck(*, deck: list[int], discard: int = 6) -> Game:
    """The Editor draws 5 cards for a new round, from a deck of these and then a refilled one."""
    others = [card for card in EDITOR_CARDS if card not in [*deck, 33]]
    game = table(
        turn="editor",
        editor=[33],
        editor_discard=others[:discard],
        editor_removed=others[discard:],
        initiative_at="E1",
    )
    play(game, "play 33 value", "choose momentum", *(f"draw {card}" for card in deck))
    return game


def deal_out(game: Game) -> None:
    while game.decider == CHANCE:
        play(game, texts(game)[0])


@pytest.mark.rule("9.3", "3.1")
@pytest.mark.parametrize("deck", [[40], [40, 41], [39, 40, 41, 42]])
def test_cards_left_in_a_deck_refilled_in_mid_draw_are_known_to_be_in_the_hand(
    deck: list[int],
) -> None:
    game = new_round_with_a_short_deck(deck=deck)
    assert game.view("nixon").editor.known_in_hand == deck
    deal_out(game)
    view = game.view("nixon")
    assert (view.editor.hand, view.editor.hand_count) == (None, 5)
    assert view.editor.known_in_hand == deck
    assert game.view("spectator").editor.known_in_hand == deck
    rng = random.Random(5)
    for _ in range(30):
        guess = redealt_game(view, rng).view("everyone").editor.hand or []
        assert set(deck) <= set(guess)
        assert len(guess) == 5


@pytest.mark.rule("9.3")
def test_cards_drawn_after_the_refill_are_not_known() -> None:
    games = [new_round_with_a_short_deck(deck=[40, 41]) for _ in range(2)]
    play(games[0], "draw 23")
    play(games[1], "draw 24")
    only_known_to("editor", *games)


@pytest.mark.rule("9.3", "3.1")
def test_a_deck_that_is_just_used_up_makes_nothing_known_beyond_what_is_open() -> None:
    game = new_round_with_a_short_deck(deck=[38, 39, 40, 41, 42])
    deal_out(game)
    assert game.view("nixon").editor.known_in_hand == []
    assert game.view("nixon").editor.unseen == [38, 39, 40, 41, 42], "which tells it all anyway"
    guess = redealt_game(game.view("nixon"), random.Random(1))
    assert guess.view("everyone").editor.hand == [38, 39, 40, 41, 42]


@pytest.mark.rule("9.3")
def test_a_known_card_is_known_until_it_is_played() -> None:
    game = table(
        turn="editor",
        editor=[38, 39, 40],
        editor_known=[38, 40],
        nixon=[2, 3],
        nixon_removed=[MITCHELL],
    )
    assert game.view("nixon").editor.known_in_hand == [38, 40]
    play(game, "play 38 value", "choose momentum")
    assert game.view("nixon").editor.known_in_hand == [40]
    play(game, "play 2 value", "choose momentum", "play 39 action", "play 3 value")
    assert game.view("nixon").editor.known_in_hand == [40]


@pytest.mark.rule("9.3")
def test_a_known_reaction_is_no_longer_known_once_it_is_used() -> None:
    game = table(nixon=[12, 2], editor=[BRADLEE, 24], editor_known=[BRADLEE])
    play(game, "play 12 action", "react 35")
    assert game.view("nixon").editor.known_in_hand == []


@pytest.mark.rule("9.3", "7.5")
def test_a_known_card_colson_takes_is_no_longer_in_hand() -> None:
    game = table(nixon=[11, 2], editor=[24, 25], editor_known=[24, 25], editor_discard=[35, 40])
    play(game, "play 11 action", "lose 24")
    assert game.view("nixon").editor.known_in_hand == [25]


@pytest.mark.rule("9.3", "7.10")
def test_hands_that_are_discarded_hold_no_known_cards() -> None:
    game = table(nixon=[16, 2], editor=[24, 25], editor_known=[24], nixon_known=[2])
    play(game, "play 16 action")
    assert game.view("spectator").editor.known_in_hand == []
    assert game.view("spectator").nixon.known_in_hand == []


@pytest.mark.rule("9.3", "7.20")
def test_a_known_conspirator_removed_for_gambit_is_no_longer_in_hand() -> None:
    game = table(nixon=[20, 12, 2], nixon_known=[12, 2], editor=[23])
    play(game, "play 20 action", "remove 12")
    assert game.view("editor").nixon.known_in_hand == [2]


@pytest.mark.rule("9.3", "7.3")
def test_when_hunt_refills_the_deck_the_rest_of_the_hand_is_known() -> None:
    gone = [card for card in NIXON_CARDS if card not in (2, 3, 9, 15, 16)]
    games = pair(
        "nixon",
        [9, 2, 3],
        [9, 2, 3],
        nixon_discard=[15, 16],
        nixon_removed=gone,
        editor=[23],
        editor_discard=[35, 40],
    )
    both(games, "play 9 action")
    assert games[0].view("editor").nixon.known_in_hand == [2, 3]
    play(games[0], "draw 15")
    play(games[1], "draw 16")
    only_known_to("nixon", *games)
    assert games[0].view("editor").nixon.unseen == [2, 3, 15, 16]


@pytest.mark.rule("9.3")
def test_guesses_respect_everything_open() -> None:
    game = table(
        nixon=[2, 3, 14],
        editor=[23, 24],
        nixon_known=[14],
        nixon_discard=[9],
        facedown=["blue", "green"],
        no=["yellow"],
        turn="editor",
    )
    rng = random.Random(11)
    for _ in range(30):
        states = redeal(game.view("editor"), rng)
        guess = Game(states, game.edition)
        assert guess.view("editor").to_json() == game.view("editor").to_json()


# After the game


def won_game() -> Game:
    game = table(nixon=[20, 2], editor=[23], momentum="0/4/4", facedown=["blue"])
    play(game, "play 20 action")
    return game


@pytest.mark.rule("9.4", "1.2")
def test_after_the_game_everything_is_open() -> None:
    game = won_game()
    assert game.decider is None
    view = game.view("everyone")
    assert (view.nixon.hand, view.editor.hand, view.facedown.tokens) == ([2], [23], ["blue"])
    assert view.decision is None
    assert view.result is not None
    assert (view.result.winner, view.result.way) == ("nixon", "momentum")


@pytest.mark.parametrize("viewer", ["editor", "nixon", "spectator"])
def test_the_result_is_in_every_view(viewer: str) -> None:
    view = won_game().view(viewer)
    assert view.result is not None
    assert view.result.winner == "nixon"
    assert (view.decision, view.moves) == (None, [])


@pytest.mark.rule("9.1")
def test_a_view_has_no_other_place_for_secrets() -> None:
    """The fields of the view of a spectator, to the last one: a new one needs a thought here."""
    view = json.loads(table(nixon=[9], editor=[23], facedown=["blue"]).view("spectator").to_json())
    assert sorted(view) == [
        "bag_count", "board", "chain", "connected_spaces", "decision", "drawn", "edition",
        "editor", "events_silent", "facedown", "in_play", "initiative", "initiative_at", "log",
        "momentum_at", "momentum_supply", "nixon", "pictures", "ply", "position", "result",
        "round", "track", "turn", "unseen_tokens", "viewer",
    ]  # fmt: skip
    assert sorted(view["nixon"]) == [
        "deck_count", "discard", "hand", "hand_count", "known_in_hand", "momentum", "removed",
        "unseen",
    ]  # fmt: skip


# Decisions depend on common knowledge alone (8.11)


@pytest.mark.rule("8.11", "4.7")
def test_nixon_is_asked_for_the_token_even_if_only_one_fits() -> None:
    games = pair(
        "facedown", ["blue", "green"], ["blue", "blue*"], turn="editor", editor=[33, 34], nixon=[2]
    )
    both(games, "play 33 value", "ask blue")
    assert texts(games[0]) == ["choose blue@facedown"]
    assert texts(games[1]) == ["choose blue*@facedown", "choose blue@facedown"]
    assert look_alike("editor", *games)


@pytest.mark.rule("8.11", "7.20")
def test_gambits_question_comes_whenever_a_conspirator_could_be_in_hand() -> None:
    games = pair("nixon", [20, 12], [20, 2], editor=[23])
    both(games, "play 20 action")
    assert texts(games[0]) == ["pass", "remove 12"]
    assert texts(games[1]) == ["pass"]
    assert look_alike("editor", *games)
    assert kind(games[0]) == kind(games[1]) == "spare"


@pytest.mark.rule("8.11", "7.20")
def test_gambits_question_does_not_come_where_no_conspirator_can_be_in_hand() -> None:
    game = table(nixon=[20, 2], editor=[23], nixon_discard=[9, 10, 11], nixon_removed=[12, 13, 14])
    play(game, "play 20 action")
    assert is_turn_of(game, "editor")
    game = table(nixon=[20], editor=[23])
    play(game, "play 20 action")
    assert is_turn_of(game, "editor")
    assert game.view("editor").nixon.removed == [20]


@pytest.mark.rule("8.11")
@pytest.mark.parametrize("hand", [[MITCHELL, 2], [3, 2]])
def test_a_window_looks_the_same_to_the_opponent_whoever_holds_what(hand: list[int]) -> None:
    games = pair("nixon", [MITCHELL, 2], hand, turn="editor", editor=[36, 24])
    both(games, "play 36 action")
    assert look_alike("editor", *games)
    both(games, "pass")
    assert look_alike("editor", *games)
    assert [str(m) for m in games[0].history] == [str(m) for m in games[1].history]


@pytest.mark.rule("8.11")
def test_a_conspirators_window_looks_the_same_to_nixon_whoever_holds_what() -> None:
    games = pair("editor", [BRADLEE, 40, 23], [23, 24, 25], nixon=[12, 2])
    both(games, "play 12 action")
    assert texts(games[0]) == ["pass", "react 35", "react 40"]
    assert texts(games[1]) == ["pass"]
    assert look_alike("nixon", *games)
    both(games, "pass")
    assert look_alike("nixon", *games)


@pytest.mark.rule("8.11", "4.12")
def test_the_editor_is_asked_for_a_face_down_token_even_if_it_is_the_only_choice() -> None:
    """Ruling R3."""
    game = table(
        turn="editor", editor=[32, 33], nixon=[2], nixon_removed=[MITCHELL], facedown=["blue"]
    )
    play(game, "play 32 action")
    assert str(game.decider) == "editor"
    assert texts(game) == ["choose facedown"]


# No end in sight


@pytest.mark.rule("9.5")
@pytest.mark.parametrize("number", [999_999_999, 1_000_000_000])
def test_the_round_counter_stays_at_its_bound(number: int) -> None:
    game = table(turn="editor", editor=[33], round_number=number)
    play(game, "play 33 value", "choose initiative")
    assert keys(game.log("everyone"))[-1] == "round_begins"
    assert game.round == 1_000_000_000


@pytest.mark.rule("9.5")
def test_nothing_but_the_rules_ends_a_game_of_people() -> None:
    game = table(turn="editor", editor=[33], round_number=100)
    play(game, "play 33 value", "choose initiative")
    assert game.round == 101
    assert game.result is None
    assert game.moves


@pytest.mark.rule("9.5")
def test_automatic_play_stops_after_a_hundred_rounds() -> None:
    assert MOST_ROUNDS_PLAYED == 100
    game = table(turn="editor", editor=[33], nixon=[2], round_number=101)
    states = game.states.view(np.recarray)
    tables = table_of(game.edition).view(np.recarray)
    moves = np.zeros(MOST_LEGAL, np.int16)
    assert play_on_at_random(states[0], tables[0], seeded_streams(1), moves) == (0, 0)
    game = table(turn="editor", editor=[33], nixon=[2], round_number=100)
    states = game.states.view(np.recarray)
    decisions, _ = play_on_at_random(states[0], tables[0], seeded_streams(1), moves)
    assert decisions > 0


@pytest.mark.rule("9.1")
def test_the_log_of_a_side_tells_what_its_view_shows() -> None:
    game = Game.start(seed=1972)
    assert keys(game.log("editor")).count("card_drawn") == 5
    assert keys(game.log("editor")).count("card_drawn_hidden") == 4
    assert keys(game.log("nixon")).count("card_drawn") == 4
    assert keys(game.log("nixon")).count("evidence_laid_out") == 3
    assert keys(game.log("spectator")).count("card_drawn") == 0
    assert keys(game.log("spectator")).count("evidence_laid_out_hidden") == 3
    assert keys(game.log("everyone")).count("card_drawn") == 9
