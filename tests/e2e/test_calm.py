"""Calm and quick: what others did is shown and summed up, and nobody is kept waiting for it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.e2e.conftest import Window
from tests.e2e.scenes import identity_of, in_the_middle, say
from tests.e2e.sitting import LOOK, Sitter, status_of
from tests.server.clients import Person
from tests.server.running import RunningServer
from watergate import Side

pytestmark = pytest.mark.slow

MOST_WAIT_MS = 4000
STEP_MS = 100
DECISIONS = 14


class Clocked:
    """A window whose clock stands still but when it is told to go on: no real time is measured."""

    def __init__(self, window: Window, ann: Person, game: str, pace: str) -> None:
        self.game = game
        self.heard, self.sent = 0, 0
        self.page = window(
            f"/game/{game}", pace=pace, storage_state=identity_of(ann), prepare=self._prepare
        )

    def _prepare(self, page: Page) -> None:
        page.clock.install()
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)
        socket.on("framesent", self._say)

    def _say(self, frame: str | bytes) -> None:
        self.sent += json.loads(frame).get("type") == "move"

    def _hear(self, frame: str | bytes) -> None:
        message: dict[str, Any] = json.loads(frame)
        if message.get("type") in ("table", "update", "happened"):
            self.heard = max(self.heard, int(message["number"]))

    def wait_for_all_told(self, after: int) -> bool:
        """Until it is my turn after a number of acts, and the page knows; False after the end."""
        while True:
            status = status_of(self.page, self.game)
            is_mine = any(s["is_you"] and s["side"] == status["decider"] for s in status["seats"])
            if status["state"] == "over" or (is_mine and self.heard >= self.number > after):
                return bool(status["state"] != "over")
            self.page.wait_for_timeout(20)

    @property
    def number(self) -> int:
        return int(self.page.request.get(f"/api/games/{self.game}").json()["number"])

    def seen_after(self) -> int:
        """How long it takes on its clock until something can be chosen."""
        for waited in range(0, 60_000, STEP_MS):
            if self.page.evaluate(LOOK)["offers"]:
                return waited
            self.page.clock.run_for(STEP_MS)
        raise AssertionError("nothing can be chosen")


@pytest.mark.parametrize("side", list(Side))
def test_what_the_computer_did_keeps_nobody_waiting(
    window: Window, server: RunningServer, side: Side
) -> None:
    ann = Person(server.url)
    waits: list[int] = []
    while len(waits) < DECISIONS:  # a game may end before
        clocked = Clocked(window, ann, in_the_middle(ann, side), "usual")
        sitter = Sitter(clocked.page, seed=5)
        number = -1
        while len(waits) < DECISIONS and clocked.wait_for_all_told(number):
            waits.append(clocked.seen_after())
            assert max(waits) <= MOST_WAIT_MS, waits
            before, sent = clocked.number, clocked.sent
            sitter.choose(sitter.see())
            clocked.page.evaluate("1")  # whatever the click has sent is known now
            number = before if clocked.sent > sent else -1
    assert max(waits) > 1000, f"nothing was played out: {waits}"


def test_the_pace_is_set_in_the_menu_of_the_game(window: Window, server: RunningServer) -> None:
    ann = Person(server.url)
    page = window(f"/game/{in_the_middle(ann)}", storage_state=identity_of(ann))
    page.get_by_role("button", name=say("page.more_menu")).click()
    field = page.get_by_role("combobox", name=say("page_explain.pace"))
    field.select_option("fast")
    page.reload()
    page.get_by_role("button", name=say("page.more_menu")).click()
    expect(field).to_have_value("fast")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_what_happened_is_summed_up_where_one_looks(
    window: Window, server: RunningServer, phone: bool
) -> None:
    ann = Person(server.url)
    page = window(
        f"/game/{in_the_middle(ann)}", phone=phone, pace="off", storage_state=identity_of(ann)
    )
    sitter = Sitter(page, seed=3)
    sight = sitter.await_("mine")
    for _ in range(20):
        sitter.choose(sight)
        sight = sitter.await_("mine", before=sight.sign)
        told = page.locator("section.prompt .happened")
        if told.count() and "Nixon plays" in told.inner_text():
            break
    else:
        raise AssertionError("what Nixon played is not summed up")
    expect(told).to_be_in_viewport()
    told.click()
    expect(page.get_by_role("dialog")).to_contain_text(say("page.log"))
