"""Two computers, watched: they play as chosen; whoever watches may stop them and step."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Window
from tests.e2e.scenes import record, round_ply, say
from tests.e2e.sitting import LOOK, make_game
from tests.server.running import RunningServer, running

pytestmark = pytest.mark.slow


def ply_of(page: Page) -> int:
    return int(page.locator("main.table").get_attribute("data-ply") or 0)


def await_ply(page: Page, ply: int) -> None:
    while ply_of(page) < ply:
        page.wait_for_timeout(50)


def watched(window: Window, pace: str, at: RunningServer) -> Page:
    """These levels think for a moment only: a game goes on when its test is done, and would keep
    the computers of later ones waiting."""
    page = window("/", pace=pace, at=at)
    for side, level in (("editor", 2), ("nixon", 1)):
        field = page.get_by_role("combobox", name=say(f"page.short_{side}"), exact=True)
        field.select_option(say(f"level.{level}"))
    page.get_by_role("button", name=say("page.watch_start"), exact=True).click()
    expect(page.locator("main.table")).to_be_visible()
    return page


def test_the_watcher_is_asked_nothing_and_can_stop_and_step(
    window: Window, server: RunningServer
) -> None:
    page = watched(window, pace="fast", at=server)
    page.get_by_role("button", name=say("page.pause"), exact=True).click()
    expect(page.locator(".slip")).to_have_count(0)
    step = page.get_by_role("button", name=say("page.watch_step"), exact=True)
    expect(step).to_be_enabled()  # there is more to see
    before = ply_of(page)
    step.click()
    await_ply(page, before + 1)
    sight = page.evaluate(LOOK)
    assert sight["offers"] == []
    expect(page.locator("section.prompt")).not_to_contain_text(say("page.your_decision"))
    expect(page.locator("main .glows, main .card.open")).to_have_count(0)
    page.get_by_role("button", name=say("page.watch_on"), exact=True).click()
    await_ply(page, before + 4)
    assert "a job failed" not in server.said()


def test_the_watcher_sees_both_hands_or_those_of_one_side(window: Window, tmp_path: Path) -> None:
    """At a server without workers: the game waits, however slow this machine is."""
    with running(tmp_path) as server:
        page = watched(window, pace="off", at=server)
        expect(page.locator("section.hand button.card").first).to_be_visible()
        theirs = page.locator(".panel.nixon .fan.open")
        expect(theirs).to_be_visible()
        page.get_by_role("button", name=say("page.more_menu")).click()
        page.get_by_role("combobox", name=say("page.watch_eyes")).select_option("editor")
        expect(theirs).to_have_count(0)
        expect(page.locator("section.hand button.card").first).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_two_computers_are_watched_to_the_end(
    window: Window, server: RunningServer, phone: bool
) -> None:
    """A whole game of the quickest; and the last rounds of two levels, who take their time."""
    page = window("/", phone=phone, pace="off")
    made = (
        make_game(page, editor="level:1", nixon="level:2",
                  start={"record": record(), "ply": round_ply(6)})
        if phone
        else make_game(page, editor="random", nixon="random")
    )  # fmt: skip
    page.goto(f"/game/{made['id']}")
    expect(page.get_by_role("dialog", name=say("page.extra"))).to_be_visible(timeout=600_000)
    assert "a job failed" not in server.said()
