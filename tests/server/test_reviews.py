"""Reviews on the server: thought about for longer, and what those of a person come to."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.server.clients import DECISIONS, WAIT, Person, friends, play_on, short_game, until
from tests.server.running import RunningServer, running
from watergate.texts import LANGUAGES, phrase

PATIENCE = 10 * WAIT
"""Seconds that a review may take beside all else that a busy machine does."""


def done(person: Person, job: dict[str, Any]) -> dict[str, Any]:
    """A job when it is done."""
    waits = ("waiting", "running")
    until(lambda: person.get(f"/jobs/{job['id']}")["state"] not in waits, PATIENCE)
    now = person.get(f"/jobs/{job['id']}")
    assert now["state"] == "done"
    return dict(now)


def reviewed(person: Person) -> dict[str, Any]:
    """What somebody's games come to, once all the reviews that were asked for are made."""
    until(lambda: not person.get("/me/season")["making"], PATIENCE)
    return dict(person.get("/me/season"))


def test_a_longer_think_takes_the_place_of_the_usual_review(server: RunningServer) -> None:
    ann, bob = Person(server.url), Person(server.url, "Bob")
    game = short_game(ann)
    usual = done(ann, ann.post(f"/games/{game}/review", status=202))
    assert (usual["kind"], usual["result"]["judge"]["depth"]) == ("review", "usual")
    asked = ann.post(f"/games/{game}/review?deep=true", status=202)
    assert asked["kind"] == "deep_review"
    assert ann.post(f"/games/{game}/review?deep=true")["id"] == asked["id"]
    deep = done(ann, asked)
    assert deep["result"]["judge"]["depth"] == "deep"
    assert deep["result"]["judge"]["rollouts"] > usual["result"]["judge"]["rollouts"]
    plies = [[one["ply"] for one in job["result"]["decisions"]] for job in (usual, deep)]
    assert plies[0] == plies[1]
    code = ann.get(f"/games/{game}/links")["watch"].partition("#")[2]
    for person in (ann, bob):  # and everybody who may see the game sees the deeper one
        assert person.get(f"/games/{game}/review", code=code) == deep
    assert ann.post(f"/games/{game}/review")["id"] == usual["id"]  # neither is made again


def test_a_review_is_saved_as_one_file_in_either_language(server: RunningServer) -> None:
    ann, bob = Person(server.url), Person(server.url, "Bob")
    running = ann.new_game(nixon="random")["id"]
    assert ann.get(f"/games/{running}/review/en", status=409)["problem"]["code"] == "game_goes_on"
    game = short_game(ann, side="nixon")
    assert ann.get(f"/games/{game}/review/en", status=404)["problem"]["code"] == "not_found"
    done(ann, ann.post(f"/games/{game}/review"))
    assert bob.get(f"/games/{game}/review/en", status=403)["problem"]["code"] == "not_allowed"
    code = ann.get(f"/games/{game}/links")["watch"].partition("#")[2]
    for language in LANGUAGES:
        saved = bob.http.get(f"/api/games/{game}/review/{language}", params={"code": code})
        assert saved.headers["Content-Disposition"].startswith("attachment")
        assert phrase("review.title", language) in saved.text
        assert "http" not in saved.text  # it needs nothing else


def test_nobody_has_a_running_game_thought_about_for_longer(server: RunningServer) -> None:
    ann = Person(server.url)
    game = ann.new_game(nixon="random")["id"]
    refused = ann.post(f"/games/{game}/review?deep=true", status=409)
    assert refused["problem"]["code"] == "game_goes_on"


def test_a_season_sums_up_the_reviewed_games_of_a_person(server: RunningServer) -> None:
    ann, bob, between = friends(server.url)
    none = {"games": 0, "reviewed": 0, "making": 0,
            "tallies": {"standings": [], "kinds": [], "phases": []}}  # fmt: skip
    assert bob.get("/me/season") == none  # a game that goes on is none
    play_on([ann, bob], random.Random(5), most=DECISIONS)
    assert bob.answer(type="resign", game=between)["type"] == "done"
    assert '[Ended "editor resigned"]' in ann.http.get(f"/api/games/{between}/record").text
    alone = short_game(ann, side="nixon")
    withdrawn = ann.new_game()["id"]
    ann.post(f"/games/{withdrawn}/resign", {"key": "withdraw"})

    begun = ann.get("/me/season")
    assert (begun["games"], begun["reviewed"], begun["making"]) == (2, 0, 0)
    asked = ann.post("/me/season", status=202)
    assert asked["reviewed"] + asked["making"] == 2
    season = reviewed(ann)
    assert season["reviewed"] == 2
    reviews = {
        side: ann.get(f"/games/{game}/review")["result"]
        for side, game in (("editor", between), ("nixon", alone))
    }
    rows = {(row["side"], row["opponent"]): row for row in season["tallies"]["standings"]}
    assert next(iter(rows)) == (None, None)
    assert rows[None, None]["games"] == 2
    assert rows[None, None]["share"]["mean"] == 0.5
    won, lost = rows["editor", "person"], rows[None, "random"]
    assert (won["share"]["mean"], lost["share"]["mean"]) == (1, 0)
    assert won["adjusted"]["mean"] == pytest.approx(reviews["editor"]["account"]["adjusted"])
    assert lost["adjusted"]["mean"] == pytest.approx(1 - reviews["nixon"]["account"]["adjusted"])
    losses = sum(review[side]["loss"] for side, review in reviews.items()) / 2
    for tallies in (season["tallies"]["kinds"], season["tallies"]["phases"]):
        assert sum(tally["loss"] for tally in tallies) == pytest.approx(losses)
    theirs = bob.get("/me/season")  # who has lost the same game has a season of the same review
    assert theirs["reviewed"] == theirs["games"] == 1
    assert theirs["tallies"]["standings"][0]["share"]["mean"] == 0


def test_no_more_reviews_are_asked_for_at_once_than_one_person_may_have(tmp_path: Path) -> None:
    with running(tmp_path, workers=0, jobs_per_person=2, curves_per_hour=3) as server:
        ann, bob = Person(server.url), Person(server.url, "Bob")
        for person in (ann, bob):
            for _ in range(3):
                game = person.new_game(nixon="random")["id"]
                person.post(f"/games/{game}/resign", {"key": f"give-up-{game}"})
        told = ann.post("/me/season", status=202)
        assert (told["games"], told["reviewed"], told["making"]) == (3, 0, 2)
        refused = ann.post("/me/season", status=429)["problem"]
        assert (refused["code"], refused["params"]) == ("too_many_jobs", {"most": 2})
        assert ann.get("/me/season") == told
        assert bob.post("/me/season", status=202)["making"] == 2  # another person's are their own
