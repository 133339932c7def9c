"""Two computers, watched: they decide when whoever watches has seen the last move."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Window
from tests.e2e.scenes import record, round_ply, say, whole_game
from tests.e2e.sitting import LOOK, make_game
from tests.server.running import RunningServer

pytestmark = pytest.mark.slow

SEEN = """
  window.seen = new Set();
  const look = () => {
    const ply = document.querySelector("main.table")?.dataset.ply;
    if (ply) window.seen.add(ply);
  };
  const all = { subtree: true, childList: true, attributes: true };
  new MutationObserver(look).observe(document, all);
"""
"""Notes every ply that the table shows."""


def ply_of(page: Page) -> int:
    return int(page.locator("main.table").get_attribute("data-ply") or 0)


def await_ply(page: Page, ply: int) -> None:
    while ply_of(page) < ply:
        page.wait_for_timeout(50)


def watched(window: Window, pace: str, level: int = 1, *, phone: bool = False) -> Page:
    page = window("/", pace=pace, phone=phone)
    for side in ("editor", "nixon"):
        field = page.get_by_role("combobox", name=say(f"page.short_{side}"), exact=True)
        field.select_option(say(f"level.{level}"))
    page.get_by_role("button", name=say("page.watch_start"), exact=True).click()
    expect(page.locator("main.table")).to_be_visible()
    return page


def press(page: Page, what: str) -> None:
    page.get_by_role("button", name=say(f"page.{what}"), exact=True).click()


def stop(page: Page) -> int:
    """Stop them; where they stand when all that was told has been shown."""
    press(page, "pause")
    expect(page.locator(".slip")).to_have_count(0)
    expect(page.locator("section.prompt")).to_contain_text(say("page.paused"))
    return ply_of(page)


def step_on(page: Page) -> None:
    """Let them make one move, and wait until it is shown."""
    before = ply_of(page)
    step = page.get_by_role("button", name=say("page.watch_step"), exact=True)
    step.click()
    await_ply(page, before + 1)
    expect(step).to_be_enabled()
    expect(page.locator(".slip")).to_have_count(0)


def played(page: Page) -> int:
    """Where the game stands on the server."""
    game = page.url.rpartition("/")[2]
    answer = page.request.get(f"/api/games/{game}").json()
    assert answer["status"]["state"] == "running"
    ply: int = answer["view"]["ply"]
    return ply


def look_as(page: Page, eyes: str) -> None:
    page.get_by_role("button", name=say("page.more_menu")).click()
    page.get_by_role("combobox", name=say("page.watch_eyes")).select_option(eyes)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize(
    ("level", "phone"), [(1, False), (1, True), (6, False)], ids=["quick", "phone", "strong"]
)
def test_who_watches_stops_steps_and_changes_hands_and_the_game_itself_waits(
    window: Window, server: RunningServer, level: int, phone: bool
) -> None:
    page = watched(window, "fast", level, phone=phone)
    await_ply(page, ply_of(page) + 2)
    press(page, "pause")
    expect(page.locator(".slip")).to_have_count(0)
    step_on(page)  # what one of them was thinking of when they were stopped comes first
    while played(page) > ply_of(page):
        step_on(page)
    for _ in range(2):
        assert played(page) == ply_of(page)
        step_on(page)
    before = ply_of(page)
    sight = page.evaluate(LOOK)
    assert sight["offers"] == []
    expect(page.locator("section.prompt")).not_to_contain_text(say("page.your_decision"))
    expect(page.locator("main .glows, main .card.open")).to_have_count(0)
    for eyes in ("nixon", "editor", "everyone"):
        look_as(page, eyes)
        side = "nixon" if eyes == "nixon" else "editor"
        expect(page.locator(f"section.hand[data-anchor*={side}]")).to_be_visible()
        if not phone:
            expect(page.locator(".panel .fan.open")).to_have_count(int(eyes == "everyone"))
        expect(page.locator("section.prompt")).to_contain_text(say("page.paused"))
        assert ply_of(page) == played(page) == before
    page.reload()
    expect(page.locator("main.table")).to_be_visible()
    await_ply(page, before + 1)
    assert "a job failed" not in server.said()


def test_two_who_watch_keep_together_and_who_stops_keeps_nobody_waiting(window: Window) -> None:
    page = watched(window, "off")
    game = page.url.rpartition("/")[2]
    link = page.request.get(f"/api/games/{game}/links").json()["watch"]
    other = window(link, pace="fast")
    await_ply(other, ply_of(other) + 2)
    before = stop(other)
    await_ply(page, before + 4)
    here = stop(page)
    press(other, "watch_on")
    await_ply(other, here)
    look_as(other, "nixon")
    assert ply_of(other) >= here


@pytest.mark.parametrize(("level", "last"), [(1, 60), (6, 24)])
def test_two_computers_are_watched_to_the_end_and_no_move_is_missed(
    window: Window, server: RunningServer, level: int, last: int
) -> None:
    page = window("/", pace="off", prepare=lambda page: page.add_init_script(SEEN))
    start = {"record": record(), "ply": whole_game().ply - last}
    made = make_game(page, editor=f"level:{level}", nixon=f"level:{level}", start=start)
    page.goto(f"/game/{made['id']}")
    expect(page.get_by_role("dialog", name=say("page.extra"))).to_be_visible(timeout=600_000)
    acts = page.request.get(f"/api/games/{made['id']}").json()["number"]
    assert page.evaluate("window.seen.size") == acts
    assert "a job failed" not in server.said()


def test_a_whole_game_is_watched_on_a_phone(window: Window, server: RunningServer) -> None:
    page = window("/", phone=True, pace="off")
    start = {"record": record(), "ply": round_ply(6)}
    made = make_game(page, editor="level:1", nixon="level:2", start=start)
    page.goto(f"/game/{made['id']}")
    expect(page.get_by_role("dialog", name=say("page.extra"))).to_be_visible(timeout=600_000)
    assert "a job failed" not in server.said()
