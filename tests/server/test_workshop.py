"""Editions that people make: checked, kept, shared, played, replayed and weighed."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.clients import Person
from tests.server.running import RunningServer, running
from tests.server.stores import ANN, with_store
from watergate.edition import load_edition
from watergate.edition.loader import standard_content
from watergate.edition.writer import draft_of
from watergate.rules import read_record
from watergate.server.storage import EditionRow, Store, WeighingRow


@pytest.fixture(name="draft")
def _draft(server: RunningServer) -> dict[str, Any]:
    """The standard edition with other threads and a card worth more, as somebody would make it."""
    draft: dict[str, Any] = httpx.get(f"{server.url}/api/workshop/drafts/standard").json()
    draft["name"], draft["title"] = "mine", {"en": "<b>Mine</b>", "hu": "Az enyém"}
    draft["threads"] = [t for t in draft["threads"] if t != ["inner1", "inner2"]]
    draft["card"][0]["value"] = 2
    return draft


def marks(person: Person, draft: Any, language: str = "en") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = person.post(
        "/workshop/check", {"draft": draft, "language": language}
    )["marks"]
    return found


def test_the_standard_draft_is_the_standard_edition(server: RunningServer) -> None:
    found = httpx.get(f"{server.url}/api/workshop/drafts/standard").json()
    whole = json.loads(json.dumps(draft_of(standard_content())))
    for one in [*whole["ability"], *whole["card"]]:
        one["script"] = one["script"].rstrip("\n") + "\n"  # each statement a line of its own
    assert found == whole


def test_mistakes_are_told_at_their_place(server: RunningServer, draft: dict[str, Any]) -> None:
    ann = Person(server.url)
    assert marks(ann, draft) == []
    draft["card"][3]["script"] = "lose card\nfly away"
    draft["token"][0]["count"] = 99
    places = [(m["section"], m["index"], m["field"], m["line"]) for m in marks(ann, draft)]
    assert places == [("token", 0, "count", 0), ("card", 3, "script", 2)]
    english, hungarian = marks(ann, draft)[0]["text"], marks(ann, draft, "hu")[0]["text"]
    assert english == "found 99; allowed: a whole number from 1 to 15"
    assert "99" in hungarian
    assert "egész szám" in hungarian


def test_scripts_are_said_in_words_while_other_things_are_wrong(
    server: RunningServer, draft: dict[str, Any]
) -> None:
    ann = Person(server.url)
    draft["threads"] = []
    draft["color"][0]["label"] = {"en": 5}
    answer = ann.post("/workshop/check", {"draft": draft, "language": "hu"})
    assert answer["digest"] is None
    assert len(answer["scripts"]) == 40
    assert any("zsák" in line for one in answer["scripts"] for line in one["does"])


def test_a_file_out_and_in_again_to_the_byte(
    server: RunningServer, draft: dict[str, Any], tmp_path: Path
) -> None:
    ann = Person(server.url)
    text = ann.post("/workshop/file", {"draft": draft})["text"]
    read = ann.post("/workshop/read", {"text": text, "language": "en"})
    assert read == {"draft": draft, "marks": []}
    assert ann.post("/workshop/file", {"draft": read["draft"]})["text"] == text
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    kept = ann.post("/workshop/editions", {"draft": draft})
    assert load_edition(file).digest == kept["digest"]
    got = httpx.get(f"{server.url}/api/workshop/files/{kept['key']}")
    assert got.text == text


@pytest.mark.parametrize(
    "text",
    ["= 1", "a = " + "[" * 100_000, "name = 1\n[[card]]\nx = 1", "\0", "", 'name = "<script>"'],
)
def test_hostile_files_get_a_sentence(server: RunningServer, text: str) -> None:
    read = Person(server.url).post("/workshop/read", {"text": text, "language": "en"})
    assert read["marks"]
    assert all(mark["text"] for mark in read["marks"])


@pytest.mark.parametrize(
    "change",
    [
        {"name": "\ud800"},
        {"name": "a" * 300_000},
        {"threads": [["a", "b"]] * 20_000},
        {"card": [{"script": "lose card\n" * 20_000}] * 3},
        {"space": [{"name": f"s{n}", "color": "blue"} for n in range(5_000)]},
        {"title": {"en": "x", "hu": "\x07"}},
        {"color": None, "token": 7, "card": {"number": 1}},
        {"name": "standard"},
    ],
)
def test_hostile_drafts_get_a_sentence(
    server: RunningServer, draft: dict[str, Any], change: dict[str, Any]
) -> None:
    ann = Person(server.url)
    body = json.dumps({"draft": {**draft, **change}, "language": "en"})
    answer = ann.http.post(
        "/api/workshop/check", content=body, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 200
    assert answer.json()["marks"]
    refused = ann.http.post(
        "/api/workshop/editions",
        content=json.dumps({"draft": {**draft, **change}}),
        headers={"Content-Type": "application/json"},
    )
    assert refused.status_code == 400
    assert refused.json()["problem"]["code"] == "bad_edition"


def test_too_large_a_body(server: RunningServer, draft: dict[str, Any]) -> None:
    ann = Person(server.url)
    draft["name"] = "a" * 1_000_000
    assert ann.http.post("/api/workshop/check", json={"draft": draft}).status_code == 413


def test_kept_editions_are_mine_and_never_change(
    server: RunningServer, draft: dict[str, Any]
) -> None:
    ann, bob = Person(server.url), Person(server.url, "Bob")
    first = ann.post("/workshop/editions", {"draft": draft})
    assert ann.post("/workshop/editions", {"draft": draft})["key"] == first["key"]
    draft["title"] = {"en": "Drawn otherwise", "hu": "Másképp rajzolva"}
    second = ann.post("/workshop/editions", {"draft": draft})
    assert second["digest"] == first["digest"]
    assert second["key"] != first["key"]
    assert [one["key"] for one in ann.get("/workshop/editions")] == [second["key"], first["key"]]
    assert bob.get("/workshop/editions") == []
    # A friend opens the link, sees it as it was made, and keeps it.
    seen = bob.get(f"/editions/{first['key']}/en")
    assert (seen["title"], seen["name"]) == ("<b>Mine</b>", "mine")
    assert bob.http.put(f"/api/workshop/editions/{first['key']}").json()["key"] == first["key"]
    # What nobody keeps any more, and no game uses, is gone.
    for key in (first["key"], second["key"]):
        assert ann.http.delete(f"/api/workshop/editions/{key}").status_code == 204
    assert ann.http.delete(f"/api/workshop/editions/{first['key']}").status_code == 404
    assert bob.get(f"/editions/{first['key']}/hu")["title"] == "Az enyém"
    bob.get(f"/workshop/drafts/{second['key']}", status=404)
    ann.get("/workshop/drafts/nowhere", status=404)
    assert bob.http.put(f"/api/workshop/editions/{second['key']}").status_code == 404


def test_nobody_keeps_more_than_is_allowed(tmp_path: Path, draft: dict[str, Any]) -> None:
    with running(tmp_path, editions_per_person=1, editions_per_hour=2) as small:
        ann = Person(small.url)
        ann.post("/workshop/editions", {"draft": draft})
        draft["momentum_tokens"] = 8
        refused = ann.post("/workshop/editions", {"draft": draft}, status=429)
        assert refused["problem"]["code"] == "too_many_editions"
        refused = ann.post("/workshop/editions", {"draft": draft}, status=429)
        assert refused["problem"]["code"] == "too_many"


def test_a_game_with_a_friend_is_played_replayed_and_gone_on_from(
    server: RunningServer, draft: dict[str, Any]
) -> None:
    ann, bob = Person(server.url), Person(server.url, "Bob")
    kept = ann.post("/workshop/editions", {"draft": draft})
    made = ann.new_game(options={"edition": kept["key"]})
    bob.accept(made)
    assert ann.http.delete(f"/api/workshop/editions/{kept['key']}").status_code == 204
    seen = bob.get(f"/games/{made['id']}")
    assert seen["view"]["edition"] == kept["digest"]
    assert seen["options"]["edition"] == kept["key"]
    assert bob.get(f"/editions/{kept['key']}/en")["title"] == "<b>Mine</b>"
    ann.post(f"/games/{made['id']}/resign", {"key": "resigned"})
    record = ann.http.get(f"/api/games/{made['id']}/record").text
    assert f'[EditionDigest "{kept["digest"]}"]' in record
    again = ann.post("/records", {"record": record})
    assert ann.get(f"/games/{again['id']}/steps")["steps"]
    ann.post(f"/games/{made['id']}/rematch")
    rematch = bob.post(f"/games/{made['id']}/rematch")
    assert bob.get(f"/games/{rematch['id']}")["view"]["edition"] == kept["digest"]
    wish = {"game": made["id"], "ply": 3}
    on = ann.post("/games", {"editor": "me", "nixon": "me", "start": wish})
    table = ann.get(f"/games/{on['id']}", as_="editor")
    assert table["options"]["edition"] == kept["key"]
    on = ann.post("/games", {"editor": "me", "nixon": "me", "start": {"record": record}})
    assert ann.get(f"/games/{on['id']}", as_="editor")["view"]["edition"] == kept["digest"]


def test_a_game_against_the_computer_with_hint_and_curve(
    server: RunningServer, draft: dict[str, Any], tmp_path: Path
) -> None:
    ann = Person(server.url)
    kept = ann.post("/workshop/editions", {"draft": draft})
    made = ann.new_game(nixon="level:1", options={"edition": kept["key"]})
    ann.follow(made["id"])
    hint = ann.post(f"/games/{made['id']}/hint")
    while (told := ann.get(f"/jobs/{hint['id']}"))["state"] not in ("done", "failed"):
        time.sleep(0.1)
    assert told["state"] == "done"
    move = told["result"]["candidates"][0]["move"]
    ann.post(f"/games/{made['id']}/moves", {"key": "moving", "number": 1, "move": move})
    ann.hear_of("update")
    made = ann.new_game(nixon="me", options={"edition": kept["key"]})
    ann.post(f"/games/{made['id']}/resign", {"key": "resigned"})
    curve = ann.post(f"/games/{made['id']}/curve")
    while (told := ann.get(f"/jobs/{curve['id']}"))["state"] not in ("done", "failed"):
        time.sleep(0.1)
    assert told["state"] == "done"
    record = ann.http.get(f"/api/games/{made['id']}/record").text
    file = tmp_path / "mine.toml"
    file.write_text(httpx.get(f"{server.url}/api/workshop/files/{kept['key']}").text)
    assert read_record(record, load_edition(file)).ply >= 9


def test_a_card_is_tried_out(server: RunningServer, draft: dict[str, Any]) -> None:
    ann = Person(server.url)
    for card, side in ((33, "editor"), (10, "nixon")):
        made = ann.post("/workshop/trials", {"draft": draft, "card": card})
        seen = ann.get(f"/games/{made['id']}")
        assert card in seen["view"][side]["hand"]
        assert [seat["is_you"] for seat in seen["status"]["seats"]] == [
            side == "editor",
            side == "nixon",
        ]
    ann.post("/workshop/trials", {"draft": draft, "card": 99}, status=400)
    draft["threads"] = []
    ann.post("/workshop/trials", {"draft": draft, "card": 33}, status=400)


def test_an_edition_is_weighed(server: RunningServer, draft: dict[str, Any]) -> None:
    ann = Person(server.url)
    draft["momentum_tokens"] = 7
    asked = ann.post("/workshop/weighings", {"draft": draft})
    assert asked["of"] == 1000
    ann.get("/workshop/weighings/0123", status=404)
    while not (told := ann.get(f"/workshop/weighings/{asked['digest']}"))["games"]:
        time.sleep(0.1)
    assert not told["failed"]
    assert sum(told["winners"].values()) + told["ways"]["stopped"] == told["games"]
    assert sum(told["ways"].values()) == told["games"]
    assert told["rounds"] >= 1
    assert ann.get("/workshop/weighings/standard")["of"] == 1000


def test_what_kills_its_workers_is_weighed_no_more(database: str) -> None:
    async def work(store: Store) -> None:
        row = WeighingRow("d1", "text", 5)
        await store.add_weighing(row, forget_before=0)
        await store.add_weighing(row, forget_before=0)
        for _ in range(3):
            assert await store.next_weighing(1000, 3) == (await store.weighing("d1"))
            await store.begin_weighing("d1")
        assert await store.next_weighing(1000, 3) is None
        assert await store.count_weighings(1000, 3) == 0
        await store.weighed(row, 7, "{}")
        found = await store.weighing("d1")
        assert found is not None
        assert (found.games, found.attempts) == (7, 0)
        await store.weighed(row, 9, "{}")  # somebody else was faster
        found = await store.weighing("d1")
        assert found is not None
        assert found.games == 7
        await store.add_weighing(WeighingRow("d2", "text", 9), forget_before=6)
        assert await store.weighing("d1") is None

    with_store(database, work)


def test_editions_on_shelves(database: str) -> None:
    async def work(store: Store) -> None:
        await store.add_person(ANN)
        row = EditionRow("k", "d", "mine", "text", 1)
        await store.add_edition(row)
        await store.add_edition(EditionRow("k", "other", "other", "other", 2))
        assert await store.edition("k") == await store.edition_by_digest("d") == row
        await store.put_on_shelf("ann", "k", 1)
        await store.put_on_shelf("ann", "k", 2)
        assert await store.shelf("ann") == [row]
        assert await store.take_off_shelf("ann", "k")
        assert not await store.take_off_shelf("ann", "k")
        assert await store.edition("k") is None

    with_store(database, work)
