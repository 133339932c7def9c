"""Identities without accounts: names, recovery links, lists, statistics, tokens."""

from __future__ import annotations

import random

import httpx

from tests.server.clients import Person, friends, play_on
from tests.server.running import RunningServer


def test_a_browser_gets_an_identity_that_stays(server: RunningServer) -> None:
    ann = Person(server.url)
    again = ann.http.get("/api/me").json()
    assert again["id"] == ann.me["id"]
    assert again["name"] == "Ann"
    assert Person(server.url).me["id"] != ann.me["id"]


def test_a_name_can_be_changed_and_others_see_it(server: RunningServer) -> None:
    ann, bob, game = friends(server.url)
    assert (
        ann.http.patch("/api/me", json={"name": "  Katharine   G. "}).json()["name"]
        == "Katharine G."
    )
    bob.hear_status(lambda status: status["seats"][0]["name"] == "Katharine G.")
    for bad in ("", "   ", "x" * 31, "a\u202eb\x00"):
        answer = ann.http.patch("/api/me", json={"name": bad})
        assert answer.status_code == 400
    assert ann.get(f"/games/{game}")["status"]["seats"][0]["name"] == "Katharine G."


def test_a_recovery_link_carries_an_identity_to_another_device(server: RunningServer) -> None:
    ann, _, game = friends(server.url)
    link = ann.post("/me/recovery")
    assert link["path"] == f"/recover#{link['code']}"
    phone = httpx.Client(base_url=server.url)
    found = phone.post("/api/recover", json={"code": link["code"]}).json()
    assert (found["id"], found["name"]) == (ann.me["id"], "Ann")
    assert phone.get(f"/api/games/{game}").json()["you"] == "editor"
    newer = ann.post("/me/recovery")
    assert phone.post("/api/recover", json={"code": link["code"]}).status_code == 403
    assert phone.post("/api/recover", json={"code": newer["code"]}).status_code == 200
    phone.close()


def test_my_games_say_whose_turn_it_is(server: RunningServer) -> None:
    ann, bob, game = friends(server.url)
    waiting = ann.new_game()
    listed = {row["id"]: row for row in ann.get("/me/games", state="open")}
    assert listed[waiting["id"]]["state"] == "waiting"
    assert listed[game]["your_turn"] is True
    assert bob.get("/me/games")[0]["your_turn"] is False
    bob.leave()
    other_tab = Person(server.url, "Bob's friend")
    assert other_tab.get("/me/games") == []
    ann.move(ann.moves[0])
    ann.answer(type="resign", game=game)
    assert [row["id"] for row in bob.get("/me/games", state="over")] == [game]
    assert bob.get("/me/games", state="open") == []
    first = ann.get("/me/games", limit=1)
    rest = ann.get("/me/games", limit=1, before=first[0]["changed_at"])
    assert {first[0]["id"], rest[0]["id"]} == {game, waiting["id"]}


def test_somebody_who_does_not_follow_hears_that_it_is_their_turn(server: RunningServer) -> None:
    ann, bob, game = friends(server.url)
    bob.say(type="unfollow", game=game)
    bob.say(type="ping")
    bob.hear_of("pong")
    while bob.table["status"]["decider"] != "nixon":
        ann.move(ann.moves[0])
        heard = bob.hear_of("games")
        bob.table["status"] = ann.table["status"]
    assert heard == {"game": game, "your_turn": True, "type": "games"}


def test_statistics_count_by_side_way_and_opponent(server: RunningServer) -> None:
    ann, bob, game = friends(server.url)
    play_on([ann, bob], random.Random(11))
    winner = ann.table["status"]["ending"]["winner"]
    bob.post(f"/games/{game}/rematch")
    rematch = ann.post(f"/games/{game}/rematch")["id"]
    ann.post(f"/games/{rematch}/resign", {"key": "give-up-1"})
    practice = ann.new_game(nixon="level:3")["id"]
    ann.post(f"/games/{practice}/resign", {"key": "give-up-2"})
    hot_seat = ann.new_game(nixon="me")["id"]
    ann.post(f"/games/{hot_seat}/resign", {"key": "give-up-3"})
    told = ann.get("/me/statistics")
    won = int(winner == "editor")
    assert (told["played"], told["won"]) == (3, won)
    assert told["by_side"] == {
        "editor": {"played": 2, "won": won},
        "nixon": {"played": 1, "won": 0},
    }
    assert told["by_opponent"] == {
        "level:3": {"played": 1, "won": 0},
        "person": {"played": 2, "won": won},
    }
    assert told["lost_by"]["resigned"] == 2
    assert bob.get("/me/statistics")["won"] == 2 - won


def test_a_bot_token_does_what_its_scopes_say_and_no_more(server: RunningServer) -> None:
    ann = Person(server.url)
    made = ann.post("/me/tokens", {"name": "my bot", "scopes": ["read"]}, status=201)
    assert made["token"].startswith("wgb_")
    assert ann.get("/me/tokens")[0]["token"] is None
    bot = httpx.Client(base_url=server.url, headers={"Authorization": f"Bearer {made['token']}"})
    assert bot.get("/api/me/games").status_code == 200
    refused = bot.post("/api/games", json={})
    assert refused.status_code == 403
    assert refused.json()["problem"]["params"] == {"scope": "create"}
    assert bot.post("/api/me/tokens", json={"name": "child"}).status_code == 403
    assert ann.http.delete(f"/api/me/tokens/{made['id']}").status_code == 204
    assert bot.get("/api/me/games").status_code == 401
    assert ann.http.delete(f"/api/me/tokens/{made['id']}").status_code == 404
    bot.close()
