"""What the server gives learners: the cards explained, and the guided first games."""

from __future__ import annotations

import httpx
import pytest

from tests.server.running import RunningServer
from watergate.learn.lessons import TOPICS
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
