"""Two people play by link: the whole way from the invitation to the rematch."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.server.clients import Person, friends, play_on
from tests.server.running import RunningServer, running


def test_two_people_play_a_game_to_its_end(server: RunningServer) -> None:
    ann, bob, game = friends(server.url)
    play_on([ann, bob], random.Random(1))
    ending = ann.table["status"]["ending"]
    assert ending == bob.table["status"]["ending"]
    assert ann.table["view"]["viewer"] == "everyone"
    rematch = ann.post(f"/games/{game}/rematch")
    assert bob.post(f"/games/{game}/rematch")["id"] == rematch["id"]
    assert bob.follow(rematch["id"])["you"] == "editor"


def test_a_game_outlives_its_server(tmp_path: Path, database: str) -> None:
    """RULES know nothing of laptops: people close them, servers stop, and go on tomorrow."""
    with running(tmp_path, database) as server:
        ann, bob, game = friends(server.url)
        play_on([ann, bob], random.Random(2), most=20)
        view = ann.table["view"]
        ann.leave()
        bob.leave()
        assert server.stop() == 0
        server.start()
        table = ann.follow(game)
        assert {**table["view"], "log": []} == {**view, "log": []}
        bob.follow(game)
        play_on([ann, bob], random.Random(3))
        assert ann.is_over


@pytest.mark.parametrize("player", ["random", "level:1"])
def test_a_game_against_the_computer(server: RunningServer, player: str) -> None:
    ann = Person(server.url)
    made = ann.new_game(nixon=player)
    ann.follow(made["id"])
    play_on([ann], random.Random(4), most=400)
    assert ann.is_over
