"""Following by events: they lead from view to view, and whoever missed something asks again."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any, get_type_hints

import pytest
from pydantic import TypeAdapter

from tests.server.clients import Person, friends, text_of_move
from tests.server.running import RunningServer
from watergate import Game, View, Viewer, standard_edition
from watergate.rules import Entry
from watergate.rules.digest import digest
from watergate.rules.fold import fold
from watergate.server.status import Status, StatusChanges
from watergate.server.wire import decision_to_json, event_rows, events_to_json

ENTRIES: TypeAdapter[list[Entry]] = TypeAdapter(list[Entry])


class Page:
    """Somebody who follows by events, and keeps the table of it as the page does."""

    def __init__(self, person: Person, game: str) -> None:
        self.person, self.game = person, game
        self.kinds: list[str] = []
        self.ask()

    def ask(self, **rest: Any) -> None:
        self.person.say(type="follow", game=self.game, updates="events", **rest)
        self.hear_of("table")

    def hear_of(self, *types: str) -> dict[str, Any]:
        while (message := self.hear())["type"] not in types:
            pass
        return message

    def hear(self) -> dict[str, Any]:
        message = self.person.hear()
        if message["type"] in ("table", "update"):
            self.kinds.append(message["type"])
            self.number, self.status = message["number"], message["status"]
            self.view = View.from_json(json.dumps(message["view"]))
            decision = message["view"]["decision"]
            moves = (decision or {}).get("moves") or []
            self.moves = [text_of_move(move) for move in moves]
        elif message["type"] == "happened":
            self.kinds.append("happened")
            self._happened(message)
        elif message["type"] == "status":
            self.status = message["status"]
        return message

    def _happened(self, message: dict[str, Any]) -> None:
        assert message["number"] == self.number + 1
        self.number = message["number"]
        entries = ENTRIES.validate_python(message["events"])
        view = fold(self.view, entries, standard_edition())
        self.view = replace(view, ply=message["ply"])
        assert digest(self.view) == message["digest"]
        self.status = {**self.status, **message["status"]}
        self.moves = (message["decision"] or {}).get("moves") or []

    def sees_what_is_there(self) -> None:
        """Compare with what the server says to who asks anew."""
        now = self.person.get(f"/games/{self.game}")
        if now["number"] != self.number:  # the other side's window was answered meanwhile
            return
        seen = View.from_json(json.dumps(now["view"]))
        mine = replace(self.view, decision=None, log=(), knowledge=seen.knowledge)
        assert mine == replace(seen, decision=None, log=())
        moves = (now["view"]["decision"] or {}).get("moves") or []
        assert self.moves == [text_of_move(move) for move in moves]
        assert self.status == now["status"]


@pytest.mark.parametrize("viewer", Viewer)
def test_what_is_told_beside_a_view_is_written_as_in_it(viewer: Viewer) -> None:
    """Events and decisions are put together from texts that are kept."""
    rng, game = random.Random(5), Game.start(seed=5)
    while game.decider is not None:
        game.play(rng.choice(game.legal_ids()))
        written = events_to_json(event_rows(game, [game.ply]), game.edition, viewer)
        assert written.encode() == ENTRIES.dump_json(list(game.events(game.ply, viewer)))
        now = json.loads(decision_to_json(game.glimpse(viewer), game.edition, viewer))
        expected = json.loads(game.view(viewer).to_json())["decision"]
        if expected is not None and expected["moves"] is not None:
            expected["moves"] = [text_of_move(move) for move in expected["moves"]]
        assert now == expected


def test_old_and_new_clients_play_side_by_side(server: RunningServer) -> None:
    ann, bob, game = friends(server.url)
    page = Page(bob, game)
    rng = random.Random(4)
    is_over = False
    for _ in range(400):
        if ann.is_over:
            is_over = True
            break
        number = page.number
        if page.moves:
            bob.say(type="move", game=game, number=number, move=rng.choice(page.moves),
                    key=f"page-move-{number}")  # fmt: skip
        elif ann.moves:
            assert ann.move(rng.choice(ann.moves))["type"] == "done"
        # Else somebody has not heard yet of what was made at once.
        while page.number <= number:
            page.hear_of("happened", "update")
        while ann.table["number"] < page.number:
            ann.hear_of("update")
        while page.number < ann.table["number"]:
            page.hear_of("happened", "update")
        if number % 10 == 0 and page.status["state"] == "running":
            page.sees_what_is_there()
    assert is_over
    assert page.view.viewer == "everyone"  # the end was told with the whole view
    assert page.kinds[0] == "table"
    assert page.kinds[-1] == "update"
    assert set(page.kinds[1:-1]) == {"happened"}
    sizes = [len(text) for text in bob.raw if '"type":"happened"' in text]
    assert sum(sizes) / len(sizes) < 600


def test_the_own_move_is_acknowledged_by_its_act(server: RunningServer) -> None:
    ann, bob, game = friends(server.url)
    page = Page(ann, game)
    ann.say(type="move", game=game, number=1, move=page.moves[0], key="acknowledged")
    message = page.hear_of("happened", "done")
    assert (message["type"], message["key"], message["number"]) == ("happened", "acknowledged", 2)
    ann.say(type="move", game=game, number=1, move=page.moves[0] if page.moves else "pass",
            key="acknowledged")  # fmt: skip
    again = page.hear_of("happened", "done", "refused")
    assert (again["type"], again["number"]) == ("done", 2)
    while bob.table["number"] < 2:
        bob.hear()
    assert not any("acknowledged" in text for text in bob.raw)  # a key is its own person's


def test_whoever_missed_acts_is_told_them_or_the_whole(server: RunningServer) -> None:
    ann, bob, game = friends(server.url)
    page = Page(bob, game)
    bob.say(type="unfollow", game=game)
    bob.say(type="ping")
    page.hear_of("pong")
    assert ann.move(ann.moves[0])["type"] == "done"
    bob.say(type="follow", game=game, updates="events", since=1)
    page.hear_of("status")  # behind what was missed
    page.sees_what_is_there()
    assert page.number > 1
    assert page.kinds == ["table"] + ["happened"] * (page.number - 1)
    # What was taken back cannot be told by events.
    number = page.number
    taken = ann.post(f"/games/{game}/take-back", {"number": number, "key": "taken-back"})
    if taken["number"] == number:  # the opponent learnt from it, and is asked
        bob.post(f"/games/{game}/answer",
                 {"offer": "take_back", "accept": True, "key": "agreed"})  # fmt: skip
    assert page.hear_of("update", "happened")["act"] == "take_back"
    page.sees_what_is_there()
    page.ask(since=1)
    assert page.kinds[-1] == "table"


def test_changes_of_a_status_are_fields_of_a_status() -> None:
    assert get_type_hints(StatusChanges) == get_type_hints(Status)


@pytest.mark.parametrize("field", ["ply", "round", "bag_count"])
def test_another_view_has_another_digest(server: RunningServer, field: str) -> None:
    ann, _, _ = friends(server.url)
    view = View.from_json(json.dumps(ann.table["view"]))
    other = replace(view, **{field: getattr(view, field) + 1})
    assert digest(other) != digest(view)
