"""What the server gives learners: the cards explained, the guided first games, the exercises."""

from __future__ import annotations

import random

import httpx
import pytest
from pydantic import TypeAdapter

from tests.server.clients import Person
from tests.server.running import RunningServer
from watergate.coach.exercises import chosen, exercises
from watergate.learn.lessons import TOPICS
from watergate.server.api.exercises import ExerciseFacts, facts_of
from watergate.texts import LANGUAGES


@pytest.mark.parametrize("side", ["editor", "nixon"])
def test_a_guided_game(server: RunningServer, side: str) -> None:
    answer = httpx.get(f"{server.url}/api/lessons/{side}", timeout=60)
    assert answer.status_code == 200
    lesson = answer.json()
    assert lesson["side"] == side
    assert {topic for step in lesson["steps"] for topic in step["topics"]} == set(TOPICS)
    first, last = lesson["steps"][0]["frames"][0], lesson["steps"][-1]["frames"][-1]
    assert first["view"]["viewer"] == side
    assert first["by"] is None
    assert last["view"]["result"]["winner"] == side


def test_no_other_guided_games(server: RunningServer) -> None:
    assert httpx.get(f"{server.url}/api/lessons/chance", timeout=60).status_code == 400


@pytest.mark.parametrize(("language", "line"), [("en", "bag"), ("hu", "zsákból")])
def test_the_cards_explained(server: RunningServer, language: str, line: str) -> None:
    notes = httpx.get(f"{server.url}/api/cards/{language}", timeout=60).json()
    assert len(notes) == 40
    assert all(note["does"] and note["rules"] for note in notes)
    woodward = next(note for note in notes if note["number"] == 33)
    assert line in woodward["does"][0]
    assert woodward["rules"] == ["7.17"]


def test_the_address_of_a_rule_is_a_page(server: RunningServer) -> None:
    """Its number looks like the ending of a file's name."""
    answers = {
        path: httpx.get(f"{server.url}/{path}", timeout=60).status_code
        for path in ("learn/rules/4.7", "learn/rules")
    }
    assert len(set(answers.values())) == 1, answers


def test_the_server_speaks_every_language_that_there_is(server: RunningServer) -> None:
    for path in ("editions/standard", "rules", "cards", "history"):
        for language in LANGUAGES:
            answer = httpx.get(f"{server.url}/api/{path}/{language}", timeout=60)
            assert answer.status_code == 200, answer.url


def test_who_asks_for_another_language_is_told_which_there_are(server: RunningServer) -> None:
    answer = httpx.get(f"{server.url}/api/rules/tlh", timeout=60)
    assert answer.status_code == 400
    assert all(f"'{language}'" in answer.text for language in LANGUAGES)


# Exercises


def test_the_exercises_by_rising_difficulty(server: RunningServer) -> None:
    names = httpx.get(f"{server.url}/api/exercises", timeout=60).json()
    assert [name["number"] for name in names] == [one.number for one in exercises()]
    found = httpx.get(f"{server.url}/api/exercises/3", timeout=60).json()
    assert found["difficulty"] == names[2]["difficulty"]
    decision = found["steps"][-1]["view"]["decision"]
    legal = {move["text"] for move in decision["moves"]}
    assert legal == {answer["move"] for answer in found["answers"]}
    missing = httpx.get(f"{server.url}/api/exercises/9999", timeout=60)
    assert (missing.status_code, missing.json()["problem"]["params"]) == (404, {"what": "exercise"})


@pytest.mark.parametrize("number", [1, 2])
def test_an_exercise_is_told_alike_whatever_its_side_cannot_know(number: int) -> None:
    (one,) = chosen(number=number)
    games = [one.game(random.Random(seed)) for seed in range(6)]
    assert len({game.position for game in games}) > 1
    told = TypeAdapter(ExerciseFacts)
    assert len({told.dump_json(facts_of(one, game)) for game in games}) == 1


def test_an_exercise_is_played_on_with_what_was_hidden_dealt_anew(server: RunningServer) -> None:
    ann = Person(server.url)
    (one,) = chosen(number=2)
    wish = {"editor": "me", "nixon": "me", "start": {"exercise": 2}}
    games = [ann.post("/games", wish)["id"] for _ in range(4)]
    views = {side: [ann.get(f"/games/{game}", as_=side)["view"] for game in games]
             for side in ("editor", "nixon")}  # fmt: skip
    own, other = views[one.side], views["editor" if one.side == "nixon" else "nixon"]
    assert len({view["position"] for view in own}) == 1
    assert len({view["position"] for view in other}) > 1


@pytest.mark.parametrize(
    ("start", "status"),
    [({"exercise": 9999}, 404), ({"exercise": 1, "anew": "editor"}, 400), ({"exercise": -1}, 400),
     ({"exercise": 1, "position": "wg1"}, 400)],
)  # fmt: skip
def test_what_is_no_start_from_an_exercise_is_refused(
    server: RunningServer, start: dict[str, object], status: int
) -> None:
    Person(server.url).post("/games", {"start": start}, status)
