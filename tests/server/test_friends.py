"""Two people play by link: the whole way from the invitation to the rematch."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
import time
from pathlib import Path

import httpx
import pytest

from tests.server.clients import Person, friends, play_on, until
from tests.server.running import RunningServer, running
from watergate.server.home_network import Network
from watergate.server.problems import Problem
from watergate.server.settings import Settings


def test_two_people_play_a_game_to_its_end(server: RunningServer) -> None:
    ann, bob, game = friends(server.url)
    play_on([ann, bob], random.Random(1))
    ending = ann.table["status"]["ending"]
    bob.hear_status(lambda status: status["ending"] == ending)
    assert ann.table["view"]["viewer"] == "everyone"
    assert ann.post(f"/games/{game}/rematch") == {"id": None, "links": None}
    bob.hear_status(lambda status: status["offer"] == {"what": "rematch_swapped", "by": "editor"})
    rematch = bob.post(f"/games/{game}/rematch")["id"]
    ann.hear_status(lambda status: status["rematch"] == rematch)
    assert ann.post(f"/games/{game}/rematch")["id"] == rematch
    assert bob.follow(rematch)["you"] == "editor"


def test_a_rematch_is_asked_for_with_either_side(server: RunningServer) -> None:
    ann, bob, game = friends(server.url)
    ann.post(f"/games/{game}/resign", {"key": "give-up-1"})
    ann.post(f"/games/{game}/rematch", {"swap": True})
    offer = {"what": "rematch_swapped", "by": "editor"}
    bob.hear_status(lambda status: status["offer"] == offer)
    bob.post(
        f"/games/{game}/answer", {"offer": "rematch_swapped", "accept": False, "key": "no-thanks"}
    )
    ann.hear_status(lambda status: status["offer"] is None)
    assert bob.post(f"/games/{game}/rematch", {"swap": False})["id"] is None
    ann.hear_status(lambda status: status["offer"] == {"what": "rematch", "by": "nixon"})
    ann.post(f"/games/{game}/answer", {"offer": "rematch", "accept": True, "key": "with-joy"})
    bob.hear_status(lambda status: status["rematch"] is not None)
    assert bob.follow(bob.table["status"]["rematch"])["you"] == "nixon"


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
    assert bob.post(f"/games/{game}/invitation", seat)["state"] == "gone"
    assert bob.post(f"/games/{game}/join", seat, status=409)["problem"]["code"] == "game_over"
    assert ann.get("/me/games", state="open") == []
    assert ann.get("/me/games", state="over") == []
    assert ann.get("/me/statistics")["played"] == 0


def test_who_comes_too_late_may_watch(server: RunningServer) -> None:
    ann, bob, carl = (Person(server.url, name) for name in ("Ann", "Bob", "Carl"))
    made = ann.new_game(options={"hints": False, "reactions": "hold"})
    code = made["links"]["invite"]["nixon"].partition("#")[2]
    seat = {"side": "nixon", "code": code}
    asked = carl.post(f"/games/{made['id']}/invitation", seat)
    assert (asked["state"], asked["watch"]) == ("open", None)
    assert (asked["options"]["hints"], asked["options"]["reactions"]) == (False, "hold")
    bob.accept(made)
    late = carl.post(f"/games/{made['id']}/invitation", seat)
    assert (late["state"], late["watch"]) == ("taken", made["links"]["watch"])
    watch = late["watch"].partition("#")[2]
    assert carl.get(f"/games/{made['id']}", code=watch)["you"] == "spectator"


def test_unfinished_games_are_put_away_and_taken_out_again(tmp_path: Path) -> None:
    """What is put away does not count, and invitations that nobody takes expire."""
    with running(tmp_path, games_per_person=2, invitation_days=1) as server:
        ann, bob = Person(server.url), Person(server.url, "Bob")
        game, old = ann.new_game(nixon="random")["id"], ann.new_game()["id"]
        away = f"/api/me/games/{game}/away"
        ann.post("/games", {"nixon": "random"}, status=429)
        assert bob.http.put(away).status_code == 403
        assert [ann.http.put(away).status_code for _ in range(2)] == [204, 204]
        assert [one["id"] for one in ann.get("/me/games", state="open")] == [old]
        assert [one["id"] for one in ann.get("/me/games", state="away")] == [game]
        invited = ann.new_game()
        bob.accept(invited)
        refused = ann.http.put(f"/api/me/games/{invited['id']}/away")
        assert refused.json()["problem"]["code"] == "others_wait"
        assert ann.http.delete(away).status_code == 204
        assert ann.get("/me/games", state="away") == []
        server.stop()
        with contextlib.closing(sqlite3.connect(server.database)) as connection, connection:
            connection.execute(
                "UPDATE games SET created_at = created_at - 86400001 WHERE id = ?", (old,)
            )
        server.start()
        while old in {one["id"] for one in ann.get("/me/games", state="open")}:
            time.sleep(0.05)
        assert ann.get(f"/games/{old}")["status"]["ending"]["way"] == "withdrawn"


def test_a_server_is_opened_to_the_network_and_says_where_others_find_it(tmp_path: Path) -> None:
    """The network's address is a second one of this computer here, so that a test has it."""
    with running(tmp_path, network_address="127.0.0.2") as server:
        ann, port = Person(server.url), server.url.rpartition(":")[2]
        assert ann.get("/network") == {"address": None, "can_be_opened": True}
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"http://127.0.0.2:{port}/healthz")
        stranger = httpx.post(f"{server.url}/api/network/open")
        assert stranger.status_code == 401
        opened = {"address": f"http://127.0.0.2:{port}", "can_be_opened": False}
        assert ann.post("/network/open") == opened
        assert ann.get("/network") == opened
        assert ann.post("/network/open", status=409)["problem"]["code"] == "no_network"
        bob = Person(f"http://127.0.0.2:{port}", "Bob")
        bob.accept(ann.new_game())
        assert server.stop() == 0
    with running(tmp_path, host="0.0.0.0", network_address="127.0.0.2") as server:
        port = server.url.rpartition(":")[2]
        found = f"Others in your network find it at http://127.0.0.2:{port}"
        until(lambda: found in server.said())
        assert Person(server.url).get("/network")["address"] == f"http://127.0.0.2:{port}"


@pytest.mark.parametrize(
    ("url", "host"), [("https://watergate.example", "127.0.0.1"), (None, "192.0.2.7")]
)
def test_a_hosted_server_is_not_opened_from_the_page(url: str | None, host: str) -> None:
    network = Network(Settings(network_address="127.0.0.2", url=url, host=host))
    network.listens(1974, lambda host: asyncio.sleep(0))
    assert not network.can_be_opened
    assert network.address == url
    with pytest.raises(Problem, match="no address"):
        asyncio.run(network.open())
