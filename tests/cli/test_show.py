"""The drawing of the table."""

from __future__ import annotations

import itertools

import pytest
from rich.cells import cell_len

from tests.tables import table
from watergate import Game, Viewer, standard_edition
from watergate.lab.simulate import random_game
from watergate.show import draw
from watergate.show.panels import shortened
from watergate.show.signs import letters, plain, short_name, token

EDITION = standard_edition()


def drawn(game: Game, viewer: str = "everyone", width: int = 100) -> list[str]:
    return draw(game.view(viewer), EDITION, width).plain.splitlines()


@pytest.mark.parametrize("viewer", list(Viewer))
def test_every_position_fits_the_terminal(viewer: Viewer) -> None:
    game = random_game(EDITION, 8)
    for ply in range(0, game.ply + 1, 23):
        lines = drawn(game.at(ply), viewer)
        assert max(cell_len(line) for line in lines) == 100
        assert len(lines) <= 40


def test_a_narrow_terminal_gets_80_columns() -> None:
    assert max(cell_len(line) for line in drawn(table(nixon=[9]), width=60)) == 80


def test_hidden_things_are_not_drawn() -> None:
    game = table(turn="editor", editor=[30], nixon=[14, 9], facedown=["green*", "blue"])
    seen, whole = "\n".join(drawn(game, "editor")), "\n".join(drawn(game))
    assert "Howard Hunt" in whole
    assert "Howard Hunt" not in seen
    assert "Deep Throat" in seen
    assert "░ G*░" in whole
    assert "░ G*░" not in seen
    assert seen.count("░ ? ░") == 2
    assert "hand 2 hidden" in seen


def test_cards_known_to_be_in_a_hidden_hand_are_named() -> None:
    game = table(turn="editor", editor=[30], nixon=[14, 9], nixon_known=[14])
    seen = "\n".join(drawn(game, "editor"))
    assert "John Mitchell" in seen
    assert "known:" in seen


def test_faces_differ_without_colour() -> None:
    board = ["inner1:blue", "rim2:-blue*", "spoke1:yellow-green"]
    game = table(editor=[30], nixon=[9], board=board, pictures=["dean", "-sloan"])
    whole = "\n".join(drawn(game))
    assert "[ B ]inner1" in whole
    assert "░ B*░" in whole
    assert "[Y/G]spoke1" in whole
    assert "[Dean]" in whole
    assert "░Sloan░" in whole
    assert "(McCord)" in whole
    assert "( g )inner3" in whole


def test_connected_threads_are_thick() -> None:
    without = "\n".join(drawn(table(editor=[30], nixon=[9], board=["inner1:-blue"])))
    connected = "\n".join(drawn(table(editor=[30], nixon=[9], board=["inner1:blue"])))
    assert "⣿" not in without
    assert "⣿" in connected


def test_the_track_shows_markers_and_tokens_under_their_place() -> None:
    game = table(editor=[30], nixon=[9], track=["blue*@E2", "green@N4"], initiative_at="E1",
                 momentum_at="N3")  # fmt: skip
    lines = drawn(game)
    head = next(line for line in lines if " N5 " in line)
    assert _place_of("<I>", lines) == head.index("E1") // 9
    assert _place_of("<M>", lines) == head.index("N3") // 9
    assert _place_of("[ B*]", lines) == head.index("E2") // 9
    assert _place_of("[ G ]", lines) == head.index("N4") // 9


def _place_of(sign: str, lines: list[str]) -> int:
    return next(line.index(sign) for line in lines if line.startswith("│") and sign in line) // 9


def test_every_space_is_named_once() -> None:
    words = "\n".join(drawn(table(editor=[30], nixon=[9])))
    for space in EDITION.spaces:
        assert space.name in words


def test_notes_say_what_the_table_does_not_show() -> None:
    game = table(turn="editor", editor=[30], nixon=[9], facedown=["blue"], no=["green"],
                 marks=["late", "silent"])  # fmt: skip
    words = "\n".join(drawn(game, "editor"))
    assert "no face-down token is green" in words
    assert "cannot use the action of events" in words


def test_colours_have_letters_of_their_own() -> None:
    assert letters(EDITION) == {"blue": "B", "yellow": "Y", "green": "G"}


def test_tokens_are_all_different_and_five_wide() -> None:
    faces = [
        plain(token(kind.name, EDITION, face_up=up))
        for kind, up in itertools.product(EDITION.token_kinds, (True, False))
    ]
    assert len(set(faces)) == len(faces)
    assert {len(face) for face in faces} == {5}


def test_short_names() -> None:
    assert short_name("mccord", "James McCord") == "McCord"
    assert short_name("martha_mitchell", "Martha Mitchell") == "Martha Mitchell"
    assert shortened("Secure the support of Alexander Butterfield", 25) == "Secure … Butterfield"
    assert shortened("Gambit", 25) == "Gambit"
    assert shortened("Supercalifragilistic", 8) == "Superca…"
