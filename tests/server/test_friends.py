"""Two people play by link: the whole way from the invitation to the rematch."""

from __future__ import annotations

import contextlib
import random
import sqlite3
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


def test_who_was_given_a_seat_and_did_not_hear_of_it_may_ask_again(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ann, bob, carl = (Person(server.url, name) for name in ("Ann", "Bob", "Carl"))
        for person in (bob, carl):
            person.new_game()  # so that they are known
        made = ann.new_game()
        with contextlib.closing(sqlite3.connect(server.database)) as connection, connection:
            connection.execute(
                "UPDATE seats SET kind = 'person', person = ? WHERE game = ? AND side = 'nixon'",
                (bob.get("/me")["id"], made["id"]),
            )
        bob.accept(made)
        assert bob.follow(made["id"])["you"] == "nixon"
        with pytest.raises(AssertionError, match="seat_taken"):
            carl.accept(made)


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


def test_an_invitation_can_be_withdrawn_and_leaves_nothing_behind(server: RunningServer) -> None:
    ann, bob = Person(server.url), Person(server.url, "Bob")
    made = ann.new_game()
    game, code = made["id"], made["links"]["invite"]["nixon"].partition("#")[2]
    ann.post(f"/games/{game}/resign", {"key": "put-away"})
    assert ann.get(f"/games/{game}")["status"]["ending"] == {"winner": None, "way": "withdrawn"}
    seat = {"side": "nixon", "code": code}
    assert bob.post(f"/games/{game}/invitation", seat)["state"] == "taken"
    assert bob.post(f"/games/{game}/join", seat, status=409)["problem"]["code"] == "game_over"
    assert ann.get("/me/games", state="open") == []
    assert ann.get("/me/games", state="over") == []
    assert ann.get("/me/statistics")["played"] == 0
