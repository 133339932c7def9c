"""Games of every kind: made, looked at, gone on with, looked back on."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.server.clients import Person, friends, play_on
from tests.server.running import RunningServer
from watergate import Game, Side
from watergate.players.advice import MOST_BELIEVED
from watergate.rules import Viewer, read_record, write_record


def finished_record(seed: int = 3) -> Game:
    game = Game.start(seed=seed)
    rng = random.Random(seed)
    while game.decider is not None:
        game.play(rng.choice(game.moves))
    return game


# Making games


def test_whoever_cannot_sit_down_is_refused_with_those_who_can(server: RunningServer) -> None:
    problem = Person(server.url).post("/games", {"nixon": "hal"}, status=400)["problem"]
    assert problem["code"] == "bad_seat"
    assert "level:6" in problem["params"]["allowed"]


def test_only_practice_may_have_a_seed(server: RunningServer) -> None:
    ann = Person(server.url)
    made = [ann.new_game(nixon="random", options={"seed": 7}) for _ in range(2)]
    hands = [ann.get(f"/games/{game['id']}")["view"]["editor"]["hand"] for game in made]
    assert hands[0] == hands[1]
    assert ann.post("/games", {"nixon": "friend", "options": {"seed": 7}}, status=400)
    assert ann.post("/games", {"nixon": "me", "options": {"seed": 7}}, status=400)


def test_hints_are_for_practice_unless_the_creator_says_so(server: RunningServer) -> None:
    ann = Person(server.url)
    cases: list[tuple[str, dict[str, Any], bool]] = [
        ("random", {}, True), ("friend", {}, False), ("friend", {"hints": True}, True),
        ("random", {"hints": False}, False),
    ]  # fmt: skip
    for nixon, options, expected in cases:
        made = ann.new_game(nixon=nixon, options=options)
        assert ann.get(f"/games/{made['id']}")["options"]["hints"] is expected


@pytest.mark.parametrize(
    "start",
    [{}, {"record": "x", "position": "y"}, {"position": "nonsense"}, {"record": "1. draw 99"},
     {"game": "0000000000000000"}],
)  # fmt: skip
def test_a_bad_start_is_refused_and_says_why(server: RunningServer, start: Any) -> None:
    ann = Person(server.url)
    answer = ann.http.post("/api/games", json={"start": start})
    assert answer.status_code in (400, 404)
    assert answer.json()["problem"]["message"]
    assert ann.get("/me/games") == []


def test_a_game_goes_on_from_a_position(server: RunningServer) -> None:
    ann = Person(server.url)
    position = finished_record().at(60).position
    made = ann.new_game(nixon="me", start={"position": position})
    view = ann.get(f"/games/{made['id']}", as_="editor")["view"]
    assert view["round"] == finished_record().at(60).round
    assert view["viewer"] == "editor"


def test_a_record_is_opened_looked_at_and_played_on_from(server: RunningServer) -> None:
    ann = Person(server.url)
    game = finished_record()
    game.tags["Editor"] = "Katharine"
    made = ann.post("/records", {"record": write_record(game)}, status=201)
    opened = ann.get(f"/games/{made['id']}")
    assert opened["view"]["viewer"] == "everyone"
    assert opened["status"]["state"] == "over"
    assert opened["status"]["seats"][0]["player"] == "Katharine"
    steps = ann.get(f"/games/{made['id']}/steps", first=40, count=3)
    assert [step["ply"] for step in steps["steps"]] == [40, 41, 42]
    assert steps["plies"] == game.ply
    assert steps["steps"][0]["move"] == str(game.history[39])
    on = ann.new_game(nixon="random", start={"game": made["id"], "ply": 40})
    assert ann.get(f"/games/{on['id']}")["view"]["ply"] >= 40
    broken = write_record(game).replace("1. draw", "1. steal")
    problem = ann.post("/records", {"record": broken}, status=400)["problem"]
    assert problem["code"] == "bad_record"
    assert "steal" in problem["params"]["reason"]


def test_what_a_side_could_not_know_is_dealt_anew(server: RunningServer) -> None:
    ann = Person(server.url)
    game = finished_record()
    made = ann.post("/records", {"record": write_record(game)}, status=201)
    ply = next(ply for ply in range(60, game.ply) if game.at(ply).decider is Side.EDITOR)
    hands = set()
    for _ in range(8):
        start = {"game": made["id"], "ply": ply, "anew": "editor"}
        on = ann.new_game(editor="me", nixon="me", start=start)
        seen = {
            who: json.dumps(ann.get(f"/games/{on['id']}", as_=who)["view"][who]["hand"])
            for who in ("editor", "nixon")
        }
        assert seen["editor"] == json.dumps(
            list(game.at(ply).view(Viewer.EDITOR).editor.hand or ())
        )
        hands.add(seen["nixon"])
    assert len(hands) > 1
    refused = {"position": game.at(ply).position, "anew": "editor"}
    assert ann.post("/games", {"start": refused}, status=400)


def test_a_game_that_goes_on_cannot_be_played_on_from_or_exported(server: RunningServer) -> None:
    ann, _, game = friends(server.url)
    assert ann.post("/games", {"start": {"game": game}}, status=409)
    refused = ann.http.get(f"/api/games/{game}/record")
    assert refused.status_code == 409
    assert refused.json()["problem"]["code"] == "game_goes_on"
    assert ann.post(f"/games/{game}/curve", status=409)


# At the table


def test_two_at_one_screen_see_through_one_pair_of_eyes_at_a_time(server: RunningServer) -> None:
    ann = Person(server.url)
    game = ann.new_game(nixon="me")["id"]
    assert ann.follow(game)["view"]["viewer"] == "spectator"
    for side, other in (("editor", "nixon"), ("nixon", "editor")):
        view = ann.follow(game, **{"as": side})["view"]
        assert view[side]["hand"]
        assert view[other]["hand"] is None
    rng = random.Random(5)
    while not ann.is_over:
        decider = ann.table["status"]["decider"]
        ann.follow(game, **{"as": decider})
        assert ann.move(rng.choice(ann.moves))["type"] == "done"


def test_computers_play_each_other_and_are_watched_with_open_cards(server: RunningServer) -> None:
    ann, guest = Person(server.url), Person(server.url, "Guest")
    made = ann.new_game(editor="random", nixon="random")
    code = made["links"]["watch"].partition("#")[2]
    table = guest.follow(made["id"], code=code)
    assert table["view"]["viewer"] == "everyone"
    while not guest.is_over:
        guest.say(type="watched", game=made["id"], number=guest.table["number"], wants_next=True)
        guest.hear_of("update")
    assert guest.get(f"/games/{made['id']}/steps", code=code)["plies"] > 100


def test_a_spectator_needs_the_link_and_sees_no_hand(server: RunningServer) -> None:
    ann, _, game = friends(server.url)
    guest = Person(server.url, "Guest")
    code = ann.get(f"/games/{game}/links")["watch"].partition("#")[2]
    assert guest.follow(game)["problem"]["code"] == "not_allowed"
    assert guest.follow(game, code="x" * 27)["problem"]["code"] == "bad_link"
    view = guest.follow(game, code=code)["view"]
    assert view["editor"]["hand"] is None
    assert view["nixon"]["hand"] is None
    ann.move(ann.moves[0])
    assert guest.hear_of("update")["view"]["viewer"] == "spectator"
    assert guest.answer(type="move", game=game, number=2, move="pass")["type"] == "refused"
    assert guest.answer(type="resign", game=game)["problem"]["code"] == "not_allowed"


def test_a_repeated_move_is_acknowledged_again_and_a_late_one_refused(
    server: RunningServer,
) -> None:
    ann, _, game = friends(server.url)
    message = {"type": "move", "game": game, "number": 1, "move": ann.moves[0], "key": "only-once"}
    first = ann.answer(**message)
    assert (first["type"], first["number"]) == ("done", 2)
    assert ann.answer(**message) == first
    late = ann.answer(**{**message, "key": "another"})
    assert late["problem"]["code"] == "stale"
    assert late["number"] == 2
    assert ann.get(f"/games/{game}")["number"] == 2


def test_an_illegal_move_says_why_with_the_rule_and_changes_nothing(server: RunningServer) -> None:
    ann, _, game = friends(server.url)
    before = ann.get(f"/games/{game}")
    for move in ("pass", "play 99 value", "abracadabra", "draw 5"):
        refused = ann.move(move)
        assert refused["problem"]["code"] == "bad_move"
        assert refused["problem"]["params"]["reason"]
    assert ann.get(f"/games/{game}") == before
    why = ann.post(f"/games/{game}/why-not", {"move": "pass"})
    assert why["params"]["rule"]
    assert ann.post(f"/games/{game}/why-not", {"move": ann.moves[0]}) is None
    seen = ann.post(f"/games/{game}/previews", {"moves": ann.moves[:2]})
    assert list(seen) == ann.moves[:2]
    assert all(would_be["events"] for would_be in seen.values())
    assert ann.get(f"/games/{game}/ways")[0]["informants"]


def test_whoever_comes_back_gets_exactly_what_was_missed(server: RunningServer) -> None:
    ann, bob, game = friends(server.url)
    play_on([ann, bob], random.Random(8), most=6)
    since = bob.table["number"]
    heard = len(bob.raw)
    play_on([ann, bob], random.Random(9), most=4)
    live = [text for text in bob.raw[heard:] if '"type":"update"' in text]
    second_tab = Person(server.url, "Bob")
    second_tab.http.cookies = bob.http.cookies
    second_tab.me = bob.me
    second_tab.follow(game, since=since)
    second_tab.say(type="ping")
    second_tab.hear_of("pong")
    missed = [m for m in second_tab.heard if m["type"] == "update"]
    assert [m["number"] for m in missed] == [since + n + 1 for n in range(len(missed))]
    assert missed[-1]["view"] == bob.table["view"]
    assert len(missed) == len(live)
    assert second_tab.follow(game, since=10_000)["type"] == "table"


def test_chat_is_between_the_two_and_can_be_switched_off(server: RunningServer) -> None:
    ann, bob, game = friends(server.url)
    ann.answer(type="chat", game=game, text="  Good   evening ", key="hello-1")
    line = bob.hear_of("chat")["line"]
    assert (line["by"], line["text"], line["name"]) == ("editor", "Good evening", "Ann")
    ann.answer(type="chat", game=game, text="Good evening", key="hello-1")
    guest = Person(server.url, "Guest")
    code = ann.get(f"/games/{game}/links")["watch"].partition("#")[2]
    assert guest.follow(game, code=code)["chat"] == []
    assert len(bob.get(f"/games/{game}")["chat"]) == 1
    ann, bob, silent = friends(server.url, chat=False)
    refused = ann.answer(type="chat", game=silent, text="psst")
    assert refused["problem"]["code"] == "chat_off"


def test_a_pause_is_asked_for_or_taken_when_the_opponent_is_away(server: RunningServer) -> None:
    ann, bob, game = friends(server.url)
    assert ann.answer(type="pause", game=game)["type"] == "done"
    bob.hear_status(lambda status: status["offer"] == {"what": "pause", "by": "editor"})
    assert bob.answer(type="answer", game=game, offer="pause", accept=True)["type"] == "done"
    ann.hear_status(lambda status: status["state"] == "paused")
    assert ann.move("pass")["problem"]["code"] == "paused"
    assert bob.answer(type="resume", game=game)["type"] == "done"
    bob.leave()
    ann.hear_status(lambda status: not status["seats"][1]["present"])
    ann.answer(type="pause", game=game)
    assert ann.get(f"/games/{game}")["status"]["state"] == "paused"


def test_the_record_of_a_finished_game_replays(server: RunningServer) -> None:
    ann, bob, game = friends(server.url)
    play_on([ann, bob], random.Random(21))
    text = ann.http.get(f"/api/games/{game}/record").text
    replayed = read_record(text)
    assert replayed.tags["Editor"] == "Ann"
    assert replayed.result is not None
    assert replayed.result.winner == ann.table["status"]["ending"]["winner"]
    for eyes in ("editor", "nixon", "everyone", "spectator"):
        step = ann.get(f"/games/{game}/steps", first=30, count=1, as_=eyes)["steps"][0]
        assert step["view"]["viewer"] == eyes


def test_a_hint_is_for_the_own_view_where_the_game_allows_it(server: RunningServer) -> None:
    ann = Person(server.url)
    game = ann.new_game(nixon="random")["id"]
    ann.follow(game)
    job = ann.post(f"/games/{game}/hint", status=202)
    assert ann.post(f"/games/{game}/hint", status=202)["id"] == job["id"]
    while job["state"] != "done":
        job = ann.hear_of("job")["job"]
    assert job["result"]["candidates"][0]["move"] in ann.moves
    assert 0 <= job["result"]["win_probability"] <= 1
    believed = job["result"]["reading"]["cards"]
    assert 0 < len(believed) <= MOST_BELIEVED
    assert {one["card"] for one in believed} <= set(ann.table["view"]["nixon"]["unseen"])
    assert Person(server.url, "Spy").get(f"/jobs/{job['id']}", status=404)
    quiet = ann.new_game(nixon="random", options={"hints": False})["id"]
    assert ann.post(f"/games/{quiet}/hint", status=409)["problem"]["code"] == "hints_off"


def test_a_curve_judges_a_finished_game_with_progress(server: RunningServer) -> None:
    ann = Person(server.url)
    game = ann.post("/records", {"record": write_record(finished_record())})["id"]
    ann.say(type="ping")
    job = ann.post(f"/games/{game}/curve", status=202)
    progress = []
    while job["state"] != "done":
        job = ann.hear_of("job")["job"]
        progress.append(job["progress"])
    assert progress == sorted(progress)
    points = job["result"]["points"]
    assert all(0 <= point["editor"] <= 1 for point in points)
    assert ann.get(f"/jobs/{job['id']}")["result"] == job["result"]
