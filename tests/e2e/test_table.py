"""Manners of the table: where the focus goes, what stays in sight, what lies open at the end."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Window
from tests.e2e.scenes import identity_of, in_the_middle, say, whole_game, won
from tests.server.clients import Person
from tests.server.running import RunningServer

pytestmark = pytest.mark.slow

TO_THE_END = "one => one.scrollHeight - one.scrollTop - one.clientHeight"
A_MOMENT = 300
"""Milliseconds, for what must not happen; what must is waited for."""


def wait_for(page: Page, where: Locator, holds: str) -> None:
    page.wait_for_function(f"one => ({holds})(one)", arg=where.element_handle())


def test_the_log_keeps_the_newest_in_sight_until_it_is_scrolled_up(
    window: Window, server: RunningServer
) -> None:
    ann = Person(server.url)
    page = window(f"/game/{in_the_middle(ann)}", storage_state=identity_of(ann))
    log = page.locator(".log .scroll")
    cards = page.locator("section.hand button.card")
    expect(cards.first).to_be_visible()
    tall = log.evaluate("one => one.clientHeight")
    cards.first.click()
    expect(page.locator(".uses")).to_be_visible()
    wait_for(page, log, f"one => one.clientHeight < {tall} && ({TO_THE_END})(one) < 8")
    log.hover()
    page.mouse.wheel(0, -300)
    wait_for(page, log, f"one => ({TO_THE_END})(one) > 200")
    cards.nth(1).click()
    page.wait_for_timeout(A_MOMENT)
    assert log.evaluate(TO_THE_END) > 200


def test_at_the_end_the_focus_is_on_the_way_on_and_all_hands_lie_open(
    window: Window, server: RunningServer
) -> None:
    ann = Person(server.url)
    page = window(f"/game/{won(ann)}", storage_state=identity_of(ann))
    ending = page.get_by_role("dialog", name=say("page.extra"))
    expect(ending.get_by_role("button", name=say("page.rematch"), exact=True)).to_be_focused()
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 1366, "height": 650})
    for body in page.locator(".sides .body").all():
        assert body.evaluate("one => one.scrollHeight - one.clientHeight") <= 2  # all is seen
    hand = whole_game().view("everyone").nixon.hand
    assert hand
    number = say("page.in_hand", number=len(hand))
    page.get_by_role("region", name="Nixon").get_by_role("button", name=number).click()
    expect(page.get_by_role("dialog").locator(".pile .face")).to_have_count(len(hand))


def test_on_a_phone_a_question_of_the_opponent_covers_nothing(
    window: Window, server: RunningServer
) -> None:
    ann, bob = Person(server.url), Person(server.url)
    made = ann.new_game()
    bob.accept(made)
    page = window(f"/game/{made['id']}", phone=True, storage_state=identity_of(bob))
    expect(page.locator(".strip").first).to_be_visible()
    ann.follow(made["id"])
    ann.answer(type="pause", game=made["id"])
    asked = page.locator(".banner").get_by_role("button", name=say("page.accept"))
    expect(asked).to_be_visible()
    assert bottom_of(page, ".banner") <= top_of(page, ".masthead")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(asked).to_be_in_viewport()


def top_of(page: Page, selector: str) -> float:
    top: float = page.locator(selector).first.evaluate("one => one.getBoundingClientRect().top")
    return top


def bottom_of(page: Page, selector: str) -> float:
    found = page.locator(selector).last
    bottom: float = found.evaluate("one => one.getBoundingClientRect().bottom")
    return bottom


def test_a_person_behind_a_picture_leads_to_their_page_and_back(
    window: Window, server: RunningServer
) -> None:
    ann = Person(server.url)
    game = f"/game/{in_the_middle(ann)}"
    page = window(game, storage_state=identity_of(ann))
    picture = page.locator('[data-anchor="picture:dean"]')
    picture.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.go_back()  # closes what lies over the table, and no more
    expect(page.get_by_role("dialog")).to_be_hidden()
    picture.click()
    page.locator(".background .people").get_by_role("link", name="Dean").click()
    expect(page.locator("#person-dean")).to_be_in_viewport()
    page.go_back()
    expect(page.locator("section.hand")).to_be_visible()
    assert page.url.endswith(game)


def test_the_note_of_a_guided_game_opens_calmly_and_can_be_folded(window: Window) -> None:
    page = window("/guide/editor", phone=True)
    note = page.locator(".memo .note")
    expect(note).to_be_visible()
    expect(note).not_to_be_focused()
    said = page.locator(".memo").get_by_role("status")
    expect(said).not_to_be_empty()  # it is read out all the same
    page.get_by_role("button", name=say("page_guide.smaller")).click()
    expect(note).to_be_hidden()
    page.get_by_role("button", name=say("page_guide.larger")).click()
    expect(note).to_be_visible()
    page.keyboard.press("Tab")
    page.locator("[data-next]").press("Enter")
    expect(note).to_be_focused()  # whoever goes on by keys reads on there
